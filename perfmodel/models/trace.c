/* The trace model: the hybrid method of the main paper. The machine view is traced for the
 * work-groups of one round on one SM, the round is simulated, and equation 8 scales it to
 * the launch: time = round * groups / (groups at a time) + launch. */
#include <math.h>

#include "perfmodel/round.h"
#include "perfmodel/sim.h"

/* More waves than this average out; below, the last one is looked at on its own. */
enum { FEW_WAVES = 8 };

/* Waves of groups over the whole GPU. A last wave that is not full still takes its latency; what is
 * bound by throughput shrinks with it. */
static double effective_waves(const struct model_input *in, const struct round *r, double busiest) {
    double fewer = in->whatif.at_once ? in->whatif.at_once : 1;
    double waves = (double)r->groups_total / fewer / (r->sms * (double)r->groups_per_sm);
    if (waves <= 1)
        return 1;
    double part = waves - floor(waves);
    if (waves > FEW_WAVES || part == 0 || in->whatif.defect == DEFECT_TAIL)
        return waves;
    return floor(waves) + busiest * part + (1 - busiest);
}

static void dump(FILE *out, const struct estimate *e, const struct sim_result *s,
                 const struct round *r, double waves) {
    fprintf(out,
            "simulation of one round: %.0f cycles, %llu groups on each of %.0f SMs, %.3g rounds\n",
            s->cycles, (unsigned long long)r->groups_per_sm, r->sms, waves);
    fprintf(out, "  L2 requests %.0f, L2 sectors %.0f, DRAM sectors %.0f\n", s->requests_l2,
            s->sectors_l2, s->sectors_dram);
    estimate_dump(out, e);
}

/* More work than this, in rounds' groups, is looked at on its own. */
static const double heavy = 1.5;

/* Cycles that one group alone takes, from its start to its end. */
static double cycles_alone(struct arena *a, const struct model_input *in, uint64_t group) {
    struct trace_request one = {.kernel = in->machine,
                                .launch = in->launch,
                                .warp_width = (uint32_t)in->gpu->warp_width,
                                .groups = &group,
                                .n_groups = 1};
    struct sharing_request alone = {.gpu = in->gpu,
                                    .kernel = in->machine,
                                    .launch = in->launch,
                                    .groups_per_sm = 1,
                                    .sms = 1,
                                    .first_group = group};
    struct sim_input input = {.model = in, .trace = round_trace(a, in, &one), .sms = 1};
    input.sharing = sharing_alone(a, &alone);
    return simulate(a, &input).cycles;
}

/* Where groups differ: the average group decides the throughput, and the launch ends no sooner than
 * its heaviest group, which competes with nobody in the end. */
static double balance_cycles(struct arena *a, const struct model_input *in,
                             const struct estimate *e, double cycles) {
    double balanced = cycles * e->balance.mean;
    if (e->balance.heaviest < heavy || in->whatif.defect == DEFECT_IMBALANCE)
        return balanced;
    return fmax(balanced, cycles_alone(a, in, e->balance.heaviest_group));
}

static const struct estimate *run(struct arena *a, const struct model_input *in) {
    struct estimate *e = NEW(a, struct estimate);
    struct round r = round_of(in);
    e->model = "trace";
    e->occupancy = r.occupancy;
    round_run(a, in, &r, e);
    const struct trace *t = e->trace;
    struct sim_input input = {.model = in, .trace = t, .sharing = e->sharing, .sms = r.sms};
    struct sim_result s = simulate(a, &input);
    e->hurried = s.done < 1 || t->truncated;
    double busiest = 0;
    for (int b = 0; b < BOUND_LATENCY; b++) {
        e->busy[b] = s.busy[b];
        busiest = fmax(busiest, fmin(1, s.busy[b]));
    }
    double waves = effective_waves(in, &r, busiest);
    e->cycles = balance_cycles(a, in, e, s.cycles * waves);
    estimate_finish(e, in);
    if (in->dump)
        dump(in->dump, e, &s, &r, waves);
    return e;
}

const struct model model_trace = {
    .title = "source-level analysis and simulation of each warp's execution trace",
    .not_modelled = "instruction cache, TLBs, concurrent kernels",
    .run = run};
