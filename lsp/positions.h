/* A text as lines, and places in it: the protocol counts lines from 0, and in a line bytes, UTF-16
 * units or characters, as agreed with the client; compilers count lines and bytes from 1. Lines end
 * with \n, \r\n or \r, in both. */
#ifndef LSP_POSITIONS_H
#define LSP_POSITIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum encoding { ENCODING_UTF8, ENCODING_UTF16, ENCODING_UTF32 };

struct source_text {
    const char *bytes; /* NUL-terminated */
    size_t n;
    const size_t *lines; /* where each begins; the last one may be empty */
    size_t n_lines;      /* at least 1 */
};

struct position {
    size_t line, character;
};

struct span {
    struct position start, end;
};

/* `bytes` are borrowed. */
struct source_text source_text(struct arena *a, const char *bytes, size_t n);
/* Bytes of a line (from 0) without its end. */
size_t source_line(const struct source_text *t, size_t line, const char **bytes);
/* The byte that a position stands for: the nearest one where there is none. */
size_t source_offset(const struct source_text *t, struct position p, enum encoding e);
/* Of a line and a byte in it, both from 0. */
struct position source_position(const struct source_text *t, size_t line, size_t byte,
                                enum encoding e);

#endif
