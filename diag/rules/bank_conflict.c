/* Local memory accesses that need more passes than their width allows. */
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

/* Its requests take the fewest passes. */
static void use_all_banks(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    x->no_conflict = whatif_accesses(x->arena, w, t);
}

static const struct counterfactual no_conflict = {.change = use_all_banks};

static void check(struct rule_context *c) {
    const struct access *accesses = c->result->kernel->accesses;
    const uint32_t n_accesses = c->result->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses; i++) {
        const struct access *a = &accesses[i];
        const struct access_metrics *m = &c->result->access[i];
        if (a->space != SPACE_LOCAL || a->kind == ACCESS_ATOMIC || !certain_is_said(m->certain) ||
            m->requests == 0 || m->degree_max < 2)
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
