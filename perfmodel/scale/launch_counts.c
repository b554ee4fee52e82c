#include "perfmodel/scale/launch_counts.h"

#include "base/work.h"

/* What is only counted may be so many times longer than what is simulated. */
enum { COUNTED = 10 };

static struct trace_request request_of(struct arena *a, const struct model_input *in,
                                       const struct round *r) {
    return (struct trace_request){.kernel = in->source,
                                  .launch = in->launch,
                                  .warp_width = (uint32_t)in->gpu->warp_width,
                                  .work = in->work,
                                  .groups = round_groups(a, r),
                                  .n_groups = r->groups_per_sm,
                                  .counts_only = true,
                                  .tally = true};
}

/* Groups that a trace walked at least where it was not the length of each that cut it. */
enum { MANY_KINDS = 16 };
/* Samples of loops may be this many times as long as an exact trace. */
enum { SAMPLED_LIMIT = 4 };
/* Of the time left: exact traces, and others. */
static const double exact_share = 0.1, other_share = 0.5;

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
    all.deadline = work_share(in->work, in->deadline, exact_share);
    bool too_long = round_is_too_long(&all);
    all.whole = true;
    if (!too_long)
        t = an_trace(a, &all);
    if (t && (!t->truncated || groups_walked(t) >= MANY_KINDS))
        return t->truncated ? NULL : t;
    all.sample = true;
    all.max_ops *= SAMPLED_LIMIT;
    for (int coarse = 0; coarse < 2; coarse++) {
        all.coarse = coarse;
        all.deadline = work_share(in->work, in->deadline, other_share);
        t = an_trace(a, &all);
        if (!t->truncated || groups_walked(t) >= MANY_KINDS)
            return t->truncated ? NULL : t;
    }
    return NULL;
}

const struct trace *launch_counts(struct arena *a, const struct model_input *in,
                                  const struct round *r, bool guessed) {
    struct trace_request request = request_of(a, in, r);
    struct model_input longer = *in;
    request.max_ops = longer.max_ops *= COUNTED;
    const struct trace *t = guessed ? NULL : trace_all(a, &longer, request);
    return t ? t : an_trace_raised(a, round_trace(a, &longer, &request), r->groups_total);
}
