/* Work-item functions: ids and sizes, of a warp. */
#include "analysis/trace/tracer.h"

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
        lanes_set_constant(to, (int64_t)(id[0] + add));
        to->dx = dx;
        to->dy = dy;
        return;
    }
    lanes_set_unknown(to);
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
        lanes_set_constant(to, (int64_t)w->group[d]);
        break;
    case QUERY_GLOBAL_SIZE:
        lanes_set_constant(to, (int64_t)l->global[d]);
        break;
    case QUERY_LOCAL_SIZE:
        lanes_set_constant(to, (int64_t)group_size(w, d));
        break;
    case QUERY_ENQUEUED_LOCAL_SIZE:
        lanes_set_constant(to, (int64_t)l->local[d]);
        break;
    case QUERY_NUM_GROUPS:
        lanes_set_constant(to, (int64_t)w->t->n_groups[d]);
        break;
    default:
        lanes_set_constant(to, (int64_t)l->offset[d]);
        break;
    }
}

void warp_workitem(struct warp *w, const struct value *v, struct lanes *to) {
    const struct warp_shape *s = &w->t->shape;
    const uint64_t *local = w->t->launch->local;
    uint64_t lane[MAX_LANES], items = group_size(w, 0) * group_size(w, 1) * group_size(w, 2);
    uint64_t enqueued = local[0] * local[1] * local[2];
    switch ((enum workitem_query)v->imm) {
    case QUERY_WORK_DIM:
        lanes_set_constant(to, w->t->work_dim);
        return;
    case QUERY_GLOBAL_LINEAR_ID:
        linear_ids(w, to, true);
        return;
    case QUERY_LOCAL_LINEAR_ID:
        linear_ids(w, to, false);
        return;
    case QUERY_SUB_GROUP_SIZE:
        lanes_set_constant(to, w->n_items);
        return;
    case QUERY_MAX_SUB_GROUP_SIZE:
        lanes_set_constant(to, s->width < enqueued ? (int64_t)s->width : (int64_t)enqueued);
        return;
    case QUERY_ENQUEUED_NUM_SUB_GROUPS:
        lanes_set_constant(to, (int64_t)div_up(enqueued, s->width));
        return;
    case QUERY_SUB_GROUP_ID:
        lanes_set_constant(to, w->number);
        return;
    case QUERY_SUB_GROUP_LOCAL_ID:
        for (unsigned i = 0; i < s->width; i++)
            lane[i] = i;
        set_ids(w, to, lane, 0);
        return;
    case QUERY_NUM_SUB_GROUPS:
        lanes_set_constant(to, (int64_t)div_up(items, s->width));
        return;
    default:
        break;
    }
    const struct lanes *d = warp_operand(w, v->args[0], 0);
    if (lanes_uniform(d) && d->base >= 0 && d->base < 3)
        workitem_in_dimension(w, (enum workitem_query)v->imm, (unsigned)d->base, to);
    else if (lanes_uniform(d))
        lanes_set_constant(to, v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_LOCAL_ID ||
                                       v->imm == QUERY_GROUP_ID || v->imm == QUERY_GLOBAL_OFFSET
                                   ? 0
                                   : 1);
    else
        lanes_set_unknown(to);
}

/* How what a work-item function says differs between groups of the same size. */
uint16_t warp_workitem_shift(struct warp *w, const struct value *v) {
    const struct launch *l = w->t->launch;
    int64_t by[3] = {0}, row = 1;
    if (!w->t->follows)
        return SHIFT_NONE;
    if (v->imm == QUERY_GLOBAL_LINEAR_ID) {
        for (int d = 0; d < 3; d++, row *= (int64_t)l->global[d - 1])
            by[d] = row * (int64_t)l->local[d];
        return shift_find(&w->t->shifts, by, 0);
    }
    if (v->imm != QUERY_GLOBAL_ID && v->imm != QUERY_GROUP_ID)
        return SHIFT_NONE;
    const struct lanes *d = warp_operand(w, v->args[0], 0);
    if (d->shift != SHIFT_NONE)
        return SHIFT_OPAQUE;
    if (lanes_uniform(d) && d->base >= 0 && d->base < 3)
        by[d->base] = v->imm == QUERY_GROUP_ID ? 1 : (int64_t)l->local[d->base];
    return shift_find(&w->t->shifts, by, 0);
}
