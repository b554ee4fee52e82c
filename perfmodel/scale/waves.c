/* The SM that gets most groups ends last. Short groups are simulated as they follow one another:
 * all of them if they are few; else a round and what does not fill one, and the same with one round
 * more, whose difference is what each further round takes. Long groups are simulated for one
 * round, equation 8 of the main paper, as what happens at their ends hardly matters, except where
 * the groups that do not fill a round are much of the launch: these have an SM for themselves.
 *
 * What SMs share is divided by the groups of the whole launch over those of the busiest SM: a last
 * wave that leaves SMs idle leaves its share of DRAM to the others. */
#include "perfmodel/scale/waves.h"

#include <math.h>

#include "base/lot.h"
#include "base/work.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/sim/counterfactual.h"
#include "perfmodel/study/traces.h"

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

/* The waves of a launch of so many groups, had every SM an equal share of them: the round that is
 * added is that of the launch as it is, so that nothing but the end differs. */
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
    bool rest = few && groups % n;
    if (groups <= n || steps * more > (rest ? last_steps : later_steps))
        return one_round(a, &in, groups, tail);
    return tail ? many_rounds(a, &in, groups)
                : even_rounds(a, &in, groups, total / (r->sms * (double)n));
}

/* First samples are short, and what is left of their sampling error is part of the interval. Only
 * where warps that share caches drift apart, which goes on for as long as a loop runs, and what
 * they find there changes with it, longer samples are taken, or all iterations are walked if that
 * is quick. Of a guessed launch the short ones are enough. */

static double ops_of(const struct trace *t) {
    double all = 0;
    for (size_t i = 0; i < t->n_warps; i++)
        all += (double)t->warps[i].n_ops;
    return all;
}

/* Whether a simulation that takes so many nanoseconds is worth what it takes off the error: the
 * more warps drift apart, and the more their samples differ where they do, the longer it may take.
 */
static bool is_worth(const struct sim_result *samples, double ns, double most_ns) {
    bool some = samples->drifted >= some_drift;
    bool much =
        samples->drifted >= much_drift || (some && samples->sampling_error >= much_sampling_error);
    return (samples->sampling_error >= little_sampling_error && ns < little_ns) ||
           (some && ns < some_ns) || (much && ns < most_ns);
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
    if (launch_size_is_guessed(study->launch)) {
        e->sampling_error = sampled->sim.sampling_error;
        return 0;
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

struct cost {
    double cycles, work;
};

/* As if the whole launch were like the round that begins at `first_group`; no cycles if it is too
 * long. */
static struct cost cost_at(struct arena *a, const struct study *study, const struct round *r,
                           const struct estimate *e, uint64_t first_group) {
    struct round there = *r;
    there.first_group = first_group;
    struct sim_input input = {.study = study, .trace = round_walked(a, study, &there, region_ops)};
    if (input.trace->truncated)
        return (struct cost){0};
    struct estimate other = *e;
    other.balance.usual_group = first_group;
    input.sharing = round_sharing(a, study, &there, &other, input.trace);
    struct waves w = waves_run(a, &there, input);
    return (struct cost){w.sim.done == 1 ? w.cycles : 0, an_trace_work(input.trace)};
}

/* Of all points. */
struct sums {
    double n, cycles, work, squares, products;
};

static void add(struct sums *s, struct cost c) {
    s->n++;
    s->cycles += c.cycles;
    s->work += c.work;
    s->squares += c.work * c.work;
    s->products += c.work * c.cycles;
}

/* Cycles at that work by the line of least squares; their mean if all points have the same. */
static double cycles_at(const struct sums *s, double work) {
    double variance = s->n * s->squares - s->work * s->work;
    double slope =
        variance > 1e-9 * s->squares ? (s->n * s->products - s->work * s->cycles) / variance : 0;
    return s->cycles / s->n + slope * (work - s->work / s->n);
}

/* Places are spread evenly over the launch; what they have more or less work than its groups on
 * average is made up for. */
double sampled_regions_cost(const struct study *study, const struct round *r, const struct waves *w,
                            const struct estimate *e) {
    const struct balance *b = &e->balance;
    double here = an_trace_work(e->trace) / b->round;
    uint64_t span = r->stride * r->groups_per_sm;
    if (fabs(b->counted - 1) < uneven_work || here * sampled_regions > region_ops ||
        span >= r->groups_total)
        return 1;
    struct arena scratch = {0};
    struct sums all = {0};
    bool done = true;
    add(&all, (struct cost){w->cycles, b->round});
    for (unsigned i = 0; done && i < sampled_regions; i++) {
        double place = van_der_corput(i + 0.5) * (double)(r->groups_total - span);
        struct cost c = cost_at(&scratch, study, r, e, (uint64_t)place);
        c.work /= here;
        done = c.cycles > 0;
        add(&all, c);
        arena_free(&scratch);
    }
    double cost = cycles_at(&all, b->mean) / (w->cycles * b->mean / b->round);
    return done && cost > 0 ? cost : 1;
}
