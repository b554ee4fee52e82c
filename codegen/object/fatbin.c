/* A fat binary is a header and entries, each with a header, and possibly the name of its source
 * between that and its payload. */
#include "codegen/object/fatbin.h"

#include <string.h>

static const uint32_t fat_magic = 0xba55ed50;
enum { FAT_VERSION = 1 };
/* Of a fat binary: where its numbers are. */
enum { FAT_VERSION_AT = 4, FAT_HEADER_AT = 6, FAT_BODY_AT = 8, FAT_HEADER_BYTES = 16 };
/* Of an entry. */
enum {
    KIND_AT = 0,
    HEADER_AT = 4,
    SIZE_AT = 8,    /* of the payload with what fills it up */
    PACKED_AT = 16, /* 0 where it is not compressed */
    ARCH_AT = 28,
    NAME_AT = 32, /* where the source's name is in the header, and behind it its length */
    FLAGS_AT = 40,
    UNPACKED_AT = 56,
    ENTRY_HEADER_BYTES = 64
};
enum {
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
    FLAG_OLD_PACKING = 0x1000,
    FLAG_ARCHITECTURE_SPECIFIC = 0x100000,
    FLAG_FAMILY_SPECIFIC = 0x200000
};
enum { PAYLOAD_PTX = 1, PAYLOAD_ELF = 2 };
enum { ALIGNMENT = 8 };

bool fatbin_is(struct piece bytes) {
    return piece_u32(bytes, 0) == fat_magic;
}

static uint8_t packing_of(uint64_t flags) {
    return flags & FLAG_ZSTD          ? OBJECT_ZSTD
           : flags & FLAG_LZ4         ? OBJECT_LZ4
           : flags & FLAG_OLD_PACKING ? OBJECT_UNKNOWN_PACKING
                                      : OBJECT_PLAIN;
}

static const char *name_of(struct arena *a, struct piece header) {
    struct piece name =
        piece_part(header, piece_u32(header, NAME_AT), piece_u32(header, NAME_AT + 4));
    return name.n ? arena_strndup(a, (const char *)name.at, name.n) : "";
}

static struct object_entry entry_of(struct arena *a, struct piece header, struct piece payload) {
    uint64_t flags = piece_u64(header, FLAGS_AT), packed = piece_u32(header, PACKED_AT);
    uint16_t kind = piece_u16(header, KIND_AT);
    struct object_entry e = {
        .kind = kind == PAYLOAD_PTX   ? OBJECT_PTX
                : kind == PAYLOAD_ELF ? OBJECT_ELF
                                      : OBJECT_OTHER_ENTRY,
        .packing = packing_of(flags),
        .suffix = flags & FLAG_ARCHITECTURE_SPECIFIC ? 'a'
                  : flags & FLAG_FAMILY_SPECIFIC     ? 'f'
                                                     : '\0',
        .arch = piece_u32(header, ARCH_AT),
        .source = name_of(a, header),
        .packed = payload,
        .bytes = payload.n,
    };
    if (e.packing != OBJECT_PLAIN) {
        e.packed = piece_part(payload, 0, packed);
        e.bytes = piece_u64(header, UNPACKED_AT);
    }
    return e;
}

/* Whether an entry's cubin is to be linked yet. */
static bool is_relocatable(const struct object_entry *e) {
    enum { TYPE_AT = 16, RELOCATABLE = 1 };
    return e->kind == OBJECT_ELF && e->packing == OBJECT_PLAIN &&
           piece_u16(e->packed, TYPE_AT) == RELOCATABLE;
}

static const char *read_entries(struct arena *a, struct piece body, struct device_object *o) {
    for (uint64_t at = 0; at < body.n;) {
        struct piece rest = piece_part(body, at, body.n);
        uint64_t header = piece_u32(rest, HEADER_AT), size = piece_u64(rest, SIZE_AT);
        if (header < ENTRY_HEADER_BYTES || !piece_holds(rest, 0, header) ||
            !piece_holds(rest, header, size))
            return "a fat binary is cut off within an entry";
        struct object_entry e =
            entry_of(a, piece_part(rest, 0, header), piece_part(rest, header, size));
        e.relocatable = is_relocatable(&e);
        vec_push(a, &o->entries, e);
        at += header + size;
    }
    return NULL;
}

/* What aligns the next fat binary. */
static uint64_t skip_padding(struct piece bytes, uint64_t at) {
    while (at < bytes.n && bytes.at[at] == 0)
        at++;
    return at < bytes.n ? at - at % ALIGNMENT : at;
}

const char *fatbin_read(struct arena *a, struct piece bytes, struct device_object *o) {
    for (uint64_t at = skip_padding(bytes, 0); at < bytes.n;) {
        struct piece rest = piece_part(bytes, at, bytes.n);
        uint64_t header = piece_u16(rest, FAT_HEADER_AT), body = piece_u64(rest, FAT_BODY_AT);
        if (!fatbin_is(rest))
            return "what stands where a fat binary should begin is none";
        if (piece_u16(rest, FAT_VERSION_AT) != FAT_VERSION || header < FAT_HEADER_BYTES)
            return arena_printf(a, "a fat binary is of version %u, which is not read",
                                piece_u16(rest, FAT_VERSION_AT));
        if (!piece_holds(rest, header, body))
            return "a fat binary is cut off";
        const char *error = read_entries(a, piece_part(rest, header, body), o);
        if (error)
            return error;
        at = skip_padding(bytes, at + header + body);
    }
    return NULL;
}
