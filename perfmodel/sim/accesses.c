/* What warps of the simulation ask of memory: a load goes its way and the warp goes on until
 * something needs the data. Counterfactuals change requests here. */
#include "perfmodel/model_constants.h"
#include "perfmodel/sim/sim_state.h"

/* Accesses of fewer bytes leave a part of a request unused. */
enum { NARROW_BYTES = 4 };

/* A request that the counterfactual serves from what the group keeps; false if it is not there. */
static bool take_kept(struct sim *s, struct sim_warp *r, uint32_t access,
                      const struct trace_op *op) {
    const struct trace_changes *x = s->requests.changes;
    if (!x->tiled || !x->tiled[access])
        return false;
    double ready = reuse_buffer_ready(&s->kept, r->slot, op->address + s->requests.moved,
                                      request_footprint(&s->requests, op));
    if (ready < 0)
        return false;
    double start = sim_issue(s, r), cycles = s->gpu->local.local_cycles_per_pass;
    double done =
        server_take(&s->requests.local, start, max_time(s->gpu->local.local_cycles_min, cycles));
    r->ready[access] = max_time(ready, done + s->gpu->local.local_latency);
    r->time = start + 1;
    return true;
}

static void keep(struct sim *s, const struct sim_warp *r, uint32_t access,
                 const struct trace_op *op, double done) {
    const struct trace_changes *x = s->requests.changes;
    if (x->tiled && x->tiled[access])
        reuse_buffer_add(&s->kept, r->slot, op->address + s->requests.moved,
                         request_footprint(&s->requests, op), done);
}

/* The request for `n` times as many neighbouring elements: narrow ones fill lines, wider ones take
 * as many requests as before. Addresses are as far apart as the elements are more. */
static double take_several(struct sim *s, const struct sim_warp *r, double start, uint32_t number,
                           const struct trace_op *op, double weight, uint32_t n) {
    const struct access *a = &s->k->accesses[number];
    uint32_t requests =
        a->bytes < NARROW_BYTES ? (a->bytes * n + NARROW_BYTES - 1) / NARROW_BYTES : n;
    uint64_t buffer = op->address >> BUFFER_SHIFT << BUFFER_SHIFT;
    struct trace_op one = *op;
    double done = start;
    one.address = buffer + (op->address - buffer) * n;
    for (uint32_t i = 0; i < requests; i++, one.address += s->requests.memory->grid.line_bytes)
        done = a->bytes < NARROW_BYTES
                   ? request_line(&s->requests, start, a, one.address)
                   : request_take(&s->requests, start, r->number, number, &one, weight);
    return done;
}

/* A vector that is aligned like its elements: an instruction and a request for each. */
static double take_parts(struct sim *s, struct sim_warp *r, double start, uint32_t number,
                         const struct trace_op *op, double weight, uint32_t parts) {
    double done = 0;
    for (uint32_t i = 0; i < parts; i++) {
        double from = start;
        if (i) {
            r->time += s->requests.held;
            from = sim_issue(s, r);
        }
        r->time = from + 1;
        done =
            max_time(done, request_take_part(&s->requests, from, r->number, number, op, weight, i));
    }
    return done;
}

static void prepare_request(struct sim *s, struct sim_warp *r, const struct access *a,
                            uint32_t number, double now) {
    bool global = a->space == SPACE_GLOBAL || a->space == SPACE_GENERIC;
    r->turns += global && a->kind == ACCESS_LOAD && r->ready[number] > 0 && r->ready[number] <= now;
    s->requests.moved = r->moved;
    s->requests.memory->drifted = r->turns >= turns_in_step ? r->slot + 1 : 0;
}

/* Whether the counterfactual has kept what the warp asks for. */
static bool asked_again(struct sim *s, struct sim_warp *r, uint32_t access,
                        const struct trace_op *op) {
    if (!s->requests.changes->once || !s->requests.changes->once[access])
        return false;
    const struct trace_op last = r->last[access];
    r->last[access] = *op;
    return last.address == op->address && last.pattern == op->pattern;
}

/* Scalar loads have a counter of their own, and so has local memory. */
static bool comes_after_stores(const struct sim *s, uint32_t number) {
    const struct access *a = &s->k->accesses[number];
    return s->gpu->cache.loads_after_stores > 0 && a->kind == ACCESS_LOAD &&
           !request_is_scalar(&s->requests, number) && a->space != SPACE_LOCAL &&
           a->space != SPACE_CONSTANT;
}

/* The warp's next execution of an item after the one at `at`, or the end of the sample that this is
 * in, `far` operations away at most; else n_ops. */
static size_t executed_next(const struct sim_warp *r, size_t at, size_t far) {
    size_t end = at + far < r->n_ops ? at + far + 1 : r->n_ops;
    for (size_t i = at + 1; i < end; i++) {
        bool ends = r->ops[i].item == NONE && r->ops[i].pattern == MARK_REPEAT;
        if (ends || r->ops[i].item == r->ops[at].item)
            return i;
    }
    return r->n_ops;
}

