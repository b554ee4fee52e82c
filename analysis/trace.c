/* Walks the kernel's graph for each warp of the requested work-groups.
 *
 * Where a branch sends lanes to different sides, the sides run one after another and wait for
 * each other at the branch's immediate post-dominator, or before it at any block that both lead to:
 * lanes in deeper loops run first, then those at the earlier block, and all that wait at one block
 * run it together. A branch that cannot be decided sends its lanes to both sides (section III-B1 of
 * the main paper: taken, to be conservative); if one side leaves a loop, the lanes stay for
 * ASSUMED_TRIPS iterations. On structured graphs this visits the blocks that Algorithms 1 to 3 of
 * the paper give, in the same order.
 *
 * Warps of a group run from barrier to barrier in turn, so what one stores in
 * local memory the others can load after it. Not modelled: independent thread
 * scheduling within a warp, and the order of unsynchronised accesses. */
#include "analysis/trace.h"

#include <string.h>
#include <time.h>

#include "analysis/passes.h"
#include "analysis/skip.h"
#include "analysis/warp.h"

/* Iterations of a loop whose end is not known; and of one with an end that is known but perhaps
 * never comes, since the lanes leave through another that is not. */
enum { ASSUMED_TRIPS = 32, MOST_ASSUMED_TRIPS = 1024 };

