/* What launches, groups and barriers cost, and how many groups an SM holds at once. */
#include <math.h>

#include "base/str.h"
#include "calibrate/chase.h"
#include "calibrate/measurement.h"

enum {
    GROUPS_PER_SM = 256,
    BARRIERS = 32, /* in one iteration */
    FEW_ITEMS = 64,
    MOST_GROUPS = 130, /* per SM that are tried */
    WARPS = 8,         /* of the groups that fill an SM */
    CHASE_BYTES = 2048,
    LINE = 128,
    ITERATIONS = 64,
    HOLDERS = 4, /* groups that share an SM's local memory */
    LOCAL_UNIT = 512,
};

/* Of the time of one group, what another one that has to wait adds, at least. */
#define WAITS 0.6

static const char empty_kernel[] =
    "kernel void measure(global uint *out, global const uint *in, uint n, uint store) {\n"
    "    if (store)\n        out[0] = in[0] + n;\n"
    "}\n";

static bool empty_right(const struct experiment *e, unsigned n, const void *out) {
    return *(const unsigned *)out == *(const unsigned *)e->in + n;
}

/* Nanoseconds of so many groups of one warp that do nothing. */
static bool empty_time(struct session *s, size_t groups, struct quantity *out) {
    size_t width = (size_t)session_value(s, GPU_warp_width);
    const unsigned in[1] = {11};
    const struct experiment e = {.source = empty_kernel,
                                 .global = groups * width,
                                 .local = width,
                                 .in = in,
                                 .in_bytes = 4,
                                 .out_bytes = 4,
                                 .check = empty_right};
    return width > 0 && session_run(s, &e, 0, out);
}

bool empty_launch(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    if (!empty_time(s, 1, out))
        return false;
    out->value /= 1e3;
    return true;
}

bool group_launch(struct session *s, const struct measurement *m, struct quantity *out) {
    double sms = session_value(s, GPU_sm_count);
    size_t groups = (size_t)sms * GROUPS_PER_SM;
    struct quantity once, twice;
    (void)m;
    if (sms < 1 || !empty_time(s, groups, &once) || !empty_time(s, 2 * groups, &twice))
        return false;
    double more = fmax(0, twice.value - once.value) / GROUPS_PER_SM;
    *out = (struct quantity){session_clocks(s, more), twice.spread};
    return true;
}

static const char *barrier_kernel(struct session *s) {
    struct str k = {.arena = s->arena};
    str_add(&k,
            "kernel void measure(global uint *out, global const uint *in, uint n, uint store) {\n"
            "    for (uint i = 0; i < n; i++) {\n");
    for (int i = 0; i < BARRIERS; i++)
        str_add(&k, "        barrier(CLK_LOCAL_MEM_FENCE);\n");
    str_add(&k, "    }\n    if (store)\n        out[0] = in[0] + n;\n}\n");
    return str_text(&k);
}

/* Clocks of one barrier of a group of so many work-items. */
static bool barrier_clocks(struct session *s, size_t items, struct quantity *out) {
    const unsigned in[1] = {11};
    const struct experiment e = {.source = barrier_kernel(s),
                                 .global = items,
                                 .local = items,
                                 .in = in,
                                 .in_bytes = 4,
                                 .out_bytes = 4,
                                 .check = empty_right};
    if (!session_iteration(s, &e, out))
        return false;
    out->value = session_clocks(s, out->value) / BARRIERS;
    return true;
}

bool barrier_arrivals(struct session *s, const struct measurement *m, struct quantity *out) {
    double most = session_value(s, GPU_max_items_per_group);
    size_t items = (size_t)fmin(most, 1024);
    struct quantity few, many;
    (void)m;
    if (items <= 2 * FEW_ITEMS || !barrier_clocks(s, FEW_ITEMS, &few) ||
        !barrier_clocks(s, items, &many))
        return false;
    if (many.value <= few.value)
        return session_fail(s, "large groups take no longer");
    double more = (double)(items - FEW_ITEMS);
    *out = (struct quantity){more / (many.value - few.value), many.spread};
    return true;
}

