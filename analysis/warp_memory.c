/* Memory of the tracer: where objects lie, the request that an access makes, and
 * the data of memory whose contents can be known: constant tables, buffers read from files that
 * the kernel does not write, local and private memory. A byte that may have been
 * written with something unknown is unknown. */
#include <string.h>

#include "analysis/warp.h"

static const uint64_t private_base = 1ull << PRIVATE_SHIFT;

static bool is_store(const struct access *a) {
    return a->kind != ACCESS_LOAD;
}

/* A buffer that the kernel writes changes under the feet of the loads. */
static bool is_written(const struct kernel *k, uint32_t param) {
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (is_store(&k->accesses[i]) && k->accesses[i].space != SPACE_LOCAL &&
            k->accesses[i].space != SPACE_PRIVATE &&
            (k->accesses[i].root == k->params[param].value || k->accesses[i].root == NONE))
            return true;
    return false;
}

static void bind_buffers(struct tracer *t) {
    t->buffers = NEW_ARRAY(t->arena, struct memory, t->k->n_params);
    for (uint32_t i = 0; i < t->k->n_params; i++) {
        const struct param *p = &t->k->params[i];
        const struct launch_arg *arg = launch_arg(t->launch, (int)i, p->name);
        if (p->type != TYPE_POINTER || !arg || arg->kind != ARG_FILE || is_written(t->k, i))
            continue;
        t->buffers[i].bytes = (uint8_t *)arg->bytes;
        t->buffers[i].size = arg->count;
    }
}

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

void tracer_bind_memory(struct tracer *t) {
    t->object_address = NEW_ARRAY(t->arena, uint64_t, t->k->n_objects);
    for (uint32_t i = 0; i < t->k->n_objects; i++)
        place_object(t, i);
    bind_buffers(t);
}

void tracer_clear_local(struct tracer *t) {
    if (!t->local.bytes) {
        t->local.bytes = NEW_ARRAY(t->arena, uint8_t, t->local_bytes);
        t->local.known = NEW_ARRAY(t->arena, uint8_t, t->local_bytes);
        t->local.size = t->local_bytes;
    }
    memset(t->local.known, 0, t->local.size);
}

/* The memory behind an address and the offset in it; NULL where contents are not
 * followed. Private memory is a slice per lane. */
static struct memory *memory_at(struct warp *w, uint64_t address, unsigned lane, uint64_t *offset) {
    struct tracer *t = w->t;
    if (address < private_base) {
        *offset = address;
        return &t->local;
    }
    if (address < 1ull << BUFFER_SHIFT) {
        *offset = address - private_base + (uint64_t)lane * t->private_bytes;
        return address - private_base < t->private_bytes ? &w->private_memory : NULL;
    }
    if (address < 1ull << OBJECT_SHIFT) {
        uint64_t param = (address >> BUFFER_SHIFT) - 1;
        *offset = address & ((1ull << BUFFER_SHIFT) - 1);
        return param < t->k->n_params && t->buffers[param].bytes ? &t->buffers[param] : NULL;
    }
    return NULL;
}

static bool constant_bytes(const struct tracer *t, uint64_t address, uint64_t n, uint8_t *to) {
    uint64_t object = (address >> OBJECT_SHIFT) - 1;
    uint64_t offset = address & ((1ull << OBJECT_SHIFT) - 1);
    if (object >= t->k->n_objects || !t->k->objects[object].init ||
        offset + n > t->k->objects[object].bytes)
        return false;
    memcpy(to, t->k->objects[object].init + offset, n);
    return true;
}

static bool read_bytes(struct warp *w, uint64_t address, unsigned lane, uint64_t n, uint8_t *to) {
    uint64_t offset;
    if (address >> OBJECT_SHIFT)
        return constant_bytes(w->t, address, n, to);
    const struct memory *m = memory_at(w, address, lane, &offset);
    if (!m || offset > m->size || n > m->size - offset)
        return false;
    for (uint64_t i = 0; i < n && m->known; i++)
        if (!m->known[offset + i])
            return false;
    memcpy(to, m->bytes + offset, n);
    return true;
}

static void write_bytes(struct warp *w, uint64_t address, unsigned lane, uint64_t n,
                        const uint8_t *from, bool known) {
    uint64_t offset;
    struct memory *m = address >> OBJECT_SHIFT ? NULL : memory_at(w, address, lane, &offset);
    if (!m || !m->known || offset > m->size || n > m->size - offset)
        return;
    memcpy(m->bytes + offset, from, n);
    memset(m->known + offset, known, n);
}

