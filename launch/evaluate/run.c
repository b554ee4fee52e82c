#include "launch/evaluate/run.h"

/* Where a function's way ends, as a block. */
static const uint32_t returned_block = EV_NONE - 1;
/* Deepest nesting of ways; most rounds until a loop of
 * unknown length changes nothing more. */
enum { DEEPEST = 400, MOST_ROUNDS = 6 };

/* Operations after which a loop without and with launches is evaluated for any number of
 * iterations, and which part of those that are left that may be: loops do not use up all. */
enum { LONG_LOOP = 150 * 1000, LONG_LAUNCHING_LOOP = 1000 * 1000 };
enum { PART_OF_LEFT = 24, PART_OF_LEFT_LAUNCHING = 4 };

/* A block at which ways end, and what all of them that came there have in common. */
struct stop {
    uint32_t block;
    struct ev_state *state; /* NULL: none came */
    struct stop *outer;
};

static uint32_t count_slots(const struct ev_frame *f) {
    return f->result + 64;
}

static struct ev_state *new_state(struct ev_run *r, struct ev_frame *f) {
    struct ev_state *s = f->free;
    if (s) {
        f->free = s->next_free;
        return s;
    }
    s = NEW(&r->slots, struct ev_state);
    s->slots = NEW_ARRAY(&r->slots, struct ev_value, count_slots(f));
    return s;
}

static struct ev_state *clone(struct ev_run *r, struct ev_frame *f, const struct ev_state *s) {
    struct ev_state *c = new_state(r, f);
    memcpy(c->slots, s->slots, count_slots(f) * sizeof *c->slots);
    c->memory = ev_memory_clone(r->pool, s->memory);
    r->steps += count_slots(f) / 8 + s->memory->n / 16;
    return c;
}

static void drop(struct ev_run *r, struct ev_frame *f, struct ev_state *s) {
    if (!s)
        return;
    ev_memory_drop(r->pool, s->memory);
    s->next_free = f->free;
    f->free = s;
}

/* What both have in common, in the first; the second is gone. Whether memory has less than before,
 * or a slot of *watched. */
static bool merge(struct ev_run *r, struct ev_frame *f, struct ev_state *s, struct ev_state *other,
                  const struct ev_edge *watched) {
    r->pool->why = r->why;
    bool less = ev_memory_merge(r->pool, s->memory, other->memory);
    for (size_t i = 0; watched && i < watched->n; i++)
        for (uint32_t k = 0; k < watched->at[i].n; k++) {
            const uint32_t slot = watched->at[i].to + k;
            less |= !ev_same(ev_common(s->slots[slot], other->slots[slot]), s->slots[slot]);
        }
    for (uint32_t i = 0; i < count_slots(f); i++) {
        s->slots[i] = ev_common(s->slots[i], other->slots[i]);
        if (!s->slots[i].why && !ev_is_known(s->slots[i]))
            s->slots[i].why = r->why;
    }
    r->steps += count_slots(f) / 8 + s->memory->n / 16;
    drop(r, f, other);
    return less;
}

static struct stop *find_stop(struct stop *stops, uint32_t block) {
    while (stops && stops->block != block)
        stops = stops->outer;
    return stops;
}

static void arrive(struct ev_run *r, struct ev_frame *f, struct stop *stop, struct ev_state *s) {
    if (stop->state)
        merge(r, f, stop->state, s, NULL);
    else
        stop->state = s;
}

/* Values of phis, which read those of before. */
static void take_phis(struct ev_run *r, struct ev_frame *f, struct ev_state *s, uint32_t from,
                      uint32_t to) {
    const struct ev_block *b = &f->function->blocks[to];
    const struct ev_edge *e = NULL;
    for (size_t i = 0; i < b->n_edges && !e; i++)
        e = b->edges[i].from == from ? &b->edges[i] : NULL;
    size_t n = 0;
    for (size_t i = 0; e && i < e->n; i++)
        n += e->at[i].n;
    struct ev_value few[64], *values = few;
    if (n > 64)
        values = NEW_ARRAY(&r->slots, struct ev_value, n);
    n = 0;
    for (size_t i = 0; e && i < e->n; i++)
        for (uint32_t k = 0; k < e->at[i].n; k++)
            values[n++] = s->slots[e->at[i].from + k];
    n = 0;
    for (size_t i = 0; e && i < e->n; i++)
        for (uint32_t k = 0; k < e->at[i].n; k++)
            s->slots[e->at[i].to + k] = values[n++];
}

/* The loop that the block is the header of, or EV_NONE. */
static uint32_t loop_of_header(const struct ev_function *f, uint32_t block) {
    const uint32_t l = f->blocks[block].loop;
    return l != EV_NONE && f->loops[l].header == block ? l : EV_NONE;
}

