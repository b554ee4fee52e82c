/* Work-groups in the simulation: the places they take on the SM, their barriers, and the next group
 * when one has ended. The traced groups come in turn, again and again at further addresses. */
#include <math.h>
#include <string.h>

#include "perfmodel/sim/sim_state.h"

static void release_group(struct sim *s, struct slot *g) {
    for (uint32_t i = g->first; i < g->first + g->n_warps; i++) {
        struct sim_warp *r = &s->sim_warps[i];
        if (r->next >= r->n_ops || r->time < INFINITY)
            continue;
        r->time = g->latest + s->gpu->issue.barrier_latency;
        sim_spend(s, r, NONE, r->time - r->arrived);
        sim_go_on(s, r);
    }
    g->arrived = 0;
    g->latest = 0;
}

void sim_arrive(struct sim *s, struct sim_warp *r, double now) {
    struct slot *g = &s->slots[r->slot];
    g->arrived++;
    g->latest = max_time(g->latest, now);
    r->arrived = r->time;
    r->time = INFINITY;
    if (g->arrived >= g->warps)
        release_group(s, g);
}

/* A warp without any operation has ended. */
static void start_warp(struct sim *s, struct slot *g, uint32_t number,
                       const struct warp_trace *trace) {
    struct sim_warp *r = &s->sim_warps[number];
    s->taken += (double)r->next;
    r->trace = trace;
    r->ops = trace->ops;
    r->n_ops = trace->n_ops;
    r->moved = (g->turn & MOVES) << MOVE_SHIFT;
    r->next = 0;
    r->pieces = 0;
    r->has_code = false;
    r->sample = SIZE_MAX;
    r->time = g->started;
    r->stored = 0;
    memset(r->reloaded, 0, sizeof r->reloaded);
    r->turns = 0;
    memset(r->ready, 0, s->k->n_accesses * sizeof *r->ready);
    if (r->ahead)
        memset(r->ahead, 0, s->k->n_accesses * sizeof *r->ahead);
    if (r->last)
        memset(r->last, 0, s->k->n_accesses * sizeof *r->last);
    if (!trace->n_ops)
        return;
    s->resident -= r->skipped;
    g->warps++;
    sim_go_on(s, r);
}

/* In which the SM starts a group of so many warps: its own cycles for the group, and its share of
 * those in which all SMs' warps are started one after another. */
static double launch_cycles(const struct gpu *g, uint32_t warps) {
    double starts = g->machine.warp_starts_per_clk;
    return g->machine.group_launch_cycles + (starts > 0 ? warps * g->machine.sm_count / starts : 0);
}

/* Puts the next group into the slot. */
static void start_group(struct sim *s, struct slot *g, double now) {
    const struct traced_group *next = &s->traced[s->started % s->n_traced];
    double cycles = launch_cycles(s->gpu, next->n_warps);
    g->started = server_take(&s->launcher, now, cycles) - cycles;
    g->turn = s->started / s->n_traced;
    g->n_warps = next->n_warps;
    s->started++;
    s->waiting--;
    s->end = max_time(s->end, g->started);
    for (uint32_t i = 0; i < next->n_warps; i++)
        start_warp(s, g, g->first + i, &s->in->trace->warps[next->first + i]);
}

static void fill_slot(struct sim *s, struct slot *g, double now) {
    while (s->waiting && !g->warps)
        start_group(s, g, now);
}

/* A warp that has ended is at every barrier of its group. It keeps its place until the L2 has
 * its stores, as in GPGPU-Sim (shd_warp_t::hardware_done). */
void sim_leave(struct sim *s, struct sim_warp *r) {
    struct slot *g = &s->slots[r->slot];
    r->time = max_time(r->time, r->stored);
    s->end = max_time(s->end, r->time);
    s->resident += r->time + r->skipped - g->started;
    g->warps--;
    if (!g->warps) {
        s->left = g;
        s->left_at = r->time + s->gpu->machine.group_turnaround_cycles;
    } else if (g->arrived >= g->warps) {
        release_group(s, g);
    }
}

