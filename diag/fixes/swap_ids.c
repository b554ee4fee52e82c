/* The two dimensions of get_global_id() exchanged, where all known launches are square and nothing
 * else tells the dimensions apart, so that every work-item still exists once. */
#include <string.h>

#include "diag/finding/messages.h"
#include "diag/fix/edits.h"
#include "diag/fix/relation.h"
#include "diag/fixes/table.h"

static bool is_square(const struct launch *l) {
    return l->global_source != LAUNCH_ASSUMED && l->global[0] == l->global[1] &&
           l->offset[0] == l->offset[1] && l->global[2] <= 1;
}

/* The dimension's token in get_global_id(0) or (1), or t->n. */
static size_t dimension_of(const struct fix_text *t, size_t i) {
    bool call = fix_token_is(t, i, "get_global_id") && fix_token_is(t, i + 1, "(") &&
                fix_token_is(t, i + 3, ")");
    bool known = call && (fix_token_is(t, i + 2, "0") || fix_token_is(t, i + 2, "1"));
    return known ? i + 2 : t->n;
}

bool fix_swap_ids(struct fix_context *c) {
    const struct fix_text *t = c->source;
    size_t open, close, first = 0;
    while (first < t->n && t->tokens[first].line < c->finding->loc.line)
        first++;
    if (!is_square(c->result->launch) || !fix_function(t, first, &open, &close))
        return false;
    size_t seen[2] = {0};
    for (size_t i = open; i < close; i++) {
        size_t dimension = dimension_of(t, i);
        if (dimension == t->n)
            continue;
        bool zero = fix_token_is(t, dimension, "0");
        seen[!zero]++;
        fix_replace(c, dimension, dimension + 1, zero ? "1" : "0");
    }
    c->fix->title = MSG_FIX_SWAP_IDS;
    return seen[0] && seen[1];
}

/* The dimension that a query of the work-item's place asks for; 3 if it is not a number. */
static int64_t queried_dimension(const struct value *values, const struct value *v) {
    const struct value *d = v->n_args ? &values[v->args[0]] : NULL;
    return d && d->op == OP_CONST && d->imm >= 0 && d->imm < 3 ? d->imm : 3;
}

/* What tells work-items of the same global id apart. Sizes are the same for all of them. */
static bool is_other_place(const struct value *v) {
    switch (v->imm) {
    case QUERY_LOCAL_ID:
    case QUERY_GROUP_ID:
    case QUERY_GLOBAL_LINEAR_ID:
    case QUERY_LOCAL_LINEAR_ID:
    case QUERY_SUB_GROUP_ID:
    case QUERY_SUB_GROUP_LOCAL_ID:
    case QUERY_SUB_GROUP_SIZE:
        return true;
    default:
        return false;
    }
}

static enum relation_answer exchanged(struct relation *r, uint32_t x, uint32_t y) {
    const struct value *v = &r->before->values[x], *w = &r->after->values[y];
    if (v->op != OP_WORKITEM)
        return RELATION_COMPARE;
    if (is_other_place(v))
        return RELATION_NO;
    if (v->imm != QUERY_GLOBAL_ID)
        return RELATION_COMPARE;
    int64_t d = queried_dimension(r->before->values, v);
    bool id = w->op == OP_WORKITEM && w->imm == QUERY_GLOBAL_ID && w->bits == v->bits;
    bool same = id && queried_dimension(r->after->values, w) == (d < 2 ? 1 - d : d);
    return same && d < 3 ? RELATION_YES : RELATION_NO;
}

bool fix_ids_are_swapped(const struct fix_check *c) {
    static const struct relation_edit edit = {.decides = exchanged};
    struct relation r;
    return relation_holds(&r, c->arena, c->before, c->after, &edit);
}

/* Whether work-items of a group do something together. */
static bool waits(const struct value *values, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (values[i].op == OP_BARRIER || values[i].op == OP_SUBGROUP || values[i].op == OP_CALL)
            return true;
    return false;
}

static bool shares_memory(const struct access *accesses, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (accesses[i].space == SPACE_LOCAL || accesses[i].space == SPACE_GENERIC)
            return true;
    return false;
}

bool check_swap_ids(const struct fix_check *c) {
    for (size_t i = 0; i < c->n_launches; i++)
        if (!is_square(&c->launches[i]))
            return false;
    c->fix->exact = true;
    return !waits(c->before->values, c->before->n_values) &&
           !shares_memory(c->before->accesses, c->before->n_accesses) && fix_ids_are_swapped(c);
}
