/* Stores hold no warp up: in a sample of a loop that only stores, warps run ahead of the memory,
 * and the time that they take says nothing of how long it is at work. Nor do samples of a loop that
 * only computes between accesses say how warps compete for a scheduler: others wait for memory
 * meanwhile for more of the time than they would. So the work of each server is added up over all
 * iterations: the round takes no less. */
#include "perfmodel/sim/sim_state.h"

static void busy_of(const struct sim *s, double busy[SERVED]) {
    const struct memory_path *m = s->requests.memory;
    busy[SERVED_L1] = m->l1_port.busy;
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
        busy_of(s, s->busy);
    sim_access(s, r, number, op, weight);
    busy_of(s, after);
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
    r->scheduler->served[PORTS] += item->issue * often * s->uneven;
}

void sim_busy_served(const struct sim *s, struct sim_result *result, double cycles) {
    static const enum bound part_of[SERVED] = {
        [SERVED_L1] = BOUND_L1,      [SERVED_L2_PORT] = BOUND_L2,  [SERVED_L2_DATA] = BOUND_L2,
        [SERVED_L3] = BOUND_L2,      [SERVED_DRAM] = BOUND_DRAM,   [SERVED_ROWS] = BOUND_DRAM,
        [SERVED_ATOMICS] = BOUND_L2, [SERVED_LOCAL] = BOUND_SHARED};
    double n = s->gpu->issue.schedulers_per_sm, busy[BOUND_LATENCY] = {0};
    for (int i = 0; i < SERVED; i++)
        busy[part_of[i]] = max_time(busy[part_of[i]], s->served[i] / cycles);
    for (int i = 0; i < n; i++)
        busy[BOUND_ISSUE] += s->schedulers[i].served[PORTS] / cycles / n;
    for (enum port p = 0; p < PORTS; p++) {
        double served = 0;
        for (int i = 0; i < n; i++)
            served += s->schedulers[i].served[p] / cycles / n;
        busy[port_bound(p)] = max_time(busy[port_bound(p)], served);
    }
    for (int b = 0; b < BOUND_LATENCY; b++)
        result->busy[b] = max_time(busy[b], result->busy[b] * result->cycles / cycles);
    result->transfers = s->served[SERVED_DRAM] / cycles;
    result->rows = s->served[SERVED_ROWS] / cycles;
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
