/* Data of memory whose contents can be known: constant tables, buffers read from files or full of
 * zeros, what the work-group itself wrote, local and private memory. A byte that may have been
 * written with something unknown is unknown.
 *
 * Not modelled: what other work-groups of the launch write to a buffer. A kernel that reads it
 * without atomics has a race; buffers with atomics are unknown. */
#include <string.h>

#include "analysis/eval.h"
#include "analysis/warp.h"
#include "base/formula.h"

static const uint64_t private_base = 1ull << PRIVATE_SHIFT;

static bool in_buffers(enum space s) {
    return s == SPACE_GLOBAL || s == SPACE_CONSTANT || s == SPACE_GENERIC;
}

/* Whether an access can be one to the parameter's buffer. */
static bool may_touch(const struct access *a, const struct param *p) {
    return in_buffers((enum space)a->space) && (a->only_root == p->value || a->only_root == NONE);
}

/* Numbers by formula are of the type that the kernel loads first. */
static void bind_formula(struct tracer *t, const struct param *p, const struct formula *each,
                         struct buffer *b) {
    const struct kernel *k = t->k;
    for (uint32_t n = 0; n < k->n_accesses && !b->each; n++) {
        const struct value *v = &k->values[k->accesses[n].value];
        bool half = v->type == TYPE_FLOAT && v->bits == 16;
        if (k->accesses[n].kind != ACCESS_LOAD || !may_touch(&k->accesses[n], p) || half ||
            v->bits < 8 || v->bits > 64)
            continue;
        b->each = each;
        b->type = v->type;
        b->bits = v->bits;
    }
}

static void bind_buffer(struct tracer *t, uint32_t i) {
    const struct kernel *k = t->k;
    const struct param *p = &k->params[i];
    const struct launch_arg *arg = launch_arg(t->launch, (int)i, p->name);
    struct buffer *b = &t->buffers[i];
    if (p->type != TYPE_POINTER || p->space == SPACE_LOCAL)
        return;
    for (uint32_t n = 0; n < k->n_accesses; n++) {
        const struct access *a = &k->accesses[n];
        b->shared |= a->kind == ACCESS_ATOMIC && may_touch(a, p);
        b->written |= a->kind != ACCESS_LOAD && may_touch(a, p);
        b->read |= a->kind == ACCESS_LOAD && tracer_computes(t, a->value) && may_touch(a, p);
    }
    if (arg && arg->kind == ARG_FILE) {
        b->bytes = arg->bytes;
        b->size = arg->count;
    }
    if (arg && arg->kind == ARG_ELEMENTS && arg->each)
        bind_formula(t, p, arg->each, b);
    if (arg && arg->kind == ARG_ELEMENTS && (arg->zeros || b->each))
        b->size = arg->count * p->elem_bytes;
}

/* A structure by value, from the launch; NULL if it is not given. */
static const uint8_t *structure_bytes(struct tracer *t, uint32_t param, uint64_t bytes) {
    const struct param *p = &t->k->params[param];
    const struct launch_arg *arg = launch_arg(t->launch, (int)param, p->name);
    if (arg && arg->kind == ARG_FILE && arg->count >= bytes)
        return arg->bytes;
    if (!arg || arg->kind != ARG_NUMBERS)
        return NULL;
    uint8_t *data = NEW_ARRAY(t->arena, uint8_t, bytes + 8);
    for (uint32_t i = 0; i < p->n_fields && i < arg->count; i++) {
        const struct param_field *f = &p->fields[i];
        int64_t n;
        if (!argument_bits(arg, i, f->type, f->bits, &n))
            return NULL;
        memcpy(data + f->offset, &n, (f->bits + 7u) / 8u);
    }
    return data;
}

/* True if the kernel may change its own copy of the structure. */
static bool is_changed(const struct kernel *k, const struct object *o) {
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *a = &k->accesses[i];
        bool own = a->space == SPACE_PRIVATE || a->space == SPACE_GENERIC;
        if (a->kind != ACCESS_LOAD && (a->only_root == o->value || (a->only_root == NONE && own)))
            return true;
    }
    return false;
}

static void bind_objects(struct tracer *t) {
    const struct kernel *k = t->k;
    t->object_bytes = NEW_ARRAY(t->arena, const uint8_t *, k->n_objects);
    for (uint32_t i = 0; i < k->n_objects; i++)
        t->object_bytes[i] = k->objects[i].init;
    for (uint32_t i = 0; i < k->n_params; i++) {
        const struct param *p = &k->params[i];
        uint32_t object = p->type == TYPE_OTHER ? (uint32_t)k->values[p->value].imm : NONE;
        if (object != NONE && k->values[p->value].op == OP_OBJECT &&
            !is_changed(k, &k->objects[object]))
            t->object_bytes[object] = structure_bytes(t, i, k->objects[object].bytes);
    }
}

