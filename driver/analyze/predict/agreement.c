#include "driver/analyze/predict/agreement.h"

#include <math.h>

#include "base/vec.h"
#include "diag/finding/finding.h"
#include "diag/finding/guess.h"
#include "driver/process/limits.h"
#include "launch/launch.h"

static double share_of(const struct finding *f, const struct kernel_result *r) {
    return f->cost_ms > 0 ? f->cost_ms / r->estimate->time_ms : 0;
}

static void widen(struct finding *f, double share) {
    f->share_low = fmin(f->share_low, share);
    f->share_high = fmax(f->share_high, share);
}

/* Of a launch that the GPU cannot run, or for which the time did not suffice, nothing is known. */
static bool analyse_other(struct arena *a, const struct analysis_request *r,
                          const struct launch *launch, const struct kernel_result *like,
                          struct kernel_result *out) {
    const char *reason;
    struct analysis_request request = *r;
    struct study asked = *r->asked;
    asked.launch = launch;
    request.asked = &asked;
    request.rules_of = like;
    request.compared = true;
    budget_allow(&r->options->budget, 1);
    return !launch_limit(a, launch, r->asked->gpu) && analyse_launch(a, &request, out, &reason) &&
           !(out->estimate && out->estimate->deadline_reached);
}

/* Whether it would be reported as more than a remark. */
static bool is_at_stake(const struct finding *f) {
    return finding_is_reported(f) && f->severity != SEVERITY_NOTE;
}

static size_t count_at_stake(const struct kernel_result *r) {
    size_t n = 0;
    for (size_t i = 0; i < r->n_findings; i++)
        n += is_at_stake(&r->findings[i]);
    return n;
}

/* Whether the finding costs so little in this launch, of several that are assumed, that it is a
 * remark: another one may hide it. */
static bool is_little(const struct finding *f, const struct kernel_result *r) {
    double share = share_of(f, r);
    return share > 0 && share < FINDING_GUESSED_SHARE;
}

/* Whether any finding may still be more than a remark once other launches have been looked at. */
static bool may_hold(const struct kernel_result *r) {
    bool may = false;
    for (size_t i = 0; i < r->n_findings; i++)
        may |= is_at_stake(&r->findings[i]) && !is_little(&r->findings[i], r);
    return may;
}

/* Those that are suppressed included: reports have them. */
static size_t count_beyond_remarks(const struct kernel_result *r) {
    size_t n = 0;
    for (size_t i = 0; i < r->n_findings; i++)
        n += r->findings[i].severity != SEVERITY_NOTE;
    return n;
}

/* A guessed launch's findings, and what is known of each so far. */
struct agreement {
    const struct kernel_result *result; /* of the launch itself */
    struct finding *findings;           /* a copy of its findings */
    bool *holds;                        /* by finding */
    bool compared;                      /* with at least one other launch */
};

/* Marks the findings that the other launch has too; the rest does not hold. */
static void compare(struct agreement *g, const struct kernel_result *other) {
    for (size_t i = 0; i < g->result->n_findings; i++) {
        struct finding *f = &g->findings[i];
        const struct finding *same = finding_at(other, f->rule, f->loc);
        bool unknown = same && same->cost_ms < 0 && f->cost_ms >= 0;
        g->holds[i] = g->holds[i] && same && !unknown;
        if (same)
            widen(f, share_of(same, other));
    }
    g->compared = true;
}

/* What rests on something assumed is no more than a remark, whatever all launches have, and so is
 * what costs little in one that is assumed: another may hide it. */
static struct finding demoted(const struct kernel_result *r, const struct finding *f) {
    struct finding held = *f;
    bool little = f->cost_ms >= 0 && f->share_high > 0 && f->share_low < FINDING_GUESSED_SHARE;
    if (guess_decides(r, f) || little)
        held.severity = SEVERITY_NOTE;
    return held;
}

/* The findings that hold, and those that are open. */
static void split(struct arena *a, const struct agreement *g, struct kernel_result *result) {
    VEC(struct finding) all = {0}, open = {0};
    for (size_t i = 0; i < result->n_findings; i++) {
        if (g->holds[i] || !is_at_stake(&g->findings[i]))
            vec_push(a, &all, demoted(result, &g->findings[i]));
        else
            vec_push(a, &open, g->findings[i]);
    }
    result->findings = all.at;
    result->n_findings = all.n;
    result->open = open.at;
    result->n_open = open.n;
}

