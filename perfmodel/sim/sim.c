/* Events are steps of warps, taken in the order of time from one heap. A resource
 * is a server with a next free time; whoever comes first is served first.
 *
 * Per step: computation takes issue slots and execution ports of the warp's
 * scheduler and holds the warp for its longest dependence chain; a load goes its way through the
 * memory system and the warp goes on until something needs the data; a barrier
 * holds a warp until its group is there. Code that the instruction cache cannot hold delays warps
 * (icache.c). Not modelled: scheduling policies other than first come first served, queues that
 * fill up. */
#include "perfmodel/sim/sim.h"

#include <math.h>

#include "base/hash.h"
#include "base/work.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/sim/sim_state.h"

static bool is_nothing(const struct sim_item *item) {
    return item->issue <= 0 && item->latency <= 0 && item->local <= 0 && !item->n_ports;
}

static void compute(struct sim *s, struct sim_warp *r, const struct sim_item *item, double weight) {
    if (is_nothing(item))
        return;
    weight *= s->at_once;
    if (s->often)
        sim_compute_served(s, r, item, weight);
    struct scheduler *sched = r->scheduler;
    double start = max_time(r->time, sched->issue.free), end = start, busy = weight * s->uneven;
    server_take(&sched->issue, r->time, item->issue * busy);
    for (uint32_t i = 0; i < item->n_ports; i++)
        end = max_time(end, server_take(&sched->port[item->ports[i].port], start,
                                        item->ports[i].cycles * busy));
    if (item->local > 0)
        end = max_time(end, request_local_memory(&s->requests, start, item->local * weight));
    end = max_time(end, start + item->issue_alone * weight);
    r->time = max_time(end, start + item->latency * weight);
}

void sim_spend(struct sim *s, const struct sim_warp *r, uint32_t awaited, double cycles) {
    if (!s->spent)
        return;
    size_t op = awaited == NONE ? r->next - 1 : r->next;
    uint32_t item = awaited == NONE ? r->ops[op].item : s->access_item[awaited];
    s->spent[item] += cycles * s->often[r->trace - s->in->trace->warps][op];
}

/* What the warp still waits for before it can take the item. */
static double ready_time(const struct sim_warp *r, const struct sim_item *item) {
    double t = r->time;
    for (uint32_t i = 0; i < item->n_waits; i++)
        t = max_time(t, r->ready[item->waits[i]]);
    return t;
}

/* The access that it waits for longest. */
static uint32_t awaited(const struct sim_warp *r, const struct sim_item *item) {
    uint32_t last = item->waits[0];
    for (uint32_t i = 1; i < item->n_waits; i++)
        last = r->ready[item->waits[i]] > r->ready[last] ? item->waits[i] : last;
    return last;
}

/* A side that other warps would take: dropped, except for its share of the servers' time. Memory
 * requests are kept or dropped whole, in proportion, by a hash of where they are. */
static bool dropped(double weight, const struct sim_warp *r) {
    if (weight >= 1)
        return false;
    uint64_t h = hash_of(r->next * 64 + r->trace->warp);
    return (double)(h >> 40) / (double)(1 << 24) >= weight;
}

/* An operation whose time has come, except for barriers, or a share of a long one. False if the
 * warp has to come back for it at r->time. */
static inline bool execute(struct sim *s, struct sim_warp *r, const struct sim_item *item,
                           const struct trace_op *op, double share) {
    double weight = s->weight[op->region];
    bool whole = !dropped(weight, r);
    if (whole && s->requests.spills && r->pieces == 0 && !sim_spill(s, r, op->item))
        return false;
    if (item->kind == ITEM_COMPUTE)
        compute(s, r, item, weight * share);
    if (item->kind != ITEM_ACCESS || !whole)
        return true;
    struct trace_op here = *op;
    here.address = an_op_address(r->trace, op);
    if (s->often)
        sim_access_served(s, r, item->access, &here, weight);
    else
        sim_access(s, r, item->access, &here, weight);
    return true;
}

