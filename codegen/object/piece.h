/* A piece of a file, read without leaving it: what lies behind its end is 0. */
#ifndef CODEGEN_OBJECT_PIECE_H
#define CODEGEN_OBJECT_PIECE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece {
    const uint8_t *at;
    size_t n;
};

/* Whether `n` bytes from `from` on are all within. */
static inline bool piece_holds(struct piece p, uint64_t from, uint64_t n) {
    return from <= p.n && n <= p.n - from;
}

/* The bytes from `from` on, `n` at most. */
static inline struct piece piece_part(struct piece p, uint64_t from, uint64_t n) {
    struct piece part = {p.at, 0};
    if (from < p.n) {
        part.at = p.at + from;
        part.n = n < p.n - from ? (size_t)n : p.n - (size_t)from;
    }
    return part;
}

/* The little-endian number of 1 to 8 bytes at `from`. */
static inline uint64_t piece_number(struct piece p, uint64_t from, unsigned bytes) {
    uint64_t number = 0;
    if (piece_holds(p, from, bytes))
        for (unsigned i = 0; i < bytes; i++)
            number |= (uint64_t)p.at[from + i] << 8 * i;
    return number;
}

static inline uint8_t piece_u8(struct piece p, uint64_t from) {
    return (uint8_t)piece_number(p, from, 1);
}
static inline uint16_t piece_u16(struct piece p, uint64_t from) {
    return (uint16_t)piece_number(p, from, 2);
}
static inline uint32_t piece_u32(struct piece p, uint64_t from) {
    return (uint32_t)piece_number(p, from, 4);
}
static inline uint64_t piece_u64(struct piece p, uint64_t from) {
    return piece_number(p, from, 8);
}

#endif
