/* Bandwidth of the levels of memory, by many loads that do not depend on each other. */
#include <math.h>

#include "base/str.h"
#include "calibrate/measurement.h"

enum {
    GROUP = 256,
    ITEMS_PER_SM = 2048,
    LOADS = 8,   /* of 16 bytes in one iteration */
    BYTES = 16,  /* of one load */
    SMALL = 512, /* elements that fit into any L1 */
    COPY_MIB = 64,
    SECTOR = 32,
    ROWS = 1 << 20, /* sectors that are loaded in DRAM's rows */
};

/* Sums up elements: element (first + i * step) of a power of 2, `mask` + 1. */
static const char *sum_kernel(struct session *s, size_t step, size_t mask, const char *first) {
    struct str k = {.arena = s->arena};
    str_printf(
        &k,
        "kernel void measure(global uint4 *out, global const uint4 *in, uint n, uint store) {\n"
        "    uint at = %s;\n"
        "    uint4 sum = 0;\n"
        "    for (uint i = 0; i < n; i++) {\n",
        first);
    for (int i = 0; i < LOADS; i++)
        str_printf(&k, "        sum ^= in[(at + %zuu) & %zuu];\n", (size_t)i * step, mask);
    str_printf(&k,
               "        at += %zuu;\n    }\n"
               "    if (store)\n        out[get_global_id(0)] = sum;\n}\n",
               LOADS * step);
    return str_text(&k);
}

struct sums {
    size_t step, mask;
};

static bool sums_right(const struct experiment *e, unsigned n, const void *out) {
    const struct sums *sums = e->context;
    const unsigned *in = e->in, *got = out;
    unsigned sum = 0;
    for (size_t i = 0; i < (size_t)n * LOADS; i++)
        sum ^= in[4 * ((i * sums->step) & sums->mask)];
    return got[0] == sum;
}

static unsigned *numbers(struct arena *a, size_t n) {
    unsigned *in = NEW_ARRAY(a, unsigned, n);
    for (size_t i = 0; i < n; i++)
        in[i] = (unsigned)(2654435761UL * (i + 1));
    return in;
}

/* Bytes per clock that all SMs load together. */
static bool sum_bytes(struct session *s, const char *first, size_t step, size_t elements,
                      struct quantity *out) {
    double sms = session_value(s, GPU_sm_count);
    const struct sums sums = {step, elements - 1};
    size_t global = (size_t)sms * ITEMS_PER_SM;
    const struct experiment e = {.source = sum_kernel(s, step, elements - 1, first),
                                 .global = global,
                                 .local = GROUP,
                                 .in = numbers(s->arena, elements * 4),
                                 .in_bytes = elements * BYTES,
                                 .out_bytes = global * BYTES,
                                 .check = sums_right,
                                 .context = &sums};
    struct quantity t;
    if (sms < 1 || !session_iteration(s, &e, &t))
        return false;
    double bytes = (double)global * LOADS * BYTES;
    *out = (struct quantity){bytes / session_clocks(s, t.value), t.spread};
    return true;
}

bool l1_bandwidth(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    if (session_value(s, GPU_l1_caches_global) <= 0)
        return session_fail(s, "L1 does not cache global loads");
    if (!sum_bytes(s, "get_local_id(0)", GROUP / LOADS, SMALL, out))
        return false;
    out->value /= session_value(s, GPU_sm_count);
    return true;
}

/* Half of the L2, in which each SM goes through what another one just loaded: no L1 helps. */
bool l2_bandwidth(struct session *s, const struct measurement *m, struct quantity *out) {
    double l2 = session_value(s, GPU_l2_bytes), sms = session_value(s, GPU_sm_count);
    size_t elements = 1;
    (void)m;
    if (l2 <= 0 || sms < 1)
        return false;
    while ((double)elements * 2 * BYTES <= l2 / 2)
        elements *= 2;
    return sum_bytes(s, "get_global_id(0)", (size_t)sms * ITEMS_PER_SM + GROUP, elements, out);
}

static const char copy_kernel[] =
    "kernel void measure(global uint4 *out, global const uint4 *in, uint n, uint store) {\n"
    "    out[get_global_id(0)] = in[get_global_id(0)];\n"
    "}\n";

