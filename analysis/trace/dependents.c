#include "analysis/trace/dependents.h"

#include <string.h>

#include "analysis/ir/query.h"
#include "base/vec.h"

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
    const struct kernel *k = s->kernel;
    uint32_t end = k->blocks[from].ipdom;
    VEC(uint32_t) ahead = {0};
    bool *seen = NEW_ARRAY(s->arena, bool, k->n_blocks + 1);
    seen[k->n_blocks] = seen[end] = true;
    s->branched[from] = true;
    if (end < k->n_blocks)
        mark_phis(s, end);
    for (uint32_t i = 0; i < k->blocks[from].n_succs; i++)
        vec_push(s->arena, &ahead, k->blocks[from].succs[i]);
    while (ahead.n) {
        uint32_t at = ahead.at[--ahead.n];
        if (seen[at])
            continue;
        seen[at] = true;
        mark(s, &s->found.blocks[at]);
        mark_phis(s, at);
        for (uint32_t i = 0; i < k->blocks[at].n_succs; i++)
            vec_push(s->arena, &ahead, k->blocks[at].succs[i]);
    }
}

static bool sees_dependent_store(const struct search *s, const struct access *load) {
    const struct kernel *k = s->kernel;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
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
