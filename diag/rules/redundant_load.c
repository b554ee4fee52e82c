/* Loads that every iteration of a loop repeats at the same address, because a store in the loop
 * might have changed what is there as far as the compiler knows. */
#include <string.h>

#include "analysis/ir/names.h"
#include "analysis/ir/query.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* name */
#define MSG_REDUNDANT_LOAD "every iteration loads '%s' from the same address again"
#define MSG_REDUNDANT_STORE "every iteration loads and stores '%s' at the same address again"
#define MSG_REDUNDANT_ONLY_STORE "every iteration stores '%s' to the same address again"
#define MSG_REDUNDANT_LOAD_KEEP                                                                    \
    "load it into a variable before the loop, or declare the pointers {restrict}: as it is, a "    \
    "store "                                                                                       \
    "in the loop might change it"
#define MSG_REDUNDANT_ONLY_STORE_KEEP                                                              \
    "keep it in a variable and store that after the loop: as it is, a load in the loop might be "  \
    "of the same memory"
#define MSG_REDUNDANT_STORE_KEEP                                                                   \
    "keep it in a variable and store that after the loop: as it is, a store in the loop might be " \
    "to "                                                                                          \
    "the same memory"

#define MSG_REDUNDANT_LOOP "the loop begins here"
#define MSG_REDUNDANT_THIS "the same is true here, whose cost is counted above"
/* places, "s" */
#define MSG_REDUNDANT_MORE                                                                         \
    "the same is true here and in %zu more place%s, whose cost is counted above"

/* --- what it finds --------------------------------------------------------- */

static bool is_inside(const struct kernel *k, uint32_t block, uint32_t loop) {
    uint32_t at = block < k->n_blocks ? k->blocks[block].loop : NONE;
    while (at != NONE && at != loop)
        at = k->loops[at].parent;
    return at == loop;
}

static bool has_barrier(const struct kernel *k, uint32_t loop) {
    for (uint32_t i = 0; i < k->n_values; i++)
        if (k->values[i].op == OP_BARRIER && is_inside(k, k->values[i].block, loop))
            return true;
    return false;
}

/* Whether the stores of the loop leave what `load` reads alone, or write it by the same pointer, so
 * that a variable can stand for it. Without any store something else keeps the load in the loop. */
static bool only_aliasing(const struct kernel *k, const struct access *load, uint32_t loop) {
    uint32_t pointer = k->values[load->value].args[0];
    bool stores = false;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        const struct value *v = &k->values[a->value];
        if (a->kind == ACCESS_LOAD || !is_inside(k, v->block, loop))
            continue;
        if (a->kind == ACCESS_ATOMIC || a->unique_base == NONE ||
            (a->unique_base == load->unique_base && v->args[0] != pointer))
            return false;
        stores = true;
    }
    return stores;
}

static bool is_shared(uint8_t space) {
    return space == SPACE_GLOBAL || space == SPACE_GENERIC;
}

static bool is_stored(const struct kernel *k, const struct access *load) {
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (k->accesses[i].kind == ACCESS_STORE &&
            k->values[k->accesses[i].value].args[0] == k->values[load->value].args[0])
            return true;
    return false;
}

static bool is_volatile(const struct kernel *k, uint32_t root) {
    const struct value *v = &k->values[root];
    const char *type = v->op == OP_PARAM ? k->params[v->imm].type_name : NULL;
    return type && strstr(type, "volatile");
}

static bool is_redundant(const struct kernel *k, const struct access *a) {
    const struct value *v = &k->values[a->value];
    uint32_t loop = v->block < k->n_blocks ? k->blocks[v->block].loop : NONE;
    return a->kind == ACCESS_LOAD && a->space == SPACE_GLOBAL && a->loc.line &&
           a->unique_base != NONE && loop != NONE && !is_volatile(k, a->unique_base) &&
           !is_inside(k, k->values[v->args[0]].block, loop) && !has_barrier(k, loop) &&
           only_aliasing(k, a, loop);
}

/* Whether every iteration of the loop comes to the block. */
static bool is_in_each_iteration(const struct kernel *k, uint32_t block, uint32_t loop) {
    for (uint32_t i = 0; i < k->n_blocks; i++)
        if (in_loop(k, i, loop) && is_latch(k, i, loop) && !dominates(k, block, i))
            return false;
    return true;
}

/* A value of memory that only the last iteration leaves there. What is loaded by the same pointer
 * is reported with its load. */
static bool is_only_store(const struct kernel *k, const struct access *a) {
    const struct value *v = &k->values[a->value];
    uint32_t loop = v->block < k->n_blocks ? k->blocks[v->block].loop : NONE;
    if (a->kind != ACCESS_STORE || a->space != SPACE_GLOBAL || !a->loc.line ||
        a->unique_base == NONE || loop == NONE || is_volatile(k, a->unique_base) ||
        is_inside(k, k->values[v->args[0]].block, loop) || has_barrier(k, loop) ||
        !is_in_each_iteration(k, v->block, loop))
        return false;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *b = &k->accesses[i];
        bool same = b->unique_base == a->unique_base || b->unique_base == NONE;
        if (b != a && same && is_shared(b->space) &&
            is_inside(k, k->values[b->value].block, loop) &&
            !(b->kind == ACCESS_STORE && loc_same(a->loc, b->loc)))
            return false;
    }
    return true;
}