static bool copied(const struct experiment *e, unsigned n, const void *out) {
    const unsigned *in = e->in, *got = out;
    (void)n;
    for (size_t i = 0; i < e->local * 4; i++)
        if (got[i] != in[i])
            return false;
    return true;
}

static bool copy_time(struct session *s, const unsigned *in, size_t bytes, struct quantity *out) {
    const struct experiment e = {.source = copy_kernel,
                                 .global = bytes / BYTES,
                                 .local = GROUP,
                                 .in = in,
                                 .in_bytes = bytes,
                                 .out_bytes = bytes,
                                 .check = copied};
    return session_run(s, &e, 1, out);
}

/* Copies of two sizes, so that the launch does not count. */
bool dram_bandwidth(struct session *s, const struct measurement *m, struct quantity *out) {
    double l2 = session_value(s, GPU_l2_bytes);
    size_t bytes = (size_t)(s->quick ? COPY_MIB / 4 : COPY_MIB) << 20;
    struct quantity once, twice;
    (void)m;
    while ((double)bytes < 4 * l2)
        bytes *= 2;
    const unsigned *in = numbers(s->arena, bytes / 2);
    if (!copy_time(s, in, bytes, &once) || !copy_time(s, in, 2 * bytes, &twice))
        return false;
    if (twice.value <= once.value)
        return session_fail(s, "twice the bytes do not take more time");
    *out = (struct quantity){2 * (double)bytes / (twice.value - once.value), twice.spread};
    return true;
}

bool dram_share(struct session *s, const struct measurement *m, struct quantity *out) {
    (void)m;
    *out = (struct quantity){1, 0};
    return session_value(s, GPU_dram_gbs) > 0;
}

static bool sectors_right(const struct experiment *e, unsigned n, const void *out) {
    (void)n;
    return *(const unsigned *)out == *(const unsigned *)e->in;
}

/* Nanoseconds of loading one word of each sector, in an order that a factor makes. */
static bool sector_time(struct session *s, const unsigned *in, size_t sectors, size_t factor,
                        struct quantity *out) {
    const char *source = arena_printf(
        s->arena,
        "kernel void measure(global uint *out, global const uint *in, uint n, uint store) {\n"
        "    uint word = in[(((uint)get_global_id(0) * %zuu) & %zuu) * %du];\n"
        "    if (store || word == 1u)\n        out[get_global_id(0)] = word;\n}\n",
        factor, sectors - 1, SECTOR / 4);
    const struct experiment e = {.source = source,
                                 .global = sectors,
                                 .local = GROUP,
                                 .in = in,
                                 .in_bytes = sectors * SECTOR,
                                 .out_bytes = sectors * 4,
                                 .check = sectors_right};
    return session_run(s, &e, 1, out);
}

/* An odd factor is a permutation of the sectors; this one goes to another row each time. */
enum { OTHER_ROW = 4097 };

/* Of the time of sectors side by side, what rows take longer by if they matter at all. */
#define ROWS_MATTER 1.1

/* Where each sector is in another row, changing rows is what takes the time. */
bool dram_row_change(struct session *s, const struct measurement *m, struct quantity *out) {
    size_t sectors = s->quick ? ROWS / 4 : ROWS;
    double l2 = session_value(s, GPU_l2_bytes);
    struct quantity half, rows, row;
    (void)m;
    while ((double)sectors * SECTOR < 4 * l2)
        sectors *= 2;
    unsigned *in = numbers(s->arena, sectors * (SECTOR / 4));
    for (size_t i = 0; i < sectors; i++)
        in[i * (SECTOR / 4)] &= ~1u;
    if (!sector_time(s, in, sectors, 1, &row) || !sector_time(s, in, sectors, OTHER_ROW, &rows) ||
        !sector_time(s, in, sectors / 2, OTHER_ROW, &half))
        return false;
    double each = (rows.value - half.value) / (double)(sectors / 2);
    bool matters = rows.value > ROWS_MATTER * row.value;
    *out = (struct quantity){matters ? session_clocks(s, each) : 0, rows.spread + half.spread};
    return true;
}