void tracer_bind_buffers(struct tracer *t) {
    bind_objects(t);
    t->buffers = NEW_ARRAY(t->arena, struct buffer, t->k->n_params);
    t->written.arena = t->arena;
    for (uint32_t i = 0; i < t->k->n_params; i++)
        bind_buffer(t, i);
}

void tracer_start_memory(struct tracer *t) {
    if (!t->local.bytes) {
        t->local.bytes = NEW_ARRAY(t->arena, uint8_t, t->local_bytes);
        t->local.state = NEW_ARRAY(t->arena, uint8_t, t->local_bytes);
        t->local.size = t->local_bytes;
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

/* One byte of the number that the formula gives for the place. The number is kept for the others.
 */
static bool formula_byte(struct tracer *t, struct buffer *b, uint64_t offset, uint8_t *to) {
    unsigned bytes = b->bits / 8u;
    double place = (double)(offset / bytes), number;
    const struct formula_names names = {formula_find_place, &place};
    const char *error;
    if (!b->made || b->place != place) {
        b->made = formula_number(t->arena, b->each, &names, &number, &error) &&
                  number_bits(b->type, b->bits, number, &b->number);
        b->place = place;
    }
    *to = (uint8_t)(b->number >> offset % bytes * 8);
    return b->made;
}

/* A byte of what the launch says that the buffer holds. */
static uint8_t given_byte(struct tracer *t, struct buffer *b, uint64_t offset, uint8_t *to) {
    *to = b->bytes ? b->bytes[offset] : 0;
    return !b->each || formula_byte(t, b, offset, to) ? BYTE_KNOWN : BYTE_UNKNOWN;
}

static void buffer_bytes(struct tracer *t, uint64_t address, uint64_t n, struct datum *d) {
    uint64_t offset;
    struct buffer *b = buffer_at(t, address, &offset);
    if (!b || b->lost)
        return;
    for (uint64_t i = 0; i < n; i++) {
        uint8_t state = written_get(&t->written, address + i, &d->low[i], &d->high[i]);
        if (state == BYTE_UNTOUCHED && offset + i < b->size)
            state = given_byte(t, b, offset + i, &d->low[i]);
        add_byte(d, n, i, state);
    }
}

/* Up to 8 bytes. */
static struct datum read_datum(struct warp *w, uint64_t address, unsigned lane, uint64_t n) {
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
    memcpy(d.low, m->bytes + offset, n);
    if (m->high)
        memcpy(d.high, m->high + offset, n);
    for (uint64_t i = 0; i < n; i++)
        add_byte(&d, n, i, m->state[offset + i]);
    return d;
}

static void write_buffer(struct tracer *t, uint64_t address, uint64_t n, const struct datum *d) {
    uint64_t offset;
    struct buffer *b = buffer_at(t, address, &offset);
    for (uint64_t i = 0; b && b->read && !b->lost && i < n; i++)
        b->lost = !written_put(&t->written, address + i, d->low[i], d->high[i],
                               datum_byte_state(d->state, n, i));
}

static void write_datum(struct warp *w, uint64_t address, unsigned lane, uint64_t n,
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
    memcpy(m->bytes + offset, d->low, n);
    if (m->high)
        memcpy(m->high + offset, d->high, n);
    for (uint64_t i = 0; i < n; i++)
        m->state[offset + i] = datum_byte_state(d->state, n, i);
}

/* A number, or the range of one. */
static enum byte_state load_lane(struct warp *w, const struct value *v, uint64_t address,
                                 unsigned lane, int64_t *n) {
    int64_t high;
    struct datum d = read_datum(w, address, lane, (v->bits + 7u) / 8u);
    memcpy(n, d.low, sizeof *n);
    memcpy(&high, d.high, sizeof high);
    if (d.state == BYTE_RANGE && v->type == TYPE_FLOAT)
        *n = range_between(*n, high, v->bits);
    else if (d.state == BYTE_RANGE)
        d.state = BYTE_UNKNOWN;
    else if (v->type != TYPE_FLOAT)
        *n = wrap_bits(*n, v->bits);
    return d.state;
}

/* Whether all lanes load the same bytes. */
static bool is_common(const struct access *a, const struct lanes *pointer) {
    bool level = (pointer->form == LANES_AFFINE || pointer->form == LANES_FLOATING) &&
                 pointer->dx == 0 && pointer->dy == 0;
    return level && a->space != SPACE_PRIVATE && a->space != SPACE_GENERIC;
}

/* Loads once for all lanes. */
static void load_common(struct warp *w, const struct value *v, const struct lanes *pointer,
                        uint64_t offset, struct lanes *to) {
    enum byte_state state = BYTE_UNKNOWN;
    int64_t n = 0;
    if (pointer->form == LANES_AFFINE)
        state = load_lane(w, v, (uint64_t)pointer->base + offset, 0, &n);
    lanes_set(to, state == BYTE_KNOWN ? lanes_constant(n) : lanes_floating());
    if (state != BYTE_RANGE)
        return;
    lanes_expand(w->t->arena, &w->t->shape, to);
    for (unsigned lane = 0; lane < w->t->shape.width; lane++)
        to->each[lane] = n;
    to->near = w->mask;
    to->level = true;
}

/* Whether nobody can know what the buffers hold that the load may read. */
static bool is_never_known(const struct tracer *t, const struct access *a) {
    bool found = false;
    for (uint32_t i = 0; i < t->k->n_params; i++) {
        const struct param *p = &t->k->params[i];
        if (p->type != TYPE_POINTER || p->space == SPACE_LOCAL || !may_touch(a, p))
            continue;
        found = true;
        if (t->buffers[i].size || t->buffers[i].written)
            return false;
    }
    return found && a->only_root != NONE;
}

/* How what is loaded differs between groups: not at all from one place of memory that does not
 * differ. */
static uint16_t loaded_shift(const struct tracer *t, const struct access *a,
                             const struct lanes *pointer) {
    bool same = pointer->shift == SHIFT_NONE && !t->moves;
    return same || is_never_known(t, a) ? SHIFT_NONE : SHIFT_OPAQUE;
}

static void load_component(struct warp *w, const struct access *a, uint32_t comp,
                           const struct lanes *pointer, struct lanes *to) {
    struct tracer *t = w->t;
    const struct value *v = &t->k->values[a->value];
    unsigned bytes = (v->bits + 7u) / 8u;
    to->form = LANES_UNKNOWN;
    if (v->type == TYPE_OTHER || bytes > 8)
        return;
    if (is_common(a, pointer)) {
        load_common(w, v, pointer, (uint64_t)comp * bytes, to);
        return;
    }
    lanes_expand(t->arena, &t->shape, to);
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t at;
        if (!lane_get(&t->shape, pointer, lane, &at))
            continue;
        enum byte_state state = load_lane(w, v, (uint64_t)at + comp * bytes, lane, &to->each[lane]);
        to->known |= (uint64_t)(state == BYTE_KNOWN) << lane;
        to->near |= (uint64_t)(state == BYTE_RANGE) << lane;
    }
    if (!(to->known | to->near))
        to->form = LANES_UNKNOWN;
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
    const struct value *root = a->only_root == NONE ? NULL : &t->k->values[a->only_root];
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
        t->buffers[i].lost |= may_touch(a, &t->k->params[i]);
}

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
    if (!s->data || s->bytes > 8 || w->certain != CERTAIN)
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
            write_datum(w, at + done, lane, s->bytes - done < 8 ? s->bytes - done : 8, &d);
    }
}

