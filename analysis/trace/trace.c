/* Traces the warps of the requested work-groups: prepares what they share, runs the groups, and
 * hands over what was counted.
 *
 * Warps of a group run from barrier to barrier in turn (trace/walk.c), so what one stores in
 * local memory the others can load after it. Not modelled: the order of unsynchronised accesses. */
#include "analysis/trace/trace.h"

#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/trace/loop_sampling.h"
#include "analysis/trace/tracer.h"

/* Whether the item is nothing but one more operation. */
static bool only_counts(const struct tracer *t, const struct item *item) {
    if (!t->request.work_only || item->kind == ITEM_BARRIER)
        return false;
    const struct access *a = item->kind == ITEM_ACCESS ? &t->k->accesses[item->access] : NULL;
    return !a || (!a->guarded && a->kind != ACCESS_ATOMIC && !tracer_computes(t, a->value));
}

struct steps {
    struct step *at;
    size_t n, cap;
};

static void add_item(struct tracer *t, struct steps *steps, uint32_t item, struct step s) {
    struct step *last = steps->n ? &steps->at[steps->n - 1] : NULL;
    bool counts = only_counts(t, &t->k->items[item]);
    if (counts && last && last->kind == STEP_COUNT) {
        last->n++;
        return;
    }
    s.kind = counts ? STEP_COUNT : s.kind;
    s.item = item;
    s.n = 1;
    vec_push(t->arena, steps, s);
}

/* Steps of a block, in its order: an item where its first instruction stands. */
static struct block_steps plan_block(struct tracer *t, const struct block *b) {
    const struct kernel *k = t->k;
    struct steps steps = {0};
    VEC(uint32_t) phis = {0};
    uint32_t item = b->first_item, end = b->first_item + b->n_items;
    for (uint32_t i = 0; i < b->n_values; i++) {
        uint32_t n = b->values[i];
        const struct value *v = &k->values[n];
        bool starts = item < end && k->items[item].value == n;
        struct step s = {STEP_EVAL, n, NONE, 0};
        if (starts) {
            s.kind = k->items[item].kind == ITEM_COMPUTE  ? STEP_ITEM
                     : k->items[item].kind == ITEM_ACCESS ? STEP_ACCESS
                                                          : STEP_BARRIER;
            add_item(t, &steps, item++, s);
        }
        bool computed = s.kind == STEP_EVAL || s.kind == STEP_ITEM;
        if (v->op == OP_PHI && tracer_computes(t, n))
            vec_push(t->arena, &phis, n);
        else if (computed && tracer_computes(t, n) && v->type != TYPE_VOID)
            vec_push(t->arena, &steps, ((struct step){STEP_EVAL, n, NONE, 0}));
    }
    struct block_steps plan = {
        .at = steps.at, .n = (uint32_t)steps.n, .phis = phis.at, .n_phis = (uint32_t)phis.n};
    return plan;
}

static void place_items(struct warp *w) {
    const struct launch *l = w->t->launch;
    uint64_t size[3];
    for (unsigned d = 0; d < 3; d++) {
        uint64_t left = l->global[d] - w->group[d] * l->local[d];
        size[d] = left < l->local[d] ? left : l->local[d];
    }
    uint64_t items = size[0] * size[1] * size[2];
    for (unsigned i = 0; i < w->t->shape.width; i++) {
        uint64_t n = (uint64_t)w->number * w->t->shape.width + i;
        w->local_id[0][i] = n % size[0];
        w->local_id[1][i] = n / size[0] % size[1];
        w->local_id[2][i] = n / size[0] / size[1];
        if (n < items)
            w->items |= 1ull << i;
    }
    w->n_items = (uint32_t)__builtin_popcountll(w->items);
}

/* Makes a warp ready at the kernel's entry. Registers and tables are reused from group to
 * group. */
