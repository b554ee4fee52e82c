#include <math.h>
#include <string.h>

#include "driver/sweep/surrogate.h"

/* Of a GPU, what decides about time most. */
static const char *const gpu_keys[] = {"sm_count",  "core_mhz", "dram_gbs",
                                       "rate_fp32", "l2_bytes", "warp_width"};

enum { TOLD_KEYS = sizeof gpu_keys / sizeof *gpu_keys };

static const char *const derived[] = {"local_items",  "local_width", "groups",    "groups_per_sm",
                                      "global_items", "clock_core",  "clock_mem", "scale_ms"};

enum { DERIVED = sizeof derived / sizeof *derived };

struct surrogate_features surrogate_features(struct arena *a, const struct sweep_space *s) {
    struct surrogate_features f = {NEW_ARRAY(a, const char *, s->axes.n + TOLD_KEYS + DERIVED), 0};
    for (size_t i = 0; i < s->axes.n; i++)
        f.names[f.n++] = s->axes.at[i].name;
    for (size_t i = 0; i < TOLD_KEYS; i++)
        f.names[f.n++] = arena_printf(a, "gpu.%s", gpu_keys[i]);
    for (size_t i = 0; i < DERIVED; i++)
        f.names[f.n++] = arena_printf(a, "launch.%s", derived[i]);
    return f;
}

static double product(struct evaluator *e, const struct formula *const f[3], const char *at) {
    double all = 1;
    for (int d = 0; d < 3; d++)
        all *= evaluate_number(e, f[d], at);
    return all;
}

void surrogate_describe(struct arena *a, const struct sweep_point *p, double *x) {
    const struct sweep_space *s = p->space;
    struct evaluator e = {.arena = a, .path = s->path, .names = {sweep_find, p}};
    const struct gpu *g = sweep_gpu(p);
    for (size_t i = 0; i < s->axes.n; i++) {
        const struct formula_value *v = sweep_value(p, i);
        *x++ = v->text ? NAN : v->number;
    }
    for (size_t i = 0; i < TOLD_KEYS; i++) {
        struct formula_value v = {0};
        *x++ = sweep_find(p, gpu_keys[i], &v) ? v.number : NAN;
    }
    double local = product(&e, s->launch.local, "local"),
           global = product(&e, s->launch.global, "global");
    double core = s->clock[0] ? evaluate_number(&e, s->clock[0], "clock") : g->machine.core_mhz;
    double memory = s->clock[0] ? evaluate_number(&e, s->clock[1], "clock") : g->machine.mem_mhz;
    double groups = local > 0 ? global / local : NAN;
    const double values[DERIVED] = {
        local,  evaluate_number(&e, s->launch.local[0], "local"),
        groups, groups / g->machine.sm_count,
        global, core,
        memory, global / (g->machine.sm_count * g->units.rate_fp32 * core * 1e3)};
    memcpy(x, values, sizeof values);
}
