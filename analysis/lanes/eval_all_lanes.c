/* The operations that most values come from, over all lanes of a warp in one loop for each: without
 * a decision in it, compilers make vector instructions of it. */
#include <string.h>

#include "analysis/lanes/eval.h"

/* An argument's value by lane: the lanes' own, or worked out in `room`. */
FOR_WIDE_VECTORS
static const int64_t *spread(const struct warp_shape *s, const struct lanes *l, int64_t *room) {
    if (l->form == LANES_EACH)
        return l->each;
    uint64_t row = (uint64_t)l->base, dy = (uint64_t)l->dy;
    if (s->period == 1 || lanes_uniform(l)) {
        for (unsigned lane = 0; lane < s->width; lane++, row += dy)
            room[lane] = (int64_t)row;
        return room;
    }
    for (unsigned lane = 0; lane < s->width; lane += s->period, row += dy)
        for (unsigned x = 0; x < s->period; x++)
            room[lane + x] = (int64_t)(row + (uint64_t)l->dx * x);
    return room;
}

static float as_float(int64_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static int64_t float_bits(float f) {
    int64_t n = 0;
    memcpy(&n, &f, sizeof f);
    return n;
}

/* Numbers from 0 on that fit any integer type of 32 bits, which are in the order of their bits;
 * false if another is among them. */
FOR_WIDE_VECTORS
static bool whole_lanes(const struct value *v, const int64_t *x, unsigned width, int64_t *r) {
    uint64_t last = (uint64_t)float_bits(0x1p31f) - 1, outside = 0;
    for (unsigned i = 0; i < width; i++)
        outside |= (uint64_t)x[i] | (last - (uint64_t)x[i]);
    bool fit = v->bits >= 32 && !(outside >> 63);
    for (unsigned i = 0; fit && i < width; i++)
        r[i] = (int32_t)as_float(x[i]);
    return fit;
}

FOR_WIDE_VECTORS
static bool float_lanes(const struct value *v, unsigned from, const int64_t *x, const int64_t *y,
                        unsigned width, int64_t *r) {
    if (v->bits != 32 || eval_is_loose(v))
        return false;
    switch ((enum op)v->op) {
    case OP_FADD:
        for (unsigned i = 0; i < width; i++)
            r[i] = float_bits(as_float(x[i]) + as_float(y[i]));
        return true;
    case OP_FMUL:
        for (unsigned i = 0; i < width; i++)
            r[i] = float_bits(as_float(x[i]) * as_float(y[i]));
        return true;
    case OP_SITOFP:
        for (unsigned i = 0; i < width; i++)
            r[i] = float_bits((float)eval_signed(x[i], from));
        return true;
    default:
        return false;
    }
}

FOR_WIDE_VECTORS
static bool int_lanes(const struct value *v, unsigned from, const int64_t *x, const int64_t *y,
                      unsigned width, int64_t *r) {
    switch ((enum op)v->op) {
    case OP_ADD:
        for (unsigned i = 0; i < width; i++)
            r[i] = (int64_t)((uint64_t)x[i] + (uint64_t)y[i]);
        return true;
    case OP_SUB:
        for (unsigned i = 0; i < width; i++)
            r[i] = (int64_t)((uint64_t)x[i] - (uint64_t)y[i]);
        return true;
    case OP_MUL:
        for (unsigned i = 0; i < width; i++)
            r[i] = (int64_t)((uint64_t)x[i] * (uint64_t)y[i]);
        return true;
    case OP_PTRADD:
        for (unsigned i = 0; i < width; i++)
            r[i] = (int64_t)((uint64_t)x[i] +
                             (v->n_args == 2 ? (uint64_t)y[i] : 1) * (uint64_t)v->imm);
        return true;
    case OP_AND:
        for (unsigned i = 0; i < width; i++)
            r[i] = x[i] & y[i];
        return true;
    case OP_OR:
        for (unsigned i = 0; i < width; i++)
            r[i] = x[i] | y[i];
        return true;
    case OP_ICMP:
        for (unsigned i = 0; i < width; i++)
            r[i] = eval_int_compare(v->imm, x[i], y[i], from);
        return true;
    case OP_ZEXT:
        for (unsigned i = 0; i < width; i++)
            r[i] = (int64_t)eval_unsigned(x[i], from);
        return true;
    case OP_SEXT:
        for (unsigned i = 0; i < width; i++)
            r[i] = eval_signed(x[i], from);
        return true;
    case OP_TRUNC:
    case OP_COPY:
        memcpy(r, x, width * sizeof *r);
        return true;
    default:
        return false;
    }
}

bool eval_lanes(const struct warp_shape *s, const struct value *v, unsigned from,
                const struct lanes *const *args, uint64_t mask, int64_t *r) {
    int64_t room[2][MAX_LANES];
    const int64_t *x[2];
    if (v->n_args < 1 || v->n_args > 2)
        return false;
    for (unsigned i = 0; i < v->n_args; i++)
        if (mask & ~lanes_known(s, args[i]))
            return false;
        else
            x[i] = spread(s, args[i], room[i]);
    if (v->n_args == 1)
        x[1] = x[0];
    if ((v->op == OP_FPTOUI || v->op == OP_FPTOSI) && from == 32)
        return whole_lanes(v, x[0], s->width, r);
    return int_lanes(v, from, x[0], x[1], s->width, r) ||
           float_lanes(v, from, x[0], x[1], s->width, r);
}
