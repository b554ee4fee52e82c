/* First samples are short, and what is left of their sampling error is part of the interval. Only
 * where warps that share caches drift apart, which goes on for as long as a loop runs, and what
 * they find there changes with it, longer samples are taken, or all iterations are walked if that
 * is quick. */
#include "perfmodel/scale/sample_refinement.h"

#include <math.h>

#include "base/work.h"
#include "perfmodel/model_constants.h"

static double ops_of(const struct trace *t) {
    double all = 0;
    for (size_t i = 0; i < t->n_warps; i++)
        all += (double)t->warps[i].n_ops;
    return all;
}

/* Whether a simulation that takes so many nanoseconds is worth what it takes off the error: the
 * more warps drift apart, the longer it may take. */
static bool is_worth(const struct sim_result *samples, double ns, double most_ns) {
    return (samples->sampling_error >= little_sampling_error && ns < little_ns) ||
           (samples->drifted >= some_drift && ns < some_ns) ||
           (samples->drifted >= much_drift && ns < most_ns);
}

/* All iterations take their time as the samples' operations do. */
static bool is_walk_worth_it(const struct trace *t, const struct sim_result *samples) {
    double ns = samples->work_ns * an_trace_work(t) / fmax(1, ops_of(t));
    return is_worth(samples, ns, most_walk_ns) && certain_is_followed(t->certain) && !t->truncated;
}

/* Whether the first samples leave an error that longer ones may take away. */
static bool are_longer_worth_it(const struct trace *t, const struct sim_result *samples) {
    double ns = samples->work_ns * first_samples_shorter;
    return is_worth(samples, ns, most_longer_ns) && t->shortened && !t->truncated;
}

/* Most of the time that is left: what comes after a walk needs little. */
static struct study with_walk_time(const struct study *study) {
    struct study again = *study;
    again.by_item = false;
    again.seconds = work_share(study->work, study->seconds, walk_time);
    return again;
}

/* Simulates another trace of the round, if that is all there; false if not. */
static bool simulate_again(struct arena *a, const struct study *study, const struct round *r,
                           const struct estimate *e, const struct trace *t, struct waves *out) {
    if (t->truncated)
        return false;
    struct sim_input input = {.study = study, .trace = t, .sampled = e->trace};
    input.sharing = round_sharing(a, study, r, e, t);
    struct waves w = waves_run(a, r, input);
    if (w.sim.done == 1)
        *out = w;
    return w.sim.done == 1;
}

static bool take_longer(struct arena *a, const struct study *study, const struct round *r,
                        const struct estimate *e, struct waves *out) {
    struct study longer = with_walk_time(study);
    return simulate_again(a, &longer, r, e, round_longer(a, &longer, r), out);
}

static bool walk(struct arena *a, const struct study *study, const struct round *r,
                 const struct estimate *e, struct waves *out) {
    struct study whole = with_walk_time(study);
    uint64_t most = (uint64_t)an_trace_work(e->trace) * steps_per_op;
    whole.exact = true;
    return simulate_again(a, &whole, r, e, round_walked(a, &whole, r, most), out);
}

double refine_sampling(const struct study *study, const struct round *r,
                       const struct waves *sampled, struct estimate *e) {
    if (study->base) {
        const struct estimate *base = study_estimate(study->base);
        e->sampling_error = base->sampling_error;
        e->walked = base->walked;
        return base->refined_over_sampled;
    }
    struct arena scratch = {0};
    struct waves last = *sampled;
    bool longer = false;
    if (is_walk_worth_it(e->trace, &last.sim))
        e->walked = walk(&scratch, study, r, e, &last);
    else if (are_longer_worth_it(e->trace, &last.sim))
        longer = take_longer(&scratch, study, r, e, &last);
    e->sampling_error = e->walked ? 0 : last.sim.sampling_error;
    arena_free(&scratch);
    return longer || e->walked ? last.cycles / sampled->cycles : 0;
}
