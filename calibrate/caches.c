/* Latency and size of the levels of memory, by pointer chases. */
#include <math.h>

#include "calibrate/chase.h"
#include "calibrate/measurement.h"

enum {
    SMALL = 2048,          /* fits into any L1 */
    BEYOND_L1 = 512 << 10, /* and into any L2 */
    LINE = 64,   /* the smallest of any GPU's L2: sectors of longer ones count one by one */
    PAGES = 256, /* the stride of chases in DRAM */
    MOST = 256 << 20,
    L1_MOST = 512 << 10,
};

/* A level's size is found up to this ratio. */
#define RESOLUTION 1.06

/* Slower than the inner level by this part of the way to the outer one: some loads are
 * no longer from it. */
#define OUTSIDE 0.1

/* Loads within this ratio of each other come from the same level. */
#define SAME_LEVEL 1.15

/* The address of a load is two dependent integer instructions, in constant memory one: they are not
 * its latency. */
static bool load_latency(struct session *s, struct chase *c, struct quantity *out) {
    double address = (c->space ? 1 : 2) * session_integer_clocks(s);
    c->local = c->groups = 1;
    if (!c->space)
        c->space = "global const";
    if (address <= 0 || !chase_load(s, c, out))
        return false;
    out->value = fmax(1, session_clocks(s, out->value) - address);
    return true;
}

static bool latency_within(struct session *s, size_t bytes, size_t stride, struct quantity *out) {
    struct chase c = {.bytes = bytes / stride * stride, .stride = stride, .whole = true};
    return load_latency(s, &c, out);
}

bool l2_load_latency(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    return latency_within(s, BEYOND_L1, LINE, out);
}

bool l1_presence(struct session *s, const struct measurement *m, struct quantity *out) {
    double beyond = session_value(s, GPU_l2_latency);
    (void)m;
    if (beyond <= 0 || !latency_within(s, SMALL, LINE, out))
        return false;
    out->value = beyond > SAME_LEVEL * out->value;
    return true;
}

/* Where L1 has nothing of global memory, no load is served by it. */
static bool has_l1(struct session *s) {
    return session_value(s, GPU_l1_caches_global) > 0 ||
           session_fail(s, "L1 does not cache global loads");
}

bool l1_load_latency(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    return has_l1(s) && latency_within(s, SMALL, LINE, out);
}

bool constant_latency(struct session *s, const struct measurement *m, struct quantity *out) {
    struct chase c = {.space = "constant", .bytes = SMALL, .stride = LINE, .whole = true};
    (void)m;
    if (!s->results->facts.has_constant_buffers)
        return session_fail(s, "kernels take no constant memory here");
    return load_latency(s, &c, out);
}

bool dram_load_latency(struct session *s, const struct measurement *m, struct quantity *out) {
    struct chase c = {.bytes = MOST, .stride = PAGES};
    double l2 = session_value(s, GPU_l2_bytes);
    (void)m;
    if (l2 > 0)
        c.bytes = (size_t)fmin(MOST, fmax(4 * l2, s->quick ? 16 << 20 : 64 << 20)) / PAGES * PAGES;
    return load_latency(s, &c, out);
}

/* The most bytes that loads take as long in as in `low`, where they take longer in `high`. */
static bool bisect(struct session *s, double low, double high, double limit, struct quantity *out) {
    struct quantity e = {0};
    while (high / low > RESOLUTION) {
        double middle = sqrt(low * high);
        if (!latency_within(s, (size_t)middle, LINE, &e))
            return false;
        if (e.value > limit)
            high = middle;
        else
            low = middle;
    }
    *out = (struct quantity){round(sqrt(low * high) / LINE) * LINE, RESOLUTION - 1};
    return true;
}

bool l1_size(struct session *s, const struct measurement *m, struct quantity *out) {
    double in = session_value(s, GPU_l1_latency), beyond = session_value(s, GPU_l2_latency);
    (void)m;
    if (!has_l1(s) || in <= 0 || beyond <= 0)
        return false;
    return bisect(s, SMALL, L1_MOST, in + OUTSIDE * (beyond - in), out);
}

/* From twice the size to twice the size, until loads take longer than in the L2. */
bool l2_size(struct session *s, const struct measurement *m, struct quantity *out) {
    double in = session_value(s, GPU_l2_latency), size = BEYOND_L1;
    struct quantity e = {0};
    (void)m;
    if (in <= 0)
        return false;
    for (; size <= MOST; size *= 2) {
        if (!latency_within(s, (size_t)size, LINE, &e))
            return false;
        if (e.value > SAME_LEVEL * in)
            return bisect(s, size / 2, size, SAME_LEVEL * in, out);
    }
    return session_fail(s, "loads take as long in %d MiB as in the L2", MOST >> 20);
}