static uint64_t div_up(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

/* Steps of a block, in its order: an item where its first instruction stands. */
static struct block_steps plan_block(struct tracer *t, const struct block *b) {
    const struct kernel *k = t->k;
    VEC(struct step) steps = {0};
    VEC(uint32_t) phis = {0};
    uint32_t item = b->first_item, end = b->first_item + b->n_items;
    for (uint32_t i = 0; i < b->n_values; i++) {
        uint32_t n = b->values[i];
        const struct value *v = &k->values[n];
        bool starts = item < end && k->items[item].value == n;
        struct step s = {STEP_EVAL, n, NONE};
        if (starts) {
            s.item = item;
            s.kind = k->items[item].kind == ITEM_COMPUTE  ? STEP_ITEM
                     : k->items[item].kind == ITEM_ACCESS ? STEP_ACCESS
                                                          : STEP_BARRIER;
            vec_push(t->arena, &steps, s);
            item++;
        }
        bool computed = s.kind == STEP_EVAL || s.kind == STEP_ITEM;
        if (v->op == OP_PHI && v->needed)
            vec_push(t->arena, &phis, n);
        else if (computed && v->needed && v->type != TYPE_VOID)
            vec_push(t->arena, &steps, ((struct step){STEP_EVAL, n, NONE}));
    }
    struct block_steps plan = {
        .at = steps.at, .n = (uint32_t)steps.n, .phis = phis.at, .n_phis = (uint32_t)phis.n};
    return plan;
}

static struct frame *top(struct warp *w) {
    return &w->frames.at[w->n_frames - 1];
}

static void push_frame(struct warp *w, uint32_t reconv) {
    if (w->n_frames == w->frames.n)
        vec_push(w->t->arena, &w->frames, ((struct frame){0}));
    struct frame *f = &w->frames.at[w->n_frames++];
    f->reconv = reconv;
    f->arrived = 0;
    f->certain = w->certain;
    f->region = w->region;
    f->left_loop = NONE;
    f->sides.n = 0;
}

static bool is_latch(const struct kernel *k, uint32_t block, uint32_t loop) {
    for (uint32_t s = 0; s < k->blocks[block].n_succs; s++)
        if (k->blocks[block].succs[s] == k->loops[loop].header)
            return true;
    return false;
}

/* Lanes leave a loop: their completed iterations go into its counts. */
static void count_exit(struct warp *w, uint32_t from, uint32_t loop, uint64_t mask) {
    struct loop_counts *c = &w->t->loops[loop];
    uint32_t *trips = w->trips + (size_t)loop * w->t->shape.width;
    uint32_t last = is_latch(w->t->k, from, loop) ? 1 : 0;
    for (uint64_t m = mask; m; m &= m - 1) {
        uint64_t n = trips[__builtin_ctzll(m)] + last;
        c->trips_min = c->entries == 0 || n < c->trips_min ? n : c->trips_min;
        c->trips_max = n > c->trips_max ? n : c->trips_max;
        c->trips += n * w->weight;
        c->entries += w->weight;
    }
    w->t->loop_uncertain[loop] |= !w->certain;
}

static void count_iteration(struct warp *w, uint32_t loop, uint64_t mask) {
    uint32_t *trips = w->trips + (size_t)loop * w->t->shape.width;
    w->iterations[loop]++;
    for (unsigned i = 0; i < w->t->shape.width; i++)
        trips[i] += mask >> i & 1;
}

static void count_entry(struct warp *w, uint32_t loop, uint64_t mask) {
    uint32_t *trips = w->trips + (size_t)loop * w->t->shape.width;
    w->iterations[loop] = 0;
    w->bounded_by[loop] = NONE;
    if (w->skips)
        skip_enter(w, loop);
    for (uint64_t m = mask; m; m &= m - 1)
        trips[__builtin_ctzll(m)] = 0;
}

static void count_edge(struct warp *w, uint32_t from, uint32_t to, uint64_t mask) {
    const struct kernel *k = w->t->k;
    for (uint32_t l = k->blocks[from].loop; l != NONE; l = k->loops[l].parent)
        if (!in_loop(k, to, l))
            count_exit(w, from, l, mask);
    if (to >= k->n_blocks)
        return;
    uint32_t inner = k->blocks[to].loop;
    if (inner == NONE || k->loops[inner].header != to)
        return;
    if (in_loop(k, from, inner))
        count_iteration(w, inner, mask);
    else
        count_entry(w, inner, mask);
}

/* Whether the edge closes a loop. */
static bool is_back_edge(const struct kernel *k, uint32_t from, uint32_t to) {
    return to < k->n_blocks && k->blocks[to].loop != NONE &&
           k->loops[k->blocks[to].loop].header == to && in_loop(k, from, k->blocks[to].loop);
}

/* True if lanes on their way to the block may have left a loop that the tracer kept them in, or
 * stayed in one that they were taken out of: then phis there can have come from elsewhere, too. */
static bool is_blurred(const struct warp *w, uint32_t to) {
    const struct kernel *k = w->t->k;
    for (uint32_t i = 0; i < w->n_frames; i++) {
        const struct frame *f = &w->frames.at[i];
        if (f->left_loop != NONE && f->reconv < k->n_blocks && !in_loop(k, to, f->left_loop))
            return true;
    }
    return false;
}

/* Lanes have gone along an edge, phis included: they wait for the others of their frame at the end
 * of it, or for their turn. */
static void arrive(struct warp *w, uint32_t from, uint32_t to, uint64_t mask, uint32_t region) {
    struct frame *f = top(w);
    if (to == f->reconv)
        f->arrived |= mask;
    else
        vec_push(w->t->arena, &f->sides, ((struct side){to, mask, region, w->certain}));
    if (w->skips && is_back_edge(w->t->k, from, to))
        skip_iteration(w, w->t->k->blocks[to].loop, mask);
}

static void go(struct warp *w, uint32_t block, uint64_t mask) {
    w->block = block;
    w->pc = 0;
    w->mask = mask;
}

/* The way without company: nobody of the frame waits, so the lanes just go on. */
static bool go_on(struct warp *w, uint32_t from, uint32_t to) {
    struct frame *f = top(w);
    count_edge(w, from, to, w->mask);
    w->copies.at.n = 0;
    warp_read_phis(w, from, to, w->mask, is_blurred(w, to), &w->copies);
    warp_write_phis(w, &w->copies);
    if (to == f->reconv || f->sides.n) {
        arrive(w, from, to, w->mask, w->region);
        return false;
    }
    if (to >= w->t->k->n_blocks)
        return false;
    if (w->skips && is_back_edge(w->t->k, from, to))
        skip_iteration(w, w->t->k->blocks[to].loop, w->mask);
    go(w, to, w->mask);
    return true;
}

/* Deeper loops first, so that lanes that have left a loop wait for the rest; then the
 * block that comes first, since others may still lead to the later ones. */
static bool goes_before(const struct kernel *k, const struct side *a, const struct side *b) {
    uint32_t da = k->blocks[a->to].loop == NONE ? 0 : k->loops[k->blocks[a->to].loop].depth;
    uint32_t db = k->blocks[b->to].loop == NONE ? 0 : k->loops[k->blocks[b->to].loop].depth;
    return da != db ? da > db : a->to < b->to;
}

/* Takes the next side of the frame, together with all that wait at the same block. */
static void next_side(struct warp *w, struct frame *f) {
    struct side next = f->sides.at[0];
    uint64_t mask = 0;
    size_t left = 0;
    for (size_t i = 1; i < f->sides.n; i++)
        if (goes_before(w->t->k, &f->sides.at[i], &next))
            next = f->sides.at[i];
    for (size_t i = 0; i < f->sides.n; i++) {
        const struct side *s = &f->sides.at[i];
        if (s->to != next.to) {
            f->sides.at[left++] = *s;
            continue;
        }
        next.certain &= s->certain;
        next.region = s->region == next.region ? next.region : f->region;
        mask |= s->mask;
    }
    f->sides.n = left;
    w->certain = next.certain;
    w->region = next.region;
    go(w, next.to, mask);
}

/* After lanes have come to wait: the next side, or all together behind the branch. */
static void resume(struct warp *w) {
    while (w->n_frames) {
        struct frame *f = top(w);
        if (f->sides.n) {
            next_side(w, f);
            return;
        }
        uint32_t reconv = f->reconv;
        uint64_t arrived = f->arrived;
        w->certain = f->certain;
        w->region = f->region;
        w->n_frames--;
        if (!arrived || reconv >= w->t->k->n_blocks)
            continue;
        if (!w->n_frames)
            break;
        f = top(w);
        if (!f->sides.n) {
            go(w, reconv, arrived);
            return;
        }
        vec_push(w->t->arena, &f->sides, ((struct side){reconv, arrived, w->region, w->certain}));
    }
    w->done = true;
}

/* Successor for each active lane: bit masks per successor, and the lanes that
 * cannot be decided. */
struct decision {
    uint64_t *to; /* by successor number */
    uint64_t unknown;
};

static uint32_t chosen(const struct value *v, int64_t selector) {
    if (v->op == OP_BR)
        return selector ? 0 : 1;
    for (uint32_t i = 0; i < v->n_imms; i++)
        if (v->imms[i] == selector)
            return i + 1;
    return 0;
}

static void decide(struct warp *w, const struct value *v, struct decision *d) {
    const struct lanes *on = warp_operand(w, v->args[0], 0);
    if (lanes_uniform(on)) {
        d->to[chosen(v, on->base)] = w->mask;
        return;
    }
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t selector;
        if (lane_get(&w->t->shape, on, lane, &selector))
            d->to[chosen(v, selector)] |= 1ull << lane;
        else
            d->unknown |= 1ull << lane;
    }
}

