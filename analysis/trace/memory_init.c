/* What the launch says that memory holds: contents of buffers, structures by value, constant
 * tables. */
#include <string.h>

#include "analysis/trace/memory.h"
#include "base/formula_of_place.h"

/* Numbers by formula are of the type that the kernel loads first. */
static void bind_formula(struct tracer *t, const struct param *p, const struct formula *each,
                         struct buffer *b) {
    const struct kernel *k = t->k;
    for (uint32_t n = 0; n < k->n_accesses && !b->each; n++) {
        const struct value *v = &k->values[k->accesses[n].value];
        bool half = v->type == TYPE_FLOAT && v->bits == 16;
        if (k->accesses[n].kind != ACCESS_LOAD || !data_may_touch(&k->accesses[n], p) || half ||
            v->bits < 8 || v->bits > 64)
            continue;
        b->each = formula_of_place(t->arena, each);
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
        b->shared |= a->kind == ACCESS_ATOMIC && data_may_touch(a, p);
        b->written |= a->kind != ACCESS_LOAD && data_may_touch(a, p);
        b->read |= a->kind == ACCESS_LOAD && tracer_computes(t, a->value) && data_may_touch(a, p);
    }
    if (arg && (arg->kind == ARG_FILE || arg->kind == ARG_ELEMENTS))
        b->room = arg->count * (arg->kind == ARG_FILE ? 1 : p->elem_bytes);
    if (arg && arg->kind == ARG_FILE) {
        b->bytes = arg->bytes;
        b->size = arg->count;
    }
    if (arg && arg->kind == ARG_ELEMENTS && arg->bytes) {
        b->bytes = arg->bytes;
        b->size = arg->count * p->elem_bytes;
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
static bool is_changed(const struct access *accesses, uint32_t n_accesses, const struct object *o) {
    for (uint32_t i = 0; i < n_accesses; i++) {
        const struct access *a = &accesses[i];
        bool own = a->space == SPACE_PRIVATE || a->space == SPACE_GENERIC;
        if (a->kind != ACCESS_LOAD &&
            (a->unique_base == o->value || (a->unique_base == NONE && own)))
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
            !is_changed(k->accesses, k->n_accesses, &k->objects[object]))
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
