/* Values of one warp: constants and parameters from the launch, everything else through
 * lanes_eval(). */
#include <math.h>
#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/trace/tracer.h"

void tracer_lower(struct tracer *t, enum certainty level, enum certainty_reason reason) {
    certain_lower(&t->certain, level, reason);
}

enum certainty_reason tracer_reason(const struct tracer *t, enum certainty_reason reason) {
    return t->request.coarse ? REASON_LANES : reason;
}

bool number_bits(uint8_t type, uint16_t bits, double number, int64_t *n) {
    float f = (float)number;
    *n = 0;
    if (type == TYPE_FLOAT && bits == 32)
        memcpy(n, &f, sizeof f);
    else if (type == TYPE_FLOAT)
        memcpy(n, &number, sizeof number);
    else if (fabs(number) < 0x1p53)
        *n = wrap_bits((int64_t)number, bits);
    else
        return false;
    return true;
}

bool argument_bits(const struct launch_arg *arg, size_t i, uint8_t type, uint16_t bits,
                   int64_t *n) {
    if (!arg->wholes || type == TYPE_FLOAT)
        return number_bits(type, bits, arg->kind == ARG_NUMBERS ? arg->numbers[i] : arg->number, n);
    *n = wrap_bits((int64_t)arg->wholes[i], bits);
    return true;
}

static struct lanes parameter(const struct tracer *t, uint32_t number) {
    const struct param *p = &t->k->params[number];
    bool is_image = p->type_name && strncmp(p->type_name, "image", 5) == 0;
    const struct launch_arg *arg = launch_arg(t->launch, (int)number, p->name);
    if (arg && arg->kind == ARG_NULL)
        return lanes_constant(0);
    if (is_image || (p->type == TYPE_POINTER && p->space != SPACE_LOCAL))
        return lanes_constant((int64_t)((uint64_t)(number + 1) << BUFFER_SHIFT));
    int64_t n;
    if (!arg || arg->kind != ARG_NUMBER || p->type == TYPE_POINTER ||
        !argument_bits(arg, 0, p->type, p->bits, &n))
        return lanes_floating();
    return lanes_constant(n);
}

/* Components of a vector, where the launch gives them; else NULL. */
static struct lanes *vector_parameter(const struct tracer *t, uint32_t number) {
    const struct param *p = &t->k->params[number];
    const struct launch_arg *arg = launch_arg(t->launch, (int)number, p->name);
    int64_t n;
    if (!arg || arg->kind != ARG_NUMBERS || p->type == TYPE_OTHER)
        return NULL;
    struct lanes *comps = NEW_ARRAY(t->arena, struct lanes, p->comps);
    for (uint8_t c = 0; c < p->comps && c < arg->count; c++)
        comps[c] =
            argument_bits(arg, c, p->type, p->bits, &n) ? lanes_constant(n) : lanes_floating();
    return comps;
}

static bool is_assumed(const struct tracer *t, uint32_t param) {
    const struct launch_arg *arg = launch_arg(t->launch, (int)param, t->k->params[param].name);
    return arg && arg->kind == ARG_NUMBER && arg->source == LAUNCH_ASSUMED;
}

static struct lanes shared_value(const struct tracer *t, const struct value *v) {
    switch ((enum op)v->op) {
    case OP_CONST:
        return lanes_constant(v->imm);
    case OP_PARAM:
        return parameter(t, (uint32_t)v->imm);
    case OP_OBJECT:
        return lanes_constant((int64_t)t->object_address[v->imm]);
    case OP_PTRADD: {
        struct lanes p = t->shared[v->args[0]];
        p.base += v->imm;
        return p;
    }
    default:
        return (struct lanes){.form = LANES_UNKNOWN};
    }
}

/* __local pointer parameters get their addresses behind the static arrays. */
static void place_local_parameters(struct tracer *t) {
    for (uint32_t i = 0; i < t->k->n_params; i++) {
        const struct param *p = &t->k->params[i];
        if (p->type != TYPE_POINTER || p->space != SPACE_LOCAL)
            continue;
        const struct launch_arg *arg = launch_arg(t->launch, (int)i, p->name);
        t->shared[p->value] = lanes_constant(t->local_bytes);
        if (arg && arg->kind == ARG_LOCAL_BYTES)
            t->local_bytes += (uint32_t)((arg->count + 15) / 16 * 16);
    }
}

static struct lanes *vector_constant(struct tracer *t, const struct value *v) {
    struct lanes *comps = NEW_ARRAY(t->arena, struct lanes, v->comps);
    for (uint32_t c = 0; c < v->comps; c++)
        comps[c] = lanes_constant(v->imms[c]);
    return comps;
}

void tracer_bind_constants(struct tracer *t) {
    const struct value *values = t->k->values;
    const uint32_t n_values = t->k->n_values;
    t->shared = NEW_ARRAY(t->arena, struct lanes, n_values);
    t->shared_vectors = NEW_ARRAY(t->arena, struct lanes *, n_values);
    t->slot = NEW_ARRAY(t->arena, uint32_t, n_values);
    for (uint32_t i = 0; i < n_values; i++) {
        const struct value *v = &values[i];
        if (v->block == NONE)
            t->shared[i] = shared_value(t, v);
        if (v->op == OP_CONST && v->imms)
            t->shared_vectors[i] = vector_constant(t, v);
        if (v->op == OP_PARAM)
            t->shared_vectors[i] = vector_parameter(t, (uint32_t)v->imm);
        if (v->op == OP_PARAM && v->in_trace_slice && is_assumed(t, (uint32_t)v->imm))
            tracer_lower(t, CERTAINTY_ASSUMED, REASON_ARGUMENT);
        t->slot[i] = NONE;
        if (v->block != NONE && tracer_computes(t, i)) {
            t->slot[i] = t->n_slots;
            t->n_slots += v->comps;
        }
    }
    place_local_parameters(t);
}

