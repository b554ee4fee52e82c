/* Local memory accesses that need more passes than their width allows. */
#include "analysis/ir/names.h"
#include "diag/finding/rules.h"
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

/* --- what it finds --------------------------------------------------------- */

/* Loads and stores of one array in one line have one pattern, and are one finding. */
static bool is_alike(const struct access *a, const struct access *b) {
    return a == b || (a->space == b->space && a->root != NONE && a->root == b->root &&
                      a->loc.line && loc_same_line(a->loc, b->loc));
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
        rule_note(c, f, (struct loc){0}, MSG_BANK_CONFLICT_PAD, c->result->gpu->local.local_banks,
                  c->result->gpu->local.local_bank_bytes, c->result->gpu->name);
    }
}

const struct rule rule_bank_conflict = {
    .traits = {.precision = "high"},
    .check = check,
};
