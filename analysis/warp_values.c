/* Values of one warp: constants and parameters from the launch, work-item
 * functions, everything else through lanes_eval(). */
#include <math.h>
#include <string.h>

#include "analysis/warp.h"

void tracer_inexact(struct tracer *t, const char *reason) {
    t->exact = false;
    t->guessed = true;
    if (!t->reason)
        t->reason = reason;
}

int64_t argument_bits(uint8_t type, uint16_t bits, double number) {
    int64_t n = 0;
    float f = (float)number;
    if (type != TYPE_FLOAT)
        return wrap_bits(number >= 9.2e18 ? (int64_t)(uint64_t)number : (int64_t)number, bits);
    if (bits == 32)
        memcpy(&n, &f, sizeof f);
    else
        memcpy(&n, &number, sizeof number);
    return n;
}

/* Launches give numbers as double, which has not all whole numbers beyond 2^53. */
static bool is_exact(const struct param *p, double number) {
    return p->type != TYPE_INT || fabs(number) <= 0x1p53;
}

static struct lanes parameter(const struct tracer *t, uint32_t number) {
    const struct param *p = &t->k->params[number];
    bool is_image = p->type_name && strncmp(p->type_name, "image", 5) == 0;
    if (is_image || (p->type == TYPE_POINTER && p->space != SPACE_LOCAL))
        return lanes_constant((int64_t)((uint64_t)(number + 1) << BUFFER_SHIFT));
    const struct launch_arg *arg = launch_arg(t->launch, (int)number, p->name);
    if (!arg || arg->kind != ARG_NUMBER || p->type == TYPE_POINTER || !is_exact(p, arg->number))
        return lanes_floating();
    return lanes_constant(argument_bits(p->type, p->bits, arg->number));
}

/* Components of a vector, where the launch gives them; else NULL. */
static struct lanes *vector_parameter(const struct tracer *t, uint32_t number) {
    const struct param *p = &t->k->params[number];
    const struct launch_arg *arg = launch_arg(t->launch, (int)number, p->name);
    if (!arg || arg->kind != ARG_NUMBERS || p->type == TYPE_OTHER)
        return NULL;
    struct lanes *comps = NEW_ARRAY(t->arena, struct lanes, p->comps);
    for (uint8_t c = 0; c < p->comps && c < arg->count; c++)
        comps[c] = is_exact(p, arg->numbers[c])
                       ? lanes_constant(argument_bits(p->type, p->bits, arg->numbers[c]))
                       : lanes_floating();
    return comps;
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
    const struct kernel *k = t->k;
    t->shared = NEW_ARRAY(t->arena, struct lanes, k->n_values);
    t->shared_vectors = NEW_ARRAY(t->arena, struct lanes *, k->n_values);
    t->slot = NEW_ARRAY(t->arena, uint32_t, k->n_values);
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        if (v->block == NONE)
            t->shared[i] = shared_value(t, v);
        if (v->op == OP_CONST && v->imms)
            t->shared_vectors[i] = vector_constant(t, v);
        if (v->op == OP_PARAM)
            t->shared_vectors[i] = vector_parameter(t, (uint32_t)v->imm);
        t->slot[i] = NONE;
        if (v->block != NONE && v->needed) {
            t->slot[i] = t->n_slots;
            t->n_slots += v->comps;
        }
    }
    place_local_parameters(t);
}

struct lanes *warp_register(struct warp *w, uint32_t value, uint32_t comp) {
    return &w->regs[w->t->slot[value] + comp];
}

const struct lanes *warp_operand(struct warp *w, uint32_t value, uint32_t comp) {
    static const struct lanes unknown = {.form = LANES_UNKNOWN};
    const struct value *v = &w->t->k->values[value];
    if (comp >= v->comps)
        comp = 0;
    if (w->t->shared_vectors[value])
        return &w->t->shared_vectors[value][comp];
    if (v->block == NONE)
        return &w->t->shared[value];
    return w->t->slot[value] == NONE ? &unknown : warp_register(w, value, comp);
}

static void set_constant(struct lanes *to, int64_t n) {
    int64_t *room = to->each;
    *to = lanes_constant(n);
    to->each = room;
}

static void set_unknown(struct lanes *to) {
    to->form = LANES_UNKNOWN;
    to->shift = SHIFT_NONE;
}

