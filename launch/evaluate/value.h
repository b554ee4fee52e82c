/* A value of a host program of which some bits may be unknown. */
#ifndef LAUNCH_EVALUATE_VALUE_H
#define LAUNCH_EVALUATE_VALUE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Bits that are not known are 0 in `bits`; those above the width of a type are known to be 0. `why`
 * is the number of the reason that some are not known, or 0. */
struct ev_value {
    uint64_t bits, known;
    uint32_t why;
};

/* The bits of a type of that width, at most 64. */
static inline uint64_t ev_mask(unsigned width) {
    return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static inline struct ev_value ev_known(uint64_t bits, unsigned width) {
    return (struct ev_value){bits & ev_mask(width), ~(uint64_t)0, 0};
}

static inline struct ev_value ev_unknown(unsigned width) {
    return (struct ev_value){0, ~ev_mask(width), 0};
}

static inline struct ev_value ev_partly(uint64_t bits, uint64_t known) {
    return (struct ev_value){bits, known, 0};
}

static inline bool ev_is_known(struct ev_value v) {
    return v.known == ~(uint64_t)0;
}

/* What both are. */
static inline struct ev_value ev_common(struct ev_value a, struct ev_value b) {
    const uint64_t known = a.known & b.known & ~(a.bits ^ b.bits);
    return (struct ev_value){a.bits & known, known, ev_is_known(a) ? b.why : a.why};
}

static inline bool ev_same(struct ev_value a, struct ev_value b) {
    return a.bits == b.bits && a.known == b.known;
}

static inline int64_t ev_signed(uint64_t bits, unsigned width) {
    return width >= 64 ? (int64_t)bits : (int64_t)(bits << (64 - width)) >> (64 - width);
}

static inline double ev_double(uint64_t bits) {
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static inline float ev_float(uint64_t bits) {
    const uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
}

static inline uint64_t ev_of_double(double d) {
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static inline uint64_t ev_of_float(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

#endif
