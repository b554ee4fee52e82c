/* Constant memory read at different addresses by the lanes of a warp. */
#include "analysis/ir/dump.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* name, addresses */
#define MSG_CONSTANT "each {warp} reads constant memory '%s' at %s addresses, one after another"
#define MSG_CONSTANT_MOVE                                                                          \
    "move it to global memory (const, {restrict}) or {local memory}; the address is %s"

/* --- what it finds --------------------------------------------------------- */

/* All lanes read one address. */
static void read_one_address(struct trace_changes *x, const struct whatif *w,
                             const struct trace *t) {
    x->uniform = whatif_accesses(x->arena, w, t);
}

static const struct counterfactual uniform = {.change = read_one_address};

static void check(struct rule_context *c) {
    const struct access *accesses = c->result->kernel->accesses;
    const uint32_t n_accesses = c->result->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses; i++) {
        const struct access *a = &accesses[i];
        const struct access_metrics *m = &c->result->access[i];
        if (a->space != SPACE_CONSTANT || !certain_is_said(m->certain) || m->requests == 0 ||
            m->distinct < 2 * m->requests)
            continue;
        struct rule_cost cost = rule_cost(c, &uniform, a->loc, a);
        if (cost.ms < 0)
            continue;
        struct finding *f = rule_report(c, a->loc, cost, MSG_CONSTANT, rule_base_name(a),
                                        diag_count(c->arena, m->distinct / m->requests));
        rule_about(c, f, a);
        rule_note(c, f, (struct loc){0}, MSG_CONSTANT_MOVE, rule_address(c, a));
    }
}

const struct rule rule_constant_divergence = {
    .traits = {.precision = "high"},
    .check = check,
};
