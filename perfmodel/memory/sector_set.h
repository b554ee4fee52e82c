/* Sets of memory sectors. */
#ifndef PERFMODEL_MEMORY_SECTOR_SET_H
#define PERFMODEL_MEMORY_SECTOR_SET_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Some sectors of a line. */
struct touched_line {
    uint64_t line;    /* its number + 1, 0 = free */
    unsigned sectors; /* a bit each */
};

struct sectors {
    struct arena *arena;
    struct touched_line *slots;
    size_t n, lines, cap;
};

void sectors_add(struct sectors *s, uint64_t line, unsigned sectors);
/* Adds all of another set. */
void sectors_join(struct sectors *s, const struct sectors *more);
/* The share of the first set that is in the second one, 0 of an empty one. */
double sectors_overlap(const struct sectors *x, const struct sectors *y);
/* The share of the lines of the first set that the second one has, each line as a whole. */
double sectors_line_overlap(const struct sectors *x, const struct sectors *y);
/* The numbers of the lines in ascending order, s->lines of them. */
uint64_t *sectors_lines(struct arena *a, const struct sectors *s);

#endif
