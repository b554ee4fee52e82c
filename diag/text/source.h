/* The lines of the source files that diagnostics quote, each file read once. */
#ifndef DIAG_TEXT_SOURCE_H
#define DIAG_TEXT_SOURCE_H

#include <stdint.h>

#include "base/texts.h"
#include "base/vec.h"

/* One line without its line end. text is NULL where there is no such line. */
struct diag_line {
    const char *text;
    size_t n;
    size_t mark; /* bytes of a byte-order mark that it begins with */
};

struct diag_file {
    const char *name;
    VEC(struct diag_line) lines; /* none if the file is no text, or cannot be read */
    int error;                   /* then: errno */
};

/* Start from {.arena = a, .texts = t}. */
struct diag_source {
    struct arena *arena;
    const struct texts *texts; /* that stand for files, or NULL */
    VEC(struct diag_file) files;
};

/* A byte range [begin, end) of a line. */
struct diag_range {
    size_t begin, end;
};

const struct diag_file *diag_source_file(struct diag_source *s, const char *file);
struct diag_line diag_line(struct diag_source *s, const char *file, uint32_t line);
/* What stands at a column, counted from 1: an identifier with its subscripts, or
 * else one character. */
struct diag_range diag_range(struct diag_line l, uint32_t col);
/* The column of that byte of the line in UTF-16 units, counted from 1. A byte-order mark is none,
 * though compilers count its bytes. */
uint32_t diag_utf16_column(struct diag_line l, size_t byte);

#endif
