#include "diag/finding/offload.h"

#include <math.h>

#include "analysis/ir/induction.h"
#include "analysis/ir/query.h"
#include "analysis/trace/trace.h"
#include "base/str.h"
#include "diag/finding/phrase.h"
#include "perfmodel/model_constants.h"

/* Loops in one another that are looked at. */
enum { MOST_LOOPS = 16 };

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
    const struct param *params = r->kernel->params;
    const uint32_t n_params = r->kernel->n_params;
    o->all_sizes_known = true;
    for (uint32_t i = 0; i < n_params; i++) {
        struct use u = use_of(r, &params[i]);
        if (params[i].type != TYPE_POINTER || (!u.loads && !u.stores))
            continue;
        double bytes = size_of(r, &params[i], (int)i);
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
static double widest(const struct access *accesses, uint32_t n_accesses) {
    double bytes = 1;
    for (uint32_t i = 0; i < n_accesses; i++)
        bytes = larger(bytes, accesses[i].bytes);
    return bytes < 8 ? bytes : 8;
}

/* How often the source's loop is iterated in all: loops of work-items as the launch says, the
 * others as they were traced; one that the kernel does not have, as often as it always is for each
 * of the loop around it. 0: nobody knows. */
static double iterations_of(const struct kernel_result *r, const struct processor_loop *p,
                            double outer) {
    const struct kernel *k = r->kernel;
    uint32_t dimensions = 0;
    double sum = 0;
    while (dimensions < 3 && k->sequential->counters[dimensions])
        dimensions++;
    if (p->depth < dimensions)
        return outer * (double)r->launch->global[dimensions - 1 - p->depth];
    for (uint32_t l = 0; l < k->n_loops; l++)
        if (k->loops[l].loc.line == p->loc.line && k->loops[l].loc.col == p->loc.col)
            sum += (double)r->trace->loops[l].trips;
    return sum > 0 ? sum : outer * p->iterations;
}

/* Clock cycles of all iterations with all data in the first cache, from LLVM's model of the loops;
 * 0: nobody knows. */
static double modelled_cycles(const struct kernel_result *r, struct offload *o) {
    const struct sequential_loop *s = r->kernel->sequential;
    double sum = 0, most = 0, outer[MOST_LOOPS] = {0};
    for (size_t i = 0; s && i < s->n_processor; i++) {
        const struct processor_loop *p = &s->processor[i];
        if (p->depth >= MOST_LOOPS)
            return 0;
        double n = iterations_of(r, p, p->depth ? outer[p->depth - 1] : 1);
        if (n <= 0)
            return 0;
        outer[p->depth] = n;
        sum += n * p->cycles;
        if (n * p->cycles > most) {
            most = n * p->cycles;
            o->longest = p;
        }
    }
    return sum;
}

/* --- the lines that the processor brings from memory --------------------------------- */

/* Bytes from an access to that of the next iteration, and of the next work-item, which comes next
 * on the processor. */
struct steps {
    double own, next;
};

/* What is not known takes a line each time. */
static double step_of(const struct kernel_result *r, uint32_t address, struct stride_counter of) {
    double bytes = fabs(an_stride(r->kernel, r->launch, address, of));
    return isnan(bytes) ? cpu_line_bytes : bytes;
}

static struct steps steps_of(const struct kernel_result *r, uint32_t access) {
    const struct kernel *k = r->kernel;
    const struct value *v = &k->values[k->accesses[access].value];
    uint32_t loop = k->blocks[v->block].loop, address = v->args[0];
    double own = loop == NONE ? 0 : step_of(r, address, (struct stride_counter){.loop = loop});
    return (struct steps){.own = own,
                          .next = step_of(r, address, (struct stride_counter){.loop = NONE})};
}

/* Lines that one execution in so many bytes brings. */
static double lines_at(double step) {
    return step < cpu_line_bytes ? step / cpu_line_bytes : 1;
}

/* Iterations of the loop each time that it is entered. */
static double trips_of(const struct kernel_result *r, uint32_t loop) {
    const struct loop_counts *c = &r->trace->loops[loop];
    return c->entries ? (double)c->trips / (double)c->entries : 1;
}

/* Whether lines at such distances do not all fall into the same few sets of the cache. */
static bool has_sets_for(double lines, double step) {
    uint64_t sets = (uint64_t)(cpu_cache_bytes / cpu_line_bytes / cpu_cache_ways), used = sets;
    uint64_t apart = (uint64_t)(step / cpu_line_bytes);
    while (used > 1 && apart > 0 && apart % 2 == 0) {
        apart /= 2;
        used /= 2;
    }
    return lines <= (double)used * cpu_cache_ways;
}

/* Whether what the loop touches from its beginning to its end is still in the cache then. */
static bool stays(const struct kernel_result *r, uint32_t loop, const struct steps *steps) {
    const struct kernel *k = r->kernel;
    double sum = 0;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        if (k->blocks[k->values[k->accesses[i].value].block].loop != loop)
            continue;
        double lines = trips_of(r, loop) * lines_at(steps[i].own);
        sum += lines;
        if (!has_sets_for(lines, steps[i].own))
            return false;
    }
    return sum * cpu_line_bytes <= cpu_cache_bytes;
}

