/* Local memory accesses that need more passes than their width allows. */
#include <stdlib.h>

#include "analysis/ir/names.h"
#include "diag/finding/rules.h"
#include "diag/finding/stride.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* "load from", name, passes, of them needed, "up to ", degree */
#define MSG_BANK_CONFLICT                                                                          \
    "each {warp}'s %s '%s' takes %s passes over the banks of {local memory} where %s would do: "   \
    "%s%s-way bank conflict"
/* banks, bytes, GPU */
#define MSG_BANK_CONFLICT_PAD                                                                      \
    "make the array's rows one element longer, or swizzle the index with the row: {local memory} " \
    "has %g banks of %g bytes on %s"

/* bytes */
#define MSG_BANK_CONFLICT_NEXT                                                                     \
    "let neighbouring {work-item}s use neighbouring elements, which are %lld bytes apart now, or " \
    "load and store what one {work-item} uses as a vector"
#define MSG_BANK_CONFLICT_THIS "this access of it has conflicts, too, whose cost is counted above"
/* accesses */
#define MSG_BANK_CONFLICT_MORE                                                                     \
    "this access of it and %zu more have conflicts, too, whose cost is counted above"

/* --- what it finds --------------------------------------------------------- */

/* What pads the array's rows, or exchanges the index, mends all loads and stores of it, which are
 * one finding. */
static bool is_alike(const struct access *a, const struct access *b) {
    return a == b || (a->space == b->space && a->root != NONE && a->root == b->root);
}

/* The requests of all that are alike take the fewest passes. */
static void use_all_banks(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    const struct access *all = t->kernel->accesses;
    const bool *asked = whatif_accesses(x->arena, w, t);
    bool *marks = NEW_ARRAY(x->arena, bool, t->kernel->n_accesses);
    for (uint32_t i = 0; i < t->kernel->n_accesses; i++)
        for (uint32_t j = 0; asked[i] && j < t->kernel->n_accesses; j++)
            marks[j] |= is_alike(&all[i], &all[j]);
    x->no_conflict = marks;
}

static const struct counterfactual no_conflict = {.change = use_all_banks};

static bool has_conflict(const struct rule_context *c, uint32_t i) {
    const struct access *a = &c->result->kernel->accesses[i];
    const struct access_metrics *m = &c->result->access[i];
    return a->space == SPACE_LOCAL && a->kind != ACCESS_ATOMIC && certain_is_said(m->certain) &&
           m->requests > 0 && m->degree_max >= 2;
}

static bool is_reported_before(const struct rule_context *c, uint32_t n) {
    const struct access *all = c->result->kernel->accesses;
    for (uint32_t i = 0; i < n; i++)
        if (has_conflict(c, i) && is_alike(&all[i], &all[n]))
            return true;
    return false;
}

/* One other access of the array that has conflicts, and how many more there are. */
static void note_others(struct rule_context *c, struct finding *f, uint32_t number) {
    const struct access *all = c->result->kernel->accesses;
    struct loc other = {0};
    size_t more = 0;
    for (uint32_t i = number + 1; i < c->result->kernel->n_accesses; i++) {
        if (!has_conflict(c, i) || !is_alike(&all[i], &all[number]) ||
            loc_same_line(all[i].loc, all[number].loc))
            continue;
        more += other.line != 0;
        other = other.line ? other : all[i].loc;
    }
    if (other.line && more)
        rule_note(c, f, other, MSG_BANK_CONFLICT_MORE, more);
    else if (other.line)
        rule_note(c, f, other, MSG_BANK_CONFLICT_THIS);
}

/* Lanes that are less than a row of banks apart leave banks out; others come to the same bank in
 * different rows. */
static void note_advice(struct rule_context *c, struct finding *f, uint32_t number) {
    const struct gpu *g = c->result->gpu;
    long long apart = llabs(usual_stride(c->result->trace, number));
    if ((double)apart > g->local.local_bank_bytes &&
        (double)apart < g->local.local_banks * g->local.local_bank_bytes)
        rule_note(c, f, (struct loc){0}, MSG_BANK_CONFLICT_NEXT, apart);
    else
        rule_note(c, f, (struct loc){0}, MSG_BANK_CONFLICT_PAD, g->local.local_banks,
                  g->local.local_bank_bytes, g->name);
}

static void check(struct rule_context *c) {
    const struct access *accesses = c->result->kernel->accesses;
    const uint32_t n_accesses = c->result->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses; i++) {
        const struct access *a = &accesses[i];
        const struct access_metrics *m = &c->result->access[i];
        if (!has_conflict(c, i) || is_reported_before(c, i))
            continue;
        double average = m->degree_sum / m->requests;
        struct rule_cost cost = rule_cost(c, &no_conflict, a->loc, a);
        struct finding *f = rule_report(
            c, a->loc, cost, MSG_BANK_CONFLICT, rule_access_kind(a), rule_base_name(a),
            diag_count(c->arena, m->passes / m->requests),
            diag_count(c->arena, m->ideal_passes / m->requests),
            average < m->degree_max * 0.99 ? "up to " : "", diag_count(c->arena, m->degree_max));
        rule_about(c, f, a);
        note_advice(c, f, i);
        note_others(c, f, i);
    }
}

const struct rule rule_bank_conflict = {
    .traits = {.precision = "high"},
    .check = check,
};