static void start_warp(struct tracer *t, struct warp *w, uint64_t group, uint32_t number) {
    struct warp fresh = {.t = t,
                         .linear_group = group,
                         .number = number,
                         .regs = w->regs,
                         .private_memory = w->private_memory,
                         .frames.at = w->frames.at,
                         .frames.n = w->frames.n,
                         .frames.cap = w->frames.cap,
                         .weight = 1,
                         .chunk_of = NONE,
                         .skips = w->skips,
                         .exits = w->exits,
                         .executed = w->executed,
                         .iterations = w->iterations,
                         .bounded_by = w->bounded_by,
                         .scratch = w->scratch,
                         .copies = w->copies,
                         .trips = w->trips,
                         .presence = PRESENCE_SURE};
    *w = fresh;
    if (!w->regs) {
        size_t per_lane = (size_t)t->private_bytes * t->shape.width;
        w->regs = NEW_ARRAY(t->arena, struct lanes, t->n_slots);
        w->executed = NEW_ARRAY(t->arena, uint32_t, t->k->n_branches);
        w->iterations = NEW_ARRAY(t->arena, uint32_t, t->k->n_loops);
        w->bounded_by = NEW_ARRAY(t->arena, uint32_t, t->k->n_loops);
        w->trips = NEW_ARRAY(t->arena, uint32_t, (size_t)t->k->n_loops * t->shape.width);
        w->private_memory = (struct memory){.bytes = NEW_ARRAY(t->arena, uint8_t, per_lane),
                                            .state = NEW_ARRAY(t->arena, uint8_t, per_lane),
                                            .size = per_lane};
    }
    if (t->request.sample && !w->skips) {
        w->skips = NEW_ARRAY(t->arena, struct skip_loop, t->k->n_loops);
        w->exits = NEW_ARRAY(t->arena, struct skip_exit, t->k->n_branches);
    }
    for (uint32_t i = 0; w->skips && i < t->k->n_loops; i++)
        w->skips[i] = (struct skip_loop){
            .last = w->skips[i].last, .delta = w->skips[i].delta, .shift = w->skips[i].shift};
    memset(w->executed, 0, t->k->n_branches * sizeof *w->executed);
    memset(w->private_memory.state, 0, w->private_memory.size);
    w->group[0] = group % t->n_groups[0];
    w->group[1] = group / t->n_groups[0] % t->n_groups[1];
    w->group[2] = group / t->n_groups[0] / t->n_groups[1];
    place_items(w);
    w->mask = w->items;
    w->done = !w->mask;
    warp_push_frame(w, t->k->n_blocks);
}

static void run_group(struct tracer *t, struct warp *warps, uint32_t n, uint64_t group) {
    size_t first_region = t->regions.n;
    tracer_start_memory(t);
    for (uint32_t i = 0; i < n; i++)
        start_warp(t, &warps[i], group, i);
    for (bool running = true; running && !t->truncated;) {
        running = false;
        for (uint32_t i = 0; i < n; i++) {
            warp_run(&warps[i]);
            running |= !warps[i].done;
        }
        tracer_note_barriers(t, warps, n);
    }
    tracer_weigh_regions(t, first_region);
}

/* Whether a value follows the variables of a loop, so that a condition on it may turn. */
static bool follows_loop(const struct kernel *k, uint32_t value, uint32_t loop, int depth) {
    enum { DEEPEST = 12 };
    const struct value *v = &k->values[value];
    if (v->op == OP_PHI || v->op == OP_LOAD)
        return in_loop(k, v->block, loop);
    for (uint32_t a = 0; a < v->n_args && depth < DEEPEST; a++)
        if (follows_loop(k, v->args[a], loop, depth + 1))
            return true;
    return false;
}

static void find_barriers(struct tracer *t) {
    VEC(uint32_t) items = {0};
    for (uint32_t i = 0; i < t->k->n_items; i++)
        if (t->k->items[i].kind == ITEM_BARRIER)
            vec_push(t->arena, &items, i);
    t->barrier_items = items.at;
    t->n_barriers = (uint32_t)items.n;
}

static void find_varying(struct tracer *t) {
    const struct kernel *k = t->k;
    t->varies = NEW_ARRAY(t->arena, bool, k->n_branches);
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct value *v = &k->values[k->branches[i].value];
        uint32_t loop = k->blocks[v->block].loop;
        t->varies[i] = loop != NONE && follows_loop(k, v->args[0], loop, 0);
    }
}

