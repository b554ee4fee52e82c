/* Throughput and latency of instructions: loops of steps on values that only the run knows. */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "calibrate/measurement.h"

enum {
    CHAINS = 4,          /* independent ones of each work-item, for throughput */
    ITEMS_PER_SM = 2048, /* for throughput, where nobody knows what fills an SM */
    GROUP = 256,
    CONSTANTS = 2, /* a and b, behind the chains' values */
};

/* Constants are stored by each lane, so that the results have the layout of the inputs. */
static const char *kernel_of(struct session *s, const struct measurement *m, int chains) {
    struct str k = {.arena = s->arena};
    if (strcmp(m->type, "double") == 0 || strcmp(m->type, "ulong") == 0)
        str_add(&k, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    if (str_starts(m->type, "half"))
        str_add(&k, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    str_printf(&k,
               "kernel void measure(global %s *out, global const %s *in, uint n, uint store) {\n"
               "    uint l = get_local_id(0), w = get_local_size(0);\n"
               "    %s a = in[%d * w], b = in[%d * w], x;\n",
               m->type, m->type, m->type, chains, chains + 1);
    if (strcmp(m->type, "uint") == 0)
        str_add(&k, "    uint s = a & 31u, t = b & 31u;\n");
    for (int c = 0; c < chains; c++)
        str_printf(&k, "    %s x%d = in[%d * w + l];\n", m->type, c, c);
    str_add(&k, "    for (uint i = 0; i < n; i++) {\n");
    for (int i = 0; i < m->steps; i++)
        for (int c = 0; c < chains; c++)
            str_printf(&k, "        x = x%d; %s; x%d = x;\n", c, m->step, c);
    str_add(&k, "    }\n    if (store) {\n");
    for (int c = 0; c < chains; c++)
        str_printf(&k, "        out[%d * w + l] = x%d;\n", c, c);
    str_printf(&k, "        out[%d * w + l] = in[%d * w + l];\n", chains, chains);
    str_printf(&k, "        out[%d * w + l] = in[%d * w + l];\n    }\n}\n", chains + 1, chains + 1);
    return str_text(&k);
}

static size_t bytes_of(const char *type) {
    return strcmp(type, "double") == 0 || strcmp(type, "ulong") == 0 ? 8 : 4;
}

/* The i-th of n values: chains begin with different ones, all with constants of which every step
 * goes on with ordinary numbers: a quotient of a constant and an integer is never 0. */
static void put(unsigned char *to, const char *type, size_t i, size_t chain_values) {
    bool constant = i >= chain_values;
    double number = constant ? 0.5 : 1 + (double)i / (double)(2 * chain_values);
    unsigned long whole = constant ? 0x9e3779b97f4a7c15UL + ((i & 7) << 34)
                                   : (2654435761UL * (i + 1) & 0x7fffffff) | 1;
    float single = (float)number;
    unsigned word = (unsigned)(constant ? whole >> 32 : whole), halves = 0x38003800;
    if (strcmp(type, "double") == 0)
        memcpy(to, &number, sizeof number);
    else if (strcmp(type, "ulong") == 0)
        memcpy(to, &whole, sizeof whole);
    else if (strcmp(type, "float") == 0)
        memcpy(to, &single, sizeof single);
    else
        memcpy(to, str_starts(type, "half") ? &halves : &word, sizeof word);
}

static bool is_supported(struct session *s, const char *type) {
    const struct device_facts *f = &s->results->facts;
    if (strcmp(type, "double") == 0 && !f->fp64)
        return session_fail(s, "the device has no fp64");
    return !str_starts(type, "half") || f->fp16 || session_fail(s, "the device has no fp16");
}

/* Nanoseconds of one iteration of groups of that size. */
static bool iteration(struct session *s, const struct measurement *m, int chains, size_t local,
                      size_t groups, struct quantity *out) {
    size_t width = bytes_of(m->type), n = (size_t)(chains + CONSTANTS) * local;
    if (!is_supported(s, m->type))
        return false;
    unsigned char *in = arena_alloc(s->arena, n * width);
    for (size_t i = 0; i < n; i++)
        put(in + i * width, m->type, i, (size_t)chains * local);
    const struct experiment e = {.source = kernel_of(s, m, chains),
                                 .global = local * groups,
                                 .local = local,
                                 .in = in,
                                 .in_bytes = n * width,
                                 .out_bytes = n * width};
    return session_check_chain(s, &e) && session_iteration(s, &e, out);
}

/* Groups that fill an SM and no more: others would run by themselves in the end. */
static size_t groups_per_sm(struct session *s, double local) {
    double warps = session_value(s, GPU_max_warps_per_sm), width = session_value(s, GPU_warp_width);
    double items = warps > 0 && width > 0 ? warps * width : ITEMS_PER_SM;
    return (size_t)fmax(1, floor(items / local));
}

/* Steps per clock and SM, of all work-items. */
static bool steps_per_clock(struct session *s, const struct measurement *m, struct quantity *out) {
    double most = session_value(s, GPU_max_items_per_group), sms = session_value(s, GPU_sm_count);
    size_t local = most < GROUP ? (size_t)most : GROUP;
    if (most < 1 || sms < 1)
        return false;
    size_t groups = (size_t)sms * groups_per_sm(s, (double)local);
    struct quantity e;
    if (!iteration(s, m, CHAINS, local, groups, &e))
        return false;
    double steps = (double)m->steps * CHAINS * (double)(local * groups) / sms;
    *out = (struct quantity){steps / session_clocks(s, e.value), e.spread};
    return true;
}

bool rate(struct session *s, const struct measurement *m, struct quantity *out) {
    if (!steps_per_clock(s, m, out))
        return false;
    out->value *= m->operations;
    return true;
}

/* The step has one integer instruction besides, which has to be issued by the same lanes. */
bool rate_beside_int(struct session *s, const struct measurement *m, struct quantity *out) {
    double integer = session_value(s, GPU_rate_int);
    if (integer <= 0 || !steps_per_clock(s, m, out))
        return false;
    double left = 1 / out->value - 1 / integer;
    if (left <= 0)
        return session_fail(s, "it costs nothing beside an integer instruction");
    out->value = 1 / left;
    return true;
}

bool latency(struct session *s, const struct measurement *m, struct quantity *out) {
    double width = session_value(s, GPU_warp_width);
    struct quantity e;
    if (width < 1 || !iteration(s, m, 1, (size_t)width, 1, &e))
        return false;
    *out = (struct quantity){session_clocks(s, e.value) / (m->steps * m->operations), e.spread};
    return true;
}

static bool slots_of(struct session *s, const struct measurement *m, enum gpu_key unit,
                     struct quantity *out) {
    double one = session_value(s, unit);
    if (one <= 0 || !steps_per_clock(s, m, out))
        return false;
    out->value = one / out->value;
    return true;
}

bool slots_fp32(struct session *s, const struct measurement *m, struct quantity *out) {
    return slots_of(s, m, GPU_rate_fp32, out);
}

bool slots_fp64(struct session *s, const struct measurement *m, struct quantity *out) {
    return slots_of(s, m, GPU_rate_fp64, out);
}

bool slots_int(struct session *s, const struct measurement *m, struct quantity *out) {
    return slots_of(s, m, GPU_rate_int, out);
}

double session_integer_clocks(struct session *s) {
    const struct measurement chain = {
        .type = "uint", .step = "x = (x + a) ^ b", .operations = 2, .steps = 32};
    struct quantity q;
    if (s->integer_clocks <= 0 && latency(s, &chain, &q))
        s->integer_clocks = q.value;
    return s->integer_clocks;
}

/* The step has one integer instruction besides, whose result the next step waits for. */
bool latency_beside_int(struct session *s, const struct measurement *m, struct quantity *out) {
    double integer = session_integer_clocks(s);
    if (integer <= 0 || !latency(s, m, out))
        return false;
    out->value -= integer;
    return out->value > 0 || session_fail(s, "it takes no time beside an integer instruction");
}