static bool is_same(const struct datum *x, const struct datum *y, uint64_t n) {
    return x->state == y->state && memcmp(x->low, y->low, n) == 0 &&
           (x->state != BYTE_RANGE || memcmp(x->high, y->high, n) == 0);
}

/* Where lanes stored different values at one place, no order says which one stays. */
static void settle_conflicts(struct warp *w, const struct stored *s) {
    for (uint64_t m = w->mask; m & (m - 1); m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        uint64_t at;
        struct datum d = stored_lane(w, s, lane, &at);
        if (d.state == BYTE_UNKNOWN)
            continue;
        struct datum found = read_datum(w, at, lane, s->bytes);
        if (is_same(&d, &found, s->bytes))
            continue;
        d.state = BYTE_UNKNOWN;
        write_datum(w, at, lane, s->bytes, &d);
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
        bool readable = lane_get(&t->shape, source, lane, &at) && w->certain == CERTAIN;
        lane_get(&t->shape, pointer, lane, &to);
        for (uint32_t i = 0; i < a->bytes; i++) {
            struct datum byte = {.state = BYTE_UNKNOWN};
            if (readable)
                byte = read_datum(w, (uint64_t)at + i, lane, 1);
            write_datum(w, (uint64_t)to + i, lane, 1, &byte);
        }
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
    w->t->moves |= s.data && s.data->shift != SHIFT_NONE;
    return s;
}

static bool is_followed(const struct tracer *t, const struct access *a) {
    if (a->space != SPACE_GLOBAL)
        return a->space != SPACE_CONSTANT;
    for (uint32_t i = 0; i < t->k->n_params; i++)
        if (t->buffers[i].read && may_touch(a, &t->k->params[i]))
            return true;
    return false;
}

/* What the operation makes of the number there. */
static int64_t fold(const struct value *v, int64_t old, int64_t operand) {
    uint64_t x = (uint64_t)old, y = (uint64_t)operand;
    bool less = eval_int_compare(COMPARE_SLT, old, operand, v->bits);
    bool below = eval_int_compare(COMPARE_ULT, old, operand, v->bits);
    switch ((enum atomic_function)v->imm) {
    case ATOMIC_ADD:
        return (int64_t)(x + y);
    case ATOMIC_SUB:
        return (int64_t)(x - y);
    case ATOMIC_INC:
        return (int64_t)(x + 1);
    case ATOMIC_DEC:
        return (int64_t)(x - 1);
    case ATOMIC_AND:
        return (int64_t)(x & y);
    case ATOMIC_OR:
        return (int64_t)(x | y);
    case ATOMIC_XOR:
        return (int64_t)(x ^ y);
    case ATOMIC_MIN:
        return less ? old : operand;
    case ATOMIC_MAX:
        return less ? operand : old;
    case ATOMIC_UMIN:
        return below ? old : operand;
    case ATOMIC_UMAX:
        return below ? operand : old;
    default:
        return 0;
    }
}

/* An atomic whose order with others does not matter. */
static void follow_atomic(struct warp *w, const struct access *a, const struct lanes *pointer) {
    const struct tracer *t = w->t;
    const struct value *v = &t->k->values[a->value];
    struct lanes none = lanes_constant(0);
    const struct lanes *operand = v->n_args > 1 ? warp_operand(w, v->args[1], 0) : &none;
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t at, n, old = 0;
        lane_get(&t->shape, pointer, lane, &at);
        struct datum d = read_datum(w, (uint64_t)at, lane, a->bytes);
        bool known = lane_get(&t->shape, operand, lane, &n) && w->certain == CERTAIN;
        if (!known || d.state != BYTE_KNOWN)
            d.state = BYTE_UNKNOWN;
        memcpy(&old, d.low, a->bytes);
        old = fold(v, wrap_bits(old, v->bits), n);
        memcpy(d.low, &old, a->bytes);
        write_datum(w, (uint64_t)at, lane, a->bytes, &d);
    }
}

