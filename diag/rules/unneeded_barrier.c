/* Barriers of kernels in which no work-item reads what another one of its group has written. */
#include "analysis/ir/names.h"
#include "diag/finding/exchange.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* "this {barrier} orders nothing" or "the 2 {barrier}s of 'k' order nothing" */
#define MSG_UNNEEDED_ONE "this {barrier} orders nothing: "
#define MSG_UNNEEDED_ALL "the %u barriers of '%s' order nothing: "
#define MSG_UNNEEDED_OWN                                                                           \
    "each {work-item} uses only its own element of '%s', which could be a variable"
#define MSG_UNNEEDED_NONE "no {work-item} reads memory that another one has written"
#define MSG_UNNEEDED_REMOVE "take it out: {work-item}s need not wait for each other"
#define MSG_UNNEEDED_REMOVE_ALL "take them out: {work-item}s need not wait for each other"
#define MSG_UNNEEDED_OTHER "so does this one"

/* --- what it finds --------------------------------------------------------- */

/* No barrier of the kernel holds anybody. */
static void let_pass(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    bool *marks = NEW_ARRAY(x->arena, bool, t->kernel->n_items);
    (void)w;
    for (uint32_t i = 0; i < t->kernel->n_items; i++)
        marks[i] = t->kernel->items[i].kind == ITEM_BARRIER;
    x->no_wait = marks;
}

static const struct counterfactual no_barriers = {.change = let_pass};

static bool is_first_at(const struct item *items, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (items[i].kind == ITEM_BARRIER && loc_same(items[i].loc, items[n].loc))
            return false;
    return items[n].kind == ITEM_BARRIER && items[n].loc.line;
}

static struct finding *report(struct rule_context *c, struct loc loc, uint32_t n, const char *own,
                              struct rule_cost cost) {
    const char *name = c->result->kernel->name;
    if (n == 1)
        return own ? rule_report(c, loc, cost, MSG_UNNEEDED_ONE MSG_UNNEEDED_OWN, own)
                   : rule_report(c, loc, cost, MSG_UNNEEDED_ONE MSG_UNNEEDED_NONE);
    return own ? rule_report(c, loc, cost, MSG_UNNEEDED_ALL MSG_UNNEEDED_OWN, n, name, own)
               : rule_report(c, loc, cost, MSG_UNNEEDED_ALL MSG_UNNEEDED_NONE, n, name);
}

static void check(struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    uint32_t first = NONE, n = 0;
    for (uint32_t i = 0; i < k->n_items; i++) {
        if (!is_first_at(k->items, i))
            continue;
        first = first == NONE ? i : first;
        n++;
    }
    const char *own;
    if (!n || !exchanges_nothing(c, &own))
        return;
    struct rule_cost cost = rule_cost(c, &no_barriers, (struct loc){0}, NULL);
    if (cost.ms < 0)
        return;
    struct finding *f = report(c, k->items[first].loc, n, own, cost);
    rule_note(c, f, (struct loc){0}, n == 1 ? MSG_UNNEEDED_REMOVE : MSG_UNNEEDED_REMOVE_ALL);
    for (uint32_t i = first + 1; i < k->n_items && f->n_notes < 3; i++)
        if (is_first_at(k->items, i))
            rule_note(c, f, k->items[i].loc, MSG_UNNEEDED_OTHER);
}

const struct rule rule_unneeded_barrier = {
    .traits = {.precision = "high"},
    .check = check,
};
