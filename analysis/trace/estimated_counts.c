#include "analysis/trace/estimated_counts.h"

#include <string.h>

#include "analysis/ir/induction.h"
#include "analysis/ir/query.h"
#include "base/vec.h"

/* What makes counts less than exact, and how sure they are then. */
struct uncertainty {
    struct certain to;
    struct dependents dependents;
    const bool *sampled; /* by loop, or NULL */
    bool numbers;        /* how often anything happens is an estimate */
};

static bool is_sampled_outside(const struct loop *loops, const bool *sampled, uint32_t loop) {
    for (uint32_t l = loop; l != NONE && sampled; l = loops[l].parent)
        if (sampled[l])
            return true;
    return false;
}

/* Whether it is uncertain who comes to the block, or how often. Branches that nothing depends on
 * any more are in none. */
static bool is_uncertain_block(const struct kernel *k, const struct uncertainty *d,
                               uint32_t block) {
    return d->numbers || (block < k->n_blocks &&
                          (d->dependents.blocks[block] ||
                           is_sampled_outside(k->loops, d->sampled, k->blocks[block].loop)));
}

/* The branch that ends the block, or NULL. */
static const struct value *branch_of(const struct kernel *k, uint32_t block) {
    const struct block *b = &k->blocks[block];
    const struct value *v = b->n_values ? &k->values[b->values[b->n_values - 1]] : NULL;
    return v && b->n_succs > 1 && v->n_args ? v : NULL;
}

static bool leaves(const struct kernel *k, uint32_t block, uint32_t loop) {
    bool out = false;
    for (uint32_t s = 0; s < k->blocks[block].n_succs; s++)
        out |= !in_loop(k, k->blocks[block].succs[s], loop);
    return in_loop(k, block, loop) && out;
}

/* Of work-items that ran the loop alike only the conditions matter on which they leave it. */
static bool are_trips_uncertain(const struct kernel *k, const struct uncertainty *d,
                                const struct loop_counts *c, uint32_t loop) {
    bool alike = c->trips_min == c->trips_max;
    bool uncertain = !alike && is_sampled_outside(k->loops, d->sampled, k->loops[loop].parent);
    for (uint32_t b = 0; b < k->n_blocks && !uncertain; b++) {
        const struct value *v = leaves(k, b, loop) ? branch_of(k, b) : NULL;
        uncertain = v && (d->dependents.values[v->args[0]] || (!alike && d->dependents.blocks[b]));
    }
    return uncertain && !(alike && k->loops[loop].const_trips >= 0);
}

static bool are_entries_uncertain(const struct kernel *k, const struct uncertainty *d,
                                  uint32_t loop) {
    const struct block *header = &k->blocks[k->loops[loop].header];
    bool uncertain = d->numbers;
    for (uint32_t p = 0; p < header->n_preds; p++) {
        uint32_t from = header->preds[p];
        if (in_loop(k, from, loop))
            continue;
        const struct value *v = branch_of(k, from);
        uncertain |= is_uncertain_block(k, d, from) || (v && d->dependents.values[v->args[0]]);
    }
    return uncertain;
}

static void lower(struct certain *c, const struct uncertainty *d) {
    certain_lower(c, d->to.level, d->to.reason);
}

static void lower_loops(struct trace_counts *c, const struct uncertainty *d) {
    for (uint32_t i = 0; i < c->kernel->n_loops; i++) {
        if (are_trips_uncertain(c->kernel, d, &c->loops[i], i))
            lower(&c->loops[i].certain, d);
        if (are_entries_uncertain(c->kernel, d, i))
            lower(&c->loops[i].entries_certain, d);
    }
}

/* Operands of an access that decide about its requests: its address, and who takes part. */
static bool is_uncertain_request(const struct kernel *k, const struct uncertainty *d,
                                 uint32_t access) {
    const struct access *a = &k->accesses[access];
    const struct value *v = &k->values[a->value];
    return d->dependents.values[v->args[0]] ||
           (a->guarded && d->dependents.values[an_condition(k, access)]);
}

static void lower_counts(struct trace_counts *c, const struct uncertainty *d) {
    const struct kernel *k = c->kernel;
    lower_loops(c, d);
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct value *v = &k->values[k->branches[i].value];
        if (d->dependents.values[v->args[0]] || is_uncertain_block(k, d, v->block))
            lower(&c->branches[i].certain, d);
    }
    for (uint32_t i = 0; i < c->n_barriers; i++)
        if (is_uncertain_block(k, d, k->values[k->items[c->barriers[i].item].value].block))
            lower(&c->barriers[i].certain, d);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (is_uncertain_request(k, d, i) ||
            is_uncertain_block(k, d, k->values[k->accesses[i].value].block))
            lower(&c->accesses[i], d);
}

/* A variable that goes up by as much in every iteration is what it would be without samples. */
static bool is_carried_along(const struct kernel *k, uint32_t loop, uint32_t phi) {
    struct induction iv;
    return an_match_induction(k, loop, phi, &iv) && (iv.op == OP_ADD || iv.op == OP_SUB);
}

/* Variables of the sampled loops that skipped iterations may have changed otherwise, and what these
 * may have written. */
static bool is_skipped(const struct kernel *k, const bool *sampled, uint32_t value) {
    const struct value *v = &k->values[value];
    if (v->block >= k->n_blocks)
        return false;
    uint32_t loop = k->blocks[v->block].loop;
    bool writes = is_access(v) && v->op != OP_LOAD;
    if (writes && is_sampled_outside(k->loops, sampled, loop))
        return true;
    return v->op == OP_PHI && loop != NONE && sampled[loop] && k->loops[loop].header == v->block &&
           !is_carried_along(k, loop, value);
}

