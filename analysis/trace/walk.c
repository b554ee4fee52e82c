/* Walks the kernel's graph for one warp, from barrier to barrier.
 *
 * Where a branch sends lanes to different sides, the sides run one after another and meet again as
 * reconverge.c says. A branch that cannot be decided sends its lanes to both sides (section III-B1
 * of the main paper: taken, to be conservative), but for one that is unlikely; if one side leaves a
 * loop, the lanes stay for unknown_trips() iterations. On structured graphs this visits the blocks
 * that Algorithms 1 to 3 of the paper give, in the same order. Not modelled: independent thread
 * scheduling within a warp. */
#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/trace/loop_sampling.h"
#include "analysis/trace/tracer.h"

/* Successor for each active lane: bit masks per successor, and the lanes that
 * cannot be decided. */
struct decision {
    uint64_t *to; /* by successor number */
    uint64_t unknown;
    bool together; /* these go the same way */
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
    w->t->opaque |= shift_moving(&w->t->shifts, on->shift);
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
    d->together = on->form == LANES_FLOATING && on->dx == 0 && on->dy == 0;
}

/* True if some successors of the block are in its loop and some are not. */
static bool exits_loop(const struct kernel *k, const struct block *b) {
    uint32_t stay = 0;
    for (uint32_t s = 0; s < b->n_succs && b->loop != NONE; s++)
        stay += in_loop(k, b->succs[s], b->loop);
    return stay > 0 && stay < b->n_succs;
}

/* Whether a loop that the undecided edge to `to` leaves has had all iterations that the walk gives
 * it. */
static bool is_time_to_leave(const struct warp *w, uint32_t to) {
    const struct kernel *k = w->t->k;
    bool leave = false;
    for (uint32_t l = k->blocks[w->block].loop; l != NONE && !in_loop(k, to, l);
         l = k->loops[l].parent) {
        w->t->loop_assumed[l] |= l == k->blocks[w->block].loop || w->bounded_by[l] == NONE;
        leave |= w->iterations[l] + is_latch(k, w->block, l) >= most_iterations(w, l, w->block);
    }
    return leave;
}

/* True if the undecided lanes should go to successor s: to all of them, except that they
 * stay in a loop until another exit, which is decided, ends it, or else for unknown_trips()
 * iterations of the source's loop, and take no side that is unlikely. */
static bool undecided_go(struct warp *w, uint32_t s) {
    const struct kernel *k = w->t->k;
    const struct block *b = &k->blocks[w->block];
    if (!exits_loop(k, b))
        return s != warp_unlikely_successor(w, &k->values[b->values[b->n_values - 1]]);
    bool leave = false;
    for (uint32_t e = 0; e < b->n_succs; e++)
        leave |= is_time_to_leave(w, b->succs[e]);
    return leave != in_loop(k, b->succs[s], b->loop);
}

/* Not knowing where lanes go makes everything up to the point where they meet unsure, and the
 * counts of the loop that they might leave unknown. */
static void give_up_certainty(struct warp *w, bool together) {
    struct tracer *t = w->t;
    const struct kernel *k = t->k;
    const struct block *b = &k->blocks[w->block];
    enum certainty_reason reason =
        tracer_reason(t, b->loop == NONE ? REASON_BRANCH : REASON_LOOP_BRANCH);
    w->presence = together && w->presence != PRESENCE_OF_ANY ? PRESENCE_OF_ALL : PRESENCE_OF_ANY;
    w->was_unsure = true;
    for (uint32_t s = 0; s < b->n_succs; s++)
        for (uint32_t l = b->loop; l != NONE && !in_loop(k, b->succs[s], l); l = k->loops[l].parent)
            certain_lower(&t->loops[l].certain, CERTAINTY_UNKNOWN, reason);
    tracer_lower(t, CERTAINTY_UNKNOWN, reason);
}

/* Sends the sides on their way. All edges are taken at once: what one side's phis read, another
 * side's may write. Where others of the frame still wait, no frame is nested in it: they may meet
 * these lanes before the branch's own post-dominator. */
