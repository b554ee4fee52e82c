/* What stores leave in memory, also copies of structures. */
#include <string.h>

#include "analysis/trace/memory.h"

/* What an instruction stores, one component of it. */
struct stored {
    const struct lanes *pointer;
    const struct lanes *data; /* NULL: not known */
    uint32_t first, bytes;    /* of the component, in the access */
};

/* What a lane stores, and where. */
static struct datum stored_lane(const struct warp *w, const struct stored *s, unsigned lane,
                                uint64_t *address) {
    struct datum d = {.state = BYTE_UNKNOWN};
    int64_t at = 0, n = 0, high = 0;
    lane_get(&w->t->shape, s->pointer, lane, &at);
    *address = (uint64_t)at + s->first;
    if (!s->data || s->bytes > 8 || w->presence != PRESENCE_SURE)
        return d;
    if (lane_get(&w->t->shape, s->data, lane, &n)) {
        d.state = BYTE_KNOWN;
    } else if (lane_range(s->data, lane, &n)) {
        range_ends(n, s->bytes * 8, &n, &high);
        d.state = BYTE_RANGE;
    }
    memcpy(d.low, &n, sizeof n);
    memcpy(d.high, &high, sizeof high);
    return d;
}

static void store_component(struct warp *w, const struct stored *s) {
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        uint64_t at;
        struct datum d = stored_lane(w, s, lane, &at);
        for (uint32_t done = 0; done < s->bytes; done += 8)
            data_write(w, at + done, lane, s->bytes - done < 8 ? s->bytes - done : 8, &d);
    }
}

static bool is_same(const struct datum *x, const struct datum *y, uint64_t n) {
    return x->state == y->state && memcmp(x->low, y->low, n) == 0 &&
           (x->state != BYTE_RANGE || memcmp(x->high, y->high, n) == 0);
}

/* Where lanes stored different values at one place, no order says which one stays. */
static void resolve_conflicts(struct warp *w, const struct stored *s) {
    for (uint64_t m = w->mask; m & (m - 1); m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        uint64_t at;
        struct datum d = stored_lane(w, s, lane, &at);
        if (d.state == BYTE_UNKNOWN)
            continue;
        struct datum found = data_read(w, at, lane, s->bytes);
        if (is_same(&d, &found, s->bytes))
            continue;
        d.state = BYTE_UNKNOWN;
        data_write(w, at, lane, s->bytes, &d);
    }
}

/* A structure or array is copied byte by byte. */
static void copy_object(struct warp *w, const struct access *a, const struct value *from,
                        const struct lanes *pointer) {
    struct tracer *t = w->t;
    const struct lanes *source = warp_operand(w, from->args[0], 0);
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t to, at;
        bool readable = lane_get(&t->shape, source, lane, &at) && w->presence == PRESENCE_SURE;
        lane_get(&t->shape, pointer, lane, &to);
        for (uint32_t i = 0; i < a->bytes; i++) {
            struct datum byte = {.state = BYTE_UNKNOWN};
            if (readable)
                byte = data_read(w, (uint64_t)at + i, lane, 1);
            data_write(w, (uint64_t)to + i, lane, 1, &byte);
        }
    }
}

/* One byte that fills more of them. */
static bool is_fill(const struct access *a, const struct value *stored) {
    return a->kind == ACCESS_STORE && stored->bits == 8 && stored->comps == 1 && a->bytes > 1;
}

/* Memory full of the byte, which is NULL if not known. Where lanes fill the same memory, it has to
 * be the same. */
static void fill_object(struct warp *w, const struct access *a, const struct lanes *pointer,
                        const struct lanes *fill) {
    bool one = fill && (a->space == SPACE_PRIVATE || lanes_uniform(fill));
    w->t->moves |= shift_moving(&w->t->shifts, pointer->shift);
    w->t->moves |= fill ? shift_moving(&w->t->shifts, fill->shift) : 0;
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t at, byte = 0;
        bool known =
            one && lane_get(&w->t->shape, fill, lane, &byte) && w->presence == PRESENCE_SURE;
        struct datum d = {.state = known ? BYTE_KNOWN : BYTE_UNKNOWN};
        memset(d.low, (int)byte, sizeof d.low);
        lane_get(&w->t->shape, pointer, lane, &at);
        for (uint32_t done = 0; done < a->bytes; done += 8)
            data_write(w, (uint64_t)at + done, lane, a->bytes - done < 8 ? a->bytes - done : 8, &d);
    }
}

static struct stored stored_component(struct warp *w, const struct access *a,
                                      const struct lanes *pointer, uint32_t comp) {
    const struct value *v = &w->t->k->values[a->value];
    struct stored s = {.pointer = pointer, .bytes = a->bytes};
    if (a->kind != ACCESS_STORE)
        return s;
    const struct value *stored = &w->t->k->values[v->args[1]];
    if (stored->type == TYPE_OTHER)
        return s;
    s.bytes = (stored->bits + 7u) / 8u;
    s.first = comp * s.bytes;
    s.data = tracer_computes(w->t, a->value) ? warp_operand(w, v->args[1], comp) : NULL;
    if (s.data)
        w->t->moves |= shift_moving(&w->t->shifts, s.data->shift);
    return s;
}

static bool is_followed(const struct tracer *t, const struct access *a) {
    if (a->space != SPACE_GLOBAL)
        return a->space != SPACE_CONSTANT;
    for (uint32_t i = 0; i < t->k->n_params; i++)
        if (t->buffers[i].read && data_may_touch(a, &t->k->params[i]))
            return true;
    return false;
}

void data_follow_store(struct warp *w, const struct access *a, const struct lanes *pointer) {
    const struct value *values = w->t->k->values, *v = &values[a->value];
    if (!is_followed(w->t, a))
        return;
    if (w->mask & ~lanes_known(&w->t->shape, pointer)) {
        warp_forget_store(w, (uint32_t)(a - w->t->k->accesses));
        return;
    }
    if (a->commutative && tracer_computes(w->t, a->value) && !w->t->request.sample) {
        w->t->moves = ALL_DIMENSIONS;
        data_follow_atomic(w, a, pointer);
        return;
    }
    const struct value *stored = a->kind == ACCESS_STORE ? &values[v->args[1]] : v;
    bool followed = tracer_computes(w->t, a->value) && stored != v;
    if (followed && stored->op == OP_LOAD && stored->type == TYPE_OTHER) {
        w->t->moves = ALL_DIMENSIONS;
        copy_object(w, a, stored, pointer);
        return;
    }
    if (is_fill(a, stored)) {
        fill_object(w, a, pointer, followed ? warp_operand(w, v->args[1], 0) : NULL);
        return;
    }
    uint32_t comps = a->kind == ACCESS_STORE ? stored->comps : 1;
    w->t->moves |= shift_moving(&w->t->shifts, pointer->shift);
    for (uint32_t c = 0; c < comps; c++) {
        struct stored s = stored_component(w, a, pointer, c);
        store_component(w, &s);
    }
    for (uint32_t c = 0; c < comps && a->space != SPACE_PRIVATE; c++) {
        struct stored s = stored_component(w, a, pointer, c);
        resolve_conflicts(w, &s);
    }
}
