/* What atomics leave in memory. */
#include <string.h>

#include "analysis/lanes/eval.h"
#include "analysis/trace/memory.h"

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
void data_follow_atomic(struct warp *w, const struct access *a, const struct lanes *pointer) {
    const struct tracer *t = w->t;
    const struct value *v = &t->k->values[a->value];
    struct lanes none = lanes_constant(0);
    const struct lanes *operand = v->n_args > 1 ? warp_operand(w, v->args[1], 0) : &none;
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t at, n, old = 0;
        lane_get(&t->shape, pointer, lane, &at);
        struct datum d = data_read(w, (uint64_t)at, lane, a->bytes);
        bool known = lane_get(&t->shape, operand, lane, &n) && w->presence == PRESENCE_SURE;
        if (!known || d.state != BYTE_KNOWN)
            d.state = BYTE_UNKNOWN;
        memcpy(&old, d.low, a->bytes);
        old = fold(v, wrap_bits(old, v->bits), n);
        memcpy(d.low, &old, a->bytes);
        data_write(w, (uint64_t)at, lane, a->bytes, &d);
    }
}