static void split(struct warp *w, struct decision *d, uint32_t n_sides) {
    const struct kernel *k = w->t->k;
    const struct block *b = &k->blocks[w->block];
    uint32_t from = w->block, site = k->values[b->values[b->n_values - 1]].site;
    bool assumed = d->unknown != 0;
    bool alone = warp_frame(w)->sides.n == 0;
    if ((n_sides > 1 || assumed) && alone && warp_frame(w)->reconv != b->ipdom)
        warp_push_frame(w, b->ipdom);
    if (assumed) {
        give_up_certainty(w, d->together);
        for (uint32_t s = 0; s < b->n_succs; s++)
            if (!undecided_go(w, s))
                warp_mark_untaken_path(w, b->succs[s]);
    }
    struct frame *f = warp_frame(w);
    if (assumed && exits_loop(k, b) && (f->left_loop == NONE || in_loop(k, w->block, f->left_loop)))
        f->left_loop = b->loop;
    w->copies.n = 0;
    for (uint32_t s = 0; s < b->n_succs; s++) {
        bool leaves = assumed && b->loop != NONE && !in_loop(k, b->succs[s], b->loop);
        if (d->to[s])
            warp_read_phis(w, from, b->succs[s], d->to[s],
                           leaves || warp_phi_is_uncertain(w, b->succs[s]), &w->copies);
    }
    warp_write_phis(w, &w->copies);
    for (uint32_t s = 0; s < b->n_succs; s++) {
        if (!d->to[s])
            continue;
        warp_count_edge(w, from, b->succs[s], d->to[s]);
        warp_arrive(w, from, b->succs[s], d->to[s], warp_new_region(w, site, s));
    }
    warp_resume(w);
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

/* An operation that is no access. */
static void take_item(struct warp *w, uint32_t item) {
    w->work += (double)w->weight;
    if (tracer_keeps_ops(w->t))
        vec_push(w->t->arena, &w->ops, ((struct trace_op){.item = item, .region = w->region}));
}

/* Sides that nobody takes are issued where they are predicated. */
static void issue_empty_sides(struct warp *w, const struct block *b, const uint64_t *sides) {
    for (uint32_t s = 0; s < b->n_succs; s++) {
        uint32_t to = b->succs[s];
        const struct block *side = to < w->t->k->n_blocks ? &w->t->k->blocks[to] : NULL;
        uint32_t item = side && side->predicated ? side->empty_item : NONE;
        if (!sides[s] && item != NONE)
            take_item(w, item);
    }
}

static void branch(struct warp *w) {
    const struct block *b = &w->t->k->blocks[w->block];
    const struct value *v = &w->t->k->values[b->values[b->n_values - 1]];
    if (!v->n_args) {
        uint32_t to = b->n_succs ? b->succs[0] : w->t->k->n_blocks;
        if (!warp_go_on(w, w->block, to))
            warp_resume(w);
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
    warp_count_branch(w, v, d.unknown ? 1 : n_sides, !d.unknown);
    warp_note_division(w, v->site, sides, b->n_succs);
    if (n_sides == 1 && !d.unknown) {
        issue_empty_sides(w, b, sides);
        if (w->t->varies[v->site] && exits_loop(w->t->k, b))
            w->bounded_by[b->loop] = w->block;
        if (!warp_go_on(w, w->block, b->succs[only]))
            warp_resume(w);
        return;
    }
    split(w, &d, n_sides);
}

/* What work takes, in nanoseconds: fitted to traces of the examples that take a millisecond and
 * more. Most of it is values that differ from lane to lane. */
enum { STEP_NS = 20, BRANCH_NS = 130, ACCESS_NS = 100 };
/* Between two looks at the deadline. */
enum { LOOK_NS = 100000 };

void tracer_count_work(struct tracer *t) {
    work_add(t->request.work, t->not_counted);
    t->not_counted = 0;
}

/* Adds to the work; whether it is too much. */
static bool is_late(struct tracer *t, uint32_t nanoseconds) {
    t->not_counted += nanoseconds;
    if (t->not_counted < LOOK_NS)
        return false;
    tracer_count_work(t);
    return work_is_over(t->request.work, t->request.deadline);
}

/* Counts operations or branches; true if the trace is long enough. */
static bool is_over(struct tracer *t, uint64_t n, uint32_t nanoseconds) {
    t->n_ops += n;
    return (t->allowed && t->n_ops >= t->allowed) || is_late(t, nanoseconds);
}

/* Whether the warp has as many operations as one may have; then it ends. */
static bool is_cut(struct warp *w) {
    uint64_t most = w->t->request.max_warp_ops;
    if (!most || w->n_ops < most)
        return false;
    w->done = true;
    w->t->cut = true;
    return true;
}

/* As if they came one by one: no more than the limits leave. */
static void count_items(struct warp *w, uint64_t n) {
    struct tracer *t = w->t;
    uint64_t left = t->allowed > t->n_ops ? t->allowed - t->n_ops : 1;
    uint64_t most = t->request.max_warp_ops ? t->request.max_warp_ops - w->n_ops : n;
    n = t->allowed && left < n ? left : n;
    n = most < n ? most : n;
    t->truncated = is_over(t, n, STEP_NS);
    w->n_ops += n;
    w->work += (double)w->weight * (double)n;
}

void warp_run(struct warp *w) {
    struct tracer *t = w->t;
    w->barrier = NONE;
    while (!w->done && !t->truncated && !is_cut(w)) {
        const struct block_steps *b = &t->blocks[w->block];
        if (w->pc >= b->n) {
            t->truncated = is_over(t, 1, BRANCH_NS);
            branch(w);
            continue;
        }
        const struct step *s = &b->at[w->pc++];
        if (s->kind == STEP_EVAL) {
            warp_eval(w, s->value);
            t->truncated = is_late(t, STEP_NS);
            continue;
        }
        if (s->kind == STEP_COUNT) {
            count_items(w, s->n);
            continue;
        }
        t->truncated = is_over(t, 1, s->kind == STEP_ACCESS ? ACCESS_NS : STEP_NS);
        w->n_ops++;
        if (s->kind == STEP_ACCESS) {
            warp_access(w, s->item);
            continue;
        }
        take_item(w, s->item);
        if (s->kind == STEP_BARRIER) {
            w->barrier = s->item;
            return;
        }
    }
}
