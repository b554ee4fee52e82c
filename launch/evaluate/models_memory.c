/* Functions of memory: what allocates, copies and compares it. */
#include "launch/evaluate/models.h"

/* Most bytes that are compared or searched. */
enum { MOST_COMPARED = 1 << 20 };

struct ev_value ev_allocate(struct ev_call *c, struct ev_value bytes, enum ev_kind kind,
                            bool zero) {
    struct ev_run *r = c->run;
    const uint32_t id = ev_new_id(r->pool);
    if (!ev_new_object(r->pool, c->state->memory, id, kind, bytes, zero))
        return ev_unknown(64);
    return ev_known(ev_address(id), 64);
}

void ev_store_at(struct ev_call *c, struct ev_value address, struct ev_value v, unsigned bytes) {
    if (!ev_is_known(address) || address.bits)
        ev_store(c->run->pool, c->state->memory, address, v, bytes);
}

struct ev_value ev_read_word(struct ev_call *c, struct ev_value object, uint64_t offset) {
    return ev_is_known(object) && object.bits
               ? ev_load(c->run->pool, c->state->memory, ev_known(object.bits + offset, 64), 8)
               : ev_unknown(64);
}

void ev_write_word(struct ev_call *c, struct ev_value object, uint64_t offset, struct ev_value v) {
    if (ev_is_known(object) && object.bits)
        ev_store(c->run->pool, c->state->memory, ev_known(object.bits + offset, 64), v, 8);
}

void model_allocate(struct ev_call *c) {
    c->result = ev_allocate(c, ev_arg(c, (uint32_t)c->model->number), EV_HEAP, false);
}

static struct ev_value product(struct ev_value a, struct ev_value b) {
    return ev_is_known(a) && ev_is_known(b) ? ev_known(a.bits * b.bits, 64) : ev_unknown(64);
}

void model_allocate_zeros(struct ev_call *c) {
    c->result = ev_allocate(c, product(ev_arg(c, 0), ev_arg(c, 1)), EV_HEAP, true);
}

void model_reallocate(struct ev_call *c) {
    const struct ev_value bytes = ev_arg(c, 1);
    uint64_t before = 0;
    bool zero;
    c->result = ev_allocate(c, bytes, EV_HEAP, false);
    if (ev_buffer_at(c, ev_arg(c, 0), &before, &zero) && ev_is_known(bytes))
        ev_copy(c->run->pool, c->state->memory, c->result, ev_arg(c, 0),
                ev_known(before < bytes.bits ? before : bytes.bits, 64));
}

void model_allocate_into(struct ev_call *c) {
    ev_store_at(c, ev_arg(c, 0),
                ev_allocate(c, ev_arg(c, (uint32_t)c->model->number), EV_HEAP, false), 8);
    c->result = ev_known(0, 32);
}

void ev_count_work(struct ev_call *c) {
    c->run->steps += c->run->pool->work;
    c->run->pool->work = 0;
}

void model_copy(struct ev_call *c) {
    ev_copy(c->run->pool, c->state->memory, ev_arg(c, 0), ev_arg(c, 1), ev_arg(c, 2));
    c->result = ev_arg(c, 0);
    ev_count_work(c);
}

void model_fill(struct ev_call *c) {
    const struct ev_value byte = ev_arg(c, 1);
    ev_fill(c->run->pool, c->state->memory, ev_arg(c, 0),
            ev_partly(byte.bits & 0xff, byte.known | ~ev_mask(8)), ev_arg(c, 2));
    c->result = ev_arg(c, 0);
    ev_count_work(c);
}

static struct ev_value byte_at(struct ev_call *c, struct ev_value address, uint64_t i) {
    return ev_is_known(address)
               ? ev_load(c->run->pool, c->state->memory, ev_known(address.bits + i, 64), 1)
               : ev_unknown(8);
}

void model_compare_bytes(struct ev_call *c) {
    const struct ev_value n = ev_arg(c, 2);
    c->result = ev_unknown(32);
    for (uint64_t i = 0; ev_is_known(n) && i < n.bits && i < MOST_COMPARED; i++) {
        const struct ev_value a = byte_at(c, ev_arg(c, 0), i), b = byte_at(c, ev_arg(c, 1), i);
        if (!ev_is_known(a) || !ev_is_known(b))
            return;
        if (a.bits != b.bits) {
            c->result = ev_known(a.bits < b.bits ? (uint64_t)-1 : 1, 32);
            return;
        }
    }
    if (ev_is_known(n) && n.bits <= MOST_COMPARED)
        c->result = ev_known(0, 32);
}

void model_find_byte(struct ev_call *c) {
    const struct ev_value n = ev_arg(c, 2), wanted = ev_arg(c, 1);
    c->result = ev_unknown(64);
    if (!ev_is_known(n) || !ev_is_known(wanted) || n.bits > MOST_COMPARED)
        return;
    for (uint64_t i = 0; i < n.bits; i++) {
        const struct ev_value v = byte_at(c, ev_arg(c, 0), i);
        if (!ev_is_known(v))
            return;
        if (v.bits == (wanted.bits & 0xff)) {
            c->result = ev_known(ev_arg(c, 0).bits + i, 64);
            return;
        }
    }
    c->result = ev_known(0, 64);
}

bool ev_buffer_at(struct ev_call *c, struct ev_value pointer, uint64_t *bytes, bool *zero) {
    int64_t offset;
    const struct ev_object *o = ev_object_at(c->run->pool, c->state->memory, pointer, &offset);
    if (!o || !o->size_known || o->kind == EV_CODE || offset > (int64_t)o->size)
        return false;
    *bytes = offset > 0 ? o->size - (uint64_t)offset : o->size;
    *zero = o->zero;
    for (uint64_t i = 0; i < o->n_pages && *zero; i++)
        *zero = !o->pages[i];
    return *bytes > 0;
}
