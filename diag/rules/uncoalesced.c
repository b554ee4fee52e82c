/* Global memory accesses whose warp requests touch more sectors than they need. */
#include <stdlib.h>

#include "analysis/ir/dump.h"
#include "analysis/ir/induction.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* "load from", name, sectors, of them needed */
#define MSG_UNCOALESCED "each {warp}'s %s '%s' touches %s sectors of 32 bytes where %s would do"
/* "read" or "write", bytes */
#define MSG_UNCOALESCED_WHY ": neighbouring {work-item}s %s %lld bytes apart"
#define MSG_UNCOALESCED_INDEX "make {id} the fastest-changing part of the index: %s"
/* Of a loop of sequential code: name, ms, ms */
#define MSG_UNCOALESCED_TRANSPOSED                                                                 \
    "with '%s' transposed in memory, these accesses bring the kernel from %s to %s ms"
/* number, name */
#define MSG_UNCOALESCED_ALIKE "the same is true of %u more of '%s', whose cost is counted here"
#define MSG_UNCOALESCED_MEMBERS                                                                    \
    "keep what neighbouring {work-item}s use next to each other, as an array for each member of "  \
    "a "                                                                                           \
    "structure does: the address is %s"
#define MSG_UNCOALESCED_OTHER                                                                      \
    "let neighbouring {work-item}s use neighbouring addresses; now the address is %s"

/* --- what it finds --------------------------------------------------------- */

/* More sectors than this, in ideal ones, are worth a look. */
static const double worst_ratio = 2;

/* The most frequent request of a site. */
static const struct request_tally *usual_request(const struct trace *t, uint32_t access) {
    const struct request_tally *most = NULL;
    for (size_t i = 0; i < t->n_tallies; i++)
        if (t->tallies[i].access == access && (!most || t->tallies[i].count > most->count))
            most = &t->tallies[i];
    return most;
}

/* Of the steps between neighbouring lanes; the others go to another row. */
static const double most_steps = 0.75;

/* Bytes between neighbouring active lanes, if nearly all are as far apart; else 0. */
static int64_t stride_of(const struct pattern *p) {
    int64_t stride = 0;
    int last = -1, same = 0, all = 0;
    for (uint64_t m = p->scattered ? 0 : p->mask; m; m &= m - 1) {
        int lane = __builtin_ctzll(m);
        int64_t step = last < 0 ? 0 : p->offset[lane] - p->offset[last];
        if (last >= 0 && lane == last + 1) {
            stride = all++ ? stride : step;
            same += step == stride;
        }
        last = lane;
    }
    return same >= most_steps * all ? stride : 0;
}

static int64_t usual_stride(const struct trace *t, uint32_t access) {
    const struct request_tally *usual = usual_request(t, access);
    return usual ? stride_of(&t->patterns[usual->pattern]) : 0;
}

/* Neighbours so close are in one structure, or in elements that lie side by side. */
enum { CLOSE = 128 };

/* What a programmer who ports a loop can still decide: how the array lies in memory. */
static void add_transposition(struct rule_context *c, struct finding *f, double cost_ms) {
    double now = study_estimate(c->study)->time_ms;
    if (c->result->kernel->sequential && cost_ms > 0 && cost_ms < now)
        rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_TRANSPOSED, rule_base_name(f->access),
                  diag_ms(c->arena, now), diag_ms(c->arena, now - cost_ms));
}

static void add_advice(struct rule_context *c, struct finding *f, int64_t stride, double cost_ms) {
    const char *address = rule_address(c, f->access);
    if (!stride)
        rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_OTHER, address);
    else if (llabs(stride) <= CLOSE)
        rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_MEMBERS, address);
    else
        rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_INDEX, address);
    if (llabs(stride) > CLOSE)
        add_transposition(c, f, cost_ms);
}

static struct finding *report(struct rule_context *c, const struct access *a,
                              const struct access_metrics *m, struct rule_cost cost,
                              int64_t stride) {
    const char *sectors = diag_count(c->arena, m->sectors32 / m->requests);
    const char *ideal = diag_count(c->arena, m->ideal_sectors / m->requests);
    if (!stride)
        return rule_report(c, a->loc, cost, MSG_UNCOALESCED, rule_access_kind(a), rule_base_name(a),
                           sectors, ideal);
    return rule_report(c, a->loc, cost, MSG_UNCOALESCED MSG_UNCOALESCED_WHY, rule_access_kind(a),
                       rule_base_name(a), sectors, ideal, a->kind == ACCESS_LOAD ? "read" : "write",
                       llabs(stride));
}

/* Bytes between work-items that are neighbours, as the address says; NAN: it does not. */
static double stride_to_neighbour(const struct trace *t, const struct access *a) {
    uint32_t address = t->kernel->values[a->value].args[0];
    return an_stride(t->kernel, t->launch, address,
                     (struct stride_counter){.dimension = 0, .loop = NONE});
}

/* Whether a change of how the array lies in memory, or of the loops, coalesces both: one finding
 * says it of all terms of a stencil. */
static bool is_alike(const struct trace *t, const struct access *a, const struct access *b) {
    return a == b ||
           (t->kernel->sequential && a->root != NONE && a->root == b->root && a->kind == b->kind &&
            a->bytes == b->bytes && stride_to_neighbour(t, a) == stride_to_neighbour(t, b));
}

/* The requests of all that are alike are as narrow as their data allow. */
static void coalesce(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    const struct access *accesses = t->kernel->accesses;
    const uint32_t n = t->kernel->n_accesses;
    const bool *asked = whatif_accesses(x->arena, w, t);
    bool *narrow = NEW_ARRAY(x->arena, bool, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; asked[i] && j < n; j++)
            narrow[j] |= is_alike(t, &accesses[i], &accesses[j]);
    x->narrow = narrow;
}

static const struct counterfactual coalesced = {.change = coalesce};

static bool is_uncoalesced(const struct rule_context *c, uint32_t i) {
    const struct access *a = &c->result->kernel->accesses[i];
    const struct access_metrics *m = &c->result->access[i];
    return a->space == SPACE_GLOBAL && a->kind != ACCESS_ATOMIC && certain_is_said(m->certain) &&
           m->requests > 0 && m->sectors32 > worst_ratio * m->ideal_sectors;
}

/* How many of the accesses before and behind number i are reported with it. */
static uint32_t alike(const struct rule_context *c, uint32_t i, uint32_t begin, uint32_t end) {
    uint32_t n = 0;
    for (uint32_t j = begin; j < end; j++)
        n += is_uncoalesced(c, j) && is_alike(c->result->trace, &c->result->kernel->accesses[i],
                                              &c->result->kernel->accesses[j]);
    return n;
}

static void check(struct rule_context *c) {
    const struct access *accesses = c->result->kernel->accesses;
    const uint32_t n_accesses = c->result->kernel->n_accesses;
    for (uint32_t i = 0; i < n_accesses; i++) {
        const struct access *a = &accesses[i];
        if (!is_uncoalesced(c, i) || alike(c, i, 0, i))
            continue;
        uint32_t others = alike(c, i, i + 1, n_accesses);
        struct rule_cost cost = rule_cost(c, &coalesced, a->loc, a);
        int64_t stride = usual_stride(c->result->trace, i);
        struct finding *f = report(c, a, &c->result->access[i], cost, stride);
        rule_about(c, f, a);
        add_advice(c, f, stride, cost.ms);
        if (others)
            rule_note(c, f, (struct loc){0}, MSG_UNCOALESCED_ALIKE, others, rule_base_name(a));
    }
}

const struct rule rule_uncoalesced = {
    .traits = {.precision = "high"},
    .check = check,
};
