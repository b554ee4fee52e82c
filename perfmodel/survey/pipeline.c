/* Execution graphs per block and per pair of blocks, added up along the way of each warp; then the
 * larger of that optimistic time and the use of the busiest resource. The paper counts threads and
 * takes the slowest of a warp; the traces are of warps already, and both sides of a branch add
 * up. Its memory always hits: so it does here, in the cache nearest to ordinary loads. */
#include "perfmodel/survey/pipeline.h"

#include <math.h>

#include "analysis/ir/query.h"
#include "base/vec.h"
#include "perfmodel/issue/exec_graph.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/result/profile.h"

/* What all warps of the SM take in turn. */
enum resource {
    RESOURCE_ISSUE,
    RESOURCE_ALU,
    RESOURCE_FP64,
    RESOURCE_SFU,
    RESOURCE_MEMORY,
    RESOURCE_LOCAL,
    RESOURCES
};

struct pair {
    uint32_t next;
    double time;
};

struct block_time {
    bool known;
    double time, use[RESOURCES];
    VEC(struct pair) pairs; /* with the blocks that were seen to follow */
};

struct pipeline {
    struct arena *arena;
    const struct gpu *gpu;
    const struct kernel *k;
    struct exec_core core;
    struct block_time *blocks;
    uint32_t *inst_of; /* by value: the instruction that it waits for, + 1 */
    double use[RESOURCES];
};

/* Instructions of some blocks, one after another. */
struct insts {
    VEC(struct exec_inst) list;
    VEC(uint32_t) values; /* that have an entry in inst_of */
    double use[RESOURCES];
};

/* Steps of the pipeline take what the paper has for its GPU; fetching is as fast as one warp can
 * issue. */
static struct exec_core core_of(const struct gpu *g) {
    return (struct exec_core){.fetched = 2,
                              .fetch_gap = 2 / g->issue.issue_single_warp,
                              .fetch_latency = 2,
                              .issue_latency = 1,
                              .writebacks = 2,
                              .copies = {1, 1, 1, 1}};
}

/* Every part of a warp alone: the other schedulers' units are not its own. */
static struct exec_inst arithmetic(const struct pipeline *p, const struct value *v, double *use) {
    static const enum exec_unit units[PORTS] = {[PORT_FP32] = EXEC_ALU,
                                                [PORT_INT] = EXEC_ALU,
                                                [PORT_FP64] = EXEC_FP64,
                                                [PORT_SFU] = EXEC_SFU,
                                                [PORT_CVT] = EXEC_SFU};
    struct item_cost c = class_cost(p->gpu, (enum op_class)v->cls);
    double n = instruction_count(p->k, v);
    enum port most = PORT_FP32;
    for (enum port i = 0; i < PORTS; i++) {
        if (i == PORT_IMUL) /* its work is in PORT_FP32, too */
            continue;
        use[RESOURCE_ALU + units[i]] += n * c.port[i];
        most = c.port[i] > c.port[most] ? i : most;
    }
    use[RESOURCE_ISSUE] += n * c.slots / p->gpu->issue.issue_per_scheduler;
    return (struct exec_inst){.unit = units[most],
                              .issue = n * c.slots / p->gpu->issue.issue_single_warp,
                              .latency = c.latency,
                              .use = n * c.port[most]};
}

/* Coalesced, without conflicts, and found in the nearest cache. */
static struct exec_inst memory(const struct pipeline *p, const struct value *v, double *use) {
    const struct gpu *g = p->gpu;
    struct exec_inst inst = {.unit = EXEC_MEM, .issue = 1, .use = 1};
    use[RESOURCE_ISSUE] += 1 / g->issue.issue_per_scheduler;
    if (v->op == OP_BARRIER) {
        inst.latency = g->issue.barrier_latency;
    } else if (p->k->accesses[v->site].space == SPACE_LOCAL) {
        inst.latency = g->local.local_latency;
        use[RESOURCE_LOCAL] += g->local.local_cycles_min;
    } else {
        inst.latency = g->cache.l1_caches_global > 0 ? g->cache.l1_latency : g->cache.l2_latency;
        use[RESOURCE_MEMORY] += 1;
    }
    return inst;
}