void counts_are_of_samples(struct trace_counts *c, const bool *sampled) {
    const struct kernel *k = c->kernel;
    struct arena scratch = {0};
    bool *skipped = NEW_ARRAY(&scratch, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++)
        skipped[i] = is_skipped(k, sampled, i);
    struct uncertainty d = {.to = {CERTAINTY_FOLLOWED, REASON_SAMPLED},
                            .dependents = an_dependents(&scratch, k, skipped),
                            .sampled = sampled};
    lower_counts(c, &d);
    arena_free(&scratch);
}

/* Whether the value is another one in another group, or, for launches of other sizes, in another
 * launch. */
static bool differs(const struct value *v, bool launches) {
    if (v->op != OP_WORKITEM)
        return v->op == OP_ATOMIC;
    switch ((enum workitem_query)v->imm) {
    case QUERY_GLOBAL_ID:
    case QUERY_GROUP_ID:
    case QUERY_GLOBAL_LINEAR_ID:
        return true;
    default:
        return launches;
    }
}

static bool is_uneven(const struct launch *l) {
    for (int d = 0; d < 3; d++)
        if (l->local[d] && l->global[d] % l->local[d])
            return true;
    return false;
}

void counts_are_of_groups(struct trace_counts *c, const struct launch *l,
                          enum certainty_reason reason) {
    const struct kernel *k = c->kernel;
    struct arena scratch = {0};
    bool *differing = NEW_ARRAY(&scratch, bool, k->n_values);
    bool launches = reason == REASON_LAUNCH || is_uneven(l);
    for (uint32_t i = 0; i < k->n_values; i++)
        differing[i] = differs(&k->values[i], launches);
    struct uncertainty d = {.to = {CERTAINTY_FOLLOWED, reason},
                            .dependents = an_dependents(&scratch, k, differing),
                            .numbers = launches};
    lower_counts(c, &d);
    arena_free(&scratch);
}

struct search {
    struct arena *arena;
    const struct kernel *kernel;
    struct dependents found;
    bool *branched; /* by block: its branch has been followed */
    bool changed;
};

static void mark(struct search *s, bool *at) {
    s->changed |= !*at;
    *at = true;
}

static void mark_phis(struct search *s, uint32_t block) {
    const struct block *b = &s->kernel->blocks[block];
    for (uint32_t i = 0; i < b->n_values && s->kernel->values[b->values[i]].op == OP_PHI; i++)
        mark(s, &s->found.values[b->values[i]]);
}

/* Blocks between a branch and where its sides meet, and the values that come from either side. */
static void follow_branch(struct search *s, uint32_t from) {
    const struct block *blocks = s->kernel->blocks;
    const uint32_t n_blocks = s->kernel->n_blocks;
    uint32_t end = blocks[from].ipdom;
    VEC(uint32_t) ahead = {0};
    bool *seen = NEW_ARRAY(s->arena, bool, n_blocks + 1);
    seen[n_blocks] = seen[end] = true;
    s->branched[from] = true;
    if (end < n_blocks)
        mark_phis(s, end);
    for (uint32_t i = 0; i < blocks[from].n_succs; i++)
        vec_push(s->arena, &ahead, blocks[from].succs[i]);
    while (ahead.n) {
        uint32_t at = ahead.at[--ahead.n];
        if (seen[at])
            continue;
        seen[at] = true;
        mark(s, &s->found.blocks[at]);
        mark_phis(s, at);
        for (uint32_t i = 0; i < blocks[at].n_succs; i++)
            vec_push(s->arena, &ahead, blocks[at].succs[i]);
    }
}

static bool sees_dependent_store(const struct search *s, const struct access *load) {
    const struct access *accesses = s->kernel->accesses;
    const uint32_t n_accesses = s->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses; i++) {
        const struct access *a = &accesses[i];
        if (a->kind != ACCESS_LOAD && s->found.values[a->value] && may_alias(load, a))
            return true;
    }
    return false;
}

/* A store depends on where it is, too. */
static bool depends(const struct search *s, uint32_t value) {
    const struct value *v = &s->kernel->values[value];
    for (uint32_t i = 0; i < v->n_args; i++)
        if (s->found.values[v->args[i]])
            return true;
    if (!is_access(v))
        return false;
    return v->op == OP_LOAD ? sees_dependent_store(s, &s->kernel->accesses[v->site])
                            : s->found.blocks[v->block];
}

static void look(struct search *s) {
    const struct kernel *k = s->kernel;
    for (uint32_t i = 0; i < k->n_values; i++)
        if (!s->found.values[i] && depends(s, i))
            mark(s, &s->found.values[i]);
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct value *v = &k->values[k->branches[i].value];
        if (!s->branched[v->block] && s->found.values[v->args[0]])
            follow_branch(s, v->block);
    }
}

struct dependents an_dependents(struct arena *a, const struct kernel *k, const bool *sources) {
    struct search s = {.arena = a,
                       .kernel = k,
                       .found = {NEW_ARRAY(a, bool, k->n_values), NEW_ARRAY(a, bool, k->n_blocks)},
                       .branched = NEW_ARRAY(a, bool, k->n_blocks),
                       .changed = true};
    memcpy(s.found.values, sources, k->n_values * sizeof *sources);
    while (s.changed) {
        s.changed = false;
        look(&s);
    }
    return s.found;
}