/* True if some successors of the block are in its loop and some are not. */
static bool exits_loop(const struct kernel *k, const struct block *b) {
    uint32_t stay = 0;
    for (uint32_t s = 0; s < b->n_succs && b->loop != NONE; s++)
        stay += in_loop(k, b->succs[s], b->loop);
    return stay > 0 && stay < b->n_succs;
}

/* True if the undecided lanes should go to successor s: to all of them, except that they
 * stay in a loop until another exit, which is decided, ends it, or else for ASSUMED_TRIPS
 * iterations. */
static bool undecided_go(const struct warp *w, uint32_t s) {
    const struct kernel *k = w->t->k;
    const struct block *b = &k->blocks[w->block];
    if (!exits_loop(k, b))
        return true;
    uint32_t by = w->bounded_by[b->loop];
    uint32_t completed = w->iterations[b->loop] + is_latch(k, w->block, b->loop);
    bool bounded = by != NONE && by != w->block;
    bool stay = completed < (bounded ? MOST_ASSUMED_TRIPS : ASSUMED_TRIPS);
    return stay == in_loop(k, b->succs[s], b->loop);
}

/* Not knowing where lanes go makes everything up to the point where they meet uncertain, and the
 * counts of the loop that they might leave. */
static void give_up_certainty(struct warp *w) {
    struct tracer *t = w->t;
    const struct kernel *k = t->k;
    const struct block *b = &k->blocks[w->block];
    w->certain = false;
    for (uint32_t s = 0; s < b->n_succs; s++)
        for (uint32_t l = b->loop; l != NONE && !in_loop(k, b->succs[s], l); l = k->loops[l].parent)
            t->loops[l].known = false;
    tracer_inexact(t, b->loop == NONE ? "a branch depends on data that is not known"
                                      : "a branch in a loop depends on data that is not known");
}