/* Local ids as base + dx * (lane % period) + dy * (lane / period) where they are that,
 * else lane by lane. */
static void set_ids(struct warp *w, struct lanes *to, const uint64_t *id, uint64_t add) {
    const struct warp_shape *s = &w->t->shape;
    unsigned across = s->period > 1 ? 1 : 0, down = s->width > s->period ? s->period : 0;
    int64_t dx = across ? (int64_t)id[across] - (int64_t)id[0] : 0;
    int64_t dy = down ? (int64_t)id[down] - (int64_t)id[0] : 0;
    bool affine = true;
    for (unsigned i = 0; i < s->width; i++)
        affine &= (int64_t)id[i] ==
                  (int64_t)id[0] + dx * (int64_t)(i % s->period) + dy * (int64_t)(i / s->period);
    if (affine) {
        set_constant(to, (int64_t)(id[0] + add));
        to->dx = dx;
        to->dy = dy;
        return;
    }
    set_unknown(to);
    lanes_expand(w->t->arena, s, to);
    for (unsigned i = 0; i < s->width; i++)
        to->each[i] = (int64_t)(id[i] + add);
    to->known = s->width == 64 ? ~0ull : (1ull << s->width) - 1;
}

/* Group sizes at the edge of a launch that the work-group size does not divide. */
static uint64_t group_size(const struct warp *w, unsigned d) {
    const struct launch *l = w->t->launch;
    uint64_t left = l->global[d] - w->group[d] * l->local[d];
    return left < l->local[d] ? left : l->local[d];
}

static void linear_ids(struct warp *w, struct lanes *to, bool global) {
    const struct launch *l = w->t->launch;
    uint64_t id[MAX_LANES];
    for (unsigned i = 0; i < w->t->shape.width; i++) {
        uint64_t at[3];
        for (unsigned d = 0; d < 3; d++)
            at[d] = w->local_id[d][i] + (global ? w->group[d] * l->local[d] : 0);
        uint64_t nx = global ? l->global[0] : group_size(w, 0);
        uint64_t ny = global ? l->global[1] : group_size(w, 1);
        id[i] = (at[2] * ny + at[1]) * nx + at[0];
    }
    set_ids(w, to, id, 0);
}

static void workitem_in_dimension(struct warp *w, enum workitem_query q, unsigned d,
                                  struct lanes *to) {
    const struct launch *l = w->t->launch;
    switch (q) {
    case QUERY_GLOBAL_ID:
        set_ids(w, to, w->local_id[d], w->group[d] * l->local[d] + l->offset[d]);
        break;
    case QUERY_LOCAL_ID:
        set_ids(w, to, w->local_id[d], 0);
        break;
    case QUERY_GROUP_ID:
        set_constant(to, (int64_t)w->group[d]);
        break;
    case QUERY_GLOBAL_SIZE:
        set_constant(to, (int64_t)l->global[d]);
        break;
    case QUERY_LOCAL_SIZE:
        set_constant(to, (int64_t)group_size(w, d));
        break;
    case QUERY_ENQUEUED_LOCAL_SIZE:
        set_constant(to, (int64_t)l->local[d]);
        break;
    case QUERY_NUM_GROUPS:
        set_constant(to, (int64_t)w->t->n_groups[d]);
        break;
    default:
        set_constant(to, (int64_t)l->offset[d]);
        break;
    }
}