/* Executes an operation piece by piece, as the instruction cache has the code. */
static bool execute_code(struct sim *s, struct sim_warp *r, const struct sim_item *item,
                         const struct trace_op *op) {
    double before = r->time;
    if (!r->has_code)
        r->time = icache_fetch(s->icache, op->item, r->pieces, before);
    r->has_code = true;
    uint32_t n = item->kind == ITEM_COMPUTE ? icache_pieces(s->icache, op->item) : 1;
    if (r->time > before || !execute(s, r, item, op, 1.0 / n))
        return false;
    r->has_code = false;
    r->pieces = r->pieces + 1 < n ? r->pieces + 1 : 0;
    return r->pieces == 0;
}

/* Barriers at the end of a warp hold nothing up. */
static bool holds_up(const struct sim *s, const struct sim_warp *r, const struct trace_op *op) {
    return r->next < r->n_ops && !s->requests.changes->no_wait[op->item];
}

/* Nothing but its own steps changes what a warp waits for. */
static void wait_for_data(struct sim *s, struct sim_warp *r, const struct sim_item *item) {
    double ready = ready_time(r, item);
    if (ready <= r->time)
        return;
    if (s->spent)
        sim_spend(s, r, awaited(r, item), ready - r->time);
    r->time = ready;
}

/* After a step: whether the warp goes on, at r->time. */
static inline bool goes_on(struct sim *s, struct sim_warp *r) {
    if (r->next >= r->n_ops) {
        sim_leave(s, r);
        return false;
    }
    uint32_t item = r->ops[r->next].item;
    if (item != NONE)
        wait_for_data(s, r, &s->items[item]);
    return true;
}

static struct event event_of(const struct sim_warp *r) {
    return (struct event){r->time, r->number};
}

void sim_go_on(struct sim *s, struct sim_warp *r) {
    if (goes_on(s, r))
        events_push(s->events, event_of(r));
}

/* The next operation; whether the warp goes on, at r->time. */
static bool step(struct sim *s, struct sim_warp *r) {
    const struct trace_op *op = &r->ops[r->next];
    if (op->item == NONE) {
        sim_mark(s, r, op);
        r->next++;
        return goes_on(s, r);
    }
    const struct sim_item *item = &s->items[op->item];
    double before = r->time;
    r->next++;
    if (item->kind == ITEM_BARRIER && holds_up(s, r, op)) {
        double start = sim_issue(s, r);
        sim_arrive(s, r, server_take(&s->barriers, start, s->barrier_cycles));
        return false;
    }
    bool done = s->icache ? execute_code(s, r, item, op) : execute(s, r, item, op, 1);
    sim_spend(s, r, NONE, r->time - before);
    if (done)
        return goes_on(s, r);
    r->next--;
    return true;
}

static double latest_free(const struct sim *s) {
    const struct memory_path *m = s->requests.memory;
    double t = max_time(max_time(m->l1_port.free, m->l2_port.free),
                        max_time(m->l2_data.free, m->dram.free));
    t = max_time(max_time(t, m->l3_data.free), m->rows.busiest.free);
    t = max_time(t, m->atomics->busiest.free);
    t = max_time(max_time(t, s->requests.local.free), m->l1_data.free);
    for (uint32_t i = 0; i < s->gpu->issue.schedulers_per_sm; i++)
        t = max_time(t, s->schedulers[i].issue.free);
    return t;
}

static void sum_up(const struct sim *s, struct sim_result *result) {
    const struct memory_path *m = s->requests.memory;
    sim_busy_simulated(s, result);
    result->resident = s->resident;
    result->sectors_l2 = m->sectors_l2;
    result->sectors_dram = m->sectors_dram;
    result->requests_l2 = m->requests_l2;
    result->code_bytes = icache_code_bytes(s->icache);
    result->code_lines = icache_fetched(s->icache);
}