/* The result with nothing but the findings that hold so far. */
static struct kernel_result with_held(struct arena *a, const struct agreement *g) {
    struct kernel_result held = *g->result;
    struct finding *all = NEW_ARRAY(a, struct finding, held.n_findings);
    held.findings = all;
    held.n_findings = 0;
    for (size_t i = 0; i < g->result->n_findings; i++)
        if (g->holds[i])
            all[held.n_findings++] = g->result->findings[i];
    return held;
}

static struct agreement begin(struct arena *a, const struct analysis_request *r,
                              const struct kernel_result *result) {
    size_t n = result->n_findings;
    struct agreement g = {.result = result,
                          .findings = arena_memdup(a, result->findings, n * sizeof *g.findings),
                          .holds = NEW_ARRAY(a, bool, n)};
    for (size_t i = 0; i < n; i++) {
        struct finding *f = &g.findings[i];
        f->share_low = f->share_high = share_of(f, result);
        g.holds[i] = analyse_can_be_sure(r, &result->registers, f->rule);
    }
    return g;
}

/* Of a launch beside which none is as plausible. Where counts of loops are assumed, so is the time,
 * and what is known of the cost is its share. */
static void demote_all(struct arena *a, struct kernel_result *result) {
    struct finding *all = arena_memdup(a, result->findings, result->n_findings * sizeof *all);
    bool guessed = launch_is_guessed(result->launch) || guess_counts(result);
    for (size_t i = 0; i < result->n_findings; i++) {
        if (guessed)
            all[i].share_low = all[i].share_high = share_of(&all[i], result);
        if (is_at_stake(&all[i]))
            all[i] = demoted(result, &all[i]);
    }
    result->findings = all;
}

/* Compares with all other launches from number `next` on, as long as anything holds; `before` is
 * what one of those ahead of them gave, or NULL. */
static void check(struct arena *a, const struct analysis_request *r,
                  const struct kernel_result *before, size_t next, struct kernel_result *result) {
    const struct launch *l = r->asked->launch;
    if (!count_at_stake(result))
        return;
    if (!l->n_others) {
        demote_all(a, result);
        return;
    }
    const struct kernel_result whole = *result;
    struct agreement g = begin(a, r, &whole);
    if (before)
        compare(&g, before);
    for (size_t i = next; i < l->n_others; i++) {
        struct kernel_result held = with_held(a, &g), other;
        struct arena scratch = {0};
        if (count_beyond_remarks(&held) && analyse_other(&scratch, r, &l->others[i], &held, &other))
            compare(&g, &other);
        arena_free(&scratch);
    }
    for (size_t i = 0; i < whole.n_findings; i++)
        g.holds[i] = g.holds[i] && g.compared && !whole.estimate->deadline_reached;
    split(a, &g, result);
}

/* A kernel of which there is nothing to show. */
static struct kernel_result nothing(const struct analysis_request *r) {
    return (struct kernel_result){.kernel = r->asked->source,
                                  .file = r->file,
                                  .launch = r->asked->launch,
                                  .gpu = r->asked->gpu};
}

void agreement_check(struct arena *a, const struct analysis_request *r,
                     struct kernel_result *result) {
    check(a, r, NULL, 0, result);
}

/* The first of the others is the smallest of all launches (launch/assume.c): what it lacks, or what
 * costs little there, need not be looked for elsewhere. */
bool agreement_analyse(struct arena *a, const struct analysis_request *r,
                       struct kernel_result *result, const char **reason) {
    struct analysis_request request = *r;
    struct arena scratch = {0};
    struct kernel_result smallest;
    request.for_sure = true;
    bool known = analyse_other(&scratch, &request, &r->asked->launch->others[0], NULL, &smallest);
    bool analysed = true;
    if (known && !may_hold(&smallest)) {
        *result = nothing(r);
    } else {
        request.rules_of = known ? &smallest : NULL;
        analysed = analyse_launch(a, &request, result, reason);
        if (analysed)
            check(a, &request, known ? &smallest : NULL, 1, result);
    }
    arena_free(&scratch);
    return analysed;
}
