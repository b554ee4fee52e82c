/* Atomics of one warp on the same address, which are done one after another. */
#include <math.h>

#include "analysis/ir/dump.h"
#include "analysis/trace/address_count.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* work-items, name, "the same address" or "4 addresses" */
#define MSG_ATOMIC "%s {work-item}s of each {warp} update '%s' at %s, one after another"
/* work-items, all of them, name, addresses */
#define MSG_ATOMIC_FEW                                                                             \
    "at least %s of %s {work-item}s of each {warp} update '%s' at the same address, one after "    \
    "another: there are only %u"
#define MSG_ATOMIC_EVENLY                                                                          \
    "the cost is that of {work-item}s spread evenly over the addresses; any other spread costs "   \
    "more"
#define MSG_ATOMIC_GLOBAL                                                                          \
    "add up within the {work-group} first and do one atomic for all of it; the address is %s"
#define MSG_ATOMIC_LOCAL                                                                           \
    "add up within the {warp} first, or give each {warp} a copy; the address is %s"

/* --- what it finds --------------------------------------------------------- */

/* Lanes that share an address, and the warps of a group, act as one. */
static void combine(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    x->one_each = whatif_accesses(x->arena, w, t);
}

static const struct counterfactual one_each = {.change = combine};

/* Of lanes at known addresses. */
static void check_known(struct rule_context *c, const struct access *a,
                        const struct access_metrics *m) {
    if (m->lanes < 2 * m->distinct)
        return;
    struct rule_cost cost = rule_cost(c, &one_each, a->loc, a);
    if (cost.ms < 0)
        return;
    struct finding *f = rule_report(
        c, a->loc, cost, MSG_ATOMIC, diag_count(c->arena, m->lanes / m->requests),
        rule_base_name(a),
        m->distinct <= m->requests ? "the same address"
                                   : arena_printf(c->arena, "%s addresses",
                                                  diag_count(c->arena, m->distinct / m->requests)));
    rule_about(c, f, a);
    rule_note(c, f, (struct loc){0}, a->space == SPACE_LOCAL ? MSG_ATOMIC_LOCAL : MSG_ATOMIC_GLOBAL,
              rule_address(c, a));
}

/* Of lanes whose addresses are not known, but are fewer than lanes. */
static void check_few(struct rule_context *c, const struct access *a,
                      const struct access_metrics *m) {
    uint32_t most = an_places(c->result->kernel, c->result->launch, a).most;
    if (!most || m->lanes < 2 * m->requests * most)
        return;
    struct rule_cost cost = rule_cost(c, &one_each, a->loc, a);
    if (cost.ms < 0)
        return;
    double lanes = m->lanes / m->requests;
    struct finding *f =
        rule_report(c, a->loc, cost, MSG_ATOMIC_FEW, diag_count(c->arena, ceil(lanes / most)),
                    diag_count(c->arena, lanes), rule_base_name(a), most);
    f->access = a;
    rule_note(c, f, (struct loc){0}, a->space == SPACE_LOCAL ? MSG_ATOMIC_LOCAL : MSG_ATOMIC_GLOBAL,
              rule_address(c, a));
    rule_note(c, f, (struct loc){0}, MSG_ATOMIC_EVENLY);
}

static void check(struct rule_context *c) {
    const struct access *accesses = c->result->kernel->accesses;
    const uint32_t n_accesses = c->result->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses; i++) {
        const struct access *a = &accesses[i];
        const struct access_metrics *m = &c->result->access[i];
        if (a->kind != ACCESS_ATOMIC || m->requests == 0)
            continue;
        if (certain_is_said(m->certain))
            check_known(c, a, m);
        else
            check_few(c, a, m);
    }
}

const struct rule rule_atomic_contention = {
    .traits = {.precision = "high"},
    .check = check,
};
