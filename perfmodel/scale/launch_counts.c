#include "perfmodel/study/study.h"

#include "base/work.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/study/traces.h"

static struct trace_request request_of(struct arena *a, const struct study *study,
                                       const struct round *r) {
    return (struct trace_request){.kernel = study->source,
                                  .launch = study->launch,
                                  .warp_width = (uint32_t)study->gpu->machine.warp_width,
                                  .work = study->work,
                                  .groups = round_groups(a, r),
                                  .n_groups = r->groups_per_sm,
                                  .counts_only = true};
}

static size_t groups_walked(const struct trace *t) {
    size_t n = t->n_warps > 0;
    for (size_t i = 1; i < t->n_warps; i++)
        n += t->warps[i].group != t->warps[i - 1].group;
    return n;
}

/* All groups of the launch, exactly or with long loops sampled, where each single group is so long
 * that this is needed; NULL if neither goes. */
static const struct trace *trace_all(struct arena *a, const struct study *study,
                                     struct trace_request all) {
    const struct trace *t = NULL;
    all.deadline = work_share(study->work, study->seconds, counted_exact_time);
    bool too_long = study_is_too_long(&all);
    all.whole = true;
    if (!too_long)
        t = study_trace_once(a, &all);
    if (t && (!t->truncated || groups_walked(t) >= many_kinds))
        return t->truncated ? NULL : t;
    all.sample = true;
    all.max_ops *= counted_sample;
    for (int coarse = 0; coarse < 2; coarse++) {
        all.coarse = coarse;
        all.deadline = work_share(study->work, study->seconds, sampled_time);
        t = study_trace_once(a, &all);
        if (!t->truncated || groups_walked(t) >= many_kinds)
            return t->truncated ? NULL : t;
    }
    return NULL;
}

/* The groups that share an SM, or fewer. */
static struct round counted_round(const struct study *study) {
    struct round r = *study_round(study);
    if (study->counted_groups && r.groups_per_sm > study->counted_groups)
        r.groups_per_sm = study->counted_groups;
    return r;
}

/* Why groups stand for others. */
static enum certainty_reason reason_of(const struct launch *l) {
    bool assumed = l->global_source == LAUNCH_ASSUMED || l->local_source == LAUNCH_ASSUMED;
    return assumed ? REASON_LAUNCH : REASON_GROUPS;
}

static const struct trace *counts_of(struct arena *a, const struct study *study, bool guessed) {
    const struct round round = counted_round(study), *r = &round;
    struct trace_request request = request_of(a, study, r);
    struct study longer = *study;
    longer.max_ops *= guessed ? 1 : counted_ops;
    request.max_ops = longer.max_ops;
    const struct trace *t = guessed ? NULL : trace_all(a, &longer, request);
    return t ? t
             : study_raised(a, study_trace(a, &longer, &request), r->groups_total,
                            reason_of(study->launch));
}

const struct trace *study_counts(const struct study *study) {
    struct study_memo *memo = study->memo;
    if (!memo->counts)
        memo->counts = counts_of(memo->arena, study, launch_is_guessed(study->launch));
    return memo->counts;
}

const struct trace *study_counts_of_given(struct arena *a, const struct study *study) {
    const struct launch given = launch_without_assumed(a, study->launch);
    struct study without = *study;
    without.launch = arena_memdup(a, &given, sizeof given);
    return counts_of(a, &without, launch_is_guessed(study->launch));
}

const struct trace *study_walked(struct arena *a, const struct study *study) {
    const struct round r = counted_round(study);
    struct trace_request walked = request_of(a, study, &r);
    walked.counts_only = false;
    return study_trace(a, study, &walked);
}
