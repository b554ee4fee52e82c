/* Barriers that some work-items of a group do not reach. This is about what the kernel does, not
 * about what it takes: there is no cost, and no threshold applies. */
#include "diag/finding/guess.h"
#include "diag/finding/rules.h"
#include "perfmodel/study/traces.h"

/* --- what it says ---------------------------------------------------------- */

/* work-items, all of them */
#define MSG_BARRIER_DIVERGENCE                                                                     \
    "only %u of the %u {work-item}s of a {work-group} reach this {barrier}, which is undefined "   \
    "behaviour"
#define MSG_BARRIER_DIVERGENCE_OTHERS "the others wait at this {barrier}"
#define MSG_BARRIER_DIVERGENCE_MOVE                                                                \
    "take it out of the branch or loop, so that every {work-item} of the {work-group} reaches it"

/* --- what it finds --------------------------------------------------------- */

/* Operations for a look at the groups at the edges of the launch. */
enum { EDGE_OPS = 400000 };

/* Groups that the predicted time does not rest on, but where work-items are left over: the last one
 * of each dimension, and of all. */
static const struct trace *trace_edges(struct rule_context *c) {
    struct launch *l = NEW(c->arena, struct launch);
    *l = launch_without_assumed(c->arena, c->result->launch);
    uint64_t step = 1, corner = 0, groups[4];
    size_t n_groups = 0;
    for (int d = 0; d < 3; d++) {
        uint64_t n = (l->global[d] + l->local[d] - 1) / l->local[d];
        if (n > 1)
            groups[n_groups++] = step * (n - 1);
        corner += step * (n - 1);
        step *= n;
    }
    if (n_groups != 1)
        groups[n_groups++] = corner;
    struct trace_request r = {.kernel = c->result->kernel,
                              .launch = l,
                              .warp_width = (uint32_t)c->result->gpu->machine.warp_width,
                              .groups = groups,
                              .n_groups = n_groups,
                              .counts_only = true,
                              .max_ops = EDGE_OPS,
                              .work = c->study->work,
                              .deadline = c->study->changed_seconds};
    return study_trace_once(c->arena, &r);
}

static bool postdominates(const struct kernel *k, uint32_t a, uint32_t b) {
    while (b != a && b < k->n_blocks)
        b = k->blocks[b].ipdom;
    return b == a;
}

static uint32_t block_of_item(const struct kernel *k, uint32_t item) {
    for (uint32_t i = 0; i < k->n_blocks; i++)
        if (item >= k->blocks[i].first_item &&
            item - k->blocks[i].first_item < k->blocks[i].n_items)
            return i;
    return NONE;
}

/* Whether a branch that may lead past the block depends on the work-item: otherwise all of a group
 * reach it, or none. */
static bool lanes_decide(const struct rule_context *c, uint32_t block) {
    const struct kernel *k = c->result->kernel;
    bool found = block == NONE;
    for (uint32_t i = 0; i < k->n_branches && !found; i++) {
        const struct value *v = &k->values[k->branches[i].value];
        found = !postdominates(k, block, v->block) &&
                guess_lanes(c->arena, k, c->result->launch, NULL, v->args[0]) >= LANES_BY_CODE;
    }
    return found;
}

static bool is_divergent(const struct barrier_counts *n) {
    return certain_is_followed(n->certain) && n->divergent;
}

static void note_others(struct rule_context *c, struct finding *f, const struct barrier_counts *n) {
    if (n->other != NONE)
        rule_note(c, f, c->result->kernel->items[n->other].loc, MSG_BARRIER_DIVERGENCE_OTHERS);
    rule_note(c, f, (struct loc){0}, MSG_BARRIER_DIVERGENCE_MOVE);
}

static void check(struct rule_context *c) {
    const struct trace *t = c->result->trace;
    const struct trace *edges = t->n_barriers ? trace_edges(c) : NULL;
    for (uint32_t i = 0; i < t->n_barriers; i++) {
        const struct item *item = &c->result->kernel->items[t->barriers[i].item];
        const struct barrier_counts *n = &t->barriers[i];
        if (!is_divergent(n))
            n = &edges->barriers[i];
        if (!is_divergent(n) ||
            !lanes_decide(c, block_of_item(c->result->kernel, t->barriers[i].item)))
            continue;
        struct finding *f = rule_report(c, item->loc.line ? item->loc : c->result->kernel->loc,
                                        rule_no_cost, MSG_BARRIER_DIVERGENCE, n->reached, n->items);
        note_others(c, f, n);
    }
}

const struct rule rule_barrier_divergence = {
    .traits = {.precision = "very-high"},
    .check = check,
};