/* The paper's step times are part of what the GPU's data call dependent-issue latency: writeback to
 * issue, issue to operands, operands to execution. */
static void add_inst(struct pipeline *p, struct insts *all, uint32_t number, bool is_memory) {
    const struct value *v = &p->k->values[number];
    struct exec_inst inst = is_memory ? memory(p, v, all->use) : arithmetic(p, v, all->use);
    VEC(uint32_t) needs = {0};
    for (uint32_t a = 0; a < v->n_args; a++)
        if (p->inst_of[v->args[a]])
            vec_push(p->arena, &needs, p->inst_of[v->args[a]] - 1);
    inst.operands = fmin(most_operands, fmax(1, v->n_args));
    inst.latency = fmax(1, inst.latency - 1 - p->core.issue_latency - inst.operands);
    inst.needs = needs.at;
    inst.n_needs = (uint32_t)needs.n;
    vec_push(p->arena, &all->list, inst);
    p->inst_of[number] = (uint32_t)all->list.n;
    vec_push(p->arena, &all->values, number);
}

/* A free value is there when the last of its operands is. */
static void pass_on(struct pipeline *p, struct insts *all, uint32_t number) {
    const struct value *v = &p->k->values[number];
    for (uint32_t a = 0; a < v->n_args; a++)
        if (p->inst_of[v->args[a]] > p->inst_of[number])
            p->inst_of[number] = p->inst_of[v->args[a]];
    vec_push(p->arena, &all->values, number);
}

static void add_block(struct pipeline *p, struct insts *all, uint32_t block) {
    const struct block *b = &p->k->blocks[block];
    for (uint32_t i = 0; i < b->n_values; i++) {
        const struct value *v = &p->k->values[b->values[i]];
        bool is_memory =
            v->op == OP_BARRIER || v->op == OP_LOAD || v->op == OP_STORE || v->op == OP_ATOMIC;
        if (is_memory || instruction_count(p->k, v) > 0)
            add_inst(p, all, b->values[i], is_memory);
        else
            pass_on(p, all, b->values[i]);
    }
}

static double time_of(struct pipeline *p, struct insts *all) {
    double t = exec_time(p->arena, &p->core, all->list.at, (uint32_t)all->list.n);
    for (size_t i = 0; i < all->values.n; i++)
        p->inst_of[all->values.at[i]] = 0;
    return t;
}

static struct block_time *block_time(struct pipeline *p, uint32_t block) {
    struct block_time *b = &p->blocks[block];
    if (b->known)
        return b;
    struct insts all = {0};
    add_block(p, &all, block);
    b->time = time_of(p, &all);
    for (int r = 0; r < RESOURCES; r++)
        b->use[r] = all.use[r];
    b->known = true;
    return b;
}

static double pair_time(struct pipeline *p, uint32_t block, uint32_t next) {
    struct block_time *b = block_time(p, block);
    for (size_t i = 0; i < b->pairs.n; i++)
        if (b->pairs.at[i].next == next)
            return b->pairs.at[i].time;
    struct insts all = {0};
    add_block(p, &all, block);
    add_block(p, &all, next);
    struct pair pair = {next, time_of(p, &all)};
    vec_push(p->arena, &b->pairs, pair);
    return pair.time;
}

/* Algorithm 2, along one warp's way: pairs of blocks without the first one's own time. */
static double warp_time(struct pipeline *p, const struct warp_trace *w, const double *weight) {
    uint32_t last_item = NONE, last_block = NONE;
    double t = 0;
    for (size_t i = 0; i < w->n_ops; i++) {
        uint32_t item = w->ops[i].item;
        if (item == NONE)
            continue;
        uint32_t block = p->k->values[p->k->items[item].value].block;
        if (block != last_block || item <= last_item) {
            struct block_time *b = block_time(p, block);
            t += weight[i] * (last_block == NONE ? b->time
                                                 : pair_time(p, last_block, block) -
                                                       block_time(p, last_block)->time);
            for (int r = 0; r < RESOURCES; r++)
                p->use[r] += weight[i] * b->use[r];
        }
        last_item = item;
        last_block = block;
    }
    return t;
}