static void load_component(struct warp *w, uint32_t value, uint32_t comp,
                           const struct lanes *pointer, struct lanes *to) {
    struct tracer *t = w->t;
    const struct value *v = &t->k->values[value];
    unsigned bytes = (v->bits + 7u) / 8u;
    bool uniform = pointer->dx == 0 && pointer->dy == 0;
    to->form = LANES_UNKNOWN;
    if (pointer->form == LANES_UNKNOWN || v->type == TYPE_OTHER || bytes > 8)
        return;
    if (pointer->form == LANES_FLOATING) {
        *to = (struct lanes){.form = uniform ? LANES_FLOATING : LANES_UNKNOWN, .each = to->each};
        return;
    }
    lanes_expand(t->arena, &t->shape, to);
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t at, n = 0;
        uint8_t data[8] = {0};
        if (!lane_get(&t->shape, pointer, lane, &at) ||
            !read_bytes(w, (uint64_t)at + comp * bytes, lane, bytes, data))
            continue;
        memcpy(&n, data, sizeof n);
        to->each[lane] = v->type == TYPE_FLOAT ? n : wrap_bits(n, v->bits);
        to->known |= 1ull << lane;
    }
    if (!to->known)
        *to = (struct lanes){.form = pointer->form == LANES_AFFINE && uniform ? LANES_FLOATING
                                                                              : LANES_UNKNOWN,
                             .each = to->each};
}

static void forget_bytes(struct memory *m, uint64_t from, uint64_t n) {
    if (m->known && from <= m->size && n <= m->size - from)
        memset(m->known + from, 0, n);
}

/* A store somewhere unknown may have hit anything of its space. */
static void forget_all(struct warp *w, enum space space) {
    if (space == SPACE_PRIVATE || space == SPACE_GENERIC)
        forget_bytes(&w->private_memory, 0, w->private_memory.size);
    if (space == SPACE_LOCAL || space == SPACE_GENERIC)
        forget_bytes(&w->t->local, 0, w->t->local.size);
}

void warp_forget_store(struct warp *w, uint32_t access) {
    const struct tracer *t = w->t;
    const struct access *a = &t->k->accesses[access];
    const struct value *root = a->root == NONE ? NULL : &t->k->values[a->root];
    if (!root || root->op != OP_OBJECT) {
        forget_all(w, (enum space)a->space);
        return;
    }
    uint64_t bytes = t->k->objects[root->imm].bytes, at = t->object_address[root->imm];
    if (a->space == SPACE_LOCAL)
        forget_bytes(&w->t->local, at, bytes);
    for (unsigned lane = 0; a->space == SPACE_PRIVATE && lane < t->shape.width; lane++)
        forget_bytes(&w->private_memory, at - private_base + (uint64_t)lane * t->private_bytes,
                     bytes);
}

static void store_component(struct warp *w, const struct access *a, uint32_t comp,
                            const struct lanes *pointer) {
    struct tracer *t = w->t;
    const struct value *v = &t->k->values[a->value];
    bool is_plain = a->kind == ACCESS_STORE;
    const struct value *stored = is_plain ? &t->k->values[v->args[1]] : v;
    unsigned bytes = stored->type == TYPE_OTHER || !is_plain ? a->bytes : (stored->bits + 7u) / 8u;
    const struct lanes *data = is_plain && v->needed ? warp_operand(w, v->args[1], comp) : NULL;
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t at, n = 0;
        uint8_t zero[8] = {0};
        if (!lane_get(&t->shape, pointer, lane, &at)) {
            forget_all(w, (enum space)a->space);
            return;
        }
        bool known = data && stored->type != TYPE_OTHER && bytes <= 8 && w->certain &&
                     lane_get(&t->shape, data, lane, &n);
        memcpy(zero, &n, sizeof zero);
        for (unsigned done = 0; done < bytes; done += 8)
            write_bytes(w, (uint64_t)at + comp * bytes + done, lane,
                        bytes - done < 8 ? bytes - done : 8, zero, known);
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
        bool readable = lane_get(&t->shape, source, lane, &at) && w->certain;
        if (!lane_get(&t->shape, pointer, lane, &to)) {
            forget_all(w, (enum space)a->space);
            return;
        }
        for (uint32_t i = 0; i < a->bytes; i++) {
            uint8_t byte = 0;
            bool known = readable && read_bytes(w, (uint64_t)at + i, lane, 1, &byte);
            write_bytes(w, (uint64_t)to + i, lane, 1, &byte, known);
        }
    }
}

