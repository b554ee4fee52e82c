/* Neighbouring bytes and shorts of global memory that each work-item accesses one by one. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* "load from", name, bytes, "s", bytes of the request, bytes possible */
#define MSG_NARROW                                                                                 \
    "each {work-item}'s %s '%s' is of %u byte%s, so a {warp}'s request moves %s bytes where it "   \
    "could move %u"
#define MSG_NARROW_THIS "so is this one"
#define MSG_NARROW_MORE "so is this one, and %zu more"
/* elements, type */
#define MSG_NARROW_WIDER                                                                           \
    "let each {work-item} do %u neighbouring elements at once, as %s, and launch fewer of them"

/* --- what it finds --------------------------------------------------------- */

/* Bytes that a work-item should access at once, at least. */
static const uint32_t enough = 4;

/* Whether the request's lanes access neighbouring elements, all different. */
static bool is_dense(const struct pattern *p) {
    int64_t first = -1, n = 0;
    for (uint64_t m = p->scattered ? 0 : p->mask; m; m &= m - 1, n++) {
        int lane = __builtin_ctzll(m);
        first = first < 0 ? lane : first;
        if (p->offset[lane] != (lane - first) * (int64_t)p->bytes)
            return false;
    }
    return n > 1;
}

/* Whether nearly all requests of the site are dense. */
static bool is_dense_site(const struct trace *t, uint32_t access) {
    double dense = 0, all = 0;
    for (size_t i = 0; i < t->n_tallies; i++) {
        const struct request_tally *y = &t->tallies[i];
        if (y->access != access)
            continue;
        all += (double)y->count;
        dense += is_dense(&t->patterns[y->pattern]) ? (double)y->count : 0;
    }
    return all > 0 && dense >= 0.9 * all;
}

/* Whether the site is one of those: neighbours access neighbouring elements of few bytes. */
static bool is_narrow(const struct kernel_result *r, uint32_t number) {
    const struct access *a = &r->kernel->accesses[number];
    const struct access_metrics *m = &r->access[number];
    return a->space == SPACE_GLOBAL && a->kind != ACCESS_ATOMIC && !a->assumed &&
           a->bytes < enough && certain_is_said(m->certain) && m->requests > 0 &&
           is_dense_site(r->trace, number);
}

/* The widest of the narrow accesses decides how many elements make a word; 0 if there is none, or
 * if bytes are accessed in other ways, too. */
static uint32_t elements_at_once(const struct kernel_result *r) {
    uint32_t widest = 0;
    for (uint32_t i = 0; i < r->kernel->n_accesses; i++) {
        const struct access *a = &r->kernel->accesses[i];
        if (is_narrow(r, i))
            widest = a->bytes > widest ? a->bytes : widest;
        else if (a->space == SPACE_GLOBAL && a->bytes < enough && r->access[i].requests > 0)
            return 0;
    }
    return widest ? enough / widest : 0;
}

/* One other of them, and how many more there are. */
static void note_others(struct rule_context *c, struct finding *f, uint32_t number) {
    uint32_t other = NONE;
    size_t more = 0;
    for (uint32_t i = number + 1; i < c->result->kernel->n_accesses; i++) {
        if (!is_narrow(c->result, i))
            continue;
        more += other != NONE;
        other = other == NONE ? i : other;
    }
    if (other == NONE)
        return;
    struct loc loc = c->result->kernel->accesses[other].loc;
    if (more)
        rule_note(c, f, loc, MSG_NARROW_MORE, more);
    else
        rule_note(c, f, loc, MSG_NARROW_THIS);
}

static void report(struct rule_context *c, uint32_t number, struct rule_cost cost) {
    const struct access *a = &c->result->kernel->accesses[number];
    const struct access_metrics *m = &c->result->access[number];
    struct finding *f =
        rule_report(c, a->loc, cost, MSG_NARROW, rule_access_kind(a), rule_base_name(a), a->bytes,
                    diag_plural(a->bytes), diag_count(c->arena, m->lanes / m->requests * a->bytes),
                    c->result->trace->warp_width * enough);
    f->decided_by = c->result->kernel->values[a->value].args[0];
    rule_note(c, f, (struct loc){0}, MSG_NARROW_WIDER, enough / a->bytes,
              a->bytes == 1 ? "uchar4" : "ushort2");
    note_others(c, f, number);
}

/* The work of `at_once` neighbours by each work-item: nothing else is other. */
static const struct counterfactual several_at_once = {0};

static void check(struct rule_context *c) {
    uint32_t n = elements_at_once(c->result), first = 0;
    if (n < 2)
        return;
    const struct whatif whatif = {.without = &several_at_once, .at_once = n};
    const struct study changed = study_without(c->study, &whatif);
    struct rule_cost cost = rule_cost_of(c, &changed);
    while (!is_narrow(c->result, first))
        first++;
    if (cost.ms >= 0)
        report(c, first, cost);
}

const struct rule rule_narrow_access = {
    .traits = {.precision = "high"},
    .check = check,
};