/* A new region for a side. Lanes that fall out of a loop one iteration after another would nest
 * without end, so sides of one branch inside each other are next to each other. */
static uint32_t region_of(struct warp *w, uint32_t branch, uint32_t side) {
    struct tracer *t = w->t;
    const struct trace_region *outer = &t->regions.at[w->region];
    bool again = outer->parent != NONE && outer->branch == branch;
    struct trace_region r = {.parent = again ? outer->parent : w->region,
                             .branch = branch,
                             .execution = w->executed[branch] - 1,
                             .side = side < SIDES ? side : SIDES - 1,
                             .share = 1};
    if (t->request->counts_only)
        return 0;
    vec_push(t->arena, &t->regions, r);
    return (uint32_t)t->regions.n - 1;
}

/* Notes where the warp's lanes went at this execution of the branch. */
static void count_division(struct warp *w, uint32_t branch, const uint64_t *to, uint32_t n_sides) {
    struct tracer *t = w->t;
    struct divisions *d = &t->divisions[branch];
    uint32_t execution = w->executed[branch]++;
    if (t->request->counts_only)
        return;
    while (d->at.n <= execution)
        vec_push(t->arena, &d->at, ((struct division){{0}, {0}}));
    struct division *here = &d->at.at[execution];
    for (uint32_t s = 0; s < n_sides; s++) {
        uint32_t side = s < SIDES ? s : SIDES - 1;
        here->lanes[side] += (uint32_t)__builtin_popcountll(to[s]);
        here->warps[side] += to[s] != 0;
    }
}

/* When the work-group has ended: what packing would leave of its regions. */
static void weigh_regions(struct tracer *t, size_t first) {
    for (size_t i = first; i < t->regions.n; i++) {
        struct trace_region *r = &t->regions.at[i];
        const struct division *d = &t->divisions[r->branch].at.at[r->execution];
        if (d->warps[r->side])
            r->share = (double)div_up(d->lanes[r->side], t->shape.width) / d->warps[r->side];
    }
    for (uint32_t i = 0; i < t->k->n_branches; i++)
        t->divisions[i].at.n = 0;
}

/* Sends the sides on their way. All edges are taken at once: what one side's phis read, another
 * side's may write. Where others of the frame still wait, no frame is nested in it: they may meet
 * these lanes before the branch's own post-dominator. */
