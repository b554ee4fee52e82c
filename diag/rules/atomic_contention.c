/* Atomics of one warp on the same address, which are done one after another. */
#include <math.h>

#include "analysis/ir/dump.h"
#include "analysis/ir/names.h"
#include "analysis/ir/value_range.h"
#include "analysis/trace/address_count.h"
#include "base/vec.h"
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
#define MSG_ATOMIC_SELDOM                                                                          \
    "let fewer {work-item}s come here, such as those that have found a better value; the address " \
    "is %s"
#define MSG_ATOMIC_LOCAL                                                                           \
    "add up within the {warp} first, or give each {warp} a copy; the address is %s"

/* atomics, "s" */
#define MSG_ATOMIC_ALSO "the same is true here, of %zu atomic%s more, whose cost is counted above"

/* --- what it finds --------------------------------------------------------- */

/* Lanes that share an address, and the warps of a group, act as one. */
static void combine(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    x->one_each = whatif_accesses(x->arena, w, t);
}

static const struct counterfactual one_each = {.change = combine};

/* Whether a group could do several of them as one: sums, minima and the like, and no exchanges. */
static bool can_join(const struct kernel *k, const struct access *a) {
    return k->values[a->value].imm != ATOMIC_OTHER || a->atomic == ATOMICS_FLOAT ||
           a->atomic == ATOMICS_DOUBLE;
}

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
enum { MOST_COUNTERS = 1024 };

/* How many places an index leads to, whichever work-item it is of; 0: too many. */
static uint32_t places_in_range(const struct rule_context *c, const struct access *a) {
    const struct kernel *k = c->result->kernel;
    const struct value *v = &k->values[k->values[a->value].args[0]];
    if (v->op != OP_PTRADD || v->n_args != 2)
        return 0;
    struct range r = an_range(k, c->result->launch, v->args[1], k->values[a->value].block);
    uint64_t beyond = (uint64_t)r.high - (uint64_t)r.low;
    return beyond < MOST_COUNTERS ? (uint32_t)beyond + 1 : 0;
}

/* The counters of global memory that all groups share, if local memory could hold them and a group
 * updates each several times, or data say which; else 0. */
static uint32_t shared_counters(const struct rule_context *c, const struct access *a,
                                const struct access_metrics *m) {
    struct access_places places = an_places(c->result->kernel, c->result->launch, a);
    uint32_t n = places.everywhere ? places.most : places_in_range(c, a);
    bool known = certain_is_said(m->certain);
    double each = m->lanes / (double)c->result->trace->n_groups;
    bool few =
        n > 1 && n <= MOST_COUNTERS && can_join(c->result->kernel, a) && (!known || each >= 2 * n);
    return few && a->space == SPACE_GLOBAL ? n : 0;
}

/* Of a histogram: whether the copy saves more than the work-items of a warp that agree, and is said
 * so. */
static bool check_counters(struct rule_context *c, const struct access *a,
                           const struct access_metrics *m, double other_ms) {
    uint32_t n = shared_counters(c, a, m);
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

static void note_advice(const struct rule_context *c, struct finding *f, const struct access *a) {
    const char *fmt = !can_join(c->result->kernel, a) ? MSG_ATOMIC_SELDOM
                      : a->space == SPACE_LOCAL       ? MSG_ATOMIC_LOCAL
                                                      : MSG_ATOMIC_GLOBAL;
    rule_note(c, f, (struct loc){0}, fmt, rule_address(c, a));
}

/* Whether the same is said of both: they are of one array, and can be joined or not. */
static bool is_alike(const struct kernel *k, const struct access *a, const struct access *b) {
    return a->kind == b->kind && a->space == b->space && a->root != NONE && a->root == b->root &&
           can_join(k, a) == can_join(k, b);
}

static bool has_contention(const struct access_metrics *m) {
    return m->requests > 0 && certain_is_said(m->certain) && m->lanes >= 2 * m->distinct;
}

/* Places of the accesses behind it that are reported with it. */
struct places {
    struct loc *at;
    size_t n, cap;
};

static struct places alike_behind(const struct rule_context *c, const struct access *a) {
    const struct kernel *k = c->result->kernel;
    struct places p = {0};
    for (const struct access *b = a + 1; b < k->accesses + k->n_accesses; b++)
        if (is_alike(k, a, b) && has_contention(&c->result->access[b - k->accesses]) &&
            !loc_same(a->loc, b->loc))
            vec_push(c->arena, &p, b->loc);
    return p;
}

static bool is_reported_before(const struct rule_context *c, const struct access *a) {
    const struct kernel *k = c->result->kernel;
    for (const struct access *b = k->accesses; b < a; b++)
        if (is_alike(k, a, b) && has_contention(&c->result->access[b - k->accesses]))
            return true;
    return false;
}

static struct rule_cost cost_of_all(struct rule_context *c, const struct access *a,
                                    const struct places *also) {
    const struct whatif whatif = {
        .without = &one_each, .loc = a->loc, .also = also->at, .n_also = also->n, .access = a};
    const struct study changed = study_without(c->study, &whatif);
    return rule_cost_of(c, &changed);
}

/* Of lanes at known addresses. */
static void check_known(struct rule_context *c, const struct access *a,
                        const struct access_metrics *m) {
    struct rule_cost cost = rule_no_cost;
    const struct places also = alike_behind(c, a);
    if (has_contention(m) && is_reported_before(c, a))
        return;
    if (has_contention(m))
        cost = cost_of_all(c, a, &also);
    if (check_counters(c, a, m, cost.ms) || cost.ms < 0)
        return;
    struct finding *f = rule_report(
        c, a->loc, cost, MSG_ATOMIC, diag_count(c->arena, m->lanes / m->requests),
        rule_base_name(a),
        m->distinct <= m->requests ? "the same address"
                                   : arena_printf(c->arena, "%s addresses",
                                                  diag_count(c->arena, m->distinct / m->requests)));
    rule_about(c, f, a);
    note_advice(c, f, a);
    if (also.n)
        rule_note(c, f, also.at[0], MSG_ATOMIC_ALSO, also.n, diag_plural(also.n));
}

/* Of lanes whose addresses are not known, but are fewer than lanes. Where data decide which lanes
 * come here, there may be one. */
static void check_few(struct rule_context *c, const struct access *a,
                      const struct access_metrics *m) {
    uint32_t most = an_places(c->result->kernel, c->result->launch, a).most;
    struct rule_cost cost = rule_no_cost;
    if (most && m->lanes >= 2 * m->requests * most)
        cost = rule_cost(c, &one_each, a->loc, a);
    if (check_counters(c, a, m, cost.ms) || cost.ms < 0)
        return;
    double lanes = m->lanes / m->requests;
    struct finding *f =
        rule_report(c, a->loc, cost, MSG_ATOMIC_FEW, diag_count(c->arena, ceil(lanes / most)),
                    diag_count(c->arena, lanes), rule_base_name(a), most);
    f->access = a;
    note_advice(c, f, a);
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
