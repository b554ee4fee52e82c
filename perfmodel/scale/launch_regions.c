#include "perfmodel/scale/launch_regions.h"

#include <math.h>

#include "base/lot.h"
#include "perfmodel/model_constants.h"

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
    if (fabs(b->mean - 1) < uneven_work || here * sampled_regions > region_ops ||
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
