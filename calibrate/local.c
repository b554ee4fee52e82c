/* Local memory: latency, banks, conflicts, atomics. */
#include <math.h>

#include "base/str.h"
#include "calibrate/measurement.h"

enum {
    WORDS = 2048, /* of local memory */
    STEPS = 16,
    GROUP = 256,
    GROUPS_PER_SM = 2,
    MOST_STRIDE = 128,  /* words */
    NARROW_PERIOD = 32, /* words */
};

/* What conflicts take longer by, at least, than neighbouring words. */
#define CONFLICT 1.3

/* Of the longest time, what a stride needs to have all conflicts there are. */
#define ALL_CONFLICTS 0.9

static const char *chase_kernel(struct session *s, const char *step) {
    struct str k = {.arena = s->arena};
    str_printf(
        &k,
        "kernel void measure(global uint *out, global const uint *in, uint n, uint store) {\n"
        "    local uint m[%d];\n"
        "    for (uint i = 0; i < %du; i++)\n        m[i] = in[i];\n"
        "    uint p = in[0];\n"
        "    for (uint i = 0; i < n; i++) {\n",
        STEPS, STEPS);
    for (int i = 0; i < STEPS; i++)
        str_printf(&k, "        %s;\n", step);
    str_add(&k, "    }\n    if (store)\n        out[0] = p;\n}\n");
    return str_text(&k);
}

static bool chase_right(const struct experiment *e, unsigned n, const void *out) {
    const unsigned *in = e->in;
    unsigned p = in[0];
    for (unsigned i = 0; i < n * STEPS; i++)
        p = in[p];
    return *(const unsigned *)out == p;
}

static bool sums_right(const struct experiment *e, unsigned n, const void *out) {
    const unsigned *in = e->in;
    unsigned p = in[0], m = in[0];
    for (unsigned i = 0; i < n * STEPS; i++) {
        unsigned before = m;
        m += p;
        p = before;
    }
    return *(const unsigned *)out == p;
}

typedef bool check_function(const struct experiment *e, unsigned n, const void *out);

/* Clocks of one of the steps of a single work-item. */
static bool chain(struct session *s, const char *step, check_function *check,
                  struct quantity *out) {
    unsigned in[STEPS];
    for (unsigned i = 0; i < STEPS; i++)
        in[i] = (i + 7) % STEPS;
    const struct experiment e = {.source = chase_kernel(s, step),
                                 .global = 1,
                                 .local = 1,
                                 .in = in,
                                 .in_bytes = sizeof in,
                                 .out_bytes = 4,
                                 .check = check};
    if (!session_iteration(s, &e, out))
        return false;
    out->value = session_clocks(s, out->value) / STEPS;
    return true;
}

/* The address is one dependent shift, which is not the load's latency. */
bool local_load_latency(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    if (!chain(s, "p = m[p]", chase_right, out))
        return false;
    out->value = fmax(1, out->value - session_integer_clocks(s));
    return true;
}

bool local_atomic_chain(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    return chain(s, "p = atomic_add(&m[0], p)", sums_right, out);
}

static const char *stride_kernel(struct session *s, int stride) {
    struct str k = {.arena = s->arena};
    str_printf(
        &k,
        "kernel void measure(global uint *out, global const uint *in, uint n, uint store) {\n"
        "    local uint words[%d];\n"
        "    uint l = get_local_id(0), sum = 0;\n"
        "    for (uint i = l; i < %du; i += %du)\n        words[i] = in[i];\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    volatile local uint *at = &words[(l * %du) & %du];\n"
        "    for (uint i = 0; i < n; i++) {\n",
        WORDS, WORDS, GROUP, stride, WORDS - 1);
    for (int i = 0; i < STEPS; i++)
        str_add(&k, "        sum += *at;\n");
    str_add(&k, "    }\n    if (store)\n        out[l] = sum;\n}\n");
    return str_text(&k);
}

static bool loads_right(const struct experiment *e, unsigned n, const void *out) {
    const unsigned *in = e->in, *got = out;
    int stride = *(const int *)e->context;
    for (unsigned l = 0; l < e->local; l++)
        if (got[l] != n * STEPS * in[(l * (unsigned)stride) % WORDS])
            return false;
    return true;
}

/* Clocks of an SM for a warp's load with that stride, in words. */
static bool stride_clocks(struct session *s, int stride, struct quantity *out) {
    double sms = session_value(s, GPU_sm_count), width = session_value(s, GPU_warp_width);
    unsigned in[WORDS];
    for (unsigned i = 0; i < WORDS; i++)
        in[i] = i * 2654435761u;
    const struct experiment e = {.source = stride_kernel(s, stride),
                                 .global = (size_t)sms * GROUPS_PER_SM * GROUP,
                                 .local = GROUP,
                                 .in = in,
                                 .in_bytes = sizeof in,
                                 .out_bytes = GROUP * 4,
                                 .check = loads_right,
                                 .context = &stride};
    if (sms < 1 || width < 1 || !session_iteration(s, &e, out))
        return false;
    double requests = STEPS * GROUPS_PER_SM * GROUP / width;
    out->value = session_clocks(s, out->value) / requests;
    return true;
}

/* The smallest stride, in words, at which all lanes of a warp meet in one bank. */
static bool period(struct session *s, int *stride, double *clocks) {
    double at[8] = {0}, most = 0;
    int n = 0;
    for (int i = 1; i <= MOST_STRIDE; i *= 2) {
        struct quantity e;
        if (!stride_clocks(s, i, &e))
            return false;
        at[n++] = e.value;
        most = fmax(most, e.value);
    }
    if (most < CONFLICT * at[0])
        return session_fail(s, "no stride costs more than another: there are no banks");
    for (n = 0; at[n] < ALL_CONFLICTS * most;)
        n++;
    *stride = 1 << n;
    *clocks = at[n];
    return true;
}

/* Where every other word costs no more than neighbouring ones, banks are wide, unless a pass takes
 * less time than a request does at least: no GPU has wide banks that repeat within 128 bytes. */
bool local_bank_width(struct session *s, const struct measurement *m, struct quantity *out) {
    struct quantity one, two;
    int stride;
    double clocks;
    (void)m;
    if (!period(s, &stride, &clocks) || !stride_clocks(s, 1, &one) || !stride_clocks(s, 2, &two))
        return false;
    bool wide = stride > NARROW_PERIOD && two.value < CONFLICT * one.value;
    *out = (struct quantity){wide ? 8 : 4, two.spread};
    return true;
}

bool local_bank_count(struct session *s, const struct measurement *m, struct quantity *out) {
    double width = session_value(s, GPU_local_bank_bytes), clocks;
    int stride;
    (void)m;
    if (width <= 0 || !period(s, &stride, &clocks))
        return false;
    *out = (struct quantity){stride * 4 / width, 0};
    return true;
}

/* At the full stride each lane has a pass of its own, at half of it two share one. */
bool local_pass(struct session *s, const struct measurement *m, struct quantity *out) {
    double width = session_value(s, GPU_warp_width), clocks;
    struct quantity half;
    int stride;
    (void)m;
    if (width <= 0 || !period(s, &stride, &clocks) || !stride_clocks(s, stride / 2, &half))
        return false;
    *out = (struct quantity){(clocks - half.value) / (width / 2), half.spread};
    return true;
}