static void split(struct warp *w, struct decision *d, uint32_t n_sides) {
    const struct kernel *k = w->t->k;
    const struct block *b = &k->blocks[w->block];
    uint32_t from = w->block, site = k->values[b->values[b->n_values - 1]].site;
    bool assumed = d->unknown != 0;
    bool alone = top(w)->sides.n == 0;
    if ((n_sides > 1 || assumed) && alone && top(w)->reconv != b->ipdom)
        push_frame(w, b->ipdom);
    if (assumed)
        give_up_certainty(w);
    if (assumed && exits_loop(k, b) && top(w)->left_loop == NONE)
        top(w)->left_loop = b->loop;
    w->copies.at.n = 0;
    for (uint32_t s = 0; s < b->n_succs; s++) {
        bool leaves = assumed && b->loop != NONE && !in_loop(k, b->succs[s], b->loop);
        if (d->to[s])
            warp_read_phis(w, from, b->succs[s], d->to[s], leaves || is_blurred(w, b->succs[s]),
                           &w->copies);
    }
    warp_write_phis(w, &w->copies);
    for (uint32_t s = 0; s < b->n_succs; s++) {
        if (!d->to[s])
            continue;
        count_edge(w, from, b->succs[s], d->to[s]);
        arrive(w, from, b->succs[s], d->to[s], region_of(w, site, s));
    }
    resume(w);
}

static void count_branch(struct warp *w, const struct value *v, uint32_t n_sides, bool known) {
    struct branch_counts *c = &w->t->branches[v->site];
    c->executions += w->weight;
    c->divergent += n_sides > 1 ? w->weight : 0;
    c->known &= known && w->certain;
}

/* Cases of a switch with one target are one side. Returns the number of sides, and
 * one of them. */
static uint32_t join_equal_targets(const struct block *b, uint64_t *sides, uint32_t *one) {
    uint32_t n = 0;
    for (uint32_t s = 0; s < b->n_succs; s++) {
        for (uint32_t e = 0; e < s; e++)
            if (sides[e] && b->succs[e] == b->succs[s]) {
                sides[e] |= sides[s];
                sides[s] = 0;
            }
        if (sides[s]) {
            *one = s;
            n++;
        }
    }
    return n;
}

static void branch(struct warp *w) {
    const struct block *b = &w->t->k->blocks[w->block];
    const struct value *v = &w->t->k->values[b->values[b->n_values - 1]];
    if (!v->n_args) {
        uint32_t to = b->n_succs ? b->succs[0] : w->t->k->n_blocks;
        if (!go_on(w, w->block, to))
            resume(w);
        return;
    }
    uint64_t sides[b->n_succs];
    memset(sides, 0, sizeof sides);
    struct decision d = {.to = sides};
    if (w->skips && b->loop != NONE)
        skip_exit(w, v);
    decide(w, v, &d);
    for (uint32_t s = 0; s < b->n_succs; s++)
        if (d.unknown && undecided_go(w, s))
            sides[s] |= d.unknown;
    uint32_t only = 0, n_sides = join_equal_targets(b, sides, &only);
    count_branch(w, v, d.unknown ? 1 : n_sides, !d.unknown);
    count_division(w, v->site, sides, b->n_succs);
    if (n_sides == 1 && !d.unknown) {
        if (w->t->varies[v->site] && exits_loop(w->t->k, b))
            w->bounded_by[b->loop] = w->block;
        if (!go_on(w, w->block, b->succs[only]))
            resume(w);
        return;
    }
    split(w, &d, n_sides);
}

/* Operations between two looks at the clock. */
enum { CLOCK_EVERY = 8192 };

/* Counts one operation or branch; true if the trace is long enough. */
static bool is_over(struct tracer *t) {
    const struct trace_request *r = t->request;
    t->n_ops++;
    if (r->max_ops && t->n_ops >= r->max_ops)
        return true;
    if (r->deadline <= 0 || t->n_ops < t->next_look)
        return false;
    t->next_look = t->n_ops + CLOCK_EVERY;
    return (double)clock() / CLOCKS_PER_SEC > r->deadline;
}

