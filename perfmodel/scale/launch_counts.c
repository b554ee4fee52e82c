#include "perfmodel/scale/launch_counts.h"

#include "base/work.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/study/traces.h"

static struct trace_request request_of(struct arena *a, const struct model_input *in,
                                       const struct round *r) {
    return (struct trace_request){.kernel = in->source,
                                  .launch = in->launch,
                                  .warp_width = (uint32_t)in->gpu->machine.warp_width,
                                  .work = in->work,
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
static const struct trace *trace_all(struct arena *a, const struct model_input *in,
                                     struct trace_request all) {
    const struct trace *t = NULL;
    all.deadline = work_share(in->work, in->deadline, counted_exact_time);
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
        all.deadline = work_share(in->work, in->deadline, counted_other_time);
        t = study_trace_once(a, &all);
        if (!t->truncated || groups_walked(t) >= many_kinds)
            return t->truncated ? NULL : t;
    }
    return NULL;
}

/* Why groups stand for others. */
static enum certainty_reason reason_of(const struct launch *l) {
    bool assumed = l->global_source == LAUNCH_ASSUMED || l->local_source == LAUNCH_ASSUMED;
    return assumed ? REASON_LAUNCH : REASON_GROUPS;
}

const struct trace *launch_counts(struct arena *a, const struct model_input *in,
                                  const struct round *r, bool guessed) {
    struct trace_request request = request_of(a, in, r);
    struct model_input longer = *in;
    longer.max_ops *= guessed ? 1 : counted_ops;
    request.max_ops = longer.max_ops;
    const struct trace *t = guessed ? NULL : trace_all(a, &longer, request);
    return t ? t
             : study_raised(a, study_trace(a, &longer, &request), r->groups_total,
                            reason_of(in->launch));
}