uint16_t warp_lost_shift(struct warp *w, const struct value *v) {
    struct shift_table *t = &w->t->shifts;
    unsigned moving = 0;
    for (uint32_t a = 0; a < v->n_args; a++)
        for (uint32_t c = 0; c < w->t->k->values[v->args[a]].comps; c++)
            moving |= shift_moving(t, warp_operand(w, v->args[a], c)->shift);
    return shift_lost(t, moving);
}

struct lanes *warp_begin_write(struct warp *w, uint32_t value, uint32_t comp, uint64_t keep) {
    return keep ? &w->scratch : warp_register(w, value, comp);
}

void warp_end_write(struct warp *w, uint32_t value, uint32_t comp, uint64_t keep) {
    if (keep)
        lanes_merge(w->t->arena, &w->t->shape, warp_register(w, value, comp), &w->scratch, w->mask,
                    keep);
}

static bool is_linear(const struct lanes *l) {
    return l->form == LANES_AFFINE || l->form == LANES_FLOATING;
}

/* The value from its arguments. A coarse trace leaves out what is computed lane by lane. */
static void eval_plain(struct warp *w, const struct value *v, uint32_t c, struct lanes *to) {
    struct tracer *t = w->t;
    const struct lanes *args[3] = {0};
    bool linear = true;
    for (uint32_t a = 0; a < v->n_args && a < 3; a++) {
        args[a] = warp_operand(w, v->args[a], c);
        linear &= is_linear(args[a]);
    }
    if (t->request.coarse && !linear) {
        lanes_set_unknown(to);
        return;
    }
    unsigned from = v->n_args ? t->k->values[v->args[0]].bits : 0;
    lanes_eval(t->arena, &t->shape, v, from, args, w->mask, to);
    to->shift = shift_eval(&t->shifts, v, from, args, w->mask, to);
}

static void eval_component(struct warp *w, const struct value *v, uint32_t c, struct lanes *to) {
    if (v->op == OP_WORKITEM) {
        warp_workitem(w, v, to);
        to->shift = warp_workitem_shift(w, v);
    } else if (v->op == OP_EXTRACT || v->op == OP_INSERT || v->op == OP_SHUFFLE) {
        warp_rearrange(w, v, c, to);
    } else if (v->op == OP_SUBGROUP) {
        warp_exchange(w, v, c, to);
        to->shift = warp_lost_shift(w, v);
    } else if (v->op == OP_REGROUP) {
        warp_regroup(w, v, c, to);
        to->shift = warp_lost_shift(w, v);
    } else if (v->type == TYPE_OTHER || ((v->op == OP_CALL || v->op == OP_OPAQUE) && !v->n_args)) {
        lanes_set_unknown(to);
    } else {
        eval_plain(w, v, c, to);
    }
}

/* Nanoseconds that computing a value lane by lane takes more than for all lanes at once. */
enum { BY_LANE_NS = 220 };

void warp_eval(struct warp *w, uint32_t value) {
    const struct value *v = &w->t->k->values[value];
    uint64_t keep = warp_keep(w, value);
    for (uint32_t c = 0; c < v->comps; c++) {
        struct lanes *to = warp_begin_write(w, value, c, keep);
        eval_component(w, v, c, to);
        w->t->not_counted += to->form == LANES_EACH ? BY_LANE_NS : 0;
        warp_end_write(w, value, c, keep);
    }
}

static struct phi_copy *next_copy(struct arena *a, struct phi_copies *copies) {
    if (copies->n == copies->at.n)
        vec_push(a, &copies->at, ((struct phi_copy){0}));
    return &copies->at.at[copies->n++];
}

/* What was the same in all lanes is so in any iteration that they can have left together. */
static void forget_value(struct lanes *l, enum presence presence) {
    bool level = (l->form == LANES_AFFINE || l->form == LANES_FLOATING) && !l->dx && !l->dy;
    l->form = level && presence == PRESENCE_OF_ALL ? LANES_FLOATING : LANES_UNKNOWN;
}

void warp_read_phis(struct warp *w, uint32_t from, uint32_t to, uint64_t mask, bool forget,
                    struct phi_copies *copies) {
    struct tracer *t = w->t;
    if (to >= t->k->n_blocks)
        return;
    const struct block_steps *b = &t->blocks[to];
    uint32_t pred = b->n_phis ? block_predecessor(&t->k->blocks[to], from) : 0;
    for (uint32_t i = 0; i < b->n_phis; i++) {
        const struct value *v = &t->k->values[b->phis[i]];
        for (uint32_t c = 0; c < v->comps; c++) {
            struct phi_copy *copy = next_copy(t->arena, copies);
            copy->value = b->phis[i];
            copy->comp = c;
            copy->mask = mask;
            lanes_copy(t->arena, &t->shape, &copy->from, warp_operand(w, v->args[pred], c));
            if (forget)
                forget_value(&copy->from, w->presence);
        }
    }
}

void warp_write_phis(struct warp *w, const struct phi_copies *copies) {
    struct tracer *t = w->t;
    for (size_t i = 0; i < copies->n; i++) {
        const struct phi_copy *c = &copies->at.at[i];
        struct lanes *to = warp_register(w, c->value, c->comp);
        uint64_t keep = warp_keep(w, c->value);
        /* From one side or the other, but all lanes together. */
        bool either = w->presence == PRESENCE_OF_ALL && keep == c->mask;
        if (!either || !lanes_blend(to, &c->from))
            lanes_merge(t->arena, &t->shape, to, &c->from, c->mask, keep);
    }
}
