/* The paper's text was not at hand; this is what the survey describes, with the throughput of both
 * systems as the bounds of a queueing system: as many servers as warps, until the slowest part is
 * always at work. Its time, which the paper does not ask for, is that of all requests at the
 * equilibrium. Memory access patterns, which the survey misses, are in the mean latency and gap of
 * a request. */
#include "perfmodel/survey/transit.h"

#include <math.h>

#include "perfmodel/result/profile.h"

static double throughput(double warps, double time, double gap) {
    double by_latency = time > 0 ? warps / time : INFINITY;
    double by_width = gap > 0 ? 1 / gap : INFINITY;
    return fmin(by_latency, by_width);
}

double transit_supply(const struct transit_machine *m, double k) {
    return throughput(k, m->memory_time, m->memory_gap);
}

double transit_demand(const struct transit_machine *m, double k) {
    return throughput(m->n - k, m->compute_time, m->compute_gap);
}

/* Supply rises with k and demand falls. */
double transit_equilibrium(const struct transit_machine *m) {
    double low = 0, high = m->n;
    for (double middle = high / 2; low < middle && middle < high; middle = (low + high) / 2) {
        if (transit_supply(m, middle) < transit_demand(m, middle))
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* Each curve is straight up to where its slowest part is always at work: `bend`. */
static void add_curve(struct arena *a, struct estimate_curve *c, const char *name,
                      const struct transit_machine *m,
                      double (*of)(const struct transit_machine *, double), double bend) {
    double at[] = {0, fmin(fmax(bend, 0), m->n), m->n};
    struct estimate_point *points = NEW_ARRAY(a, struct estimate_point, 3);
    for (int i = 0; i < 3; i++)
        points[i] = (struct estimate_point){at[i], of(m, at[i])};
    *c = (struct estimate_curve){.name = name, .points = points, .n = 3};
}

const struct estimate_picture *transit_picture(struct arena *a, const struct transit_machine *m) {
    struct estimate_picture *p = NEW(a, struct estimate_picture);
    struct estimate_curve *curves = NEW_ARRAY(a, struct estimate_curve, 2);
    double k = transit_equilibrium(m);
    bool supplied = m->memory_gap > 0 && m->memory_time > 0;
    bool demanded = m->compute_gap > 0 && m->compute_time > 0;
    if (!supplied || !demanded)
        return NULL; /* a part that takes no time has no end of its curve */
    add_curve(a, &curves[0], "supply", m, transit_supply, m->memory_time / m->memory_gap);
    add_curve(a, &curves[1], "demand", m, transit_demand, m->n - m->compute_time / m->compute_gap);
    *p = (struct estimate_picture){
        .caption = arena_printf(a,
                                "requests that memory supplies, and that the other warps demand; "
                                "the dot is where both are equal, at %.3g of %.3g warps",
                                k, m->n),
        .x_title = "warps of an SM in the memory system",
        .y_title = "requests/cycle",
        .x_max = m->n,
        .y_max = fmax(transit_supply(m, m->n), transit_demand(m, 0)),
        .curves = curves,
        .n_curves = 2,
        .mark = {k, transit_supply(m, k)}};
    return p;
}

static struct transit_machine machine(const struct gpu *g, const struct profile *p,
                                      double requests) {
    struct request_time t = profile_request_time(g, p);
    double others = p->passes + p->local_requests * g->local.local_latency;
    return (struct transit_machine){.n = p->warps,
                                    .memory_time = t.latency / profile_mlp(p),
                                    .memory_gap = t.service,
                                    .compute_time = (p->chain + others) / requests,
                                    .compute_gap = fmax(p->compute, p->passes) / requests};
}

static double without_memory(const struct profile *p) {
    return fmax(fmax(p->compute, p->passes), p->chain / p->warps);
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "transit";
    struct profile p = profile_of(a, study, e);
    double requests = profile_global(&p).requests, cycles = without_memory(&p);
    if (requests > 0) {
        struct transit_machine m = machine(study->gpu, &p, requests);
        double k = transit_equilibrium(&m), supply = transit_supply(&m, k);
        const struct estimate_detail all[] = {
            {"n", "warps", "of an SM", m.n},
            {"k", "warps", "in the memory system at the equilibrium", k},
            {"throughput", "requests/cycle", "of an SM at the equilibrium", supply},
            {"memory time", "cycles", "of a request alone", m.memory_time},
            {"memory gap", "cycles", "between requests, at the memory system's bandwidth",
             m.memory_gap},
            {"compute time", "cycles", "of a warp from one request to the next", m.compute_time},
            {"compute gap", "cycles", "between requests, at the SM's throughput", m.compute_gap}};
        e->n_details = sizeof all / sizeof *all;
        e->details = arena_memdup(a, all, sizeof all);
        e->picture = transit_picture(a, &m);
        cycles = requests / supply;
    }
    profile_finish(study, &p, e, cycles);
    return e;
}

const struct model model_transit = {
    .title = "supply and demand of memory requests, where their curves meet (Transit)",
    .not_modelled = "phases, barriers, local memory beside its part of computation, divergence "
                    "beyond the trace's",
    .run = run};
