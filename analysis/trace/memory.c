/* Data of memory whose contents can be known: constant tables, buffers read from files or full of
 * zeros, what the work-group itself wrote, local and private memory. A byte that may have been
 * written with something unknown is unknown.
 *
 * Not modelled: what other work-groups of the launch write to a buffer. A kernel that reads it
 * without atomics has a race; buffers with atomics are unknown. */
#include "analysis/trace/memory.h"

#include <string.h>

#include "base/formula_of_place.h"

static const uint64_t private_base = 1ull << PRIVATE_SHIFT;

/* Bytes of local memory whose contents are followed: more than any GPU has. */
enum { MOST_LOCAL = 4 << 20 };

static bool in_buffers(enum space s) {
    return s == SPACE_GLOBAL || s == SPACE_CONSTANT || s == SPACE_GENERIC;
}

/* Whether an access can be one to the parameter's buffer. */
bool data_may_touch(const struct access *a, const struct param *p) {
    return in_buffers((enum space)a->space) &&
           (a->unique_base == p->value || a->unique_base == NONE);
}

void tracer_start_memory(struct tracer *t) {
    if (!t->local.bytes) {
        t->local.size = t->local_bytes < MOST_LOCAL ? t->local_bytes : MOST_LOCAL;
        t->local.bytes = NEW_ARRAY(t->arena, uint8_t, t->local.size);
        t->local.state = NEW_ARRAY(t->arena, uint8_t, t->local.size);
    }
    memset(t->local.state, 0, t->local.size);
    written_clear(&t->written);
    for (uint32_t i = 0; i < t->k->n_params; i++)
        t->buffers[i].lost = t->buffers[i].shared;
}

/* Local or private memory behind an address and the offset in it. Private memory is a slice per
 * lane. */
static struct memory *memory_at(struct warp *w, uint64_t address, unsigned lane, uint64_t *offset) {
    struct tracer *t = w->t;
    if (address < private_base) {
        *offset = address;
        return &t->local;
    }
    *offset = address - private_base + (uint64_t)lane * t->private_bytes;
    return address - private_base < t->private_bytes ? &w->private_memory : NULL;
}

static struct buffer *buffer_at(struct tracer *t, uint64_t address, uint64_t *offset) {
    uint64_t param = (address >> BUFFER_SHIFT) - 1;
    *offset = address & ((1ull << BUFFER_SHIFT) - 1);
    return param < t->k->n_params ? &t->buffers[param] : NULL;
}

static bool constant_bytes(const struct tracer *t, uint64_t address, uint64_t n, uint8_t *to) {
    uint64_t object = (address >> OBJECT_SHIFT) - 1;
    uint64_t offset = address & ((1ull << OBJECT_SHIFT) - 1);
    if (object >= t->k->n_objects || !t->object_bytes[object] ||
        offset + n > t->k->objects[object].bytes)
        return false;
    memcpy(to, t->object_bytes[object] + offset, n);
    return true;
}

/* Byte i of n: adds it to those before it. */
static void add_byte(struct datum *d, uint64_t n, uint64_t i, uint8_t state) {
    enum byte_state s = state == datum_byte_state(BYTE_RANGE, n, i) ? BYTE_RANGE
                        : state == BYTE_KNOWN                       ? BYTE_KNOWN
                                                                    : BYTE_UNKNOWN;
    d->state = i == 0 || s == d->state ? s : BYTE_UNKNOWN;
}

/* Makes the number that the formula gives for the place. It is kept for its other bytes. */
static bool make_number(struct buffer *b, double place) {
    double number;
    if (!b->made || b->place != place) {
        b->made = formula_at(b->each, place, &number) &&
                  number_bits(b->type, b->bits, number, &b->number);
        b->place = place;
    }
    return b->made;
}

static bool formula_byte(struct buffer *b, uint64_t offset, uint8_t *to) {
    unsigned bytes = b->bits / 8u;
    bool made = make_number(b, (double)(offset / bytes));
    *to = (uint8_t)(b->number >> offset % bytes * 8);
    return made;
}

/* A byte of what the launch says that the buffer holds. */
static uint8_t given_byte(struct buffer *b, uint64_t offset, uint8_t *to) {
    *to = b->bytes ? b->bytes[offset] : 0;
    return !b->each || formula_byte(b, offset, to) ? BYTE_KNOWN : BYTE_UNKNOWN;
}

/* All bytes at once, where they are one number that nobody has written; false if they are not. */
static bool given_number(const struct tracer *t, struct buffer *b, uint64_t address,
                         uint64_t offset, uint64_t n, struct datum *d) {
    if (n > b->size || offset > b->size - n || written_any(&t->written, address, n))
        return false;
    if (b->each && (n != b->bits / 8u || offset % n || !make_number(b, (double)(offset / n))))
        return false;
    if (b->each)
        memcpy(d->low, &b->number, n);
    else if (b->bytes)
        memcpy(d->low, b->bytes + offset, n);
    d->state = BYTE_KNOWN;
    return true;
}

static void buffer_bytes(struct tracer *t, uint64_t address, uint64_t n, struct datum *d) {
    uint64_t offset;
    struct buffer *b = buffer_at(t, address, &offset);
    if (!b || b->lost || given_number(t, b, address, offset, n, d))
        return;
    uint8_t states[sizeof d->low];
    written_get(&t->written, address, n, d, states);
    for (uint64_t i = 0; i < n && (i == 0 || d->state != BYTE_UNKNOWN); i++) {
        if (states[i] == BYTE_UNTOUCHED && offset + i < b->size)
            states[i] = given_byte(b, offset + i, &d->low[i]);
        add_byte(d, n, i, states[i]);
    }
}