/* Bytes of the lines that all accesses bring from memory. What a loop touches is still there for
 * the next work-item where it fits into the cache. */
static double lines_brought(struct arena *a, const struct kernel_result *r) {
    const struct kernel *k = r->kernel;
    struct steps *steps = NEW_ARRAY(a, struct steps, k->n_accesses);
    double lines = 0;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        steps[i] = steps_of(r, i);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        uint32_t block = k->values[k->accesses[i].value].block, loop = k->blocks[block].loop;
        double each = lines_at(steps[i].next);
        if (loop != NONE)
            each = lines_at(steps[i].own) * (stays(r, loop, steps) ? each : 1);
        lines += executions(r, block) * each;
    }
    return lines * cpu_line_bytes;
}

/* --- the processor ------------------------------------------------------------------ */

static void estimate_roughly(const struct kernel_result *r, struct offload *o, double moving) {
    double clocks = cpu_ghz * 1e6;
    double vectors = clocks * cpu_vector_instructions_per_clk * cpu_vector_bytes /
                     widest(r->kernel->accesses, r->kernel->n_accesses);
    o->processor = PROCESSOR_ROUGH;
    o->cpu_low_ms = larger(o->instructions / vectors, moving);
    o->cpu_high_ms = larger(o->instructions / (clocks * cpu_instructions_per_clk), moving);
}

/* What the processor takes, measured or estimated. */
static void add_processor(struct arena *a, const struct kernel_result *r, struct offload *o,
                          double touched) {
    double moving = touched / (cpu_gbs * 1e6), cycles = modelled_cycles(r, o);
    if (r->launch->cpu_ms > 0) {
        o->processor = PROCESSOR_MEASURED;
        o->cpu_low_ms = o->cpu_high_ms = r->launch->cpu_ms;
    } else if (cycles > 0) {
        double ms = cycles / (cpu_ghz * 1e6);
        o->processor = PROCESSOR_MODEL;
        o->cpu_low_ms = touched > cpu_last_cache_bytes ? larger(ms, moving) : ms;
        o->cpu_high_ms = larger(ms + lines_brought(a, r) / (cpu_gbs * 1e6), moving);
    } else {
        estimate_roughly(r, o, moving);
    }
}

struct offload offload_of(struct arena *a, const struct kernel_result *r) {
    struct offload o = {.instructions = instructions_of(r)};
    double touched = 0;
    add_arrays(r, &o, &touched);
    add_processor(a, r, &o, touched);
    if (r->gpu->machine.shares_host_memory > 0)
        return o;
    o.no_copy = r->gpu->machine.host_gbs <= 0 ? "the link to the host is not known"
                : !o.all_sizes_known          ? "not all arrays' sizes are known"
                                              : NULL;
    o.copy_ms = o.no_copy ? 0 : o.bytes / (r->gpu->machine.host_gbs * 1e6);
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
        return o->processor == PROCESSOR_ROUGH
                   ? "worth moving only if it is not vectorised here"
                   : "worth moving only if the processor waits for memory";
    return o->copy_ms > r->estimate->time_ms ? "worth moving, though copying takes most of it"
                                             : "worth moving";
}

const char *offload_processor(struct arena *a, const struct offload *o) {
    const char *most =
        o->cpu_high_ms > o->cpu_low_ms ? arena_printf(a, " to %s", diag_ms(a, o->cpu_high_ms)) : "";
    return arena_printf(a, "on one core of %s %s%s ms",
                        o->processor == PROCESSOR_MEASURED ? "the processor"
                                                           : "a processor roughly",
                        diag_ms(a, o->cpu_low_ms), most);
}

/* Where the processor's time is from. */
static const char *origin(struct arena *a, const struct offload *o) {
    const struct processor_loop *l = o->longest;
    if (o->processor == PROCESSOR_MEASURED)
        return "measured by clperf trace";
    if (o->processor == PROCESSOR_ROUGH)
        return arena_printf(a, "estimated from %.2g instructions", o->instructions);
    return arena_printf(
        a, "modelled from clang's code at -O2: line %u takes %.2g clocks an iteration, %s",
        l->loc.line, l->cycles,
        l->at_once > 1 ? arena_printf(a, "%u at once in vectors", l->at_once) : "not vectorised");
}

const char *offload_text(struct arena *a, const struct kernel_result *r) {
    struct offload o = offload_of(a, r);
    struct str s = {.arena = a};
    str_printf(&s, "%s; %s, %s; on %s %s ms", verdict(r, &o), offload_processor(a, &o),
               origin(a, &o), diag_gpu(a, r->gpu), diag_ms(a, r->estimate->time_ms));
    if (r->gpu->machine.shares_host_memory > 0)
        str_add(&s, " in the same memory");
    else if (o.no_copy)
        str_printf(&s, ", and copies whose time is not known: %s", o.no_copy);
    else
        str_printf(&s, ", and at least %s ms to copy %s MB at %g GB/s", diag_ms(a, o.copy_ms),
                   diag_ms(a, o.bytes / 1e6), r->gpu->machine.host_gbs);
    return str_text(&s);
}