static void workitem(struct warp *w, const struct value *v, struct lanes *to) {
    const struct warp_shape *s = &w->t->shape;
    const uint64_t *local = w->t->launch->local;
    uint64_t lane[MAX_LANES], items = group_size(w, 0) * group_size(w, 1) * group_size(w, 2);
    uint64_t enqueued = local[0] * local[1] * local[2];
    switch ((enum workitem_query)v->imm) {
    case QUERY_WORK_DIM:
        set_constant(to, w->t->work_dim);
        return;
    case QUERY_GLOBAL_LINEAR_ID:
        linear_ids(w, to, true);
        return;
    case QUERY_LOCAL_LINEAR_ID:
        linear_ids(w, to, false);
        return;
    case QUERY_SUB_GROUP_SIZE:
        set_constant(to, w->n_items);
        return;
    case QUERY_MAX_SUB_GROUP_SIZE:
        set_constant(to, s->width < enqueued ? (int64_t)s->width : (int64_t)enqueued);
        return;
    case QUERY_ENQUEUED_NUM_SUB_GROUPS:
        set_constant(to, (int64_t)div_up(enqueued, s->width));
        return;
    case QUERY_SUB_GROUP_ID:
        set_constant(to, w->number);
        return;
    case QUERY_SUB_GROUP_LOCAL_ID:
        for (unsigned i = 0; i < s->width; i++)
            lane[i] = i;
        set_ids(w, to, lane, 0);
        return;
    case QUERY_NUM_SUB_GROUPS:
        set_constant(to, (int64_t)div_up(items, s->width));
        return;
    default:
        break;
    }
    const struct lanes *d = warp_operand(w, v->args[0], 0);
    if (lanes_uniform(d) && d->base >= 0 && d->base < 3)
        workitem_in_dimension(w, (enum workitem_query)v->imm, (unsigned)d->base, to);
    else if (lanes_uniform(d))
        set_constant(to, v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_LOCAL_ID ||
                                 v->imm == QUERY_GROUP_ID || v->imm == QUERY_GLOBAL_OFFSET
                             ? 0
                             : 1);
    else
        set_unknown(to);
}

/* How what a work-item function says differs between groups of the same size. */
static uint16_t workitem_shift(struct warp *w, const struct value *v) {
    const struct launch *l = w->t->launch;
    int64_t by[3] = {0}, row = 1;
    if (!w->t->follows)
        return SHIFT_NONE;
    if (v->imm == QUERY_GLOBAL_LINEAR_ID) {
        for (int d = 0; d < 3; d++, row *= (int64_t)l->global[d - 1])
            by[d] = row * (int64_t)l->local[d];
        return shift_find(&w->t->shifts, by);
    }
    if (v->imm != QUERY_GLOBAL_ID && v->imm != QUERY_GROUP_ID)
        return SHIFT_NONE;
    const struct lanes *d = warp_operand(w, v->args[0], 0);
    if (d->shift != SHIFT_NONE)
        return SHIFT_OPAQUE;
    if (lanes_uniform(d) && d->base >= 0 && d->base < 3)
        by[d->base] = v->imm == QUERY_GROUP_ID ? 1 : (int64_t)l->local[d->base];
    return shift_find(&w->t->shifts, by);
}

static bool differs(struct warp *w, const struct value *v) {
    for (uint32_t a = 0; a < v->n_args; a++)
        for (uint32_t c = 0; c < w->t->k->values[v->args[a]].comps; c++)
            if (warp_operand(w, v->args[a], c)->shift != SHIFT_NONE)
                return true;
    return false;
}

static void copy_component(struct warp *w, uint32_t from, int64_t comp, struct lanes *to) {
    if (comp < 0)
        set_unknown(to);
    else
        lanes_copy(w->t->arena, &w->t->shape, to, warp_operand(w, from, (uint32_t)comp));
}

/* extract, insert, shuffle: whole components move. */
static void rearrange(struct warp *w, const struct value *v, uint32_t comp, struct lanes *to) {
    const struct kernel *k = w->t->k;
    uint32_t at = v->op == OP_INSERT ? 2 : 1;
    const struct lanes *index = v->op == OP_SHUFFLE ? NULL : warp_operand(w, v->args[at], 0);
    if (index && (!lanes_uniform(index) || index->shift != SHIFT_NONE)) {
        set_unknown(to);
        to->shift = differs(w, v) ? SHIFT_OPAQUE : SHIFT_NONE;
    } else if (v->op == OP_EXTRACT) {
        copy_component(w, v->args[0], index->base, to);
    } else if (v->op == OP_INSERT) {
        bool replaced = index->base == (int64_t)comp;
        copy_component(w, v->args[replaced ? 1 : 0], replaced ? 0 : (int64_t)comp, to);
    } else {
        int64_t from = v->imms[comp], first = k->values[v->args[0]].comps;
        bool second = from >= first;
        copy_component(w, v->args[second ? 1 : 0], second ? from - first : from, to);
    }
}

