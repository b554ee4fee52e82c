/* How values differ between work-groups. In most kernels an address moves by the same number of
 * bytes from a work-group to the next one, and every branch goes the same way: then the trace of
 * one group, its addresses shifted, is that of the others. A shift says how a value moves with the
 * group's number, and how far it may for everything that was decided on the way to stay true. */
#ifndef ANALYSIS_LANES_GROUP_SHIFT_H
#define ANALYSIS_LANES_GROUP_SHIFT_H

#include "analysis/lanes/lanes.h"
#include "base/vec.h"

/* Numbers of shifts with a meaning of their own. A value without a shift is the same in all groups;
 * an address that nobody knows may be anywhere in each; an opaque one differs along all
 * dimensions, and nobody knows how. */
enum { SHIFT_NONE, SHIFT_ANYWHERE, SHIFT_OPAQUE = UINT16_MAX };

/* Sets of dimensions are bits. */
enum { ALL_DIMENSIONS = 7 };

struct shift {
    int64_t by[3];     /* for one more in the group's number, by dimension */
    uint8_t opaque;    /* bit d: along dimension d nobody knows how it moves */
    uint8_t moving;    /* bit d: it moves along d, or nobody knows */
    int64_t low, high; /* how far, from the group that is traced */
};

struct shift_table {
    struct arena *arena;
    struct warp_shape shape;
    VEC(struct shift) at;
    uint16_t lost[ALL_DIMENSIONS + 1]; /* by dimensions, once they are known: shift_lost() */
};

/* Starts a table, or the trace of another group with the shifts that are known. */
void shift_begin(struct shift_table *t);
/* The shift that moves so, but is opaque along some dimensions. */
uint16_t shift_find(struct shift_table *t, const int64_t by[3], unsigned opaque);
/* The one of which nothing is known but along which dimensions the value stays the same: all but
 * these. */
uint16_t shift_lost(struct shift_table *t, unsigned dimensions);
/* The dimensions along which it is opaque, and those along which it moves at all. */
unsigned shift_opaque(const struct shift_table *t, uint16_t shift);
unsigned shift_moving(const struct shift_table *t, uint16_t shift);
/* x + scale * y. */
uint16_t shift_sum(struct shift_table *t, uint16_t x, uint16_t y, int64_t scale);
/* It holds only from low to high. */
void shift_limit(struct shift_table *t, uint16_t shift, int64_t low, int64_t high);
/* How far values move over so many groups in each dimension; false if a limit is left. */
bool shift_distance(const struct shift *s, const int64_t groups[3], int64_t *out);

/* The shift of v(args...) = *result, one component, for the lanes in `mask`; `from_bits` as for
 * lanes_eval(). */
uint16_t shift_eval(struct shift_table *t, const struct value *v, unsigned from_bits,
                    const struct lanes *const *args, uint64_t mask, const struct lanes *result);

#endif