static void follow_store(struct warp *w, const struct access *a, const struct lanes *pointer) {
    const struct kernel *k = w->t->k;
    const struct value *v = &k->values[a->value];
    if (!is_followed(w->t, a))
        return;
    if (w->mask & ~lanes_known(&w->t->shape, pointer)) {
        warp_forget_store(w, (uint32_t)(a - k->accesses));
        return;
    }
    if (a->settled && tracer_computes(w->t, a->value) && !w->t->request.sample) {
        w->t->moves = true;
        follow_atomic(w, a, pointer);
        return;
    }
    const struct value *stored = a->kind == ACCESS_STORE ? &k->values[v->args[1]] : v;
    bool followed = tracer_computes(w->t, a->value) && stored != v;
    if (followed && stored->op == OP_LOAD && stored->type == TYPE_OTHER) {
        w->t->moves = true;
        copy_object(w, a, stored, pointer);
        return;
    }
    uint32_t comps = a->kind == ACCESS_STORE ? stored->comps : 1;
    w->t->moves |= pointer->shift != SHIFT_NONE;
    for (uint32_t c = 0; c < comps; c++) {
        struct stored s = stored_component(w, a, pointer, c);
        store_component(w, &s);
    }
    for (uint32_t c = 0; c < comps && a->space != SPACE_PRIVATE; c++) {
        struct stored s = stored_component(w, a, pointer, c);
        settle_conflicts(w, &s);
    }
}

static void follow_result(struct warp *w, const struct access *a, const struct lanes *pointer) {
    const struct value *v = &w->t->k->values[a->value];
    uint64_t keep = warp_keep(w, a->value);
    for (uint32_t c = 0; c < v->comps; c++) {
        struct lanes *to = warp_begin_write(w, a->value, c, keep);
        to->form = LANES_UNKNOWN;
        if (a->kind == ACCESS_LOAD && !a->racing)
            load_component(w, a, c, pointer, to);
        to->shift =
            a->kind == ACCESS_LOAD && w->t->follows ? loaded_shift(w->t, a, pointer) : SHIFT_NONE;
        warp_end_write(w, a->value, c, keep);
    }
}

void warp_follow_data(struct warp *w, const struct access *a, const struct lanes *pointer) {
    if (a->kind != ACCESS_STORE && tracer_computes(w->t, a->value))
        follow_result(w, a, pointer);
    if (a->kind != ACCESS_LOAD)
        follow_store(w, a, pointer);
}
