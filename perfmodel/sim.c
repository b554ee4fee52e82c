/* Events are steps of warps, taken in the order of time from one heap. A resource
 * is a server with a next free time; whoever comes first is served first.
 *
 * Per step: computation takes issue slots and execution ports of the warp's
 * scheduler and holds the warp for its longest dependence chain; a load goes its way through the
 * memory system and the warp goes on until something needs the data; a barrier
 * holds a warp until its group is there. When the last warp of a group has ended, the next group
 * takes its place: the traced groups in turn, again and again at further addresses. Not modelled:
 * scheduling policies other than first come first served, the instruction cache, queues that fill
 * up.
 *
 * A sampled stretch of a trace that stands for more takes its time so many times again, as if
 * the machine went on as it was. That time is added up beside the clock, so that all warps
 * walk their samples at the same time and compete as they would. */
#include "perfmodel/sim.h"

#include <math.h>
#include <string.h>

#include "base/cpu_time.h"
#include "perfmodel/issue.h"
#include "perfmodel/kept.h"
#include "perfmodel/requests.h"
#include "perfmodel/skipped.h"

struct scheduler {
    struct server issue, port[PORTS];
};

/* Accesses of fewer bytes leave a part of a request unused. */
enum { NARROW_BYTES = 4 };

/* Nested samples that a warp can be in. */
enum { MAX_SAMPLES = 16 };

/* Loads of spilled registers that a warp can have under way before it waits for the first of them.
 */
enum { RELOADS_AHEAD = 6 };

/* One resident warp. */
struct runner {
    const struct warp_trace *trace;
    size_t next;           /* op */
    double time;           /* when it can take it */
    double arrived;        /* at a barrier */
    double stored;         /* when its stores have been acknowledged */
    double *ready;         /* by access: when the last result is there */
    struct trace_op *last; /* by access: the last request; no address before the first. NULL where
                              no counterfactual asks for it */
    double reloaded[RELOADS_AHEAD]; /* when the spilled registers asked for last are there */
    uint32_t reloads;
    uint32_t slot, scheduler;
    size_t sample;                    /* op that started the last one, as long as it is in it */
    double sample_start[MAX_SAMPLES]; /* time and skipped time together */
    uint32_t n_samples;
    double skipped; /* cycles that it did not walk, beside the clock */
    uint32_t turns; /* of loops, in which it has waited for global memory */
};

/* A place for a work-group, and the group in it. */
struct slot {
    uint32_t first;          /* of its runners; there are as many as the largest group has warps */
    uint32_t n_warps;        /* of the group */
    uint32_t warps, arrived; /* that have not ended, and of those at the barrier */
    double latest;           /* arrival */
    double started;
    uint64_t turn; /* how often the traced group has been simulated before */
};

/* The warps of one traced group. */
struct traced_group {
    uint32_t first, n_warps;
};

/* A runner and when it can go on. */
struct event {
    double time;
    uint32_t runner;
};

struct sim {
    struct arena *arena;
    const struct sim_input *in;
    const struct gpu *gpu;
    const struct kernel *k;
    const struct item_cost *costs;
    struct requests requests;
    struct kept kept; /* by groups, where the counterfactual is that they keep something */
    struct scheduler *schedulers;
    struct runner *runners;
    uint32_t n_runners;
    struct slot *slots;
    struct traced_group *traced;
    uint32_t n_traced;
    uint64_t started; /* groups */
    struct server launcher, barriers;
    double barrier_cycles; /* of a warp that arrives */
    uint64_t waiting;      /* groups that have no place yet */
    double taken;          /* steps of groups that have ended */
    struct event *heap;    /* earliest first */
    uint32_t n_heap;
    bool taken_first; /* the first one of the heap is taken, and its place free */
    double end;
    double resident;             /* cycles of all warps together */
    double *spent;               /* of those by item, or NULL */
    const double **often;        /* by traced warp: how often each of its operations happens */
    const uint32_t *access_item; /* by access */
};

static bool earlier(struct event a, struct event b) {
    return a.time < b.time || (a.time == b.time && a.runner < b.runner);
}

