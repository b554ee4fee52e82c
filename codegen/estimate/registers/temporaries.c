/* Registers that an instruction takes while it runs, beside those of its operands and its result.
 */
#include "analysis/ir/query.h"
#include "codegen/estimate/registers/liveness.h"

static uint32_t divide_scratch(const struct kernel *k, const struct value *v,
                               const struct scratch_registers *f) {
    const struct value *by = &k->values[v->args[1]];
    if (by->op == OP_CONST)
        return by->imm & (by->imm - 1) ? f->divide_by_constant : 0;
    return v->bits > 32 ? f->divide_64 : f->divide;
}

static uint32_t atomic_scratch(const struct kernel *k, const struct count *c, uint32_t n) {
    const struct value *v = &k->values[n];
    if (c->varying[v->args[0]] || k->accesses[v->site].space == SPACE_LOCAL)
        return 0;
    return c->used[n] ? c->target->scratch.atomic_result : c->target->scratch.atomic;
}

static uint32_t scratch(const struct kernel *k, const struct count *c, uint32_t n) {
    const struct scratch_registers *f = &c->target->scratch;
    const struct value *v = &k->values[n];
    if (v->op == OP_SDIV || v->op == OP_UDIV || v->op == OP_SREM || v->op == OP_UREM)
        return divide_scratch(k, v, f);
    if (v->op == OP_ATOMIC)
        return atomic_scratch(k, c, n);
    if (v->op == OP_CALL)
        return f->call;
    switch ((enum op_class)v->cls) {
    case CLASS_FDIV:
        return f->fdiv;
    case CLASS_SQRT:
        return f->sqrt;
    case CLASS_FDIV64:
    case CLASS_SQRT64:
        return f->fdiv_64;
    case CLASS_TRANS:
    case CLASS_EXP:
    case CLASS_LOG:
    case CLASS_SIN:
    case CLASS_POW:
        return f->trans;
    case CLASS_TRANS64:
    case CLASS_POW64:
        return f->trans_64;
    default:
        return 0;
    }
}

static bool is_counted(const struct liveness *l, const struct count *count, uint32_t value,
                       uint32_t comp) {
    uint32_t reg = l->r->of[l->r->first[value] + comp];
    return reg != NONE && count->counted[l->r->owner[reg]];
}

/* Words of what a store writes that no counted register holds: it is moved to one first. NVIDIA has
 * a register that is zero. Atomics that count up or down name nothing to write: a constant. */
static uint32_t moved_data(const struct liveness *l, const struct count *count,
                           const struct value *v) {
    if (v->n_args < 2)
        return 1;
    uint32_t value = v->args[1], n = 0;
    const struct value *data = &l->r->k->values[value];
    if (data->op == OP_CONST && data->imm == 0 && count->target->zero)
        return 0;
    for (uint32_t c = 0; c < regs_comps(data); c++)
        if (!is_counted(l, count, value, c))
            n += data->bits > 32 ? 2 : 1;
    return n;
}

/* Words beside operands and result that an instruction needs because AMD's accesses, carries and
 * wide multiply-adds take operands from vector registers only: the address that all work-items
 * share, the upper half of an array's address, that of a product. */
static uint32_t moved_scalars(const struct liveness *l, const struct count *count, uint32_t n) {
    const struct kernel *k = l->r->k;
    const struct value *v = &k->values[n];
    if (v->op == OP_STORE || v->op == OP_ATOMIC || (v->op == OP_LOAD && count->counted[n]))
        return !is_counted(l, count, v->args[0], 0);
    if (!count->counted[n])
        return 0;
    if (v->op == OP_PTRADD)
        return count->words[l->r->first[n]] == 2;
    return v->op == OP_MUL && v->bits <= 32 && k->values[v->args[1]].op != OP_CONST;
}

static uint32_t moved(const struct liveness *l, const struct count *count, uint32_t n) {
    const struct value *v = &l->r->k->values[n];
    uint32_t words = 0;
    if (v->op == OP_STORE || v->op == OP_ATOMIC)
        words = moved_data(l, count, v);
    return words + (count->target->moves ? moved_scalars(l, count, n) : 0);
}

uint32_t regs_temporaries(const struct liveness *l, const struct count *count, uint32_t n) {
    uint32_t while_running = count->counted[n] ? scratch(l->r->k, count, n) : 0;
    return max32(while_running, moved(l, count, n));
}
