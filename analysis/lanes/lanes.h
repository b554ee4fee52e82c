/* One value over the lanes of a warp. Most values in GPU code are the same in all
 * lanes or a linear function of the lane, and stay one operation for the whole warp;
 * the rest is computed lane by lane. */
#ifndef ANALYSIS_LANES_LANES_H
#define ANALYSIS_LANES_LANES_H

#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"

enum lanes_form {
    LANES_UNKNOWN,
    LANES_FLOATING, /* the same unknown number in all lanes, plus the linear part below */
    LANES_AFFINE,   /* base + dx * (lane % period) + dy * (lane / period) */
    LANES_EACH      /* each[lane] where the bit in `known` is set, or the one in `near` */
};

/* Integers are kept sign-extended (one bit: 0 or 1), floats as their bits. An affine
 * value fits its type in every lane, so widening it changes nothing. */
struct lanes {
    uint8_t form;
    bool level;     /* LANES_EACH: the same in all lanes, known or not */
    uint16_t shift; /* how it differs between work-groups; see group_shift.h */
    int64_t base, dx, dy;
    uint64_t known;
    uint64_t near; /* lanes with floats of which each[] has the range */
    int64_t *each; /* room for a warp, or NULL until first needed */
};

/* Geometry of the warp. `period` is the work-group's width where it divides the
 * warp, so that both x and y are affine; else the warp width. */
struct warp_shape {
    unsigned width, period;
};

/* Of loops over the lanes of a warp: processors with AVX2 run a version of the function that takes
 * four lanes at a time, which compilers do not use for any x86-64. Results are the same. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define FOR_WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define FOR_WIDE_VECTORS
#endif

static inline struct lanes lanes_constant(int64_t n) {
    return (struct lanes){.form = LANES_AFFINE, .base = n};
}
/* Known, and the same in all lanes. */
static inline bool lanes_uniform(const struct lanes *l) {
    return l->form == LANES_AFFINE && l->dx == 0 && l->dy == 0;
}
/* Nobody knows the value, but it is the same in all lanes. */
static inline struct lanes lanes_floating(void) {
    return (struct lanes){.form = LANES_FLOATING};
}
/* One value in all lanes, known or not. */
static inline bool lanes_level(const struct lanes *l) {
    bool linear = l->form == LANES_AFFINE || l->form == LANES_FLOATING;
    return linear ? !l->dx && !l->dy : l->form == LANES_EACH && l->level;
}
/* Room for a value by lane. */
void lanes_make_room(struct arena *a, const struct warp_shape *s, struct lanes *l);
/* These keep the room for a warp. */
static inline void lanes_set(struct lanes *to, struct lanes from) {
    from.each = to->each;
    *to = from;
}
void lanes_set_constant(struct lanes *to, int64_t n);
void lanes_set_unknown(struct lanes *to);
/* The lane's value, if it is known. Warps have a power of two of lanes, and so has what divides
 * them. */
static inline int64_t lane_value(const struct warp_shape *s, const struct lanes *l, unsigned lane) {
    return l->form == LANES_EACH ? l->each[lane]
                                 : l->base + l->dx * (int64_t)(lane & (s->period - 1)) +
                                       l->dy * (int64_t)(lane >> __builtin_ctz(s->period));
}
/* A lane's value; false and 0 if it is unknown. */
static inline bool lane_get(const struct warp_shape *s, const struct lanes *l, unsigned lane,
                            int64_t *value) {
    bool known = l->form == LANES_EACH ? l->known >> lane & 1 : l->form == LANES_AFFINE;
    *value = known ? lane_value(s, l, lane) : 0;
    return known;
}
/* The range that a lane's float lies in; false if none is known, or the value itself is. */
bool lane_range(const struct lanes *l, unsigned lane, int64_t *range);
/* Lanes whose value is known. */
uint64_t lanes_known(const struct warp_shape *s, const struct lanes *l);
/* Of these, lanes whose value is not 0. */
uint64_t lanes_true(const struct warp_shape *s, const struct lanes *l);
void lanes_copy(struct arena *a, const struct warp_shape *s, struct lanes *to,
                const struct lanes *from);
/* *to may be *from instead, in all lanes alike: keeps what they have in common. False, and nothing
 * done, if they are not linear or differ from lane to lane. */
bool lanes_blend(struct lanes *to, const struct lanes *from);
/* Turns *l into LANES_EACH, values kept. */
void lanes_expand(struct arena *a, const struct warp_shape *s, struct lanes *l);
/* Writes *from into *to for the lanes in `mask`, where the lanes in `arrived` already
 * have a value: a lane that gets two different ones becomes unknown. */
void lanes_merge(struct arena *a, const struct warp_shape *s, struct lanes *to,
                 const struct lanes *from, uint64_t mask, uint64_t arrived);

/* Computes one component of a value: *to = v(args...) for the lanes in `mask`. `bits` of
 * the first argument stand in from_bits. An operation that has no rule gives unknown. */
void lanes_eval(struct arena *a, const struct warp_shape *s, const struct value *v,
                unsigned from_bits, const struct lanes *const *args, uint64_t mask,
                struct lanes *to);

/* Ranges of floats: over two ranges, of a float, its ends as floats, and between two floats. */
int64_t range_hull(int64_t x, int64_t y);
int64_t range_of_float(int64_t n, unsigned bits);
void range_ends(int64_t range, unsigned bits, int64_t *low, int64_t *high);
int64_t range_between(int64_t low, int64_t high, unsigned bits);

/* Wraps to `bits` as LLVM's integers do: sign-extended, one bit as 0 or 1. */
int64_t wrap_bits(int64_t n, unsigned bits);

#endif