/* Runs the warp to its next barrier or its end. */
static void run_warp(struct warp *w) {
    struct tracer *t = w->t;
    while (!w->done && !t->truncated) {
        const struct block_steps *b = &t->blocks[w->block];
        if (w->pc >= b->n) {
            t->truncated = is_over(t);
            branch(w);
            continue;
        }
        const struct step *s = &b->at[w->pc++];
        if (s->kind == STEP_EVAL) {
            warp_eval(w, s->value);
            continue;
        }
        t->truncated = is_over(t);
        if (s->kind == STEP_ACCESS) {
            warp_access(w, s->item);
            continue;
        }
        if (!t->request->counts_only)
            vec_push(t->arena, &w->ops, ((struct trace_op){.item = s->item, .region = w->region}));
        if (s->kind == STEP_BARRIER)
            return;
    }
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
                         .skips = w->skips,
                         .exits = w->exits,
                         .executed = w->executed,
                         .iterations = w->iterations,
                         .bounded_by = w->bounded_by,
                         .scratch = w->scratch,
                         .copies = w->copies,
                         .trips = w->trips,
                         .certain = true};
    *w = fresh;
    if (!w->regs) {
        size_t per_lane = (size_t)t->private_bytes * t->shape.width;
        w->regs = NEW_ARRAY(t->arena, struct lanes, t->n_slots);
        w->executed = NEW_ARRAY(t->arena, uint32_t, t->k->n_branches);
        w->iterations = NEW_ARRAY(t->arena, uint32_t, t->k->n_loops);
        w->bounded_by = NEW_ARRAY(t->arena, uint32_t, t->k->n_loops);
        w->trips = NEW_ARRAY(t->arena, uint32_t, (size_t)t->k->n_loops * t->shape.width);
        w->private_memory = (struct memory){NEW_ARRAY(t->arena, uint8_t, per_lane),
                                            NEW_ARRAY(t->arena, uint8_t, per_lane), per_lane};
    }
    if (t->request->sample && !w->skips) {
        w->skips = NEW_ARRAY(t->arena, struct skip_loop, t->k->n_loops);
        w->exits = NEW_ARRAY(t->arena, struct skip_exit, t->k->n_branches);
    }
    memset(w->executed, 0, t->k->n_branches * sizeof *w->executed);
    memset(w->private_memory.known, 0, w->private_memory.size);
    w->group[0] = group % t->n_groups[0];
    w->group[1] = group / t->n_groups[0] % t->n_groups[1];
    w->group[2] = group / t->n_groups[0] / t->n_groups[1];
    place_items(w);
    w->mask = w->items;
    w->done = !w->mask;
    push_frame(w, t->k->n_blocks);
}

static void run_group(struct tracer *t, struct warp *warps, uint32_t n, uint64_t group) {
    size_t first_region = t->regions.n;
    tracer_clear_local(t);
    for (uint32_t i = 0; i < n; i++)
        start_warp(t, &warps[i], group, i);
    for (bool running = true; running && !t->truncated;) {
        running = false;
        for (uint32_t i = 0; i < n; i++) {
            run_warp(&warps[i]);
            running |= !warps[i].done;
        }
    }
    weigh_regions(t, first_region);
}

/* Lanes that may not have entered a loop do not matter if all that did ran it alike. */
static void settle_loops(struct tracer *t) {
    for (uint32_t i = 0; i < t->k->n_loops; i++)
        t->loops[i].known &=
            !t->loop_uncertain[i] || t->loops[i].trips_min == t->loops[i].trips_max;
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

static void find_varying(struct tracer *t) {
    const struct kernel *k = t->k;
    t->varies = NEW_ARRAY(t->arena, bool, k->n_branches);
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct value *v = &k->values[k->branches[i].value];
        uint32_t loop = k->blocks[v->block].loop;
        t->varies[i] = loop != NONE && follows_loop(k, v->args[0], loop, 0);
    }
}

/* Counts of a part say nothing exact of the whole. */
static void forget_counts(struct tracer *t) {
    for (uint32_t i = 0; i < t->k->n_loops; i++)
        t->loops[i].known = false;
    for (uint32_t i = 0; i < t->k->n_branches; i++)
        t->branches[i].known = false;
    for (uint32_t i = 0; i < t->k->n_accesses; i++)
        t->access_known[i] = false;
}

