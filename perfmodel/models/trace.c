/* The trace model: the hybrid method of the main paper. The machine view is traced for the
 * work-groups that fit on one SM at a time, these are simulated, and scaled to the launch
 * (waves.c). */
#include <math.h>

#include "perfmodel/model_constants.h"
#include "perfmodel/result/instruction_counts.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/scale/waves.h"
#include "perfmodel/sim/counterfactual.h"
#include "perfmodel/study/traces.h"

static void dump(FILE *out, const struct estimate *e, const struct waves *w,
                 const struct round *r) {
    const struct sim_result *s = &w->sim;
    fprintf(
        out,
        "simulation of %llu groups: %.0f cycles, %llu groups on each of %.0f SMs, %.3g rounds\n",
        (unsigned long long)w->groups, s->cycles, (unsigned long long)r->groups_per_sm, r->sms,
        w->rounds);
    fprintf(out, "  L2 requests %.0f, L2 sectors %.0f, DRAM sectors %.0f\n", s->requests_l2,
            s->sectors_l2, s->sectors_dram);
    if (s->code_bytes > 0)
        fprintf(out, "  code of %.0f bytes, %.0f lines fetched\n", s->code_bytes, s->code_lines);
    if (e->balance.elsewhere != 1)
        fprintf(out, "  a unit of work takes %.3g times as long elsewhere\n", e->balance.elsewhere);
    estimate_dump(out, e);
}

/* Cycles that one group alone takes, from its start to its end. */
static double cycles_alone(struct arena *a, const struct study *study, uint64_t group) {
    struct trace_request one = {.kernel = study->machine,
                                .launch = study->launch,
                                .warp_width = (uint32_t)study->gpu->machine.warp_width,
                                .work = study->work,
                                .groups = &group,
                                .n_groups = 1};
    struct sim_input input = {
        .study = study, .trace = study_trace(a, study, &one), .groups = 1, .sms = 1};
    struct sharing_request alone = {.gpu = study->gpu,
                                    .launch = study->launch,
                                    .groups_per_sm = 1,
                                    .sms = 1,
                                    .first_group = group,
                                    .trace = input.trace};
    input.sharing = sharing_alone(a, &alone);
    return simulate(a, &input).cycles;
}

/* Where groups differ: the average group decides the throughput, and the launch ends no sooner than
 * its heaviest group, which competes with nobody in the end. */
static double balance_cycles(struct arena *a, const struct study *study, const struct estimate *e,
                             double cycles) {
    const struct balance *b = &e->balance;
    double balanced = cycles * b->counted / b->round * b->elsewhere;
    bool even = study->whatif.without && study->whatif.without->even_groups;
    if (b->heaviest < heavy_group || even)
        return balanced;
    return fmax(balanced, cycles_alone(a, study, b->heaviest_group));
}

static const double *shares(struct arena *a, const double *spent, uint32_t n) {
    double *share = NEW_ARRAY(a, double, n), all = 0;
    for (uint32_t i = 0; i < n; i++)
        all += spent[i];
    for (uint32_t i = 0; i < n; i++)
        share[i] = all > 0 ? spent[i] / all : 0;
    return share;
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    struct round r = *study_round(study);
    e->model = "trace";
    e->occupancy = r.occupancy;
    round_run(a, study, &r, e);
    const struct trace *t = e->trace;
    struct sim_input input = {.study = study, .trace = t, .sharing = e->sharing};
    struct waves w = waves_run(a, &r, input);
    e->refined_over_sampled = refine_sampling(study, &r, &w, e);
    w.cycles *= e->refined_over_sampled > 0 ? e->refined_over_sampled : 1;
    if (!study->base && !launch_size_is_guessed(study->launch))
        e->balance.elsewhere = sampled_regions_cost(study, &r, &w, e);
    e->achieved_occupancy = w.sim.resident / w.sim.cycles / study->gpu->machine.max_warps_per_sm;
    e->transfers = w.sim.transfers;
    e->row_changes = w.sim.rows > w.sim.transfers;
    if (w.sim.spent)
        e->item_share = shares(a, w.sim.spent, t->kernel->n_items);
    e->deadline_reached = w.sim.done < 1 || t->truncated;
    for (int b = 0; b < BOUND_LATENCY; b++)
        e->busy[b] = w.sim.busy[b];
    e->cycles = balance_cycles(a, study, e, w.cycles);
    estimate_finish(e, study);
    if (study->dump) {
        const struct instruction_counts counts = instruction_counts(a, study, t);
        dump(study->dump, e, &w, &r);
        dump_instruction_counts(study->dump, &counts);
    }
    return e;
}

const struct model model_trace = {
    .title = "source-level analysis and simulation of each warp's execution trace",
    .not_modelled = "the first fetch of code, TLBs, concurrent kernels",
    .run = run};
