#include "capture/cuda/fat_binary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/ptx.h"
#include "capture/cuda/signature.h"
#include "capture/cuda/unpack_zstd.h"
#include "codegen/object/elf.h"
#include "codegen/object/fatbin.h"
#include "codegen/object/nv_info.h"
#include "codegen/object/unpack.h"

const void *fat_binary_wrapped(const void *data) {
    enum { MAGIC = 0x466243b1, BINARY_AT = 8 };
    uint32_t magic;
    const void *binary;
    memcpy(&magic, data, sizeof magic);
    memcpy(&binary, (const char *)data + BINARY_AT, sizeof binary);
    return magic == MAGIC ? binary : NULL;
}

/* More are not read of a kernel: CUDA passes no more bytes than four for each of them. */
enum { MOST_PARAMETERS = 8192 };

/* The parameters in `.nv.info.NAME`, in order, and their number in *n. */
static uint32_t *parameter_sizes(struct arena *a, struct piece section, uint32_t *n) {
    uint32_t *bytes = NEW_ARRAY(a, uint32_t, MOST_PARAMETERS);
    struct nv_attribute attribute;
    struct nv_parameter p;
    *n = 0;
    for (size_t at = 0; nv_info_next(section, &at, &attribute);) {
        if (!nv_info_parameter(&attribute, &p) || p.number >= MOST_PARAMETERS)
            continue;
        bytes[p.number] = p.bytes;
        *n = p.number >= *n ? p.number + 1 : *n;
    }
    return bytes;
}

/* A kernel has `.text.NAME`, as other functions may have, and `.nv.info.NAME`. */
static void write_cubin(struct arena *a, struct piece file, FILE *out) {
    static const char prefix[] = ".nv.info.";
    struct elf e;
    if (elf_open(a, file, &e))
        return;
    for (uint32_t i = 0; i < e.n_sections; i++) {
        const struct elf_section *s = &e.sections[i];
        if (strncmp(s->name, prefix, strlen(prefix)) != 0)
            continue;
        uint32_t n, *bytes = parameter_sizes(a, s->bytes, &n);
        fprintf(out, "kernel %s\n", s->name + strlen(prefix));
        for (uint32_t p = 0; p < n; p++)
            fprintf(out, "%u||\n", bytes[p]);
    }
}

/* An entry's payload; no bytes where it is compressed in a way that is not read. */
static struct piece unpack(struct arena *a, const struct object_entry *e) {
    if (e->packing == OBJECT_PLAIN)
        return e->packed;
    if (e->bytes > (uint64_t)OBJECT_MOST_UNPACKED_MIB << 20)
        return (struct piece){0};
    uint8_t *bytes = arena_alloc(a, e->bytes + 1);
    bool good = e->packing == OBJECT_LZ4 ? unpack_lz4(e->packed.at, e->packed.n, bytes, e->bytes)
                : e->packing == OBJECT_ZSTD
                    ? unpack_by_libzstd(e->packed.at, e->packed.n, bytes, e->bytes)
                    : false;
    return good ? (struct piece){bytes, e->bytes} : (struct piece){0};
}

static bool writes_kernels(struct arena *a, const struct object_entry *e, FILE *out) {
    struct piece payload = unpack(a, e);
    if (!payload.n)
        return false;
    if (e->kind == OBJECT_ELF) {
        write_cubin(a, payload, out);
        return true;
    }
    char *text = ptx_kernels((const char *)payload.at, payload.n);
    if (text)
        fputs(text + strlen(SIGNATURE_MAGIC), out);
    free(text);
    return text != NULL;
}

/* One entry of all architectures that the binary has is enough, and machine code says the sizes of
 * parameters in every case. */
static void write_fat_binary(struct arena *a, struct piece binary, FILE *out) {
    static const enum object_entry_kind kinds[] = {OBJECT_ELF, OBJECT_PTX};
    struct device_object o = {0};
    fatbin_read(a, binary, &o);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < o.entries.n; i++)
            if (o.entries.at[i].kind == kinds[k] && writes_kernels(a, &o.entries.at[i], out))
                return;
}

/* How long a fat binary in memory is, as its header says. */
static size_t fat_binary_bytes(const void *data) {
    enum { HEADER_AT = 6, BODY_AT = 8, HEADER_BYTES = 16 };
    const struct piece header = {data, HEADER_BYTES};
    return piece_u16(header, HEADER_AT) + piece_u64(header, BODY_AT);
}

char *fat_binary_kernels(const void *data, size_t n) {
    enum { MAGIC_BYTES = 4 };
    const struct piece start = {data, n ? n : MAGIC_BYTES};
    bool fat = fatbin_is(start), cubin = elf_is(start);
    if (!fat && !cubin)
        return NULL;
    struct piece all = {data, n ? n : fat ? fat_binary_bytes(data) : elf_extent(data)};
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return NULL;
    struct arena a = {0};
    fputs(SIGNATURE_MAGIC, out);
    if (fat)
        write_fat_binary(&a, all, out);
    else
        write_cubin(&a, all, out);
    fclose(out);
    arena_free(&a);
    return text;
}

char *fat_binary_ptx(const void *data, size_t n) {
    enum { MAGIC_BYTES = 4 };
    struct device_object o = {0};
    struct arena a = {0};
    char *text = NULL;
    if (!fatbin_is((struct piece){data, n ? n : MAGIC_BYTES}))
        return NULL;
    fatbin_read(&a, (struct piece){data, n ? n : fat_binary_bytes(data)}, &o);
    const struct object_entry *newest = NULL;
    for (size_t i = 0; i < o.entries.n; i++)
        if (o.entries.at[i].kind == OBJECT_PTX && (!newest || o.entries.at[i].arch > newest->arch))
            newest = &o.entries.at[i];
    struct piece ptx = newest ? unpack(&a, newest) : (struct piece){0};
    if (ptx.n)
        text = strndup((const char *)ptx.at, ptx.n);
    arena_free(&a);
    return text;
}