static double error_by_waits(const struct sim *s) {
    double waited = s->skips.n ? s->requests.memory->waited / max_time(1, s->resident) : 0;
    double most = s->in->trace->n_barriers ? most_by_waits : most_without_barriers;
    return min_time(most, error_of_wait * waited);
}

static void count_work(struct sim *s) {
    const struct memory_path *m = s->requests.memory;
    double done = step_ns * (double)s->steps + request_ns * (double)m->n_requests +
                  sector_ns * (double)m->n_sectors;
    work_add(s->in->study->work, done - s->counted);
    s->counted = done;
}

static bool is_late(struct sim *s) {
    if (++s->steps % deadline_steps)
        return false;
    count_work(s);
    return work_is_over(s->in->study->work, s->in->study->seconds);
}

/* The simulation at the end of a step, as it can go on later. */
struct checkpoint {
    struct arena arena;
    struct arena_copy memory;
    struct sim sim;
    bool taken;
};

/* The first group that leaves without another one that waits is where more of them make a
 * difference. */
static void fill_left(struct sim *s, struct checkpoint *c) {
    if (c && !c->taken && !s->waiting) {
        c->memory = arena_save(&c->arena, s->arena);
        c->sim = *s;
        c->taken = true;
    }
    sim_fill_left(s);
}

/* Takes steps until none is left or the deadline is past; returns whether that was all. A warp that
 * is the next one again goes on at once. */
static bool run(struct sim *s, struct checkpoint *c) {
    bool late = false;
    while (events_left(s->events) && !late) {
        struct sim_warp *r = &s->sim_warps[events_pop(s->events)];
        bool more;
        do {
            more = step(s, r);
            if (s->left)
                fill_left(s, c);
            late = is_late(s);
        } while (more && !late && events_is_next(s->events, event_of(r)));
        if (more)
            events_push(s->events, event_of(r));
    }
    count_work(s);
    return !events_left(s->events);
}

/* Goes on with more groups. */
static bool run_on(struct sim *s, const struct checkpoint *c, uint64_t groups) {
    *s = c->sim;
    arena_restore(s->arena, &c->memory);
    s->waiting = groups;
    sim_fill_left(s);
    return run(s, NULL);
}

/* As much local memory as the groups leave, so that as many are resident. */
static struct reuse_buffer new_reuse_buffer(const struct sim *s) {
    const struct study *study = s->in->study;
    uint64_t groups = s->in->trace->n_groups ? s->in->trace->n_groups : 1;
    double bytes = s->gpu->local.local_bytes_per_sm / (double)groups - study->local_bytes;
    return s->requests.changes->tiled
               ? reuse_buffer_new(s->arena, s->requests.memory->grid, (uint32_t)groups,
                                  fmin(bytes, s->gpu->local.local_bytes_per_group))
               : (struct reuse_buffer){0};
}

static void count_by_item(struct sim *s) {
    s->spent = NEW_ARRAY(s->arena, double, s->k->n_items);
    uint32_t *access_item = NEW_ARRAY(s->arena, uint32_t, s->k->n_accesses);
    for (uint32_t i = 0; i < s->k->n_items; i++)
        if (s->k->items[i].kind == ITEM_ACCESS)
            access_item[s->k->items[i].access] = i;
    s->access_item = access_item;
}

static void weigh_operations(struct sim *s) {
    size_t warps = s->in->trace->n_warps;
    s->often = NEW_ARRAY(s->arena, const double *, warps);
    for (size_t i = 0; i < warps; i++)
        s->often[i] = an_op_weights(s->arena, &s->in->trace->warps[i]);
}

static struct sim_item prepare_item(const struct gpu *g, const struct item *item,
                                    const struct item_cost *cost) {
    struct sim_item x = {.kind = (enum item_kind)item->kind,
                         .access = item->access,
                         .waits = item->waits,
                         .n_waits = item->n_waits,
                         .issue = cost->slots / g->issue.issue_per_scheduler,
                         .issue_alone = cost->slots / g->issue.issue_single_warp,
                         .local = cost->local,
                         .latency = cost->latency};
    for (int p = 0; p < PORTS; p++)
        if (cost->port[p] > 0) {
            x.ports[x.n_ports].port = (enum port)p;
            x.ports[x.n_ports++].cycles = cost->port[p];
        }
    return x;
}