/* Component c of the same bits in components of another width; the first ones are the lowest. */
static bool regroup_lane(struct warp *w, const struct value *v, uint32_t c, unsigned lane,
                         int64_t *n) {
    const struct value *from = &w->t->k->values[v->args[0]];
    unsigned bits = from->bits, first = c * v->bits / bits;
    uint64_t all = 0;
    for (unsigned at = 0; at < v->bits; at += bits) {
        int64_t part;
        if (!lane_get(&w->t->shape, warp_operand(w, v->args[0], first + at / bits), lane, &part))
            return false;
        uint64_t low = bits < 64 ? (uint64_t)part & ((1ull << bits) - 1) : (uint64_t)part;
        all |= low >> (c * v->bits % bits) << at;
    }
    *n = v->type == TYPE_INT ? wrap_bits((int64_t)all, v->bits)
         : v->bits < 64      ? (int64_t)(all & ((1ull << v->bits) - 1))
                             : (int64_t)all;
    return true;
}

static void regroup(struct warp *w, const struct value *v, uint32_t c, struct lanes *to) {
    const struct value *from = &w->t->k->values[v->args[0]];
    bool even = v->bits % from->bits == 0 || from->bits % v->bits == 0;
    set_unknown(to);
    if (from->type == TYPE_OTHER || v->type == TYPE_OTHER || !even || v->bits > 64 ||
        from->bits > 64)
        return;
    lanes_expand(w->t->arena, &w->t->shape, to);
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        if (regroup_lane(w, v, c, lane, &to->each[lane]))
            to->known |= 1ull << lane;
    }
    if (!to->known)
        set_unknown(to);
}

static uint32_t predecessor(const struct block *b, uint32_t from) {
    uint32_t p = 0;
    while (p < b->n_preds && b->preds[p] != from)
        p++;
    return p;
}

static bool has_register(const struct tracer *t, uint32_t value) {
    return t->slot[value] != NONE;
}

/* What is alive at a block's end: what its successors need, with the phi operands of this edge
 * in place of their phis. */
static void live_at_end(const struct tracer *t, uint32_t block, uint64_t *set) {
    const struct kernel *k = t->k;
    memset(set, 0, t->live_words * sizeof *set);
    for (uint32_t s = 0; s < k->blocks[block].n_succs; s++) {
        uint32_t to = k->blocks[block].succs[s], pred = predecessor(&k->blocks[to], block);
        for (size_t i = 0; i < t->live_words; i++)
            set[i] |= t->live[to * t->live_words + i];
        for (uint32_t i = 0; i < t->blocks[to].n_phis; i++) {
            uint32_t arg = k->values[t->blocks[to].phis[i]].args[pred];
            if (has_register(t, arg))
                set[arg / 64] |= 1ull << arg % 64;
        }
    }
}

/* Walks back to the block's start. */
static void live_before(const struct tracer *t, uint32_t block, uint64_t *set) {
    const struct kernel *k = t->k;
    const struct block *b = &k->blocks[block];
    for (uint32_t i = b->n_values; i-- > 0;) {
        uint32_t n = b->values[i];
        const struct value *v = &k->values[n];
        set[n / 64] &= ~(1ull << n % 64);
        for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++)
            if (has_register(t, v->args[a]))
                set[v->args[a] / 64] |= 1ull << v->args[a] % 64;
    }
}

/* Needed values alive at the start of each block. */
static void find_live(struct tracer *t) {
    const struct kernel *k = t->k;
    t->live_words = (k->n_values + 63) / 64;
    t->live = NEW_ARRAY(t->arena, uint64_t, t->live_words * k->n_blocks);
    uint64_t *set = NEW_ARRAY(t->arena, uint64_t, t->live_words);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = k->n_blocks; b-- > 0;) {
            live_at_end(t, b, set);
            live_before(t, b, set);
            uint64_t *old = t->live + b * t->live_words;
            changed |= memcmp(set, old, t->live_words * sizeof *set) != 0;
            memcpy(old, set, t->live_words * sizeof *set);
        }
    }
}

static bool is_alive_at(const struct tracer *t, uint32_t block, uint32_t value) {
    const struct value *v = &t->k->values[value];
    if (block >= t->k->n_blocks)
        return false;
    return (v->op == OP_PHI && v->block == block) ||
           (t->live[block * t->live_words + value / 64] >> value % 64 & 1);
}

