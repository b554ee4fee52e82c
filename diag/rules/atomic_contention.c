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
/* name, addresses */
#define MSG_ATOMIC_COUNTERS "all {work-group}s update the %u counters of '%s' in global memory"
#define MSG_ATOMIC_COPY                                                                            \
    "count in {local memory}, which holds a copy for each {work-group}, and add that up once at "  \
    "the end; let a {work-group} count for more elements than there are counters"
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

/* They update a copy in local memory, of which what is added up at the end is left out. */
static void copy(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    const bool *asked = whatif_accesses(x->arena, w, t);
    bool *marks = NEW_ARRAY(x->arena, bool, t->kernel->n_accesses);
    for (uint32_t i = 0; i < t->kernel->n_accesses; i++)
        marks[i] = asked[i] && t->kernel->accesses[i].space == SPACE_GLOBAL;
    x->in_local = marks;
}

static const struct counterfactual in_copy = {.change = copy};

/* Counters of which local memory holds a copy beside other things. */
enum { MOST_COUNTERS = 2048 };

/* The counters of global memory that all groups share, if local memory could hold them; else 0. */
static uint32_t shared_counters(const struct rule_context *c, const struct access *a) {
    struct access_places places = an_places(c->result->kernel, c->result->launch, a);
    bool few = places.everywhere && places.most > 1 && places.most <= MOST_COUNTERS;
    return few && a->space == SPACE_GLOBAL ? places.most : 0;
}

/* Of a histogram: whether the copy saves more than the work-items of a warp that agree, and is said
 * so. */
static bool check_counters(struct rule_context *c, const struct access *a, double other_ms) {
    uint32_t n = shared_counters(c, a);
    if (!n)
        return false;
    struct rule_cost cost = rule_cost(c, &in_copy, a->loc, a);
    if (cost.ms <= other_ms || !rule_cost_matters(c, cost.ms))
        return false;
    struct finding *f = rule_report(c, a->loc, cost, MSG_ATOMIC_COUNTERS, n, rule_base_name(a));
    f->access = a;
    rule_note(c, f, (struct loc){0}, MSG_ATOMIC_COPY);
    return true;
}

/* Of lanes at known addresses. */
static void check_known(struct rule_context *c, const struct access *a,
                        const struct access_metrics *m) {
    struct rule_cost cost = rule_no_cost;
    if (m->lanes >= 2 * m->distinct)
        cost = rule_cost(c, &one_each, a->loc, a);
    if (check_counters(c, a, cost.ms) || cost.ms < 0)
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

/* Of lanes whose addresses are not known, but are fewer than lanes. Where data decide which lanes
 * come here, there may be one. */
static void check_few(struct rule_context *c, const struct access *a,
                      const struct access_metrics *m) {
    uint32_t most = an_places(c->result->kernel, c->result->launch, a).most;
    struct rule_cost cost = rule_no_cost;
    if (most && m->lanes >= 2 * m->requests * most)
        cost = rule_cost(c, &one_each, a->loc, a);
    if (check_counters(c, a, cost.ms) || cost.ms < 0)
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
        else if (m->certain.reason == REASON_ADDRESS)
            check_few(c, a, m);
    }
}

const struct rule rule_atomic_contention = {
    .traits = {.precision = "high"},
    .check = check,
};