/* Whether so many bytes are known, each for itself: mostly those of a number. */
static bool are_known(const uint8_t *states, uint64_t n) {
    static const uint8_t known[] = {BYTE_KNOWN, BYTE_KNOWN, BYTE_KNOWN, BYTE_KNOWN,
                                    BYTE_KNOWN, BYTE_KNOWN, BYTE_KNOWN, BYTE_KNOWN};
    return n == sizeof(int32_t) ? memcmp(states, known, sizeof(int32_t)) == 0
                                : memcmp(states, known, n) == 0;
}

/* Copies up to 8 bytes: mostly those of a number, without a call. */
static void copy_bytes(uint8_t *to, const uint8_t *from, uint64_t n) {
    if (n == sizeof(int32_t))
        memcpy(to, from, sizeof(int32_t));
    else
        memcpy(to, from, n);
}

/* Up to 8 bytes. */
struct datum data_read(struct warp *w, uint64_t address, unsigned lane, uint64_t n) {
    struct datum d = {.state = BYTE_UNKNOWN};
    uint64_t offset;
    if (address >> OBJECT_SHIFT) {
        d.state = constant_bytes(w->t, address, n, d.low) ? BYTE_KNOWN : BYTE_UNKNOWN;
        return d;
    }
    if (address >> BUFFER_SHIFT) {
        buffer_bytes(w->t, address, n, &d);
        return d;
    }
    const struct memory *m = memory_at(w, address, lane, &offset);
    if (!m || offset > m->size || n > m->size - offset)
        return d;
    if (are_known(m->state + offset, n))
        d.state = BYTE_KNOWN;
    else
        for (uint64_t i = 0; i < n; i++)
            add_byte(&d, n, i, m->state[offset + i]);
    if (d.state == BYTE_UNKNOWN)
        return d;
    copy_bytes(d.low, m->bytes + offset, n);
    if (m->high)
        copy_bytes(d.high, m->high + offset, n);
    return d;
}

/* Says so of the n bytes of a datum. */
static void set_states(uint8_t *states, enum byte_state state, uint64_t n) {
    if (state != BYTE_RANGE && n == sizeof(int32_t))
        memset(states, state, sizeof(int32_t));
    else if (state != BYTE_RANGE)
        memset(states, state, n);
    else
        for (uint64_t i = 0; i < n; i++)
            states[i] = datum_byte_state(state, n, i);
}

static void write_buffer(struct tracer *t, uint64_t address, uint64_t n, const struct datum *d) {
    uint64_t offset;
    struct buffer *b = buffer_at(t, address, &offset);
    for (uint64_t i = 0; b && b->read && !b->lost && i < n; i++)
        b->lost = !written_put(&t->written, address + i, d->low[i], d->high[i],
                               datum_byte_state(d->state, n, i));
}

void data_write(struct warp *w, uint64_t address, unsigned lane, uint64_t n,
                const struct datum *d) {
    uint64_t offset;
    if (address >> OBJECT_SHIFT)
        return;
    if (address >> BUFFER_SHIFT) {
        write_buffer(w->t, address, n, d);
        return;
    }
    struct memory *m = memory_at(w, address, lane, &offset);
    if (!m || offset > m->size || n > m->size - offset)
        return;
    if (d->state == BYTE_RANGE && !m->high)
        m->high = NEW_ARRAY(w->t->arena, uint8_t, m->size);
    set_states(m->state + offset, d->state, n);
    if (d->state == BYTE_UNKNOWN)
        return;
    copy_bytes(m->bytes + offset, d->low, n);
    if (m->high)
        copy_bytes(m->high + offset, d->high, n);
}

static void forget_bytes(struct memory *m, uint64_t from, uint64_t n) {
    if (m->state && from <= m->size && n <= m->size - from)
        memset(m->state + from, BYTE_UNKNOWN, n);
}

static void forget_object(struct warp *w, uint32_t object) {
    const struct tracer *t = w->t;
    uint64_t bytes = t->k->objects[object].bytes, at = t->object_address[object];
    if (at < private_base)
        forget_bytes(&w->t->local, at, bytes);
    for (unsigned lane = 0; at >= private_base && lane < t->shape.width; lane++)
        forget_bytes(&w->private_memory, at - private_base + (uint64_t)lane * t->private_bytes,
                     bytes);
}

void warp_forget_store(struct warp *w, uint32_t access) {
    struct tracer *t = w->t;
    const struct access *a = &t->k->accesses[access];
    const struct value *root = a->unique_base == NONE ? NULL : &t->k->values[a->unique_base];
    if (root && root->op == OP_OBJECT) {
        forget_object(w, (uint32_t)root->imm);
        return;
    }
    bool anywhere = a->space == SPACE_GENERIC;
    if (anywhere || a->space == SPACE_PRIVATE)
        forget_bytes(&w->private_memory, 0, w->private_memory.size);
    if (anywhere || a->space == SPACE_LOCAL)
        forget_bytes(&t->local, 0, t->local.size);
    for (uint32_t i = 0; i < t->k->n_params; i++)
        t->buffers[i].lost |= data_may_touch(a, &t->k->params[i]);
}

void warp_follow_data(struct warp *w, const struct access *a, const struct lanes *pointer) {
    if (a->kind != ACCESS_STORE && tracer_computes(w->t, a->value))
        data_follow_result(w, a, pointer);
    if (a->kind != ACCESS_LOAD)
        data_follow_store(w, a, pointer);
}
