#include "codegen/object/object.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/object/cubin.h"
#include "codegen/object/fatbin.h"
#include "codegen/object/ptx_names.h"
#include "codegen/object/unpack.h"

enum { MIB = 1 << 20 };

bool object_may_be(struct piece beginning) {
    return elf_is(beginning) || fatbin_is(beginning);
}

static void open_cubin(struct arena *a, struct piece file, const struct elf *e,
                       struct device_object *o) {
    struct cubin_target t = cubin_target_of(e);
    o->kind = OBJECT_CUBIN;
    vec_push(a, &o->entries,
             (struct object_entry){.kind = OBJECT_ELF,
                                   .suffix = t.suffix,
                                   .arch = t.arch,
                                   .source = "",
                                   .relocatable = t.relocatable,
                                   .packed = file,
                                   .bytes = file.n});
}

/* What nvcc and clang put fat binaries into: linked code, and code that the program's link links.
 */
static const struct {
    const char *name;
    bool relocatable;
} host_sections[] = {{".nv_fatbin", false}, {"__nv_relfatbin", true}};

static void open_host(struct arena *a, const struct elf *e, struct device_object *o) {
    for (size_t i = 0; i < sizeof host_sections / sizeof *host_sections && !o->error; i++) {
        const struct elf_section *s = elf_section_named(e, host_sections[i].name);
        size_t first = o->entries.n;
        if (!s || !s->bytes.n)
            continue;
        o->kind = OBJECT_HOST;
        o->error = fatbin_read(a, s->bytes, o);
        for (size_t k = first; k < o->entries.n; k++)
            o->entries.at[k].relocatable |= host_sections[i].relocatable;
    }
}

void object_renew_limits(struct device_object *o) {
    o->may_unpack = (uint64_t)OBJECT_MOST_UNPACKED_MIB * MIB;
    o->may_decode = (uint64_t)OBJECT_MOST_CODE_MIB * MIB;
}

void object_open(struct arena *a, struct piece file, struct device_object *o) {
    *o = (struct device_object){.kind = OBJECT_OTHER_FILE};
    object_renew_limits(o);
    struct elf e;
    if (fatbin_is(file)) {
        o->kind = OBJECT_FATBIN;
        o->error = fatbin_read(a, file, o);
    } else if ((o->error = elf_open(a, file, &e))) {
        return;
    } else if (cubin_is(&e)) {
        open_cubin(a, file, &e, o);
    } else {
        open_host(a, &e, o);
    }
}

/* --- choosing --------------------------------------------------------------- */

/* How far an entry is from what is wanted; less is better. */
static unsigned distance(const struct object_entry *e, unsigned arch, char suffix) {
    enum { SUFFIX = 1, LINKED = 2, STEP = 4, GENERATION = 10, LATER = 1000, OTHER = 10000 };
    unsigned far = (e->suffix != suffix ? SUFFIX : 0) + (e->relocatable ? LINKED : 0);
    if (e->arch > OTHER)
        return UINT32_MAX;
    unsigned steps = e->arch > arch ? e->arch - arch : arch - e->arch;
    if (e->arch / GENERATION != arch / GENERATION)
        return far + STEP * (OTHER + steps);
    return far + STEP * (steps + (e->arch > arch ? LATER : 0));
}

const struct object_entry *object_choose(const struct device_object *o, enum object_entry_kind kind,
                                         unsigned arch, char suffix) {
    const struct object_entry *best = NULL;
    for (size_t i = 0; i < o->entries.n; i++) {
        const struct object_entry *e = &o->entries.at[i];
        if (e->kind == kind && (!best || distance(e, arch, suffix) < distance(best, arch, suffix)))
            best = e;
    }
    return best;
}

const char *object_arch(struct arena *a, const struct object_entry *entry) {
    return entry->kind == OBJECT_PTX ? arena_printf(a, "compute_%u%.*s", entry->arch,
                                                    entry->suffix != '\0', &entry->suffix)
                                     : cubin_arch_text(a, entry->arch, entry->suffix);
}

/* --- payloads --------------------------------------------------------------- */

const char *object_unpack(struct arena *a, struct device_object *o,
                          const struct object_entry *entry, struct piece *out) {
    *out = entry->packed;
    if (entry->packing == OBJECT_PLAIN)
        return NULL;
    const char *arch = object_arch(a, entry);
    if (entry->packing == OBJECT_UNKNOWN_PACKING)
        return arena_printf(a, "code for %s is compressed in a way that is not read", arch);
    if (entry->bytes > o->may_unpack)
        return arena_printf(a,
                            "code for %s is too large: decompressed, more than %d MiB are not read",
                            arch, OBJECT_MOST_UNPACKED_MIB);
    uint8_t *bytes = arena_alloc(a, entry->bytes + 1);
    o->may_unpack -= entry->bytes;
    bool good = entry->packing == OBJECT_ZSTD
                    ? unpack_zstd(entry->packed.at, entry->packed.n, bytes, entry->bytes)
                    : unpack_lz4(entry->packed.at, entry->packed.n, bytes, entry->bytes);
    *out = (struct piece){bytes, entry->bytes};
    return good ? NULL : arena_printf(a, "compressed code for %s is damaged", arch);
}

void object_read(struct arena *a, struct device_object *o, const struct object_entry *entry,
                 struct code_module *m) {
    struct piece file;
    struct elf e;
    m->error = object_unpack(a, o, entry, &file);
    if (!m->error)
        m->error = elf_open(a, file, &e);
    if (m->error)
        return;
    if (!cubin_is(&e)) {
        m->error = "what should be NVIDIA's machine code is another ELF file";
        return;
    }
    struct cubin_target t = cubin_target_of(&e);
    if (o->kind != OBJECT_CUBIN)
        t = (struct cubin_target){entry->arch, entry->suffix, t.relocatable};
    m->error = cubin_read(a, &e, &t, &o->may_decode, m);
}

void object_read_cubin(struct arena *a, struct piece cubin, struct code_module *m) {
    struct device_object o;
    object_open(a, cubin, &o);
    if (o.entries.n)
        object_read(a, &o, &o.entries.at[0], m);
}

const char *object_ptx_kernels(struct arena *a, struct device_object *o,
                               const struct object_entry *entry, struct words *names) {
    struct piece text;
    const char *error = object_unpack(a, o, entry, &text);
    if (!error)
        ptx_names_find(a, text, names);
    return error;
}
