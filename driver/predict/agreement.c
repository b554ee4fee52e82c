#include "driver/predict/agreement.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "diag/finding/finding.h"
#include "driver/launch/launch.h"
#include "driver/process/limits.h"

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
    request.launch = launch;
    request.rules_of = like;
    budget_allow(&r->options->budget, 1);
    return !launch_limit(a, launch, r->gpu) && analyse_launch(a, &request, out, &reason) &&
           !out->estimate->deadline_reached;
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

/* Marks the findings that the other launch has too; the rest does not hold. */
static void compare(struct finding *findings, bool *holds, const struct kernel_result *result,
                    const struct kernel_result *other) {
    for (size_t i = 0; i < result->n_findings; i++) {
        const struct finding *same = finding_at(other, findings[i].rule, findings[i].loc);
        bool unknown = same && same->cost_ms < 0 && findings[i].cost_ms >= 0;
        holds[i] = holds[i] && same && !unknown;
        if (same)
            widen(&findings[i], share_of(same, other));
    }
}

/* The findings that hold, and those that are open. */
static void split(struct arena *a, const struct finding *findings, const bool *holds,
                  struct kernel_result *result) {
    VEC(struct finding) all = {0}, open = {0};
    for (size_t i = 0; i < result->n_findings; i++) {
        if (holds[i] || !is_at_stake(&findings[i]))
            vec_push(a, &all, findings[i]);
        else
            vec_push(a, &open, findings[i]);
    }
    result->findings = all.at;
    result->n_findings = all.n;
    result->open = open.at;
    result->n_open = open.n;
}

/* The findings that other launches can confirm, and in `can` by finding whether it is one: not
 * those that hang on build options nobody names, or on registers that are estimated. */
static const struct finding *can_hold(struct arena *a, const struct analysis_request *r,
                                      const struct kernel_result *result, bool *can,
                                      size_t *n_can) {
    struct finding *all = NEW_ARRAY(a, struct finding, result->n_findings);
    bool estimated = strcmp(result->registers.source, "estimate") == 0;
    *n_can = 0;
    for (size_t i = 0; i < result->n_findings; i++) {
        const struct rule_info *rule = result->findings[i].rule;
        can[i] =
            !(r->options_assumed && rule->by_build_options) && !(estimated && rule->by_registers);
        if (can[i])
            all[(*n_can)++] = result->findings[i];
    }
    return all;
}

void agreement_check(struct arena *a, const struct analysis_request *r,
                     struct kernel_result *result) {
    const struct launch *l = r->launch;
    if (!l->n_others || !count_at_stake(result))
        return;
    size_t n = result->n_findings;
    struct finding *findings = arena_memdup(a, result->findings, n * sizeof *findings);
    bool *holds = NEW_ARRAY(a, bool, n), compared = false;
    struct kernel_result asked = *result;
    asked.findings = can_hold(a, r, result, holds, &asked.n_findings);
    for (size_t i = 0; i < n; i++)
        findings[i].share_low = findings[i].share_high = share_of(&findings[i], result);
    for (size_t i = 0; i < l->n_others && count_at_stake(&asked); i++) {
        struct arena scratch = {0};
        struct kernel_result other = {0};
        if (analyse_other(&scratch, r, &l->others[i], &asked, &other)) {
            compare(findings, holds, result, &other);
            compared = true;
        }
        arena_free(&scratch);
    }
    for (size_t i = 0; i < n && (!compared || result->estimate->deadline_reached); i++)
        holds[i] = false;
    split(a, findings, holds, result);
}
