/* The SM that gets most groups ends last. Short groups are simulated as they follow one another:
 * all of them if they are few; else a round and what does not fill one, and the same with one round
 * more, whose difference is what each further round takes. Long groups are simulated for one
 * round, equation 8 of the main paper, as what happens at their ends hardly matters.
 *
 * What SMs share is divided by the groups of the whole launch over those of the busiest SM: a last
 * wave that leaves SMs idle leaves its share of DRAM to the others. */
#include "perfmodel/scale/waves.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/sim/counterfactual.h"
#include "perfmodel/study/traces.h"

#include <math.h>

/* As long loops are walked in long samples; that they are walked in full, or first in short ones,
 * must not decide how rounds are put together. */
static double steps_per_group(struct arena *a, const struct sim_input *in, const struct round *r) {
    const struct trace *t = in->sampled ? in->sampled : in->trace;
    struct study sampled = *in->study;
    struct trace_request again = {.kernel = t->kernel,
                                  .launch = t->launch,
                                  .warp_width = t->warp_width,
                                  .work = in->study->work,
                                  .groups = round_groups(a, r),
                                  .n_groups = t->n_groups,
                                  .shorter = first_samples_shorter};
    sampled.exact = false;
    if (in->study->exact && !in->sampled)
        t = study_trace(a, &sampled, &again);
    double steps = 0;
    for (size_t i = 0; i < t->n_warps; i++)
        steps += fmin(t->warps[i].work, (double)t->warps[i].n_ops * first_samples_shorter);
    return steps / (double)t->n_groups;
}

static double busiest(const struct sim_result *s) {
    double most = 0;
    for (int b = 0; b < BOUND_LATENCY; b++)
        most = fmax(most, fmin(1, s->busy[b]));
    return most;
}

static struct sim_result simulate_groups(struct arena *a, struct sim_input *in, uint64_t groups) {
    in->groups = groups;
    return simulate(a, in);
}

/* One round stands for all. What is left at the end takes its share of what the SM is busy with,
 * and all of the latency. */
static struct waves one_round(struct arena *a, struct sim_input *in, uint64_t groups, bool tail) {
    uint64_t n = in->trace->n_groups;
    struct waves w = {.sim = simulate_groups(a, in, n), .groups = n};
    double part = (double)(groups % n) / (double)n, share = busiest(&w.sim);
    w.rounds = (double)(groups / n) + part;
    w.cycles = w.sim.cycles * (w.rounds + (tail && part > 0 ? (1 - share) * (1 - part) : 0));
    return w;
}

/* What a longer simulation has more than a shorter one. */
static struct sim_result difference(const struct sim_result *longer, const struct sim_result *x) {
    struct sim_result d = *longer;
    d.cycles = fmax(1, longer->cycles - x->cycles);
    d.resident -= x->resident;
    for (int b = 0; b < BOUNDS; b++)
        d.busy[b] = fmax(0, longer->busy[b] * longer->cycles - x->busy[b] * x->cycles) / d.cycles;
    d.sectors_l2 -= x->sectors_l2;
    d.sectors_dram -= x->sectors_dram;
    d.requests_l2 -= x->requests_l2;
    d.code_lines -= x->code_lines;
    d.done = fmin(longer->done, x->done);
    return d;
}

/* The first `less` groups, and what each further round adds. */
static struct waves by_difference(struct arena *a, struct sim_input *in, uint64_t less,
                                  double rounds) {
    uint64_t n = in->trace->n_groups;
    in->groups = less + n;
    struct sim_pair pair = simulate_pair(a, in, less);
    struct waves w = {.sim = difference(&pair.all, &pair.fewer), .groups = n, .rounds = rounds};
    w.cycles = pair.fewer.cycles + w.sim.cycles * (rounds - (double)less / (double)n);
    return w;
}

/* All groups, or as many as it takes to see what a further round adds. */
static struct waves many_rounds(struct arena *a, struct sim_input *in, uint64_t groups) {
    uint64_t n = in->trace->n_groups, less = n + groups % n;
    struct waves w = {.rounds = (double)groups / (double)n};
    if (groups <= n * few_rounds) {
        w.sim = simulate_groups(a, in, groups);
        w.groups = groups;
        w.cycles = w.sim.cycles;
        return w;
    }
    return by_difference(a, in, less, w.rounds);
}

/* The same with the SMs' shares even: the round that is added is the same, so that nothing but the
 * end differs. */
static struct waves even_rounds(struct arena *a, struct sim_input *in, uint64_t groups,
                                double rounds) {
    uint64_t n = in->trace->n_groups, less = groups <= n * few_rounds ? n : n + groups % n;
    struct waves w = by_difference(a, in, less, rounds);
    if (less > n)
        w.cycles = simulate_groups(a, in, n).cycles + w.sim.cycles * (rounds - 1);
    return w;
}

struct waves waves_run(struct arena *a, const struct round *r, struct sim_input in) {
    double fewer = in.study->whatif.at_once ? in.study->whatif.at_once : 1;
    double total = ceil((double)r->groups_total / fewer), steps = steps_per_group(a, &in, r);
    uint64_t n = in.trace->n_groups, groups = (uint64_t)ceil(total / r->sms);
    const struct counterfactual *without = in.study->whatif.without;
    bool tail = !without || !without->even_waves;
    in.sms = total / (double)groups;
    bool few = groups <= n * few_rounds;
    double more = few ? (double)(groups - n) : (double)(2 * n + 2 * (groups % n));
    if (groups <= n || steps * more > later_steps)
        return one_round(a, &in, groups, tail);
    return tail ? many_rounds(a, &in, groups)
                : even_rounds(a, &in, groups, total / (r->sms * (double)n));
}
