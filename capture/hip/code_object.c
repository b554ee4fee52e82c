#include "capture/hip/code_object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/signature.h"
#include "capture/cuda/unpack_zstd.h"
#include "capture/hip/message_pack.h"
#include "codegen/object/elf.h"

/* --- a kernel's description ----------------------------------------------------- */

/* A kernel's mangled name, and where its list of arguments is; 0: it has none. */
struct described {
    struct piece name;
    size_t arguments;
};

/* An argument that the program passes; what the compiler adds is named "hidden_...". */
static void write_argument(struct piece bytes, size_t *at, FILE *out) {
    static const char hidden[] = "hidden_";
    struct message pairs, key, value;
    uint64_t size = 0;
    bool passed = true;
    if (!message_next(bytes, at, &pairs) || pairs.kind != MESSAGE_MAP)
        return;
    for (uint64_t i = 0; i < pairs.number && message_next(bytes, at, &key); i++) {
        size_t behind = *at;
        if (!message_next(bytes, &behind, &value) || !message_skip(bytes, at))
            return;
        if (message_is(&key, ".size"))
            size = value.number;
        else if (message_is(&key, ".value_kind"))
            passed =
                value.text.n < strlen(hidden) || memcmp(value.text.at, hidden, strlen(hidden)) != 0;
    }
    if (passed)
        fprintf(out, "%u||\n", (unsigned)size);
}

static void write_kernel(struct piece bytes, const struct described *k, FILE *out) {
    struct message list;
    size_t at = k->arguments;
    fprintf(out, "kernel %.*s\n", (int)k->name.n, (const char *)k->name.at);
    if (!at || !message_next(bytes, &at, &list) || list.kind != MESSAGE_ARRAY)
        return;
    for (uint64_t i = 0; i < list.number && at < bytes.n; i++)
        write_argument(bytes, &at, out);
}

static bool read_kernel(struct piece bytes, size_t *at, struct described *k) {
    struct message pairs, key, value;
    if (!message_next(bytes, at, &pairs) || pairs.kind != MESSAGE_MAP)
        return false;
    for (uint64_t i = 0; i < pairs.number; i++) {
        if (!message_next(bytes, at, &key))
            return false;
        size_t behind = *at;
        if (!message_next(bytes, &behind, &value))
            return false;
        if (message_is(&key, ".name"))
            k->name = value.text;
        else if (message_is(&key, ".args"))
            k->arguments = *at;
        if (!message_skip(bytes, at))
            return false;
    }
    return k->name.n > 0;
}

static void write_kernels(struct piece bytes, size_t at, FILE *out) {
    struct message list;
    if (!message_next(bytes, &at, &list) || list.kind != MESSAGE_ARRAY)
        return;
    for (uint64_t i = 0; i < list.number; i++) {
        struct described k = {0};
        if (!read_kernel(bytes, &at, &k))
            return;
        write_kernel(bytes, &k, out);
    }
}

/* The metadata are a map, of which "amdhsa.kernels" is one key. */
static void write_metadata(struct piece bytes, FILE *out) {
    struct message pairs, key;
    size_t at = 0;
    if (!message_next(bytes, &at, &pairs) || pairs.kind != MESSAGE_MAP)
        return;
    for (uint64_t i = 0; i < pairs.number && message_next(bytes, &at, &key); i++) {
        if (message_is(&key, "amdhsa.kernels"))
            write_kernels(bytes, at, out);
        if (!message_skip(bytes, &at))
            return;
    }
}

/* --- code objects ----------------------------------------------------------------- */

static bool is_padded_to_words(uint64_t n) {
    return n % 4 == 0;
}

/* The notes of a section: sizes of a name and a description, a type, and these. */
static void write_notes(struct piece section, FILE *out) {
    enum { HEAD_BYTES = 12, METADATA = 32 };
    for (uint64_t at = 0; piece_holds(section, at, HEAD_BYTES);) {
        uint64_t name = piece_u32(section, at), bytes = piece_u32(section, at + 4);
        uint32_t type = piece_u32(section, at + 8);
        while (!is_padded_to_words(name))
            name++;
        at += HEAD_BYTES + name;
        if (type == METADATA)
            write_metadata(piece_part(section, at, bytes), out);
        while (!is_padded_to_words(bytes))
            bytes++;
        at += bytes;
    }
}

static bool write_code_object(struct arena *a, struct piece file, FILE *out) {
    struct elf e;
    if (elf_open(a, file, &e))
        return false;
    const struct elf_section *notes = elf_section_named(&e, ".note");
    if (notes)
        write_notes(notes->bytes, out);
    return notes != NULL;
}