/* The work-group's width where rows of work-items fill a warp evenly. */
static struct warp_shape shape_of(const struct trace_request *r) {
    unsigned width = r->warp_width;
    uint64_t row = r->launch->local[0];
    bool even = row < width && width % row == 0;
    return (struct warp_shape){width, even ? (unsigned)row : width};
}

static uint32_t work_dim(const struct launch *l) {
    return l->global[2] > 1 ? 3 : l->global[1] > 1 ? 2 : 1;
}

void tracer_init(struct tracer *t, struct arena *a, const struct trace_request *r) {
    *t = (struct tracer){.arena = a,
                         .request = *r,
                         .k = r->kernel,
                         .launch = r->launch,
                         .shape = shape_of(r),
                         .certain = certain_exact};
    if (!r->work)
        t->request.work = &t->own;
    for (unsigned d = 0; d < 3; d++)
        t->n_groups[d] = div_up(r->launch->global[d], r->launch->local[d]);
    t->work_dim = work_dim(r->launch);
    t->patterns.arena = a;
    t->patterns.shape = t->shape;
    t->shifts = (struct shift_table){.arena = a, .shape = t->shape};
    t->follows = r->whole || !r->counts_only;
    tracer_place_objects(t);
    tracer_bind_buffers(t);
    tracer_bind_constants(t);
    find_barriers(t);
    tracer_init_counts(t);
    find_varying(t);
    if (t->k->unmodelled)
        tracer_lower(t, CERTAINTY_UNKNOWN, REASON_UNMODELLED);
    vec_push(a, &t->regions, ((struct trace_region){.parent = NONE, .branch = NONE, .share = 1}));
    t->blocks = NEW_ARRAY(a, struct block_steps, t->k->n_blocks);
    for (uint32_t i = 0; i < t->k->n_blocks; i++)
        t->blocks[i] = plan_block(t, &t->k->blocks[i]);
}

void tracer_walk_group(struct tracer *t, uint64_t group, struct warp_traces *out) {
    const struct launch *l = t->launch;
    uint64_t items = l->local[0] * l->local[1] * l->local[2];
    uint32_t per_group = (uint32_t)div_up(items, t->shape.width);
    size_t first = out->n;
    struct group_class c = tracer_begin_class(t, group);
    if (!t->warps)
        t->warps = NEW_ARRAY(t->arena, struct warp, per_group);
    run_group(t, t->warps, per_group, group);
    const int64_t *unmoved = NEW_ARRAY(t->arena, int64_t, t->shifts.at.n);
    for (uint32_t i = 0; i < per_group; i++) {
        const struct warp *w = &t->warps[i];
        if (w->items)
            vec_push(t->arena, out,
                     ((struct warp_trace){group, w->number, w->n_items, w->ops.at, w->ops.n,
                                          w->work, unmoved}));
    }
    if (t->follows && (!t->truncated || (t->allowed && t->n_ops >= t->allowed)))
        tracer_end_class(t, &c, out->at + first, out->n - first);
}

static void trace_group(struct tracer *t, uint64_t group, size_t index, struct warp_traces *out) {
    const int64_t *moved = NULL;
    const struct group_class *c = t->follows ? tracer_find_class(t, group, index, &moved) : NULL;
    if (!c) {
        tracer_walk_group(t, group, out);
        return;
    }
    for (size_t i = 0; i < c->n_warps; i++) {
        struct warp_trace w = c->warps[i];
        w.group = group;
        w.moved = moved;
        vec_push(t->arena, out, w);
    }
    t->truncated = t->allowed && t->n_ops >= t->allowed;
}

uint64_t an_allowed_ops(const struct trace_request *r, size_t group, size_t n) {
    uint64_t fair = r->max_ops / n * (group + 1) * 2;
    return r->sample || fair > r->max_ops ? r->max_ops : fair;
}

