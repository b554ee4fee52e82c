/* Atomics on global memory. */
#include "base/str.h"
#include "calibrate/measurement.h"

enum { GROUP = 256, GROUPS_PER_SM = 4, STEPS = 8 };

/* Exclusive ors with numbers that differ between work-items: no compiler joins those beforehand. */
static const char *kernel_of(struct session *s, const char *where) {
    struct str k = {.arena = s->arena};
    str_add(&k,
            "kernel void measure(global uint *out, global const uint *in, uint n, uint store) {\n"
            "    uint x = in[0] + get_local_id(0);\n"
            "    for (uint i = 0; i < n; i++) {\n");
    for (int i = 0; i < STEPS; i++)
        str_printf(&k, "        atomic_xor(&out[%s], x + i);\n", where);
    str_add(&k, "    }\n    if (store)\n        atomic_add(&out[0], n);\n}\n");
    return str_text(&k);
}

/* Nanoseconds of each atomic of so many groups. */
static bool atomic_time(struct session *s, const char *where, size_t groups, struct quantity *out) {
    const unsigned in[1] = {3};
    const struct experiment e = {.source = kernel_of(s, where),
                                 .global = groups * GROUP,
                                 .local = GROUP,
                                 .in = in,
                                 .in_bytes = 4,
                                 .out_bytes = groups * GROUP * 4};
    if (!session_iteration(s, &e, out))
        return false;
    out->value /= (double)(groups * GROUP) * STEPS;
    return true;
}

/* The models add the time that the words take in the L2 as those of stores do, so it is no part of
 * this, as far as it leaves anything. */
bool atomics_spread(struct session *s, const struct measurement *m, struct quantity *out) {
    double sms = session_value(s, GPU_sm_count), bandwidth = session_value(s, GPU_l2_bytes_per_clk);
    (void)m;
    if (sms < 1 || !atomic_time(s, "get_global_id(0)", (size_t)sms * GROUPS_PER_SM, out))
        return false;
    double clocks = session_clocks(s, out->value);
    double moving = bandwidth > 0 ? sizeof(int) / bandwidth : 0;
    out->value = 1 / (clocks > moving ? clocks - moving : clocks);
    return true;
}

bool atomics_same(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    if (!atomic_time(s, "0", 1, out))
        return false;
    out->value = session_clocks(s, out->value);
    return true;
}