/* --- bundles ----------------------------------------------------------------------- */

static const char bundle_magic[] = "__CLANG_OFFLOAD_BUNDLE__", packed_magic[] = "CCOB";
enum { COUNT_AT = sizeof bundle_magic - 1, ENTRIES_AT = COUNT_AT + 8 };

/* An entry: where its code object is in the bundle, how long that is, and the length of its
 * target's name, which follows. The host's is empty. */
struct entry {
    uint64_t from, bytes, name;
};

static bool next_entry(struct piece bundle, uint64_t *at, struct entry *e) {
    enum { ENTRY_BYTES = 24 };
    if (!piece_holds(bundle, *at, ENTRY_BYTES))
        return false;
    *e = (struct entry){piece_u64(bundle, *at), piece_u64(bundle, *at + 8),
                        piece_u64(bundle, *at + 16)};
    *at += ENTRY_BYTES + e->name;
    return e->name < bundle.n;
}

static void write_bundle(struct arena *a, struct piece bundle, FILE *out) {
    struct entry e;
    uint64_t at = ENTRIES_AT;
    for (uint64_t i = piece_u64(bundle, COUNT_AT); i > 0 && next_entry(bundle, &at, &e); i--)
        if (e.bytes && write_code_object(a, piece_part(bundle, e.from, e.bytes), out))
            return;
}

/* Where a bundle in memory ends: its last code object does. */
static size_t bundle_bytes(const void *data) {
    const struct piece all = {data, SIZE_MAX / 2};
    uint64_t at = ENTRIES_AT, end = ENTRIES_AT;
    struct entry e;
    for (uint64_t i = piece_u64(all, COUNT_AT); i > 0 && next_entry(all, &at, &e); i--) {
        end = at > end ? at : end;
        end = e.from + e.bytes > end ? e.from + e.bytes : end;
    }
    return end;
}

/* A compressed bundle's header: its version, how it is compressed (1: Zstandard), from version 2 on
 * the length of all of it, the length of what it becomes, and a hash. */
static void write_packed_bundle(struct arena *a, struct piece packed, FILE *out) {
    enum { VERSION_AT = 4, METHOD_AT = 6, SIZES_AT = 8, ZSTD = 1, HASH_BYTES = 8 };
    enum { MOST_BYTES = 256 << 20 };
    unsigned version = piece_u16(packed, VERSION_AT), word = version >= 3 ? 8 : 4;
    uint64_t size_at = version >= 2 ? SIZES_AT + word : SIZES_AT;
    uint64_t bytes = piece_number(packed, size_at, word);
    if (piece_u16(packed, METHOD_AT) != ZSTD || bytes > MOST_BYTES)
        return;
    struct piece from = piece_part(packed, size_at + word + HASH_BYTES, packed.n);
    uint8_t *to = arena_alloc(a, bytes + 1);
    if (unpack_by_libzstd(from.at, from.n, to, bytes))
        write_bundle(a, (struct piece){to, bytes}, out);
}

static size_t packed_bundle_bytes(const void *data) {
    enum { VERSION_AT = 4, LENGTH_AT = 8, HEADER_BYTES = 32 };
    const struct piece header = {data, HEADER_BYTES};
    unsigned version = piece_u16(header, VERSION_AT);
    return version >= 2 ? piece_number(header, LENGTH_AT, version >= 3 ? 8 : 4) : 0;
}

static const struct {
    const char *magic;
    size_t (*bytes)(const void *data);
    void (*write)(struct arena *a, struct piece file, FILE *out);
} forms[] = {{bundle_magic, bundle_bytes, write_bundle},
             {packed_magic, packed_bundle_bytes, write_packed_bundle}};

char *code_object_kernels(const void *data, size_t n) {
    size_t form = 0, forms_n = sizeof forms / sizeof *forms, bytes;
    while (form < forms_n && strncmp(data, forms[form].magic, strlen(forms[form].magic)) != 0)
        form++;
    bool alone = form == forms_n;
    if (alone && strncmp(data, "\177ELF", 4) != 0)
        return NULL;
    if (!n)
        n = alone ? elf_extent(data) : forms[form].bytes(data);
    char *text = NULL;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return NULL;
    struct arena a = {0};
    fputs(SIGNATURE_MAGIC, out);
    if (alone)
        write_code_object(&a, (struct piece){data, n}, out);
    else
        forms[form].write(&a, (struct piece){data, n}, out);
    fclose(out);
    arena_free(&a);
    return text;
}
