/* Memory of the tracer: where objects lie, and the request that an access makes. */
#include "analysis/trace/tracer.h"

#include "base/hash.h"

static const uint64_t private_base = 1ull << PRIVATE_SHIFT;

static void place_object(struct tracer *t, uint32_t i) {
    const struct object *o = &t->k->objects[i];
    uint32_t room = (uint32_t)((o->bytes + 15) / 16 * 16);
    switch ((enum space)o->space) {
    case SPACE_LOCAL:
        t->object_address[i] = t->local_bytes;
        t->local_bytes += room;
        break;
    case SPACE_PRIVATE:
        t->object_address[i] = private_base + t->private_bytes;
        t->private_bytes += room;
        break;
    default:
        t->object_address[i] = (uint64_t)(i + 1) << OBJECT_SHIFT;
        break;
    }
}

void tracer_place_objects(struct tracer *t) {
    t->object_address = NEW_ARRAY(t->arena, uint64_t, t->k->n_objects);
    for (uint32_t i = 0; i < t->k->n_objects; i++)
        place_object(t, i);
}

/* Private memory of neighbouring work-items is interleaved, so that the same variable of all
 * lanes lies in one line: where the first lane has the address. */
static int64_t interleaved(const struct tracer *t, int64_t address, uint32_t bytes) {
    int64_t at = address - (int64_t)private_base;
    return (int64_t)private_base + at / bytes * bytes * t->shape.width + at % bytes;
}

static uint32_t private_pattern(struct warp *w, const struct lanes *pointer, uint32_t bytes,
                                uint64_t *address) {
    struct tracer *t = w->t;
    if (lanes_uniform(pointer)) {
        struct lanes beside = lanes_constant(interleaved(t, pointer->base, bytes));
        beside.dx = bytes;
        beside.dy = (int64_t)bytes * t->shape.period;
        return pattern_find(&t->patterns, &beside, w->mask, bytes, address);
    }
    int64_t each[MAX_LANES] = {0};
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t at;
        if (!lane_get(&t->shape, pointer, lane, &at))
            return pattern_scattered(&t->patterns, w->mask, bytes);
        each[lane] = interleaved(t, at, bytes) + (int64_t)lane * bytes;
    }
    return pattern_find_each(&t->patterns, each, w->mask, bytes, address);
}

/* Where the buffer begins that an access goes to. Where a pointer from a table of pointers leads
 * nobody knows: behind the buffers of all parameters. */
static uint64_t start_of_buffer(const struct tracer *t, const struct access *a) {
    uint32_t root = a->root != NONE ? a->root : a->linked;
    return root == NONE ? (uint64_t)(t->k->n_params + 1) << BUFFER_SHIFT
                        : (uint64_t)t->shared[root].base;
}

/* Stands for an address that is not known: the start of the buffer, or, for requests that are
 * together in one place of it, a place that is another each time; in its first part if nobody knows
 * its size. Requests of one address come from anywhere, others from where rows may begin. */
static uint64_t somewhere(struct tracer *t, const struct access *a, const struct lanes *pointer) {
    enum { PART_BYTES = 1 << 20, WORD_PHASES = 32 };
    uint64_t start = start_of_buffer(t, a), param = (start >> BUFFER_SHIFT) - 1;
    if (pointer->form != LANES_FLOATING)
        return start;
    uint64_t unit = lanes_level(pointer) ? WORD_PHASES : PHASES;
    uint64_t room = param < t->k->n_params ? t->buffers[param].room : 0;
    if (room < unit)
        room = PART_BYTES;
    return start + (hash_of(t->n_ops) >> 20) % (room / unit) * unit;
}

/* What a request costs to simulate beyond a plain operation, for the limit on the trace's length:
 * it goes through the memory system line by line. */
static uint64_t extra_ops(const struct tracer *t, uint32_t pattern) {
    enum { LINE_BYTES = 128, LINES_PER_OP = 4 };
    const struct pattern *p = &t->patterns.patterns.at[pattern];
    int64_t span = p->scattered ? INT64_MAX : p->offset[63 - __builtin_clzll(p->mask)];
    uint64_t lines = (uint64_t)(span < 0 ? -span : span) / LINE_BYTES;
    if (lines < LINES_PER_OP)
        return 0;
    unsigned lanes = (unsigned)__builtin_popcountll(p->mask);
    return (lines < lanes ? lines : lanes) / LINES_PER_OP;
}

/* How the request's address differs between groups. Private memory is laid out by lane. */
static uint16_t request_shift(struct warp *w, const struct access *a, const struct lanes *pointer) {
    struct tracer *t = w->t;
    bool by_lane = a->space == SPACE_PRIVATE, lost = by_lane || pointer->shift == SHIFT_OPAQUE;
    t->opaque |= by_lane ? shift_moving(&t->shifts, pointer->shift)
                         : shift_opaque(&t->shifts, pointer->shift);
    return lost ? SHIFT_NONE : pointer->shift;
}