uint64_t warp_keep(struct warp *w, uint32_t value) {
    uint64_t keep = 0;
    for (uint32_t i = 0; i < w->n_frames; i++) {
        const struct frame *f = &w->frames.at[i];
        if ((f->arrived || f->sides.n) && !w->t->live)
            find_live(w->t);
        if (f->arrived && is_alive_at(w->t, f->reconv, value))
            keep |= f->arrived;
        for (size_t s = 0; s < f->sides.n; s++)
            if (is_alive_at(w->t, f->sides.at[s].to, value))
                keep |= f->sides.at[s].mask;
    }
    return keep;
}

struct lanes *warp_begin_write(struct warp *w, uint32_t value, uint32_t comp, uint64_t keep) {
    return keep ? &w->scratch : warp_register(w, value, comp);
}

void warp_end_write(struct warp *w, uint32_t value, uint32_t comp, uint64_t keep) {
    if (keep)
        lanes_merge(w->t->arena, &w->t->shape, warp_register(w, value, comp), &w->scratch, w->mask,
                    keep);
}

static void eval_component(struct warp *w, const struct value *v, uint32_t c, struct lanes *to) {
    struct tracer *t = w->t;
    if (v->op == OP_WORKITEM) {
        workitem(w, v, to);
        to->shift = workitem_shift(w, v);
    } else if (v->op == OP_EXTRACT || v->op == OP_INSERT || v->op == OP_SHUFFLE) {
        rearrange(w, v, c, to);
    } else if (v->op == OP_SUBGROUP) {
        warp_exchange(w, v, c, to);
        to->shift = differs(w, v) ? SHIFT_OPAQUE : SHIFT_NONE;
    } else if (v->op == OP_REGROUP) {
        regroup(w, v, c, to);
        to->shift = differs(w, v) ? SHIFT_OPAQUE : SHIFT_NONE;
    } else if (v->type == TYPE_OTHER || (v->op == OP_CALL && !v->n_args)) {
        set_unknown(to);
    } else {
        const struct lanes *args[3] = {0};
        for (uint32_t a = 0; a < v->n_args && a < 3; a++)
            args[a] = warp_operand(w, v->args[a], c);
        unsigned from = v->n_args ? t->k->values[v->args[0]].bits : 0;
        lanes_eval(t->arena, &t->shape, v, from, args, w->mask, to);
        to->shift = shift_eval(&t->shifts, v, from, args, w->mask, to);
    }
}

void warp_eval(struct warp *w, uint32_t value) {
    const struct value *v = &w->t->k->values[value];
    uint64_t keep = warp_keep(w, value);
    for (uint32_t c = 0; c < v->comps; c++) {
        eval_component(w, v, c, warp_begin_write(w, value, c, keep));
        warp_end_write(w, value, c, keep);
    }
}

static struct phi_copy *next_copy(struct arena *a, struct phi_copies *copies) {
    if (copies->n == copies->at.n)
        vec_push(a, &copies->at, ((struct phi_copy){0}));
    return &copies->at.at[copies->n++];
}

/* What was the same in all lanes is so in any iteration that they can have left together. */
static void forget_value(struct lanes *l, enum certainty certain) {
    bool level = (l->form == LANES_AFFINE || l->form == LANES_FLOATING) && !l->dx && !l->dy;
    l->form = level && certain == CERTAIN_LANES ? LANES_FLOATING : LANES_UNKNOWN;
}

void warp_read_phis(struct warp *w, uint32_t from, uint32_t to, uint64_t mask, bool forget,
                    struct phi_copies *copies) {
    struct tracer *t = w->t;
    if (to >= t->k->n_blocks)
        return;
    const struct block_steps *b = &t->blocks[to];
    uint32_t pred = b->n_phis ? predecessor(&t->k->blocks[to], from) : 0;
    for (uint32_t i = 0; i < b->n_phis; i++) {
        const struct value *v = &t->k->values[b->phis[i]];
        for (uint32_t c = 0; c < v->comps; c++) {
            struct phi_copy *copy = next_copy(t->arena, copies);
            copy->value = b->phis[i];
            copy->comp = c;
            copy->mask = mask;
            lanes_copy(t->arena, &t->shape, &copy->from, warp_operand(w, v->args[pred], c));
            if (forget)
                forget_value(&copy->from, w->certain);
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
        bool either = w->certain == CERTAIN_LANES && keep == c->mask;
        if (!either || !lanes_blend(to, &c->from))
            lanes_merge(t->arena, &t->shape, to, &c->from, c->mask, keep);
    }
}