static void follow(struct ev_run *r, struct ev_frame *f, struct ev_state *s, uint32_t block,
                   struct stop *stops);
static uint32_t enter(struct ev_run *r, struct ev_frame *f, struct ev_state *s, uint32_t from,
                      uint32_t to, struct stop *stops);

/* --- loops of unknown or too large length --- */

/* Blocks outside the loop that it may go to, as stops. */
static struct stop *exits_of(struct ev_run *r, const struct ev_function *f, uint32_t loop) {
    struct stop *exits = NULL;
    for (uint32_t b = 0; b < f->n_blocks; b++)
        for (uint32_t k = 0; k < f->blocks[b].n_next && ev_is_in_loop(f, b, loop); k++) {
            const uint32_t to = f->blocks[b].next[k];
            bool known = ev_is_in_loop(f, to, loop);
            for (const struct stop *x = exits; x && !known; x = x->outer)
                known = x->block == to;
            if (known)
                continue;
            struct stop *stop = NEW(&r->slots, struct stop);
            *stop = (struct stop){.block = to, .outer = exits};
            exits = stop;
        }
    return exits;
}

static void drop_exits(struct ev_run *r, struct ev_frame *f, struct stop *exits) {
    for (struct stop *x = exits; x; x = x->outer) {
        drop(r, f, x->state);
        x->state = NULL;
    }
}

/* What holds in the header after any number of iterations, and behind the exits. Launches of a
 * round that is not the last are not noted. */
static void settle(struct ev_run *r, struct ev_frame *f, struct ev_state *s, uint32_t header,
                   struct stop *exits) {
    const struct ev_block *b = &f->function->blocks[header];
    bool changed = true;
    for (int round = 0; changed && !r->stopped; round++) {
        const struct ev_launches mark = r->launches;
        struct stop again = {.block = header, .outer = exits};
        follow(r, f, clone(r, f, s), header, &again);
        changed = again.state && merge(r, f, s, again.state, b->n_edges ? &b->edges[0] : NULL);
        if (!changed || round == MOST_ROUNDS)
            break;
        r->launches.n = mark.n;
        drop_exits(r, f, exits);
    }
}

/* That the loop is too long. */
static uint32_t why_of_loop(struct ev_run *r, const struct ev_function *f, uint32_t header) {
    const struct ev_block *b = &f->blocks[header];
    struct ev_reason reason = {.kind = EV_BY_LOOP, .name = f->name, .place = {"", 0, 0}};
    const struct ev_op *last = b->n ? &f->ops[b->first + b->n - 1] : NULL;
    if (last && last->place)
        reason.place = *last->place;
    return ev_add_reason(r->program, reason);
}

/* The loop for any number of iterations from here on, and then on its exits. */
static void widen(struct ev_run *r, struct ev_frame *f, struct ev_state *s, uint32_t header,
                  struct stop *stops) {
    struct ev_function *fn = f->function;
    const uint32_t meet = fn->blocks[header].after;
    struct stop *exits = exits_of(r, fn, fn->blocks[header].loop);
    struct stop join = {.block = meet, .outer = stops};
    struct stop *inner = meet != EV_NONE && !find_stop(stops, meet) ? &join : stops;
    const struct ev_loop_state *loop = &f->loops[fn->blocks[header].loop];
    const uint32_t why = r->why;
    r->why = loop->unknown_end ? loop->why : why_of_loop(r, fn, header);
    r->widenings++;
    settle(r, f, s, header, exits);
    r->widenings--;
    r->why = why;
    drop(r, f, s);
    for (struct stop *x = exits; x; x = x->outer) {
        struct stop *there = x->state ? find_stop(inner, x->block) : NULL;
        if (there)
            arrive(r, f, there, x->state);
        else if (x->state)
            follow(r, f, x->state, enter(r, f, x->state, header, x->block, inner), inner);
    }
    if (inner == &join && join.state)
        follow(r, f, join.state, enter(r, f, join.state, header, meet, stops), stops);
}

static uint64_t longest_loop(const struct ev_run *r, bool launches) {
    const uint64_t end = r->frame->most_steps;
    const uint64_t left = end > r->steps ? end - r->steps : 0;
    const uint64_t most = launches ? LONG_LAUNCHING_LOOP : LONG_LOOP;
    const uint64_t part = left / (launches ? PART_OF_LEFT_LAUNCHING : PART_OF_LEFT);
    return part < most ? part : most;
}