bool barrier_wait(struct session *s, const struct measurement *m, struct quantity *out) {
    double items_per_clock = session_value(s, GPU_rate_barrier);
    (void)m;
    if (!barrier_clocks(s, FEW_ITEMS, out))
        return false;
    if (items_per_clock > 0)
        out->value = fmax(0, out->value - FEW_ITEMS / items_per_clock);
    return true;
}

/* Nanoseconds of groups that wait for memory most of the time. */
static bool waiting_groups(struct session *s, size_t items, size_t groups_per_sm,
                           size_t local_bytes, double *ns) {
    double sms = session_value(s, GPU_sm_count);
    const struct chase c = {.space = "global const",
                            .bytes = CHASE_BYTES,
                            .stride = LINE,
                            .local = items,
                            .groups = (size_t)sms * groups_per_sm,
                            .local_bytes = local_bytes};
    struct quantity e;
    if (sms < 1 || !chase_run(s, &c, ITERATIONS, &e))
        return false;
    *ns = e.value;
    return true;
}

/* How many groups an SM has at once: the next one adds the time of a group to that of all. */
static bool most_groups(struct session *s, size_t items, size_t *groups) {
    double one, before, ns;
    if (!waiting_groups(s, items, 1, 0, &one))
        return false;
    before = one;
    for (*groups = 1; *groups < MOST_GROUPS; ++*groups) {
        if (!waiting_groups(s, items, *groups + 1, 0, &ns))
            return false;
        if (ns - before > WAITS * one)
            return true;
        before = ns;
    }
    return session_fail(s, "%d groups for each SM do not wait for each other", MOST_GROUPS);
}

bool resident_groups(struct session *s, const struct measurement *m, struct quantity *out) {
    double width = session_value(s, GPU_warp_width);
    size_t groups;
    (void)m;
    if (width < 1 || !most_groups(s, (size_t)width, &groups))
        return false;
    *out = (struct quantity){(double)groups, 0};
    return true;
}

bool resident_warps(struct session *s, const struct measurement *m, struct quantity *out) {
    double width = session_value(s, GPU_warp_width),
           most = session_value(s, GPU_max_items_per_group);
    size_t groups, warps = WARPS;
    (void)m;
    if (width < 1 || most < width)
        return false;
    while (warps > 1 && (double)warps * width > fmin(most, 256))
        warps /= 2;
    if (!most_groups(s, warps * (size_t)width, &groups))
        return false;
    *out = (struct quantity){(double)(groups * warps), 0};
    return true;
}

/* Whether groups that hold so much local memory wait for each other: they take longer than others
 * do by the time of one. */
static bool holders_wait(struct session *s, size_t bytes, double one, double all, bool *wait) {
    double width = session_value(s, GPU_warp_width), ns;
    if (!waiting_groups(s, (size_t)width, HOLDERS, bytes, &ns))
        return false;
    *wait = ns > all + WAITS * one;
    return true;
}

bool resident_local_bytes(struct session *s, const struct measurement *m, struct quantity *out) {
    double width = session_value(s, GPU_warp_width),
           most = session_value(s, GPU_local_bytes_per_group);
    size_t low = 4 * LOCAL_UNIT, high = (size_t)most / LOCAL_UNIT * LOCAL_UNIT;
    double one, all;
    bool wait;
    (void)m;
    if (width < 1 || most < 1 || !waiting_groups(s, (size_t)width, 1, low, &one) ||
        !waiting_groups(s, (size_t)width, HOLDERS, low, &all) ||
        !holders_wait(s, high, one, all, &wait))
        return false;
    if (!wait)
        return session_fail(s, "%d groups with all local memory do not wait for each other",
                            HOLDERS);
    while (high - low > LOCAL_UNIT) {
        size_t middle = (low + high) / 2 / LOCAL_UNIT * LOCAL_UNIT;
        if (!holders_wait(s, middle, one, all, &wait))
            return false;
        *(wait ? &high : &low) = middle;
    }
    *out = (struct quantity){(double)(HOLDERS * low), (double)LOCAL_UNIT / (double)low};
    return true;
}