/* Puts the event where the heap's first one was. */
static void sift_down(struct sim *s, struct event e) {
    uint32_t i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= s->n_heap)
            break;
        if (child + 1 < s->n_heap && earlier(s->heap[child + 1], s->heap[child]))
            child++;
        if (!earlier(s->heap[child], e))
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = e;
}

/* What was taken first mostly comes back a little later, to the place that it has left. */
static void heap_push(struct sim *s, uint32_t runner) {
    struct event e = {s->runners[runner].time, runner};
    if (s->taken_first) {
        s->taken_first = false;
        sift_down(s, e);
        return;
    }
    uint32_t i = s->n_heap++;
    while (i > 0 && earlier(e, s->heap[(i - 1) / 2])) {
        s->heap[i] = s->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    s->heap[i] = e;
}

/* Closes the gap that heap_pop() left, if nothing came into it. */
static void close_gap(struct sim *s) {
    if (!s->taken_first)
        return;
    s->taken_first = false;
    struct event last = s->heap[--s->n_heap];
    if (s->n_heap)
        sift_down(s, last);
}

static uint32_t heap_pop(struct sim *s) {
    s->taken_first = true;
    return s->heap[0].runner;
}

/* Issues n warp instructions; returns when the first is issued. */
static double issue(struct sim *s, struct runner *r, double n) {
    struct server *port = &s->schedulers[r->scheduler].issue;
    double start = later(r->time, port->free);
    server_take(port, r->time, n / s->gpu->issue_per_scheduler);
    return start;
}

static void compute(struct sim *s, struct runner *r, uint32_t item, double weight) {
    const struct item_cost *c = &s->costs[item];
    uint32_t at_once = s->in->model->whatif.at_once;
    weight *= at_once ? at_once : 1;
    struct scheduler *sched = &s->schedulers[r->scheduler];
    double start = issue(s, r, c->slots * weight), end = start;
    for (int p = 0; p < PORTS; p++)
        if (c->port[p] > 0)
            end = later(end, server_take(&sched->port[p], start, c->port[p] * weight));
    end = later(end, start + c->slots * weight / s->gpu->issue_single_warp);
    r->time = later(end, start + c->latency * weight);
}

/* A request that the counterfactual serves from what the group keeps; false if it is not there. */
static bool take_kept(struct sim *s, struct runner *r, uint32_t access, const struct trace_op *op) {
    const struct without *w = s->requests.without;
    if (!w->tiled[access])
        return false;
    double ready = kept_ready(&s->kept, r->slot, op->address + s->requests.moved,
                              request_footprint(&s->requests, op));
    if (ready < 0)
        return false;
    double start = issue(s, r, 1), cycles = s->gpu->local_cycles_per_pass;
    double done = server_take(&s->requests.local, start, later(s->gpu->local_cycles_min, cycles));
    r->ready[access] = later(ready, done + s->gpu->local_latency);
    r->time = start + 1;
    return true;
}

static void keep(struct sim *s, const struct runner *r, uint32_t access, const struct trace_op *op,
                 double done) {
    const struct without *w = s->requests.without;
    if (w->tiled[access])
        kept_add(&s->kept, r->slot, op->address + s->requests.moved,
                 request_footprint(&s->requests, op), done);
}

/* The request for `n` times as many neighbouring elements: narrow ones fill lines, wider ones take
 * as many requests as before. Addresses are as far apart as the elements are more. */
static double take_several(struct sim *s, double start, const struct item *item,
                           const struct trace_op *op, double weight, uint32_t n) {
    const struct access *a = &s->k->accesses[item->access];
    uint32_t requests =
        a->bytes < NARROW_BYTES ? (a->bytes * n + NARROW_BYTES - 1) / NARROW_BYTES : n;
    uint64_t buffer = op->address >> BUFFER_SHIFT << BUFFER_SHIFT;
    struct trace_op one = *op;
    double done = start;
    one.address = buffer + (op->address - buffer) * n;
    for (uint32_t i = 0; i < requests; i++, one.address += LINE_BYTES)
        done = a->bytes < NARROW_BYTES
                   ? request_line(&s->requests, start, a, one.address)
                   : request_take(&s->requests, start, item->access, &one, weight);
    return done;
}

/* Groups start in order, and ask for neighbouring data at about the same time. After so many waits
 * for memory each has its own pace. */
enum { TURNS_IN_STEP = 4 };

static void prepare_request(struct sim *s, struct runner *r, const struct access *a,
                            uint32_t number, double now) {
    uint64_t turn = s->slots[r->slot].turn;
    bool global = a->space == SPACE_GLOBAL || a->space == SPACE_GENERIC;
    r->turns += global && a->kind == ACCESS_LOAD && r->ready[number] > 0 && r->ready[number] <= now;
    s->requests.moved = (turn & MOVES) << MOVE_SHIFT;
    s->requests.memory->drifted = r->turns >= TURNS_IN_STEP ? r->slot + 1 : 0;
}

/* Whether the counterfactual has kept what the warp asks for. */
static bool asked_again(struct sim *s, struct runner *r, uint32_t access,
                        const struct trace_op *op) {
    if (!s->requests.without->once[access])
        return false;
    const struct trace_op last = r->last[access];
    r->last[access] = *op;
    return last.address == op->address && last.pattern == op->pattern;
}

static void access_memory(struct sim *s, struct runner *r, const struct item *item,
                          const struct trace_op *op, double weight) {
    const struct access *a = &s->k->accesses[item->access];
    prepare_request(s, r, a, item->access, r->time);
    if (take_kept(s, r, item->access, op))
        return;
    if (asked_again(s, r, item->access, op))
        return;
    uint32_t n = a->space == SPACE_GLOBAL ? s->in->model->whatif.at_once : 0;
    double start = issue(s, r, 1);
    double done = n ? take_several(s, start, item, op, weight, n)
                    : request_take(&s->requests, start, item->access, op, weight);
    bool store = a->kind == ACCESS_STORE;
    r->ready[item->access] = store ? start : done;
    if (store && a->space != SPACE_LOCAL && a->space != SPACE_PRIVATE)
        r->stored = later(r->stored, done + s->gpu->l2_latency);
    r->time = start + 1;
    keep(s, r, item->access, op, r->ready[item->access]);
    s->end = later(s->end, store ? start : done);
}

/* Spilled registers around an item. Compilers load them ahead: the warp waits for them some loads
 * later. */
static void spill(struct sim *s, struct runner *r, uint32_t item) {
    const struct spills *spills = s->requests.spills;
    const struct item_spills *x = spills ? &spills->of[item] : NULL;
    if (!x || (!x->n_loads && !x->n_stores))
        return;
    size_t warp = (size_t)(r - s->runners);
    double start = r->time;
    for (uint32_t i = 0; i < x->n_stores; i++) {
        start = issue(s, r, 1);
        request_spill(&s->requests, start, warp, x->stores[i], ACCESS_STORE);
    }
    for (uint32_t i = 0; i < x->n_loads; i++) {
        double *reloaded = &r->reloaded[r->reloads++ % RELOADS_AHEAD];
        r->time = later(r->time, *reloaded);
        start = issue(s, r, 1);
        *reloaded = request_spill(&s->requests, start, warp, x->loads[i], ACCESS_LOAD);
        s->end = later(s->end, *reloaded);
    }
    r->time = later(r->time, start + 1);
}

/* Charges cycles to the item of the operation that the runner was at last, or to that access which
 * it waits for. */
static void spend(struct sim *s, uint32_t runner, uint32_t awaited, double cycles) {
    if (!s->spent)
        return;
    const struct runner *r = &s->runners[runner];
    size_t op = awaited == NONE ? r->next - 1 : r->next;
    uint32_t item = awaited == NONE ? r->trace->ops[op].item : s->access_item[awaited];
    s->spent[item] += cycles * s->often[r->trace - s->in->trace->warps][op];
}

static void release_group(struct sim *s, struct slot *g) {
    for (uint32_t i = g->first; i < g->first + g->n_warps; i++) {
        struct runner *r = &s->runners[i];
        if (r->next >= r->trace->n_ops || r->time < INFINITY)
            continue;
        r->time = g->latest + s->gpu->barrier_latency;
        spend(s, i, NONE, r->time - r->arrived);
        heap_push(s, i);
    }
    g->arrived = 0;
    g->latest = 0;
}

static void arrive(struct sim *s, struct runner *r, double now) {
    struct slot *g = &s->slots[r->slot];
    g->arrived++;
    g->latest = later(g->latest, now);
    r->arrived = r->time;
    r->time = INFINITY;
    if (g->arrived >= g->warps)
        release_group(s, g);
}

/* A warp without any operation has ended. */
static void start_warp(struct sim *s, struct slot *g, uint32_t number,
                       const struct warp_trace *trace) {
    struct runner *r = &s->runners[number];
    s->taken += (double)r->next;
    r->trace = trace;
    r->next = 0;
    r->sample = SIZE_MAX;
    r->time = g->started;
    r->stored = 0;
    memset(r->reloaded, 0, sizeof r->reloaded);
    r->turns = 0;
    memset(r->ready, 0, s->k->n_accesses * sizeof *r->ready);
    if (r->last)
        memset(r->last, 0, s->k->n_accesses * sizeof *r->last);
    if (!trace->n_ops)
        return;
    s->resident -= r->skipped;
    g->warps++;
    heap_push(s, number);
}

/* Puts the next group into the slot. */
static void start_group(struct sim *s, struct slot *g, double now) {
    const struct traced_group *next = &s->traced[s->started % s->n_traced];
    g->started =
        server_take(&s->launcher, now, s->gpu->group_launch_cycles) - s->gpu->group_launch_cycles;
    g->turn = s->started / s->n_traced;
    g->n_warps = next->n_warps;
    s->started++;
    s->waiting--;
    s->end = later(s->end, g->started);
    for (uint32_t i = 0; i < next->n_warps; i++)
        start_warp(s, g, g->first + i, &s->in->trace->warps[next->first + i]);
}

static void fill_slot(struct sim *s, struct slot *g, double now) {
    while (s->waiting && !g->warps)
        start_group(s, g, now);
}

/* A warp that has ended is at every barrier of its group. It keeps its place until the L2 has
 * its stores, as in GPGPU-Sim (shd_warp_t::hardware_done). */
static void leave(struct sim *s, struct runner *r) {
    struct slot *g = &s->slots[r->slot];
    r->time = later(r->time, r->stored);
    s->end = later(s->end, r->time);
    s->resident += r->time + r->skipped - g->started;
    g->warps--;
    if (!g->warps)
        fill_slot(s, g, r->time + s->gpu->group_turnaround_cycles);
    else if (g->arrived >= g->warps)
        release_group(s, g);
}

/* What the warp still waits for before it can take the item. */
static double ready_time(const struct runner *r, const struct item *item) {
    double t = r->time;
    for (uint32_t i = 0; i < item->n_waits; i++)
        t = later(t, r->ready[item->waits[i]]);
    return t;
}

/* The access that it waits for longest. */
static uint32_t awaited(const struct runner *r, const struct item *item) {
    uint32_t last = item->waits[0];
    for (uint32_t i = 1; i < item->n_waits; i++)
        last = r->ready[item->waits[i]] > r->ready[last] ? item->waits[i] : last;
    return last;
}

/* A side that other warps would take: dropped, except for its share of the servers' time. Memory
 * requests are kept or dropped whole, in proportion, by a hash of where they are. */
static bool dropped(double weight, const struct runner *r) {
    uint64_t h = (r->next * 64 + r->trace->warp) * 0x9E3779B97F4A7C15u;
    return weight < 1 && (double)(h >> 40) / (double)(1 << 24) >= weight;
}

/* The operation's next execution before `end`, or `end`. */
static size_t next_execution(const struct warp_trace *w, size_t op, size_t end) {
    size_t i = op + 1;
    while (i < end && w->ops[i].item != w->ops[op].item)
        i++;
    return i;
}

/* Where an access of a sample goes on in the iterations that it stands for: as from its first
 * execution in the sample to the second. */
static void note_stretch(struct sim *s, const struct runner *r, size_t op, uint64_t iterations,
                         uint64_t repeats) {
    const struct warp_trace *w = r->trace;
    const struct trace_op *first = &w->ops[op];
    const struct item *item = &s->k->items[first->item];
    if (item->kind != ITEM_ACCESS || !sharing_through_l2(&s->k->accesses[item->access]) ||
        s->in->trace->patterns[first->pattern].scattered)
        return;
    size_t second = next_execution(w, op, r->next);
    if (second == r->next || w->ops[second].pattern != first->pattern)
        return;
    uint64_t from = an_op_address(w, first), to = an_op_address(w, &w->ops[second]);
    const struct footprint *f = footprint_at(&s->requests.footprints, first->pattern, from);
    const struct line *last = &f->lines[f->n_lines - 1];
    from = from / LINE_BYTES * LINE_BYTES + (uint64_t)f->lines[0].offset;
    struct stretch x = {.step = (int64_t)(to - an_op_address(w, first)),
                        .count = iterations * repeats,
                        .span = (uint64_t)(last->offset - f->lines[0].offset) + LINE_BYTES};
    bool dense =
        last->offset >= f->lines[0].offset && x.span <= 2 * (uint64_t)f->n_lines * LINE_BYTES;
    x.first =
        from + iterations * (uint64_t)x.step + ((s->slots[r->slot].turn & MOVES) << MOVE_SHIFT);
    if (dense)
        skipped_add(s->requests.memory->skipped, x);
}

/* The sample that ends here stands for more iterations; what these bring is in the L2 then. Of
 * samples in samples only the innermost are noted. */
static void note_skipped(struct sim *s, const struct runner *r, uint64_t repeats) {
    const struct trace_op *ops = r->trace->ops;
    size_t start = r->sample + 1, end = next_execution(r->trace, start, r->next);
    uint64_t iterations = 1;
    for (size_t i = end; i < r->next; i = next_execution(r->trace, i, r->next))
        iterations++;
    for (size_t i = start; i < end && end < r->next && ops[i].item != NONE; i++)
        note_stretch(s, r, i, iterations, repeats);
}

static void take_mark(struct sim *s, struct runner *r, const struct trace_op *op) {
    double now = r->time + r->skipped;
    if (op->pattern == MARK_START) {
        r->sample = r->next;
        if (r->n_samples < MAX_SAMPLES)
            r->sample_start[r->n_samples] = now;
        r->n_samples++;
        return;
    }
    r->n_samples--;
    if (r->n_samples < MAX_SAMPLES)
        r->skipped += (now - r->sample_start[r->n_samples]) * (double)op->address;
    if (r->sample != SIZE_MAX)
        note_skipped(s, r, op->address);
    r->sample = SIZE_MAX;
}

static void step(struct sim *s, uint32_t number) {
    struct runner *r = &s->runners[number];
    const struct trace_op *op = &r->trace->ops[r->next];
    if (op->item == NONE) {
        take_mark(s, r, op);
        r->next++;
        if (r->next < r->trace->n_ops)
            heap_push(s, number);
        else
            leave(s, r);
        return;
    }
    const struct item *item = &s->k->items[op->item];
    double weight = s->requests.without->weight[op->region], ready = ready_time(r, item);
    if (ready > r->time) {
        spend(s, number, awaited(r, item), ready - r->time);
        r->time = ready;
        heap_push(s, number);
        return;
    }
    double before = r->time;
    r->next++;
    if (item->kind == ITEM_BARRIER && r->next < r->trace->n_ops &&
        !s->requests.without->no_wait[op->item]) {
        double start = issue(s, r, 1);
        arrive(s, r, server_take(&s->barriers, start, s->barrier_cycles));
        return;
    }
    if (!dropped(weight, r))
        spill(s, r, op->item);
    if (item->kind == ITEM_COMPUTE)
        compute(s, r, op->item, weight);
    else if (item->kind == ITEM_ACCESS && !dropped(weight, r)) {
        struct trace_op here = *op;
        here.address = an_op_address(r->trace, op);
        access_memory(s, r, item, &here, weight);
    }
    spend(s, number, NONE, r->time - before);
    if (r->next < r->trace->n_ops)
        heap_push(s, number);
    else
        leave(s, r);
}

static void find_traced_groups(struct sim *s) {
    const struct trace *t = s->in->trace;
    s->traced = NEW_ARRAY(s->arena, struct traced_group, t->n_warps);
    for (uint32_t i = 0; i < t->n_warps; i++) {
        if (!i || t->warps[i].group != t->warps[i - 1].group)
            s->traced[s->n_traced++].first = i;
        s->traced[s->n_traced - 1].n_warps++;
    }
}

static void make_runners(struct sim *s, uint32_t per_slot) {
    uint32_t schedulers = (uint32_t)s->gpu->schedulers_per_sm;
    s->n_runners = s->n_traced * per_slot;
    s->runners = NEW_ARRAY(s->arena, struct runner, s->n_runners);
    s->heap = NEW_ARRAY(s->arena, struct event, s->n_runners);
    for (uint32_t i = 0; i < s->n_runners; i++) {
        struct runner *r = &s->runners[i];
        r->slot = i / per_slot;
        r->scheduler = i % schedulers;
        r->ready = NEW_ARRAY(s->arena, double, s->k->n_accesses);
        if (s->in->model->whatif.defect == DEFECT_REDUNDANT_LOAD)
            r->last = NEW_ARRAY(s->arena, struct trace_op, s->k->n_accesses);
    }
}

/* A slot for each traced group, with runners for the largest of them. */
static void start_groups(struct sim *s) {
    uint32_t largest = 0;
    find_traced_groups(s);
    for (uint32_t i = 0; i < s->n_traced; i++)
        largest = s->traced[i].n_warps > largest ? s->traced[i].n_warps : largest;
    make_runners(s, largest);
    s->slots = NEW_ARRAY(s->arena, struct slot, s->n_traced);
    for (uint32_t i = 0; i < s->n_traced; i++)
        s->slots[i].first = i * largest;
    for (uint32_t i = 0; i < s->n_traced; i++)
        fill_slot(s, &s->slots[i], 0);
}

static double latest_free(const struct sim *s) {
    const struct memory_path *m = s->requests.memory;
    double t = later(later(m->l1_port.free, m->l2_port.free), later(m->l2_data.free, m->dram.free));
    t = later(t, m->dram_rows.free);
    t = later(t, s->requests.local.free);
    for (uint32_t i = 0; i < s->gpu->schedulers_per_sm; i++)
        t = later(t, s->schedulers[i].issue.free);
    return t;
}

static void sum_up(const struct sim *s, struct sim_result *result) {
    const struct memory_path *m = s->requests.memory;
    double cycles = later(1, result->cycles), n = s->gpu->schedulers_per_sm;
    result->rows = m->dram_rows.busy / cycles;
    result->transfers = m->dram.busy / cycles;
    result->busy[BOUND_DRAM] = later(result->rows, result->transfers);
    result->busy[BOUND_L2] = later(m->l2_port.busy, m->l2_data.busy) / cycles;
    result->busy[BOUND_L1] = m->l1_port.busy / cycles;
    result->busy[BOUND_SHARED] = s->requests.local.busy / cycles;
    for (uint32_t i = 0; i < n; i++) {
        result->busy[BOUND_ISSUE] += s->schedulers[i].issue.busy / cycles / n;
        for (int p = 0; p < PORTS; p++)
            result->busy[port_bound(p)] += s->schedulers[i].port[p].busy / cycles / n;
    }
    result->resident = s->resident;
    result->spent = s->spent;
    result->sectors_l2 = m->sectors_l2;
    result->sectors_dram = m->sectors_dram;
    result->requests_l2 = m->requests_l2;
}

/* Warps of one round end together where they compete; the one that skipped most ends last. */
static double most_skipped(const struct sim *s) {
    double most = 0;
    for (uint32_t i = 0; i < s->n_runners; i++)
        most = later(most, s->runners[i].skipped);
    return most;
}

/* Events between two looks at the clock. */
enum { CLOCK_EVERY = 8192 };

/* Operations walked over all there are, repeats of samples counted: what share of the round's
 * cycles, without those skipped, a simulation that was cut stands for. */
static double share_walked(const struct sim *s) {
    const struct trace *t = s->in->trace;
    double walked = s->taken, all = 0;
    for (uint32_t i = 0; i < s->n_runners; i++)
        walked += (double)s->runners[i].next;
    for (size_t i = 0; i < t->n_warps; i++) {
        const struct warp_trace *w = &t->warps[i];
        const double *often = an_op_weights(s->arena, w);
        for (size_t o = 0; o < w->n_ops; o++)
            all += w->ops[o].item == NONE ? 0 : often[o];
    }
    all *= (double)s->in->groups / (double)t->n_groups;
    return all > 0 ? fmin(1, later(walked, 1) / all) : 1;
}

/* Takes events until none is left or the deadline is past; returns whether that was all. */
static bool run(struct sim *s) {
    double deadline = s->in->model->deadline;
    uint64_t events = 0;
    while (s->n_heap) {
        step(s, heap_pop(s));
        close_gap(s);
        if (deadline > 0 && ++events % CLOCK_EVERY == 0 && cpu_seconds() > deadline)
            break;
    }
    return !s->n_heap;
}

/* As much local memory as the groups leave, so that as many are resident. */
static struct kept new_kept(const struct sim *s) {
    const struct model_input *in = s->in->model;
    uint64_t groups = s->in->trace->n_groups ? s->in->trace->n_groups : 1;
    double bytes = s->gpu->local_bytes_per_sm / (double)groups - in->local_bytes;
    return in->whatif.defect == DEFECT_UNTILED
               ? kept_new(s->arena, (uint32_t)groups, fmin(bytes, s->gpu->local_bytes_per_group))
               : (struct kept){0};
}

static void count_by_item(struct sim *s) {
    size_t warps = s->in->trace->n_warps;
    uint32_t *access_item = NEW_ARRAY(s->arena, uint32_t, s->k->n_accesses);
    for (uint32_t i = 0; i < s->k->n_items; i++)
        if (s->k->items[i].kind == ITEM_ACCESS)
            access_item[s->k->items[i].access] = i;
    s->access_item = access_item;
    s->spent = NEW_ARRAY(s->arena, double, s->k->n_items);
    s->often = NEW_ARRAY(s->arena, const double *, warps);
    for (size_t i = 0; i < warps; i++)
        s->often[i] = an_op_weights(s->arena, &s->in->trace->warps[i]);
}

struct sim_result simulate(struct arena *a, const struct sim_input *in) {
    const struct trace *t = in->trace;
    const struct gpu *g = in->model->gpu;
    struct sim s = {.arena = a, .in = in, .gpu = g, .k = t->kernel};
    s.costs = item_costs(a, g, whatif_kernel(a, &in->model->whatif, s.k));
    s.requests = requests_of(a, in->model, t, in->sharing, in->sms);
    s.schedulers = NEW_ARRAY(a, struct scheduler, g->schedulers_per_sm);
    s.waiting = in->groups;
    s.barrier_cycles = g->rate_barrier > 0 ? g->warp_width / g->rate_barrier : 0;
    s.kept = new_kept(&s);
    if (in->model->by_item)
        count_by_item(&s);
    start_groups(&s);
    bool whole = run(&s);
    struct sim_result result = {.cycles = later(s.end, latest_free(&s))};
    sum_up(&s, &result);
    result.done = whole ? 1 : share_walked(&s);
    result.cycles = whole ? result.cycles + most_skipped(&s) : result.cycles / result.done;
    return result;
}
