#include "perfmodel/study/traces.h"

#include "perfmodel/model_constants.h"

bool study_has_no_group(const struct trace *t, const struct trace_request *r) {
    return t->truncated && (!t->n_warps || !r->n_groups ||
                            t->warps[t->n_warps - 1].group != r->groups[r->n_groups - 1] ||
                            t->warps[0].group == t->warps[t->n_warps - 1].group);
}

bool study_is_too_long(const struct trace_request *r) {
    struct arena scratch = {0};
    struct trace_request work = *r;
    work.n_groups = 1;
    work.sample = work.work_only = true;
    work.max_ops = (uint64_t)too_long_trace * an_allowed_ops(r, 0, r->n_groups);
    const struct trace *t = an_trace(&scratch, &work);
    bool too_long = t->truncated || an_trace_work(t) > (double)work.max_ops;
    arena_free(&scratch);
    return too_long;
}

/* Where nothing else gets through a work-group, which the study remembers. Has some time of its
 * own. */
static const struct trace *trace_loosely(struct arena *a, const struct study *study,
                                         struct trace_request *r) {
    r->sample = r->coarse = r->loose = true;
    r->max_ops = study->max_ops * sampled_trace;
    r->deadline = study->work->done + study->seconds * loose_time;
    const struct trace *t = an_trace(a, r);
    if (study->memo && !study_has_no_group(t, r))
        study->memo->loose = true;
    return t;
}

const struct trace *study_trace(struct arena *a, const struct study *study,
                                struct trace_request *r) {
    r->sample = r->coarse = r->loose = false;
    if (study->memo && study->memo->loose)
        return trace_loosely(a, study, r);
    r->deadline = work_share(study->work, study->seconds, exact_time);
    uint64_t most = study->max_ops * (study->exact ? long_exact_trace : 1);
    r->max_ops = most;
    const struct trace *t = NULL;
    if (study->exact || !study_is_too_long(r))
        t = an_trace(a, r);
    if (t && !t->truncated)
        return t;
    r->sample = true;
    r->deadline = work_share(study->work, study->seconds, sampled_time);
    r->max_ops = most * sampled_trace;
    t = an_trace(a, r);
    if (!study_has_no_group(t, r))
        return t;
    r->coarse = true;
    r->deadline = work_share(study->work, study->seconds, sampled_time);
    const struct trace *coarse = an_trace(a, r);
    if (!study_has_no_group(coarse, r))
        return coarse;
    const struct trace *loose = trace_loosely(a, study, r);
    return study_has_no_group(loose, r) ? t : loose;
}

const struct trace *study_trace_once(struct arena *a, const struct trace_request *r) {
    return an_trace(a, r);
}

const struct trace *study_other_groups(const struct trace *like, const uint64_t *groups, size_t n,
                                       uint64_t max_ops, struct work *work) {
    return an_trace_more(like, groups, n, max_ops, work);
}

const struct trace *study_raised(struct arena *a, const struct trace *t, uint64_t groups,
                                 enum certainty_reason reason) {
    return an_trace_raised(a, t, groups, reason);
}

const struct trace *study_tallied(struct arena *a, const struct trace *t) {
    return an_tallied(a, t);
}