static void follow_data(struct warp *w, const struct access *a, const struct lanes *pointer) {
    const struct value *v = &w->t->k->values[a->value];
    uint64_t keep = v->needed && a->kind != ACCESS_STORE ? warp_keep(w, a->value) : 0;
    for (uint32_t c = 0; v->needed && a->kind != ACCESS_STORE && c < v->comps; c++) {
        struct lanes *to = warp_begin_write(w, a->value, c, keep);
        to->form = LANES_UNKNOWN;
        if (a->kind == ACCESS_LOAD)
            load_component(w, a->value, c, pointer, to);
        warp_end_write(w, a->value, c, keep);
    }
    if (a->kind == ACCESS_LOAD)
        return;
    if (a->space == SPACE_GLOBAL || a->space == SPACE_CONSTANT)
        return;
    const struct value *stored = a->kind == ACCESS_STORE ? &w->t->k->values[v->args[1]] : v;
    if (v->needed && stored != v && stored->op == OP_LOAD && stored->type == TYPE_OTHER) {
        copy_object(w, a, stored, pointer);
        return;
    }
    uint32_t comps = a->kind == ACCESS_STORE ? w->t->k->values[v->args[1]].comps : 1;
    for (uint32_t c = 0; c < comps; c++)
        store_component(w, a, c, pointer);
}

/* Private memory of neighbouring work-items is interleaved, so that the same variable of all
 * lanes lies in one line. */
static uint32_t private_pattern(struct warp *w, const struct lanes *pointer, uint32_t bytes,
                                uint64_t *address) {
    struct tracer *t = w->t;
    int64_t each[MAX_LANES] = {0};
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t at;
        if (!lane_get(&t->shape, pointer, lane, &at))
            return pattern_scattered(&t->patterns, w->mask, bytes);
        at -= (int64_t)private_base;
        each[lane] = (int64_t)private_base + at / bytes * bytes * t->shape.width +
                     (int64_t)lane * bytes + at % bytes;
    }
    return pattern_find_each(&t->patterns, each, w->mask, bytes, address);
}

/* Stands for an address that is not known: the start of the buffer, or, for requests that are
 * together in one place of it, a place in its first part that is another each time. */
static uint64_t somewhere(struct tracer *t, const struct access *a, bool together) {
    enum { PART_BYTES = 1 << 20 };
    uint64_t base = a->root == NONE ? 0 : (uint64_t)t->shared[a->root].base;
    uint64_t place = t->n_ops * 0x9E3779B97F4A7C15u >> 20;
    return together && base ? base + place % PART_BYTES / PHASES * PHASES : base;
}

/* What a request costs to simulate beyond a plain operation, for the limit on the trace's length:
 * it goes through the memory system line by line. */
static uint64_t extra_ops(const struct tracer *t, uint32_t pattern) {
    enum { LINE_BYTES = 128, LINES_PER_OP = 4 };
    const struct pattern *p = &t->patterns.patterns.at[pattern];
    unsigned lanes = (unsigned)__builtin_popcountll(p->mask);
    if (p->scattered)
        return lanes / LINES_PER_OP;
    int64_t span = p->offset[63 - __builtin_clzll(p->mask)];
    uint64_t lines = (uint64_t)(span < 0 ? -span : span) / LINE_BYTES;
    return (lines < lanes ? lines : lanes) / LINES_PER_OP;
}

void warp_access(struct warp *w, uint32_t item) {
    struct tracer *t = w->t;
    uint32_t number = t->k->items[item].access;
    const struct access *a = &t->k->accesses[number];
    const struct lanes *pointer = warp_operand(w, t->k->values[a->value].args[0], 0);
    bool known = !(w->mask & ~lanes_known(&t->shape, pointer));
    struct trace_op op = {.item = item, .region = w->region};
    if (a->space == SPACE_PRIVATE)
        op.pattern = private_pattern(w, pointer, a->bytes, &op.address);
    else
        op.pattern = pattern_find(&t->patterns, pointer, w->mask, a->bytes, &op.address);
    if (!known)
        op.address = somewhere(t, a, pointer->form == LANES_FLOATING);
    if (!known || !w->certain || a->assumed)
        t->access_known[number] = false;
    if (!known)
        tracer_inexact(t, "an address depends on data that is not known");
    t->n_ops += extra_ops(t, op.pattern);
    pattern_count(&t->patterns, number, op.pattern, op.address, w->weight);
    if (!t->request->counts_only)
        vec_push(t->arena, &w->ops, op);
    follow_data(w, a, pointer);
}
