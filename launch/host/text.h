/* Text whose every byte knows the place in the host files that it was written at. */
#ifndef LAUNCH_HOST_TEXT_H
#define LAUNCH_HOST_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct host_origin {
    uint32_t file, offset;
};

/* Start from {.arena = a}. `text` is NUL-terminated once something was added. */
struct host_text {
    struct arena *arena;
    char *text;
    struct host_origin *at; /* one per byte */
    size_t n, cap;
};

void host_text_add(struct host_text *t, char byte, struct host_origin at);
/* `n` bytes that stand in the file as they are. */
void host_text_copy(struct host_text *t, const char *text, size_t n, struct host_origin at);
void host_text_append(struct host_text *t, const struct host_text *more);
/* What the string literal [literal, literal + n) stands for: prefix, quotes, escapes, line splices
 * and raw delimiters taken off. False if it is not one of bytes. */
bool host_text_literal(struct host_text *t, const char *literal, size_t n, struct host_origin at);

/* What stands between quotes, with C's escapes and line splices. */
void host_text_escaped(struct host_text *t, const char *s, size_t n, struct host_origin at);

/* The first printf conversion in the text, "%d" or its like, or NULL. */
const char *host_text_hole(struct arena *a, const char *text);
/* Whether an OpenCL kernel may be defined in the text. */
bool host_text_has_kernel(const char *text, size_t n);
/* Whether the text has kernels of CUDA or HIP: they have a word of their own. */
bool host_text_is_cuda(const char *text, size_t n);

#endif