/* What the access means for values that control flow depends on. */
static void follow_steering(struct warp *w, uint32_t number, const struct lanes *pointer) {
    const struct access *a = &w->t->k->accesses[number];
    if (tracer_computes(w->t, a->value))
        warp_follow_data(w, a, pointer);
    else if (a->kind == ACCESS_ATOMIC)
        warp_forget_store(w, number);
}

/* Whether an active lane is not within the local array that the access is one to. */
static bool overruns(const struct warp *w, const struct access *a, const struct lanes *pointer) {
    const struct tracer *t = w->t;
    const struct value *root = a->unique_base == NONE ? NULL : &t->k->values[a->unique_base];
    if (a->space != SPACE_LOCAL || !root || root->op != OP_OBJECT || w->presence != PRESENCE_SURE)
        return false;
    uint64_t start = t->object_address[root->imm], room = t->k->objects[root->imm].bytes;
    for (uint64_t m = w->mask; m; m &= m - 1) {
        int64_t at;
        bool known = lane_get(&t->shape, pointer, (unsigned)__builtin_ctzll(m), &at);
        uint64_t offset = (uint64_t)at - start;
        if (known && (offset > room || a->bytes > room - offset))
            return true;
    }
    return false;
}

/* Lanes of the warp for which the access's condition may be true. */
static uint64_t guarded_lanes(struct warp *w, uint32_t access) {
    struct tracer *t = w->t;
    const struct lanes *on = warp_operand(w, an_condition(t->k, access), 0);
    uint64_t unknown = ~lanes_known(&t->shape, on);
    t->opaque |= shift_moving(&t->shifts, on->shift);
    if (w->mask & unknown) {
        enum certainty_reason reason = tracer_reason(t, REASON_GUARD);
        certain_lower(&t->accesses[access], CERTAINTY_UNKNOWN, reason);
        tracer_lower(t, CERTAINTY_UNKNOWN, reason);
    }
    return w->mask & (lanes_true(&t->shape, on) | unknown);
}

/* What is not known of a request makes the number of its access's requests unknown. */
static void lower_access(struct warp *w, uint32_t number, bool known) {
    struct tracer *t = w->t;
    enum certainty_reason address = tracer_reason(t, REASON_ADDRESS);
    struct certain *c = &t->accesses[number];
    if (t->k->accesses[number].assumed)
        certain_lower(c, CERTAINTY_UNKNOWN, REASON_IMAGE);
    if (!known)
        certain_lower(c, CERTAINTY_UNKNOWN, address);
    if (w->presence != PRESENCE_SURE)
        certain_lower(c, CERTAINTY_UNKNOWN, tracer_reason(t, REASON_BRANCH));
    if (!known)
        tracer_lower(t, CERTAINTY_UNKNOWN, address);
}

static void access_memory(struct warp *w, uint32_t item) {
    struct tracer *t = w->t;
    uint32_t number = t->k->items[item].access;
    const struct access *a = &t->k->accesses[number];
    const struct lanes *pointer = warp_operand(w, t->k->values[a->value].args[0], 0);
    w->work += (double)w->weight;
    if (t->request.work_only) {
        follow_steering(w, number, pointer);
        return;
    }
    bool known = !(w->mask & ~lanes_known(&t->shape, pointer));
    struct trace_op op = {.item = item, .region = w->region, .shift = request_shift(w, a, pointer)};
    struct lanes made_up;
    bool together = pointer->form == LANES_FLOATING;
    bool stream = !known && !together && warp_stream(w, a, &made_up, &op.shift);
    if (a->space == SPACE_PRIVATE)
        op.pattern = private_pattern(w, pointer, a->bytes, &op.address);
    else
        op.pattern =
            pattern_find(&t->patterns, stream ? &made_up : pointer, w->mask, a->bytes, &op.address);
    if (!known && together)
        op.shift = SHIFT_ANYWHERE;
    if (!known && !stream)
        op.address = somewhere(t, a, pointer);
    bool followed = (known || together) && !a->assumed;
    if (t->request.bounds && !t->overrun)
        t->overrun = overruns(w, a, pointer);
    lower_access(w, number, known);
    t->n_ops += extra_ops(t, op.pattern);
    if (t->request.counts_only)
        pattern_count(&t->patterns,
                      (struct request_tally){
                          .access = number,
                          .pattern = op.pattern,
                          .phase = (uint32_t)(op.address % PHASES),
                          .shift = op.shift,
                          .count = w->weight,
                          .followed = followed && w->presence != PRESENCE_OF_ANY ? w->weight : 0});
    if (!t->request.counts_only)
        vec_push(t->arena, &w->ops, op);
    warp_follow_data(w, a, pointer);
}

/* An access that none of the lanes takes part in moves nothing. */
void warp_access(struct warp *w, uint32_t item) {
    uint32_t access = w->t->k->items[item].access;
    uint64_t lanes = w->mask;
    if (w->t->k->accesses[access].guarded)
        w->mask = guarded_lanes(w, access);
    if (w->mask)
        access_memory(w, item);
    w->mask = lanes;
}