/* Whether the loop goes on as one of unknown length; it is entered, or begins again. */
static bool is_widened(struct ev_run *r, struct ev_frame *f, uint32_t loop, uint32_t from) {
    struct ev_loop_state *l = &f->loops[loop];
    if (!ev_is_in_loop(f->function, from, loop)) {
        *l = (struct ev_loop_state){r->steps, r->n_events, false, 0};
        return false;
    }
    const bool launches = r->n_events > l->events;
    return l->unknown_end || r->steps - l->steps > longest_loop(r, launches);
}

/* The block, with its phis set; EV_NONE if its loop has been evaluated to the end of the way. */
static uint32_t enter(struct ev_run *r, struct ev_frame *f, struct ev_state *s, uint32_t from,
                      uint32_t to, struct stop *stops) {
    const uint32_t loop = loop_of_header(f->function, to);
    if (loop == EV_NONE || !is_widened(r, f, loop, from))
        return to;
    widen(r, f, s, to, stops);
    return EV_NONE;
}

/* --- branches --- */

/* Loops that one side of the branch may leave and the other may not. */
static void mark_unknown_ends(struct ev_frame *f, uint32_t block, uint32_t meet, uint32_t why) {
    const struct ev_function *fn = f->function;
    for (uint32_t l = fn->blocks[block].loop; l != EV_NONE; l = fn->loops[l].outer)
        if (meet == EV_NONE || !ev_is_in_loop(fn, meet, l)) {
            f->loops[l].unknown_end = true;
            f->loops[l].why = why;
        }
}

/* Where a way goes on behind an edge: a block, or EV_NONE if it does not. */
static uint32_t take_edge(struct ev_run *r, struct ev_frame *f, struct ev_state *s, uint32_t from,
                          uint32_t to, struct stop *stops) {
    take_phis(r, f, s, from, to);
    struct stop *stop = find_stop(stops, to);
    if (stop) {
        arrive(r, f, stop, s);
        return EV_NONE;
    }
    return enter(r, f, s, from, to, stops);
}

/* Where the branch leaves its loop, if one of two sides does: ways that leave there later meet it.
 */
static uint32_t exit_of(const struct ev_function *f, uint32_t block, const uint32_t *to,
                        uint32_t n) {
    const uint32_t loop = f->blocks[block].loop;
    if (loop == EV_NONE || n != 2)
        return EV_NONE;
    const bool first = ev_is_in_loop(f, to[0], loop), second = ev_is_in_loop(f, to[1], loop);
    return first == second ? EV_NONE : to[first];
}

/* All sides of a branch that nothing decides, up to where they meet: from there on *s is what they
 * have in common. EV_NONE if the way ends. */
static uint32_t follow_sides(struct ev_run *r, struct ev_frame *f, struct ev_state **s,
                             uint32_t block, const struct ev_op *branch, const uint32_t *to,
                             uint32_t n, struct stop *stops) {
    const struct ev_place *place = branch->place;
    const struct ev_value decides = (*s)->slots[branch->a];
    const uint32_t meet = f->function->blocks[block].after;
    struct stop join = {.block = meet, .outer = stops};
    struct stop *inner = meet != EV_NONE && !find_stop(stops, meet) ? &join : stops;
    const uint32_t out = exit_of(f->function, block, to, n);
    struct stop exit = {.block = out, .outer = inner};
    struct stop *sides = out != EV_NONE && !find_stop(inner, out) ? &exit : inner;
    const struct ev_condition condition = {place, r->condition};
    const uint32_t why = r->why;
    r->why = decides.why ? decides.why : branch->why;
    mark_unknown_ends(f, block, meet, r->why);
    r->condition = place ? &condition : r->condition;
    for (uint32_t i = 0; i < n; i++) {
        struct ev_state *side = i + 1 < n ? clone(r, f, *s) : *s;
        const uint32_t next = take_edge(r, f, side, block, to[i], sides);
        if (next != EV_NONE)
            follow(r, f, side, next, sides);
    }
    if (exit.state)
        follow(r, f, exit.state, enter(r, f, exit.state, block, out, inner), inner);
    r->condition = place ? condition.outer : r->condition;
    r->why = why;
    *s = inner == &join ? join.state : NULL;
    return *s ? enter(r, f, *s, block, meet, stops) : EV_NONE;
}

static uint32_t add_target(uint32_t *to, uint32_t n, uint32_t block) {
    for (uint32_t i = 0; i < n; i++)
        if (to[i] == block)
            return n;
    to[n] = block;
    return n + 1;
}

/* Whether an unknown value may be this. */
static bool may_be(struct ev_value v, uint64_t value) {
    return ((v.bits ^ value) & v.known) == 0;
}