void sim_fill_left(struct sim *s) {
    struct slot *g = s->left;
    s->left = NULL;
    fill_slot(s, g, s->left_at);
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

/* A warp's scheduler: one after another. Groups that fill all of them alike begin at the first one
 * or, where the first warps of groups go to different ones, at the next. */
static struct scheduler *scheduler_of(const struct sim *s, uint32_t warp, uint32_t per_slot) {
    uint32_t schedulers = (uint32_t)s->gpu->issue.schedulers_per_sm;
    bool turns = s->gpu->issue.groups_take_turns > 0 && per_slot % schedulers == 0;
    uint32_t begin = turns ? warp / per_slot : 0;
    return &s->schedulers[(begin + warp) % schedulers];
}

/* Issue slots of the traced groups' warps, by their place among so many schedulers; the most of
 * one. */
static double most_slots(struct sim *s, uint32_t schedulers) {
    struct arena scratch = {0};
    const struct trace *t = s->in->trace;
    double *slots = NEW_ARRAY(&scratch, double, schedulers), most = 0;
    for (uint32_t g = 0; g < s->n_traced; g++)
        for (uint32_t i = 0; i < s->traced[g].n_warps; i++) {
            const struct warp_trace *w = &t->warps[s->traced[g].first + i];
            const double *often = an_op_weights(&scratch, w);
            for (size_t o = 0; o < w->n_ops; o++)
                if (w->ops[o].item != NONE)
                    slots[i % schedulers] += often[o] * s->items[w->ops[o].item].issue;
        }
    for (uint32_t i = 0; i < schedulers; i++)
        most = max_time(most, slots[i]);
    arena_free(&scratch);
    return most;
}

/* Where several SMs share groups, and as many warps of each group go to each of their schedulers,
 * all begin at the same one: that which gets the most to do is behind those of one SM that gets all
 * of the groups' warps. */
static double unevenness(struct sim *s, uint32_t warps) {
    double all = s->gpu->issue.group_schedulers, own = s->gpu->issue.schedulers_per_sm;
    if (all <= own || warps % (uint32_t)all)
        return 1;
    double most = most_slots(s, (uint32_t)own);
    return most > 0 ? max_time(1, most_slots(s, (uint32_t)all) * all / own / most) : 1;
}

static void make_runners(struct sim *s, uint32_t per_slot) {
    s->n_sim_warps = s->n_traced * per_slot;
    s->sim_warps = NEW_ARRAY(s->arena, struct sim_warp, s->n_sim_warps);
    s->events = events_new(s->arena, s->n_sim_warps);
    for (uint32_t i = 0; i < s->n_sim_warps; i++) {
        struct sim_warp *r = &s->sim_warps[i];
        r->number = i;
        r->slot = i / per_slot;
        r->scheduler = scheduler_of(s, i, per_slot);
        r->ready = NEW_ARRAY(s->arena, double, s->k->n_accesses);
        if (s->in->study->ahead)
            r->ahead = NEW_ARRAY(s->arena, struct ahead, s->k->n_accesses);
        if (s->requests.changes->once)
            r->last = NEW_ARRAY(s->arena, struct trace_op, s->k->n_accesses);
    }
}

/* A slot for each traced group, with places for the warps of the largest of them. */
void sim_start_groups(struct sim *s) {
    uint32_t largest = 0;
    find_traced_groups(s);
    for (uint32_t i = 0; i < s->n_traced; i++)
        largest = s->traced[i].n_warps > largest ? s->traced[i].n_warps : largest;
    s->uneven = unevenness(s, largest);
    make_runners(s, largest);
    request_spilled_before(&s->requests, s->n_sim_warps);
    s->slots = NEW_ARRAY(s->arena, struct slot, s->n_traced);
    for (uint32_t i = 0; i < s->n_traced; i++)
        s->slots[i].first = i * largest;
    for (uint32_t i = 0; i < s->n_traced; i++)
        fill_slot(s, &s->slots[i], 0);
}
