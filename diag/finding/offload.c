#include "diag/finding/offload.h"

#include "analysis/ir/query.h"
#include "analysis/trace/trace.h"
#include "base/str.h"
#include "diag/finding/phrase.h"
#include "perfmodel/model_constants.h"

/* How often a block is executed by all work-items. What depends on a condition counts each time. */
static double executions(const struct kernel_result *r, uint32_t block) {
    const uint64_t *global = r->launch->global;
    const uint32_t loop = r->kernel->blocks[block].loop;
    return loop == NONE ? (double)global[0] * (double)global[1] * (double)global[2]
                        : (double)r->trace->loops[loop].trips;
}

/* How the loop uses an array. */
struct use {
    bool loads, stores;
    double bytes; /* of all accesses */
};

static struct use use_of(const struct kernel_result *r, const struct param *p) {
    const struct kernel *k = r->kernel;
    struct use u = {0};
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *x = &k->accesses[i];
        if (x->root != p->value)
            continue;
        u.loads |= x->kind != ACCESS_STORE;
        u.stores |= x->kind != ACCESS_LOAD;
        u.bytes += x->bytes * executions(r, k->values[x->value].block);
    }
    return u;
}

/* Of the array that the parameter points to; 0: nobody knows. */
static double size_of(const struct kernel_result *r, const struct param *p, int index) {
    const struct launch_arg *arg = launch_arg(r->launch, index, p->name);
    if (arg && arg->kind == ARG_FILE)
        return (double)arg->count;
    bool known = arg && arg->kind == ARG_ELEMENTS && arg->source != LAUNCH_ASSUMED;
    return known ? (double)arg->count * p->elem_bytes : 0;
}

/* What is stored to is copied both ways: the loop may leave parts of it as they are. No more of an
 * array than is accessed. */
static void add_arrays(const struct kernel_result *r, struct offload *o, double *touched) {
    const struct kernel *k = r->kernel;
    o->all_sizes_known = true;
    for (uint32_t i = 0; i < k->n_params; i++) {
        struct use u = use_of(r, &k->params[i]);
        if (k->params[i].type != TYPE_POINTER || (!u.loads && !u.stores))
            continue;
        double bytes = size_of(r, &k->params[i], (int)i);
        o->all_sizes_known &= bytes > 0;
        bytes = bytes < u.bytes ? bytes : u.bytes;
        o->bytes += bytes * (1 + u.stores);
        *touched += bytes * (u.loads + u.stores);
    }
}

/* Of all iterations, as the source has them. */
static double instructions_of(const struct kernel_result *r) {
    const struct kernel *k = r->kernel;
    double sum = 0;
    for (uint32_t b = 0; b < k->n_blocks; b++)
        for (uint32_t i = 0; i < k->blocks[b].n_values; i++)
            sum += executions(r, b) * instruction_count(k, &k->values[k->blocks[b].values[i]]);
    return sum;
}

static double larger(double x, double y) {
    return x > y ? x : y;
}

/* Bytes of the widest number that the loop loads or stores. */
static double widest(const struct kernel *k) {
    double bytes = 1;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        bytes = larger(bytes, k->accesses[i].bytes);
    return bytes < 8 ? bytes : 8;
}

/* What the processor takes, measured or estimated. */
static void add_processor(const struct kernel_result *r, struct offload *o, double touched) {
    o->measured = r->launch->cpu_ms > 0;
    if (o->measured) {
        o->cpu_low_ms = o->cpu_high_ms = r->launch->cpu_ms;
        return;
    }
    double moving = touched / (cpu_gbs * 1e6), clocks = cpu_ghz * 1e6;
    double vectors =
        clocks * cpu_vector_instructions_per_clk * cpu_vector_bytes / widest(r->kernel);
    o->cpu_low_ms = larger(o->instructions / vectors, moving);
    o->cpu_high_ms = larger(o->instructions / (clocks * cpu_instructions_per_clk), moving);
}

struct offload offload_of(const struct kernel_result *r) {
    struct offload o = {.instructions = instructions_of(r)};
    double touched = 0;
    add_arrays(r, &o, &touched);
    add_processor(r, &o, touched);
    if (r->gpu->shares_host_memory > 0)
        return o;
    o.no_copy = r->gpu->host_gbs <= 0 ? "the link to the host is not known"
                : !o.all_sizes_known  ? "not all arrays' sizes are known"
                                      : NULL;
    o.copy_ms = o.no_copy ? 0 : o.bytes / (r->gpu->host_gbs * 1e6);
    return o;
}

/* What the times amount to. */
static const char *verdict(const struct kernel_result *r, const struct offload *o) {
    double gpu_ms = r->estimate->time_ms + o->copy_ms;
    if (r->dependences->verdict == ITERATIONS_DEPENDENT)
        return "not to be moved as it is, for its iterations are not independent";
    if (r->estimate->time_ms >= o->cpu_high_ms)
        return "not worth moving: the kernel itself is no faster";
    if (o->no_copy)
        return "whether it is worth moving is open";
    if (gpu_ms >= o->cpu_high_ms)
        return "not worth moving: copying decides";
    if (gpu_ms >= o->cpu_low_ms)
        return "worth moving only if it is not vectorised here";
    return o->copy_ms > r->estimate->time_ms ? "worth moving, though copying takes most of it"
                                             : "worth moving";
}

const char *offload_processor(struct arena *a, const struct offload *o) {
    const char *most =
        o->cpu_high_ms > o->cpu_low_ms ? arena_printf(a, " to %s", diag_ms(a, o->cpu_high_ms)) : "";
    return arena_printf(a, "on one core of %s %s%s ms",
                        o->measured ? "the processor" : "a processor roughly",
                        diag_ms(a, o->cpu_low_ms), most);
}

const char *offload_text(struct arena *a, const struct kernel_result *r) {
    struct offload o = offload_of(r);
    struct str s = {.arena = a};
    str_printf(&s, "%s; %s, %s; on %s %s ms", verdict(r, &o), offload_processor(a, &o),
               o.measured ? "measured by clperf trace"
                          : arena_printf(a, "estimated from %.2g instructions", o.instructions),
               diag_gpu(a, r->gpu), diag_ms(a, r->estimate->time_ms));
    if (r->gpu->shares_host_memory > 0)
        str_add(&s, " in the same memory");
    else if (o.no_copy)
        str_printf(&s, ", and copies whose time is not known: %s", o.no_copy);
    else
        str_printf(&s, ", and at least %s ms to copy %s MB at %g GB/s", diag_ms(a, o.copy_ms),
                   diag_ms(a, o.bytes / 1e6), r->gpu->host_gbs);
    return str_text(&s);
}