/* Whether the loop of the load at work goes on for as many iterations: those that are left over at
 * its end are executed one by one. Where a sample of it ends, it goes on. */
static bool goes_on(const struct sim_warp *r, struct ahead *l, uint32_t iterations) {
    enum { LONGEST = 1000 };
    size_t at = r->next - 1;
    for (uint32_t n = 1; n < iterations; n++) {
        size_t next = executed_next(r, at, l->apart ? 2 * l->apart : LONGEST);
        if (next == r->n_ops)
            return false;
        if (r->ops[next].item == NONE)
            return true;
        l->apart = l->apart && l->apart < next - at ? l->apart : next - at;
        at = next;
    }
    return true;
}

double sim_pending_wait(const struct sim *s, struct sim_warp *r) {
    double wait = 0;
    for (uint32_t i = 0; r->ahead && i < s->k->n_accesses; i++) {
        struct ahead *l = &r->ahead[i];
        double share = l->n ? (double)l->n / s->in->study->ahead[i] : 0;
        wait = max_time(wait, share * max_time(0, l->ready - r->time));
        *l = (struct ahead){.apart = l->apart};
    }
    return wait;
}

/* Until when a use of the load's data waits: where the code asks for several iterations' ahead, the
 * last of them waits for all, and those before for none. */
static double waited_until(const struct sim *s, struct sim_warp *r, uint32_t number, double start,
                           double done) {
    uint32_t ahead = r->ahead ? s->in->study->ahead[number] : 1;
    if (ahead < 2)
        return done;
    struct ahead *l = &r->ahead[number];
    if (!l->n && !goes_on(r, l, ahead))
        return done;
    l->ready = max_time(l->ready, done);
    if (++l->n < ahead)
        return start;
    double all = l->ready;
    *l = (struct ahead){.apart = l->apart};
    return all;
}

void sim_access(struct sim *s, struct sim_warp *r, uint32_t number, const struct trace_op *op,
                double weight) {
    const struct access *a = &s->k->accesses[number];
    prepare_request(s, r, a, number, r->time);
    if (s->counterfactual && (take_kept(s, r, number, op) || asked_again(s, r, number, op)))
        return;
    uint32_t n = s->counterfactual && a->space == SPACE_GLOBAL ? s->in->study->whatif.at_once : 0;
    double start = sim_issue(s, r);
    uint32_t parts = n ? 1 : request_parts(&s->requests, number, op);
    r->time = start + 1;
    double done = n           ? take_several(s, r, start, number, op, weight, n)
                  : parts > 1 ? take_parts(s, r, start, number, op, weight, parts)
                              : request_take(&s->requests, start, r->number, number, op, weight);
    bool store = a->kind == ACCESS_STORE;
    if (comes_after_stores(s, number))
        done = max_time(done, r->stored);
    r->ready[number] = store ? start : waited_until(s, r, number, start, done);
    if (store && a->space != SPACE_LOCAL && a->space != SPACE_PRIVATE)
        r->stored = max_time(r->stored, memory_acknowledged(s->requests.memory, done));
    r->time += s->requests.held;
    if (a->guarded && s->gpu->issue.guard_waits > 0)
        r->time = max_time(r->time, done);
    if (s->counterfactual)
        keep(s, r, number, op, r->ready[number]);
    s->end = max_time(s->end, store ? start : done);
}

/* One load or store of a spilled register; returns when it is done. */
static double spill_one(struct sim *s, struct sim_warp *r, uint32_t slot, enum access_kind kind) {
    double start = sim_issue(s, r);
    r->time = start + 1;
    return request_spill(&s->requests, start, r->number, slot, kind);
}

/* Compilers load spilled registers ahead: the warp waits for them some loads later. As requests are
 * served in the order in which they are made, it lets others go first when it has to wait. */
bool sim_spill(struct sim *s, struct sim_warp *r, uint32_t item) {
    const struct spills *spills = s->requests.spills;
    const struct item_spills *x = spills ? &spills->of[item] : NULL;
    if (!x)
        return true;
    for (; r->spills_here < x->n_stores; r->spills_here++)
        spill_one(s, r, x->stores[r->spills_here], ACCESS_STORE);
    for (; r->spills_here < x->n_stores + x->n_loads; r->spills_here++) {
        double *reloaded = &r->reloaded[r->reloads % RELOADS_AHEAD];
        if (*reloaded > r->time) {
            r->time = *reloaded;
            return false;
        }
        r->reloads++;
        *reloaded = spill_one(s, r, x->loads[r->spills_here - x->n_stores], ACCESS_LOAD);
        s->end = max_time(s->end, *reloaded);
    }
    r->spills_here = 0;
    return true;
}