static const struct sim_item *prepare_items(struct arena *a, const struct gpu *g,
                                            const struct kernel *k, const struct item_cost *costs) {
    struct sim_item *items = NEW_ARRAY(a, struct sim_item, k->n_items);
    for (uint32_t i = 0; i < k->n_items; i++)
        items[i] = prepare_item(g, &k->items[i], &costs[i]);
    return items;
}

/* A simulation whose first groups have their places. */
static struct sim start(struct arena *a, const struct sim_input *in) {
    const struct trace *t = in->trace;
    const struct gpu *g = in->study->gpu;
    struct sim s = {.arena = a, .in = in, .gpu = g, .k = t->kernel};
    const struct kernel *changed = whatif_kernel(a, &in->study->whatif, s.k);
    const struct item_cost *costs = item_costs_of_code(a, g, s.k, changed, in->study->join);
    s.items = prepare_items(a, g, s.k, costs);
    s.icache = icache_new(a, g, changed, costs);
    s.requests = requests_of(a, in->study, t, in->sharing, in->sms);
    s.weight = s.requests.changes->weight;
    s.at_once = in->study->whatif.at_once ? in->study->whatif.at_once : 1;
    s.counterfactual = in->study->whatif.without;
    s.schedulers = NEW_ARRAY(a, struct scheduler, g->issue.schedulers_per_sm);
    s.waiting = in->groups;
    s.issue_cycles = 1 / g->issue.issue_per_scheduler;
    s.barrier_cycles =
        g->issue.rate_barrier > 0 ? g->machine.warp_width / g->issue.rate_barrier : 0;
    s.kept = new_reuse_buffer(&s);
    if (in->study->by_item)
        count_by_item(&s);
    if (in->study->by_item || !certain_is_exact(t->certain))
        weigh_operations(&s);
    s.nests = sim_has_nested_samples(t);
    sim_start_groups(&s);
    return s;
}

static struct sim_result result_of(struct arena *a, struct sim *s, bool whole) {
    struct sim_result result = {.cycles = max_time(s->end, latest_free(s))};
    sum_up(s, &result);
    result.work_ns = s->counted;
    if (s->spent)
        result.spent = arena_memdup(a, s->spent, s->k->n_items * sizeof *s->spent);
    result.done = whole ? 1 : sim_share_walked(s);
    struct drift drift = sim_drift(s);
    result.sampling_error = drift.sampling_error + error_by_waits(s);
    result.drifted = drift.drifted;
    result.cycles = whole ? result.cycles + drift.skipped : result.cycles / result.done;
    if (whole && sim_served(s) > result.cycles)
        sim_busy_served(s, &result, sim_served(s));
    return result;
}

/* Nothing but the result outlives the simulation: the next one takes the same memory. */
struct sim_result simulate(struct arena *a, const struct sim_input *in) {
    struct arena scratch = {0};
    struct sim s = start(&scratch, in);
    bool whole = run(&s, NULL);
    struct sim_result result = result_of(a, &s, whole);
    arena_free(&scratch);
    return result;
}

struct sim_pair simulate_pair(struct arena *a, const struct sim_input *in, uint64_t fewer) {
    struct arena scratch = {0};
    struct sim_input first = *in;
    struct checkpoint c = {0};
    first.groups = fewer;
    struct sim s = start(&scratch, &first);
    bool whole = run(&s, &c);
    struct sim_pair pair = {.fewer = result_of(a, &s, whole)};
    if (c.taken) {
        c.sim.in = in;
        whole = run_on(&s, &c, in->groups - fewer);
        pair.all = result_of(a, &s, whole);
    }
    arena_free(&c.arena);
    arena_free(&scratch);
    if (!c.taken)
        pair.all = simulate(a, in);
    return pair;
}