/* The blocks that a branch may go to. */
static uint32_t targets_of(struct ev_run *r, const struct ev_op *op, const struct ev_state *s,
                           uint32_t **to) {
    uint32_t n = 0;
    *to = NEW_ARRAY(&r->slots, uint32_t, op->opcode == LLVMSwitch ? op->c + 1 : 2);
    if (op->opcode == LLVMBr) {
        if (op->a == EV_NONE || may_be(s->slots[op->a], 1))
            n = add_target(*to, n, op->b);
        if (op->a != EV_NONE && may_be(s->slots[op->a], 0))
            n = add_target(*to, n, op->c);
        return n;
    }
    const struct ev_value v = s->slots[op->a];
    bool is_case = false;
    for (uint32_t i = 0; i < op->c; i++)
        if (may_be(v, op->u.cases[i].value)) {
            n = add_target(*to, n, op->u.cases[i].block);
            is_case = ev_is_known(v);
        }
    return is_case ? n : add_target(*to, n, op->b);
}

/* Ends a way. */
static void end(struct ev_run *r, struct ev_frame *f, struct ev_state *s, const struct ev_op *op,
                struct stop *stops) {
    struct stop *stop = op->opcode == LLVMRet ? find_stop(stops, returned_block) : NULL;
    for (uint32_t i = 0; stop && op->lanes && i < op->lanes && i < 64; i++)
        s->slots[f->result + i] = s->slots[op->a + i];
    if (stop)
        arrive(r, f, stop, s);
    else
        drop(r, f, s);
}

/* The operations of a block but the last; false if the way ends in one. */
static bool compute_block(struct ev_run *r, struct ev_frame *f, struct ev_state *s,
                          const struct ev_block *b) {
    for (uint32_t i = 0; i + 1 < b->n; i++) {
        const struct ev_op *op = &f->function->ops[b->first + i];
        r->steps++;
        if (op->opcode != LLVMCall)
            ev_compute(r, f, s, op);
        else if (!ev_evaluate_call(r, f, s, op))
            return false;
    }
    return true;
}

/* The function to be abandoned where a limit is reached: of those that take more operations than
 * they may the outermost, for other limits the innermost. NULL: all of the run ends. */
static const struct ev_frame *abandoned_frame(const struct ev_run *r) {
    const struct ev_frame *f = r->frame;
    while (f->caller && r->steps > f->caller->most_steps)
        f = f->caller;
    return f->caller ? f : NULL;
}

/* Whether the state's way ends as a limit is reached. */
static bool is_over(struct ev_run *r, const struct ev_state *s) {
    const size_t bytes = r->arena->total + r->slots.total;
    const bool reached = r->steps > r->frame->most_steps || r->depth > DEEPEST || r->pool->full;
    if (r->stopped || (!reached && bytes <= r->most_bytes))
        return r->stopped;
    r->stopped = true;
    r->abandoned = bytes > r->most_bytes ? NULL : abandoned_frame(r);
    if (r->abandoned)
        r->left = ev_memory_clone(r->pool, s->memory);
    return true;
}

/* The way from the beginning of a block until it ends, or meets others at a stop. */
static void follow(struct ev_run *r, struct ev_frame *f, struct ev_state *s, uint32_t block,
                   struct stop *stops) {
    r->depth++;
    while (block != EV_NONE) {
        const struct ev_block *b = &f->function->blocks[block];
        const struct ev_op *last = &f->function->ops[b->first + b->n - 1];
        r->steps++;
        bool goes_on = !is_over(r, s) && b->n && compute_block(r, f, s, b);
        if (goes_on && last->opcode == LLVMInvoke)
            goes_on = ev_evaluate_call(r, f, s, last);
        if (!goes_on || r->stopped) {
            drop(r, f, s);
            break;
        }
        if (last->opcode == LLVMInvoke) {
            block = take_edge(r, f, s, block, last->u.called->normal, stops);
        } else if (last->opcode == LLVMBr || last->opcode == LLVMSwitch) {
            uint32_t *to, n = targets_of(r, last, s, &to);
            block = n == 1 ? take_edge(r, f, s, block, to[0], stops)
                           : follow_sides(r, f, &s, block, last, to, n, stops);
        } else {
            end(r, f, s, last, stops);
            break;
        }
    }
    r->depth--;
}

struct ev_state *ev_run_function(struct ev_run *r, struct ev_frame *f, struct ev_state *s) {
    struct stop returned = {.block = returned_block};
    f->function->entered = true;
    f->loops = NEW_ARRAY(&r->slots, struct ev_loop_state, f->function->n_loops + 1);
    follow(r, f, s, 0, &returned);
    return returned.state;
}