double pipeline_group(const double *warps, size_t n) {
    double last = 0;
    for (size_t i = 0; i < n; i++)
        last = fmax(last, warps[i] + floor((double)i / 2));
    return last;
}

double pipeline_kernel(struct arena *a, const double *times, size_t n_times, uint64_t n,
                       uint32_t n_par) {
    uint64_t followed =
        n < (uint64_t)followed_rounds * n_par ? n : (uint64_t)followed_rounds * n_par;
    double *end = NEW_ARRAY(a, double, followed), last = 0;
    for (uint64_t j = 0; j < followed; j++) {
        double start = j < n_par ? 0 : INFINITY;
        for (uint64_t k = j - n_par; j >= n_par && k < j; k++)
            start = fmin(start, end[k]);
        end[j] = start + times[j % n_times];
        last = fmax(last, end[j]);
    }
    return last * ((double)n / (double)followed);
}

/* Ends of the round's groups. */
static size_t group_times(struct arena *a, struct pipeline *p, const struct study *study,
                          const struct trace *t, double *groups) {
    const struct trace_changes *changes = whatif_changes(a, &study->whatif, t);
    double *warps = NEW_ARRAY(a, double, t->n_warps);
    size_t first = 0, n = 0;
    for (size_t i = 0; i < t->n_warps; i++) {
        warps[i] = warp_time(p, &t->warps[i], profile_weights(a, &t->warps[i], changes));
        if (i + 1 < t->n_warps && t->warps[i + 1].group == t->warps[first].group)
            continue;
        groups[n++] = pipeline_group(&warps[first], i + 1 - first);
        first = i + 1;
    }
    return n;
}

/* Each scheduler has its own units, and a share of the warps. */
static void find_busy(const struct pipeline *p, double *busy) {
    static const enum bound bounds[RESOURCES] = {BOUND_ISSUE, BOUND_FP32, BOUND_FP64,
                                                 BOUND_SFU,   BOUND_L1,   BOUND_SHARED};
    for (int r = 0; r < RESOURCES; r++)
        busy[bounds[r]] = p->use[r] / (r < RESOURCE_MEMORY ? p->gpu->issue.schedulers_per_sm : 1);
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    struct round r = *study_round(study);
    struct pipeline p = {
        .arena = a, .gpu = study->gpu, .k = study->machine, .core = core_of(study->gpu)};
    e->model = "pipeline";
    e->occupancy = r.occupancy;
    round_run(a, study, &r, e);
    e->deadline_reached = e->trace->truncated;
    p.blocks = NEW_ARRAY(a, struct block_time, p.k->n_blocks);
    p.inst_of = NEW_ARRAY(a, uint32_t, p.k->n_values);
    double *groups = NEW_ARRAY(a, double, e->trace->n_groups), use = 0;
    size_t n = group_times(a, &p, study, e->trace, groups);
    find_busy(&p, e->busy);
    for (int b = 0; b < BOUND_LATENCY; b++)
        use = fmax(use, e->busy[b]);
    double balanced = e->balance.counted / e->balance.round;
    double rounds = fmax(1, (double)r.groups_total / (r.sms * (double)r.groups_per_sm));
    uint64_t per_sm = (uint64_t)ceil((double)r.groups_total / r.sms);
    double optimistic = pipeline_kernel(a, groups, n, per_sm, (uint32_t)r.groups_per_sm);
    e->cycles = fmax(optimistic, use * rounds) * balanced;
    for (int b = 0; b < BOUND_LATENCY; b++)
        e->busy[b] *= rounds * balanced / fmax(1, e->cycles);
    estimate_finish(e, study);
    if (study->dump) {
        fprintf(study->dump, "pipeline: %.0f cycles for a warp alone in each place, %.0f by use\n",
                optimistic, use * rounds);
        estimate_dump(study->dump, e);
    }
    return e;
}

const struct model model_pipeline = {
    .title = "execution graphs of blocks on the pipeline of one warp, and the busiest unit",
    .not_modelled =
        "memory beyond the nearest cache, which always hits; coalescing, bank conflicts, "
        "barriers, warps that wait for each other's units",
    .run = run};
