/* Loops that one work-item of each group goes through alone, while its warp and what waits at the
 * next barrier do nothing. */
#include "analysis/ir/induction.h"
#include "analysis/ir/names.h"
#include "analysis/ir/query.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* work-items */
#define MSG_SERIAL "one of the %u {work-item}s of each {work-group} goes through this alone"
#define MSG_SERIAL_SHARE                                                                           \
    "let the {work-item}s share the loop, each doing a part, and join the parts in a tree: the "   \
    "cost is that of one lane doing what a {warp} could"
#define MSG_SERIAL_LOOP "the loop begins here"

/* --- what it finds --------------------------------------------------------- */

/* Whether one work-item of a group of one dimension has that number: it is compared with what is
 * the same for all. */
static bool picks_one(const struct kernel *k, uint32_t condition, bool *when_true) {
    const struct value *v = &k->values[an_strip(k, condition)];
    if (v->op != OP_ICMP || (v->imm != COMPARE_EQ && v->imm != COMPARE_NE))
        return false;
    *when_true = v->imm == COMPARE_EQ;
    for (int i = 0; i < 2; i++) {
        const struct value *id = &k->values[an_strip(k, v->args[i])];
        bool is_id = id->op == OP_WORKITEM && id->n_args && k->values[id->args[0]].op == OP_CONST &&
                     k->values[id->args[0]].imm == 0 && id->imm == QUERY_LOCAL_ID;
        if (is_id && k->values[an_strip(k, v->args[1 - i])].op == OP_CONST)
            return true;
    }
    return false;
}

/* The number of the successor that one work-item goes to alone, or NONE. */
static uint32_t lonely_side(const struct kernel *k, const struct branch *b) {
    const struct value *v = &k->values[b->value];
    bool when_true;
    if (v->op != OP_BR || !v->n_args || !picks_one(k, v->args[0], &when_true))
        return NONE;
    return when_true ? 0 : 1;
}

/* The first loop that only that side comes to, or NONE. */
static uint32_t loop_within(const struct kernel *k, const struct branch *b, uint32_t side) {
    const struct block *from = &k->blocks[k->values[b->value].block];
    uint32_t begin = from->succs[side];
    for (uint32_t i = 0; i < k->n_loops; i++) {
        uint32_t header = k->loops[i].header;
        if (begin != from->ipdom && dominates(k, begin, header) && k->loops[i].header != NONE &&
            !in_loop(k, k->values[b->value].block, i))
            return i;
    }
    return NONE;
}

/* The lanes of a warp share what one does. */
static void share_out(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    const struct kernel *k = t->kernel;
    for (size_t i = 0; i < t->n_regions; i++) {
        const struct trace_region *r = &t->regions[i];
        x->weight[i] = r->parent == NONE ? 1 : x->weight[r->parent];
        if (r->branch != NONE && loc_same(k->branches[r->branch].loc, w->loc) &&
            r->side == lonely_side(k, &k->branches[r->branch]))
            x->weight[i] /= t->warp_width;
    }
}

static const struct counterfactual shared = {.change = share_out};

static void check(struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    const uint64_t *local = c->result->launch->local;
    if (local[1] > 1 || local[2] > 1 || local[0] < 2)
        return;
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct branch *b = &k->branches[i];
        uint32_t side = lonely_side(k, b);
        uint32_t loop = side == NONE ? NONE : loop_within(k, b, side);
        if (loop == NONE)
            continue;
        struct rule_cost cost = rule_cost(c, &shared, b->loc, NULL);
        if (cost.ms < 0)
            continue;
        struct finding *f = rule_report(c, b->loc, cost, MSG_SERIAL, (unsigned)local[0]);
        rule_note(c, f, (struct loc){0}, MSG_SERIAL_SHARE);
        if (k->loops[loop].loc.line)
            rule_note(c, f, k->loops[loop].loc, MSG_SERIAL_LOOP);
    }
}

const struct rule rule_serial_section = {
    .traits = {.by_launch = true, .precision = "high"},
    .check = check,
};
