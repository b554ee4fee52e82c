/* Warps that share caches may drift apart for as long as a loop runs, and what they find there
 * changes with it. Nothing but the walk of all iterations shows where that leads. */
#include "perfmodel/settle.h"

#include <math.h>

#include "base/cpu_time.h"

/* Samples that differ less are taken as they are. */
static const double little_doubt = 0.003;

/* Warps that drift by more do so on and on. */
static const double much_drift = 0.02;

/* Operations of all warps that are walked in full then, in units of those up to which no loop is
 * sampled: a few for any doubt, and many where there is drift. */
static const double few_walked = 5.5, many_walked = 42;

/* The tracer counts branches and other steps, too. */
enum { STEPS_PER_OP = 16 };

/* Of the time left. */
static const double share_of_time = 0.5;

static double work_of(const struct trace *t) {
    double all = 0;
    for (size_t i = 0; i < t->n_warps; i++)
        all += t->warps[i].work;
    return all;
}

static bool is_worth_it(const struct model_input *in, const struct trace *t,
                        const struct sim_result *s) {
    if (s->doubt < little_doubt || t->guessed || t->truncated)
        return false;
    double most = s->drifted > much_drift ? many_walked : few_walked;
    return work_of(t) < most * (double)in->max_ops;
}

static bool walk(struct arena *a, const struct model_input *in, const struct round *r,
                 const struct estimate *e, struct waves *out) {
    struct model_input whole = *in;
    double now = cpu_seconds();
    whole.exact = true;
    whole.by_item = false;
    if (in->deadline > 0)
        whole.deadline = now + fmax(0, in->deadline - now) * share_of_time;
    struct sim_input input = {.model = &whole, .sampled = e->trace};
    input.trace = round_walked(a, &whole, r, (uint64_t)work_of(e->trace) * STEPS_PER_OP);
    if (input.trace->truncated)
        return false;
    input.sharing = round_sharing(a, &whole, r, e, input.trace);
    *out = waves_run(a, r, input);
    return out->sim.done == 1;
}

double settle(const struct model_input *in, const struct round *r, const struct waves *sampled,
              struct estimate *e) {
    struct arena scratch = {0};
    struct waves whole;
    e->doubt = sampled->sim.doubt;
    if (in->baseline) {
        e->doubt = in->baseline->doubt;
        return in->baseline->settled;
    }
    double settled = 0;
    if (is_worth_it(in, e->trace, &sampled->sim) && walk(&scratch, in, r, e, &whole)) {
        settled = whole.cycles / sampled->cycles;
        e->doubt = 0;
    }
    arena_free(&scratch);
    return settled;
}
