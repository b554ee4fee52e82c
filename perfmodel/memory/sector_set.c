#include "perfmodel/memory/sector_set.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "base/hash.h"

/* A hash table with open addressing, at most half full. */
static struct touched_line *slot_of(const struct sectors *s, uint64_t line) {
    size_t i = hash_of(line) >> 20 & (s->cap - 1);
    while (s->slots[i].line && s->slots[i].line != line + 1)
        i = (i + 1) & (s->cap - 1);
    return &s->slots[i];
}

static void grow(struct sectors *s) {
    struct sectors old = *s;
    s->cap = old.cap ? old.cap * 2 : 256;
    s->slots = NEW_ARRAY(s->arena, struct touched_line, s->cap);
    for (size_t i = 0; i < old.cap; i++)
        if (old.slots[i].line)
            *slot_of(s, old.slots[i].line - 1) = old.slots[i];
}

/* Apart, so that the common case needs no more than a look. */
__attribute__((cold)) static struct touched_line *new_line(struct sectors *s, uint64_t line) {
    if (s->lines * 2 >= s->cap)
        grow(s);
    struct touched_line *l = slot_of(s, line);
    l->line = line + 1;
    s->lines++;
    return l;
}

void sectors_add(struct sectors *s, uint64_t line, unsigned sectors) {
    struct touched_line *l = s->cap ? slot_of(s, line) : NULL;
    if (!l || !l->line)
        l = new_line(s, line);
    s->n += bits_of_eight(sectors & ~l->sectors);
    l->sectors |= sectors;
}

void sectors_join(struct sectors *s, const struct sectors *more) {
    for (size_t i = 0; i < more->cap; i++)
        if (more->slots[i].line)
            sectors_add(s, more->slots[i].line - 1, more->slots[i].sectors);
}

double sectors_overlap(const struct sectors *x, const struct sectors *y) {
    size_t common = 0;
    for (size_t i = 0; i < x->cap && y->cap; i++)
        if (x->slots[i].line)
            common +=
                bits_of_eight(x->slots[i].sectors & slot_of(y, x->slots[i].line - 1)->sectors);
    return x->n ? (double)common / (double)x->n : 0;
}

double sectors_line_overlap(const struct sectors *x, const struct sectors *y) {
    size_t common = 0;
    for (size_t i = 0; i < x->cap && y->cap; i++)
        common += x->slots[i].line && slot_of(y, x->slots[i].line - 1)->line;
    return x->lines ? (double)common / (double)x->lines : 0;
}

static int by_number(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

uint64_t *sectors_lines(struct arena *a, const struct sectors *s) {
    uint64_t *lines = NEW_ARRAY(a, uint64_t, s->lines);
    size_t n = 0;
    for (size_t i = 0; i < s->cap; i++)
        if (s->slots[i].line)
            lines[n++] = s->slots[i].line - 1;
    qsort(lines, n, sizeof *lines, by_number);
    return lines;
}
