/* Stores hold no warp up: in a sample of a loop that only stores, warps run ahead of the memory,
 * and the time that they take says nothing of how long it is at work. So the work of each server
 * is added up over all iterations: the round takes no less. */
#include "perfmodel/sim/sim_state.h"

static void busy_of(const struct sim *s, double busy[SERVED]) {
    const struct memory_path *m = s->requests.memory;
    const double now[SERVED] = {
        m->l1_port.busy, m->l2_port.busy,      m->l2_data.busy,          m->l3_data.busy,
        m->dram.busy,    m->rows.busiest.busy, m->atomics->busiest.busy, s->requests.local.busy};
    for (int i = 0; i < SERVED; i++)
        busy[i] = now[i];
}

/* Nothing but accesses keeps these servers busy, except for spilled registers and code. */
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

double sim_served(const struct sim *s) {
    double most = 0;
    for (int i = 0; i < SERVED; i++)
        most = max_time(most, s->served[i]);
    return most;
}