static void init_counts(struct tracer *t) {
    const struct kernel *k = t->k;
    t->loops = NEW_ARRAY(t->arena, struct loop_counts, k->n_loops);
    t->loop_uncertain = NEW_ARRAY(t->arena, bool, k->n_loops);
    t->divisions = NEW_ARRAY(t->arena, struct divisions, k->n_branches);
    t->branches = NEW_ARRAY(t->arena, struct branch_counts, k->n_branches);
    t->access_known = NEW_ARRAY(t->arena, bool, k->n_accesses);
    for (uint32_t i = 0; i < k->n_loops; i++)
        t->loops[i].known = true;
    for (uint32_t i = 0; i < k->n_branches; i++)
        t->branches[i].known = true;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        t->access_known[i] = true;
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

static void init_tracer(struct tracer *t, struct arena *a, const struct trace_request *r) {
    *t = (struct tracer){.arena = a,
                         .request = r,
                         .k = r->kernel,
                         .launch = r->launch,
                         .shape = shape_of(r),
                         .exact = true};
    for (unsigned d = 0; d < 3; d++)
        t->n_groups[d] = div_up(r->launch->global[d], r->launch->local[d]);
    t->work_dim = work_dim(r->launch);
    t->patterns.arena = a;
    t->patterns.shape = t->shape;
    tracer_bind_memory(t);
    tracer_bind_constants(t);
    init_counts(t);
    find_varying(t);
    if (t->k->unmodelled)
        tracer_inexact(t, t->k->unmodelled);
    vec_push(a, &t->regions, ((struct trace_region){.parent = NONE, .branch = NONE, .share = 1}));
    t->blocks = NEW_ARRAY(a, struct block_steps, t->k->n_blocks);
    for (uint32_t i = 0; i < t->k->n_blocks; i++)
        t->blocks[i] = plan_block(t, &t->k->blocks[i]);
}

static struct warp_trace warp_result(const struct warp *w) {
    return (struct warp_trace){.group = w->linear_group,
                               .warp = w->number,
                               .items_active = w->n_items,
                               .ops = w->ops.at,
                               .n_ops = w->ops.n};
}

const struct trace *an_trace(struct arena *a, const struct trace_request *r) {
    struct tracer t;
    init_tracer(&t, a, r);
    const struct launch *l = r->launch;
    uint64_t items = l->local[0] * l->local[1] * l->local[2];
    uint32_t per_group = (uint32_t)div_up(items, t.shape.width);
    struct warp *warps = NEW_ARRAY(a, struct warp, per_group);
    VEC(struct warp_trace) traces = {0};
    for (size_t g = 0; g < r->n_groups && !t.truncated; g++) {
        run_group(&t, warps, per_group, r->groups[g]);
        for (uint32_t i = 0; i < per_group; i++)
            if (warps[i].items)
                vec_push(a, &traces, warp_result(&warps[i]));
    }
    settle_loops(&t);
    if (t.truncated) {
        forget_counts(&t);
        tracer_inexact(&t, "the trace was cut at its limit");
    }
    struct trace *result = NEW(a, struct trace);
    *result = (struct trace){.kernel = t.k,
                             .launch = l,
                             .warp_width = t.shape.width,
                             .warps = traces.at,
                             .n_warps = traces.n,
                             .n_groups = r->n_groups,
                             .patterns = t.patterns.patterns.at,
                             .n_patterns = t.patterns.patterns.n,
                             .regions = t.regions.at,
                             .n_regions = t.regions.n,
                             .tallies = t.patterns.tallies.at,
                             .n_tallies = t.patterns.tallies.n,
                             .loops = t.loops,
                             .branches = t.branches,
                             .access_known = t.access_known,
                             .local_bytes = t.local_bytes,
                             .guessed = t.guessed,
                             .exact = t.exact,
                             .truncated = t.truncated,
                             .reason = t.reason};
    return result;
}
