/* LZ4's block format: sequences of a token, literal bytes, and a copy of bytes that were written
 * before. The token has the length of each in 4 bits; 15 goes on in the bytes that follow. */
#include <string.h>

#include "codegen/object/piece.h"
#include "codegen/object/unpack.h"

enum { LENGTH_GOES_ON = 15, SHORTEST_COPY = 4 };

struct lz4 {
    struct piece from;
    size_t at; /* in `from` */
    uint8_t *to;
    size_t n, written;
};

static bool read_length(struct lz4 *z, unsigned nibble, size_t *length) {
    *length = nibble;
    for (uint8_t more = UINT8_MAX; nibble == LENGTH_GOES_ON && more == UINT8_MAX; z->at++) {
        if (z->at == z->from.n)
            return false;
        more = z->from.at[z->at];
        *length += more;
    }
    return true;
}

static bool add_literals(struct lz4 *z, size_t length) {
    if (length > z->from.n - z->at || length > z->n - z->written)
        return false;
    memcpy(z->to + z->written, z->from.at + z->at, length);
    z->at += length;
    z->written += length;
    return true;
}

/* The copy may overlap what it makes: it repeats then. */
static bool add_copy(struct lz4 *z, size_t length, size_t distance) {
    if (distance == 0 || distance > z->written || length > z->n - z->written)
        return false;
    for (size_t i = 0; i < length; i++, z->written++)
        z->to[z->written] = z->to[z->written - distance];
    return true;
}

bool unpack_lz4(const uint8_t *from, size_t n_from, uint8_t *to, size_t n) {
    struct lz4 z = {.from = {from, n_from}, .to = to, .n = n};
    while (z.at < n_from) {
        size_t length;
        unsigned token = from[z.at++];
        if (!read_length(&z, token >> 4, &length) || !add_literals(&z, length))
            return false;
        if (z.at == n_from)
            break;
        uint16_t distance = piece_u16(z.from, z.at);
        z.at += sizeof distance;
        if (z.at > n_from || !read_length(&z, token & 0xf, &length) ||
            !add_copy(&z, length + SHORTEST_COPY, distance))
            return false;
    }
    return z.written == n;
}