/* Groups that a cut trace has not reached, or not finished, do as those that it has in turn. */
static void repeat_groups(struct arena *a, const uint64_t *groups, size_t n_groups,
                          struct warp_traces *traces) {
    size_t n = 0, done = traces->n;
    while (done > 0 && traces->at[done - 1].group == traces->at[traces->n - 1].group)
        done--;
    if (!done)
        return;
    traces->n = done;
    uint64_t whole = 1;
    for (size_t i = 1; i < done; i++)
        whole += traces->at[i].group != traces->at[i - 1].group;
    for (uint64_t g = whole; g < n_groups; g++) {
        size_t end = n;
        while (end < traces->n && traces->at[end].group == traces->at[n].group)
            end++;
        for (; n < end; n++) {
            struct warp_trace again = traces->at[n];
            again.group = groups[g];
            vec_push(a, traces, again);
        }
    }
}

const struct trace *tracer_result(struct tracer *t, const struct warp_traces *traces,
                                  uint64_t n_groups) {
    struct trace *result = NEW(t->arena, struct trace);
    *result = (struct trace){.kernel = t->k,
                             .launch = t->launch,
                             .tracer = t,
                             .warp_width = t->shape.width,
                             .warps = traces->at,
                             .n_warps = traces->n,
                             .n_groups = n_groups,
                             .counted_groups = n_groups,
                             .counted_warps = traces->n,
                             .patterns = t->patterns.patterns.at,
                             .n_patterns = t->patterns.patterns.n,
                             .regions = t->regions.at,
                             .n_regions = t->regions.n,
                             .tallies = t->patterns.tallies.at,
                             .n_tallies = t->patterns.tallies.n,
                             .loops = t->loops,
                             .branches = t->branches,
                             .barriers = t->barriers,
                             .n_barriers = t->n_barriers,
                             .accesses = t->accesses,
                             .local_bytes = t->local_bytes,
                             .certain = t->certain,
                             .overrun = t->overrun,
                             .shortened = t->shortened,
                             .truncated = t->truncated || t->cut};
    return result;
}

static const struct trace *trace_groups(struct tracer *t, const uint64_t *groups, size_t n) {
    struct warp_traces traces = {0};
    t->n_ops = 0;
    t->truncated = t->cut = false;
    tracer_init_counts(t);
    for (size_t g = 0; g < n && !t->truncated; g++) {
        t->allowed = an_allowed_ops(&t->request, g, n);
        trace_group(t, groups[g], g, &traces);
    }
    tracer_count_work(t);
    if (t->truncated)
        repeat_groups(t->arena, groups, n, &traces);
    if (t->truncated || t->cut) {
        tracer_counts_are_cut(t);
        tracer_lower(t, CERTAINTY_UNKNOWN, REASON_CUT);
    }
    tracer_finish_counts(t);
    return tracer_result(t, &traces, n);
}

const struct trace *an_trace(struct arena *a, const struct trace_request *r) {
    if (r->whole)
        return tracer_cover_launch(a, r);
    struct tracer *t = NEW(a, struct tracer);
    tracer_init(t, a, r);
    return trace_groups(t, r->groups, r->n_groups);
}

const struct trace *an_trace_more(const struct trace *like, const uint64_t *groups, size_t n,
                                  uint64_t max_ops, struct work *work) {
    like->tracer->request.max_ops = max_ops;
    like->tracer->request.work = work ? work : &like->tracer->own;
    return trace_groups(like->tracer, groups, n);
}

const char *an_trace_reason(const struct trace *t) {
    return t->certain.reason == REASON_UNMODELLED ? t->kernel->unmodelled
                                                  : certainty_reason_text(t->certain.reason);
}

double an_trace_work(const struct trace *t) {
    double work = 0;
    for (size_t i = 0; i < t->n_warps; i++)
        work += t->warps[i].work;
    return work;
}

/* Operations for one look, and of one warp. */
enum { LOOK_OPS = 512000, LOOK_WARP_OPS = 16000 };

bool an_overruns(struct arena *a, const struct kernel *k, const struct launch *l, uint64_t group) {
    enum { WARP = 32 };
    struct trace_request r = {.kernel = k,
                              .launch = l,
                              .warp_width = WARP,
                              .groups = &group,
                              .n_groups = 1,
                              .counts_only = true,
                              .bounds = true,
                              .max_ops = LOOK_OPS,
                              .max_warp_ops = LOOK_WARP_OPS};
    return an_trace(a, &r)->overrun;
}
