/* Barriers of kernels in which no work-item reads what another one of its group has written. */
#include <string.h>

#include "analysis/ir/induction.h"
#include "analysis/ir/names.h"
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

/* Whether the address is the element of the object that has the work-item's own number in a group
 * of one dimension. */
static bool is_own_element(const struct kernel *k, uint32_t value, uint32_t object) {
    uint32_t base = an_strip(k, value), index = NONE;
    while (k->values[base].op == OP_PTRADD) {
        const struct value *v = &k->values[base];
        uint32_t offset = v->n_args > 1 ? an_strip(k, v->args[1]) : NONE;
        if (v->n_args == 1 || k->values[offset].op == OP_CONST) {
            base = an_strip(k, v->args[0]);
            continue;
        }
        if (index != NONE)
            return false;
        index = offset;
        base = an_strip(k, v->args[0]);
    }
    const struct value *id = index == NONE ? NULL : &k->values[index];
    return base == object && id && id->op == OP_WORKITEM && id->imm == QUERY_LOCAL_ID &&
           id->n_args && k->values[id->args[0]].op == OP_CONST && k->values[id->args[0]].imm == 0;
}

static bool is_shared(uint8_t space) {
    return space == SPACE_LOCAL || space == SPACE_GLOBAL || space == SPACE_GENERIC;
}

/* Whether both are the same bytes of the object, whichever work-item asks. */
static bool same_element(const struct rule_context *c, const struct access *x,
                         const struct access *y) {
    return strcmp(rule_address(c, x), rule_address(c, y)) == 0 && x->bytes == y->bytes;
}

/* Whether memory that the access writes is nobody else's: it is an element of local memory that
 * this work-item alone uses, or a buffer that the kernel does not read. */
static bool stays_private(const struct rule_context *c, uint32_t number) {
    const struct kernel *k = c->result->kernel;
    const struct access *a = &k->accesses[number];
    if (a->kind == ACCESS_ATOMIC || a->unique_base == NONE)
        return false;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *b = &k->accesses[i];
        bool meets =
            is_shared(b->space) && (b->unique_base == NONE || b->unique_base == a->unique_base);
        if (!meets || (a->space == SPACE_GLOBAL && b == a))
            continue;
        bool own = a->space == SPACE_LOCAL && same_element(c, a, b) &&
                   is_own_element(k, k->values[b->value].args[0], a->unique_base);
        if (!own)
            return false;
    }
    return true;
}

/* The local array of which each work-item uses its own element, NULL if there is none. False where
 * work-items may exchange anything, by memory or otherwise. */
static bool exchanges_nothing(const struct rule_context *c, const char **own) {
    const struct kernel *k = c->result->kernel;
    const uint64_t *local = c->result->launch->local;
    *own = NULL;
    for (uint32_t i = 0; i < k->n_values; i++)
        if (k->values[i].op == OP_CALL || k->values[i].op == OP_SUBGROUP ||
            (k->values[i].op == OP_OPAQUE && k->values[i].cls != CLASS_FREE))
            return false;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        if (a->is_volatile ||
            (is_shared(a->space) && a->kind != ACCESS_LOAD && !stays_private(c, i)))
            return false;
        if (a->space == SPACE_LOCAL && a->kind == ACCESS_STORE)
            *own = rule_base_name(a);
    }
    return !*own || (local[1] == 1 && local[2] == 1);
}

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