/* Unrolling makes several of one. */
static bool seen_before(const struct kernel *k, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (loc_same(k->accesses[i].loc, k->accesses[n].loc) &&
            (is_redundant(k, &k->accesses[i]) || is_only_store(k, &k->accesses[i])))
            return true;
    return false;
}

/* A variable takes the place of the loads, and of the stores by the same pointer: a warp does not
 * ask again while the address stays. */
static void load_once(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    const struct kernel *k = t->kernel;
    const bool *loads = whatif_accesses(x->arena, w, t);
    bool *marks = NEW_ARRAY(x->arena, bool, k->n_accesses);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        marks[i] |= loads[i];
        for (uint32_t j = 0; j < k->n_accesses && loads[i]; j++)
            marks[j] |=
                k->accesses[j].kind == ACCESS_STORE &&
                k->values[k->accesses[j].value].args[0] == k->values[k->accesses[i].value].args[0];
    }
    x->once = marks;
}

static const struct counterfactual loaded_once = {.change = load_once};

/* Where the loop around begins, unless it is the place of the finding. */
static void note_loop(struct rule_context *c, struct finding *f, const struct access *a) {
    const struct kernel *k = c->study->machine;
    struct loc loop = k->loops[k->blocks[k->values[a->value].block].loop].loc;
    if (loop.line && !loc_same_line(loop, a->loc))
        rule_note(c, f, loop, MSG_REDUNDANT_LOOP);
}

static void note_others(struct rule_context *c, struct finding *f, const struct loc *also,
                        size_t n) {
    if (n == 1)
        rule_note(c, f, also[0], MSG_REDUNDANT_THIS);
    else if (n)
        rule_note(c, f, also[0], MSG_REDUNDANT_MORE, n - 1, diag_plural(n - 1));
}

static struct finding *report(struct rule_context *c, const struct access *a, struct rule_cost cost,
                              bool only_store) {
    bool stored = is_stored(c->study->machine, a);
    const char *name = rule_base_name(a);
    struct finding *f = only_store ? rule_report(c, a->loc, cost, MSG_REDUNDANT_ONLY_STORE, name)
                        : stored   ? rule_report(c, a->loc, cost, MSG_REDUNDANT_STORE, name)
                                   : rule_report(c, a->loc, cost, MSG_REDUNDANT_LOAD, name);
    rule_note(c, f, (struct loc){0},
              only_store ? MSG_REDUNDANT_ONLY_STORE_KEEP
              : stored   ? MSG_REDUNDANT_STORE_KEEP
                         : MSG_REDUNDANT_LOAD_KEEP);
    return f;
}

/* Whether one variable, or one array of them, stands for both: they are of one buffer in one loop,
 * and as often stored. */
static bool is_alike(const struct kernel *k, const struct access *a, const struct access *b) {
    return a->unique_base == b->unique_base && a->kind == b->kind &&
           k->blocks[k->values[a->value].block].loop == k->blocks[k->values[b->value].block].loop &&
           is_stored(k, a) == is_stored(k, b);
}

/* What is found, as a flag for each access of the machine view. */
static const bool *found_accesses(const struct rule_context *c) {
    const struct kernel *k = c->study->machine;
    bool *found = NEW_ARRAY(c->arena, bool, k->n_accesses);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        found[i] = (is_only_store(k, &k->accesses[i]) || is_redundant(k, &k->accesses[i])) &&
                   !seen_before(k, i);
    return found;
}

/* Whether an access before it is reported with it. */
static bool is_later(const struct kernel *k, const bool *found, uint32_t number) {
    for (uint32_t i = 0; i < number; i++)
        if (found[i] && is_alike(k, &k->accesses[i], &k->accesses[number]))
            return true;
    return false;
}

static void report_alike(struct rule_context *c, const bool *found, uint32_t number) {
    const struct kernel *k = c->study->machine;
    const struct access *a = &k->accesses[number];
    struct loc *also = NEW_ARRAY(c->arena, struct loc, k->n_accesses);
    size_t n = 0;
    for (uint32_t i = number + 1; i < k->n_accesses; i++)
        if (found[i] && is_alike(k, a, &k->accesses[i]))
            also[n++] = k->accesses[i].loc;
    const struct whatif whatif = {
        .without = &loaded_once, .loc = a->loc, .also = also, .n_also = n, .access = a};
    const struct study changed = study_without(c->study, &whatif);
    struct rule_cost cost = rule_cost_of(c, &changed);
    if (cost.ms < 0)
        return;
    struct finding *f = report(c, a, cost, is_only_store(k, a));
    note_loop(c, f, a);
    note_others(c, f, also, n);
}

static void check(struct rule_context *c) {
    const struct kernel *k = c->study->machine;
    const bool *found = found_accesses(c);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (found[i] && !is_later(k, found, i))
            report_alike(c, found, i);
}

const struct rule rule_redundant_load = {
    .traits = {.precision = "high"},
    .check = check,
};
