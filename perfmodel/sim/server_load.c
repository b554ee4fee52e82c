/* Stores hold no warp up: in a sample of a loop that only stores, warps run ahead of the memory,
 * and the time that they take says nothing of how long it is at work. Nor do samples of a loop that
 * only computes between accesses say how warps compete for a scheduler: others wait for memory
 * meanwhile for more of the time than they would. So the work of each server is added up over all
 * iterations: the round takes no less. */
#include "perfmodel/sim/sim_state.h"

#include <string.h>

static void work_of(const struct sim *s, double busy[SERVED]) {
    const struct memory_path *m = s->requests.memory;
    busy[SERVED_L1] = m->l1_port.busy;
    busy[SERVED_L1_DATA] = m->l1_data.busy;
    busy[SERVED_L2_PORT] = m->l2_port.busy;
    busy[SERVED_L2_DATA] = m->l2_data.busy;
    busy[SERVED_L3] = m->l3_data.busy;
    busy[SERVED_DRAM] = m->dram.busy;
    busy[SERVED_ROWS] = m->rows.busiest.busy;
    busy[SERVED_ATOMICS] = m->atomics->busiest.busy;
    busy[SERVED_LOCAL] = s->requests.local.busy;
}

/* Nothing but accesses keeps these servers busy, except for spilled registers, code and shuffles,
 * which sim_compute_served() counts. */
void sim_access_served(struct sim *s, struct sim_warp *r, uint32_t number,
                       const struct trace_op *op, double weight) {
    double after[SERVED];
    size_t warp = (size_t)(r->trace - s->in->trace->warps);
    double often = s->often[warp][r->next - 1];
    if (s->requests.spills || s->icache)
        work_of(s, s->busy);
    sim_access(s, r, number, op, weight);
    work_of(s, after);
    for (int i = 0; i < SERVED; i++) {
        s->served[i] += (after[i] - s->busy[i]) * often;
        s->busy[i] = after[i];
    }
}

void sim_compute_served(struct sim *s, struct sim_warp *r, const struct sim_item *item,
                        double weight) {
    double often = s->often[r->trace - s->in->trace->warps][r->next - 1] * weight;
    for (uint32_t i = 0; i < item->n_ports; i++)
        r->scheduler->served[item->ports[i].port] += item->ports[i].cycles * often * s->uneven;
    s->served[SERVED_LOCAL] += item->local * often;
    s->busy[SERVED_LOCAL] += item->local * weight;
    if (s->gpu->local.local_in_l1 > 0) {
        s->served[SERVED_L1_DATA] += item->local * often;
        s->busy[SERVED_L1_DATA] += item->local * weight;
    }
    r->scheduler->served[PORTS] += item->issue * often * s->uneven;
}

/* Of L1 and local memory, which share a unit that is busy for `both`, the one with more data counts
 * as busy with all of it: it is what holds the kernel up. */
static void be_busy_in_turns(double busy[], double both) {
    enum bound most = busy[BOUND_SHARED] > busy[BOUND_L1] ? BOUND_SHARED : BOUND_L1;
    busy[most] = max_time(busy[most], both);
}

/* Cycles that a scheduler was at work for a port, or, for PORTS, issued: as simulated or, of a
 * sampled trace, for all iterations. */
static double scheduler_work(const struct scheduler *x, enum port p, bool all) {
    return all ? x->served[p] : p == PORTS ? x->issue.busy : x->port[p].busy;
}

static double average_work(const struct sim *s, enum port p, bool all, double cycles) {
    double n = s->gpu->issue.schedulers_per_sm, average = 0;
    for (int i = 0; i < n; i++)
        average += scheduler_work(&s->schedulers[i], p, all) / cycles / n;
    return average;
}

/* How busy everything is if the servers and schedulers do that work in so many cycles. */
static void be_busy(const struct sim *s, struct sim_result *result, const double work[SERVED],
                    bool all, double cycles) {
    static const enum bound part_of[SERVED] = {
        [SERVED_L1] = BOUND_L1,      [SERVED_L2_PORT] = BOUND_L2,  [SERVED_L2_DATA] = BOUND_L2,
        [SERVED_L3] = BOUND_L2,      [SERVED_DRAM] = BOUND_DRAM,   [SERVED_ROWS] = BOUND_DRAM,
        [SERVED_ATOMICS] = BOUND_L2, [SERVED_LOCAL] = BOUND_SHARED};
    memset(result->busy, 0, sizeof result->busy);
    for (int i = 0; i < SERVED; i++)
        if (i != SERVED_L1_DATA)
            result->busy[part_of[i]] = max_time(result->busy[part_of[i]], work[i] / cycles);
    be_busy_in_turns(result->busy, work[SERVED_L1_DATA] / cycles);
    result->busy[BOUND_ISSUE] = average_work(s, PORTS, all, cycles);
    for (enum port p = 0; p < PORTS; p++)
        result->busy[port_bound(p)] =
            max_time(result->busy[port_bound(p)], average_work(s, p, all, cycles));
    result->transfers = work[SERVED_DRAM] / cycles;
    result->rows = work[SERVED_ROWS] / cycles;
}

void sim_busy_simulated(const struct sim *s, struct sim_result *result) {
    double work[SERVED];
    work_of(s, work);
    be_busy(s, result, work, false, max_time(1, result->cycles));
}

void sim_busy_served(const struct sim *s, struct sim_result *result, double cycles) {
    struct sim_result simulated = *result;
    be_busy(s, result, s->served, true, cycles);
    for (int b = 0; b < BOUND_LATENCY; b++)
        result->busy[b] = max_time(result->busy[b], simulated.busy[b] * simulated.cycles / cycles);
    result->cycles = cycles;
}

double sim_served(const struct sim *s) {
    double most = 0;
    for (int i = 0; i < SERVED; i++)
        most = max_time(most, s->served[i]);
    for (int i = 0; i < s->gpu->issue.schedulers_per_sm; i++)
        for (int p = 0; p <= PORTS; p++)
            most = max_time(most, s->schedulers[i].served[p]);
    return most;
}
