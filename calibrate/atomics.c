/* Atomics on global memory. */
#include "base/str.h"
#include "calibrate/measurement.h"

enum { GROUP = 256, ITEMS_PER_SM = 1024, STEPS = 8 };

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

/* Nanoseconds of each atomic of all work-items. */
static bool atomic_time(struct session *s, const char *where, size_t items, struct quantity *out) {
    double sms = session_value(s, GPU_sm_count);
    const unsigned in[1] = {3};
    size_t global = (size_t)sms * items;
    const struct experiment e = {.source = kernel_of(s, where),
                                 .global = global,
                                 .local = GROUP,
                                 .in = in,
                                 .in_bytes = 4,
                                 .out_bytes = global * 4};
    if (sms < 1 || !session_iteration(s, &e, out))
        return false;
    out->value /= (double)global * STEPS;
    return true;
}

bool atomics_spread(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    if (!atomic_time(s, "get_global_id(0)", ITEMS_PER_SM, out))
        return false;
    out->value = 1 / session_clocks(s, out->value);
    return true;
}

bool atomics_same(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    if (!atomic_time(s, "0", GROUP, out))
        return false;
    out->value = session_clocks(s, out->value);
    return true;
}
