/* A source of OpenCL C as its kernels and the rest, so that what is known of a kernel outlives
 * edits elsewhere. A kernel's section is its lines, with the comments directly above them.
 * Everything else is common to all kernels: helpers, macros, types, and directives wherever they
 * stand. Places are stored relative to their section, or as the number of a common line that has
 * code.
 *
 * Where a text cannot be cut like this it has no sections, and is one whole: any edit changes it.
 */
#ifndef LSP_SECTIONS_H
#define LSP_SECTIONS_H

#include <stdint.h>

#include "lsp/positions.h"

struct section {
    const char *name;
    size_t first, n; /* lines, from 0, comments above the kernel included */
    size_t head;     /* line where the kernel itself begins */
    bool whole;      /* it depends on more than itself and what is common */
};

struct sections {
    struct section *at;
    size_t n;
    bool whole;           /* no sections; places are lines as they are */
    const int32_t *codes; /* of each line: number of its section, or below 0: see sections.c */
    size_t n_lines;
    const uint32_t *common; /* the common lines that have code */
    size_t n_common;
    const uint32_t *directives; /* lines in sections that hold for others */
    size_t n_directives;
};

/* `separable` false: the text is one whole. */
struct sections sections_of(struct arena *a, const struct source_text *t, bool separable);

/* What a place may be relative to, besides the number of a section. */
enum { SECTION_ANY = -1, SECTION_COMMON = -2 };

/* The place of a line (from 1) that edits elsewhere leave as it is: relative to section `self`, or
 * a common line. False if the line is in no such place. */
bool sections_relative(const struct sections *s, int self, double line, double *relative);
/* The line (from 1) of such a place, or 0 if it is gone. */
double sections_absolute(const struct sections *s, int self, double relative);

#endif
