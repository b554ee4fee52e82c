/* Large buffers with contents that are made up, which know what was written to them. */
#ifndef RUNNER_BUFFERS_H
#define RUNNER_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>

enum { BLOCK_BYTES = 1 << 16, N_BLOCKS = 1 << 10, BUFFER_BYTES = BLOCK_BYTES * N_BLOCKS };

/* random: reals of [-4, 4); whole: small whole numbers, whose quotients are whole here and there;
 * wide: reals of very different size; special: among them zeros, infinities, NaN, denormals.
 * Integers are small and positive in all of them, since they may be positions in other buffers. */
enum mode { MODE_RANDOM, MODE_WHOLE, MODE_WIDE, MODE_SPECIAL, N_MODES };

struct type {
    bool real;
    size_t bytes; /* of one component */
    size_t lanes;
};

/* "float4" and its like; an unknown name counts as float. */
struct type type_of(const char *name);

/* Element i of what a mode fills buffers with. */
void fill_element(enum mode mode, struct type type, size_t i, void *element);

struct buffer {
    unsigned char *bytes;
    bool written[N_BLOCKS];
};

/* Buffers with different numbers have different contents. What reaches beyond a buffer ends the
 * program with a message. */
struct buffer *buffer_new(enum mode mode, struct type type, size_t number);
void buffer_free(struct buffer *b);

#endif
