/* Registers that an instruction takes while it runs, beside those of its operands and its result.
 */
#include "analysis/ir/query.h"
#include "base/vec.h"
#include "codegen/estimate/registers/liveness.h"

static uint32_t divide_scratch(const struct value *values, const struct value *v,
                               const struct scratch_registers *f) {
    const struct value *by = &values[v->args[1]];
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
        return divide_scratch(k->values, v, f);
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

/* Words of what a store writes that no register holds: it is moved to one first. NVIDIA has
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
        if (l->r->of[l->r->first[value] + c] == NONE)
            n += data->bits > 32 ? 2 : 1;
    return n;
}

uint32_t regs_temporaries(const struct liveness *l, const struct count *count, uint32_t n) {
    const struct value *v = &l->r->k->values[n];
    bool writes = v->op == OP_STORE || v->op == OP_ATOMIC;
    return max32(scratch(l->r->k, count, n), writes ? moved_data(l, count, v) : 0);
}

/* Constants of the launch that NVIDIA's assembler keeps in registers throughout a loop, from Hopper
 * on: there an instruction takes one operand from outside the registers, a constant in the code or
 * a uniform register, where the GPUs before take one from the constant bank as well. Seen in the
 * code of ptxas 13.0 for compute capability 9.0. */

struct constant {
    uint32_t value, loop;
};

struct finder {
    struct arena *arena;
    const struct regs *r;
    struct hoisted_constants held;
    VEC(struct constant) known;
};

/* The parameter behind a value that only renames it, or NONE. */
static uint32_t parameter(const struct value *values, uint32_t value) {
    while (values[value].op == OP_COPY || values[value].op == OP_TRUNC)
        value = values[value].args[0];
    return values[value].op == OP_PARAM ? value : NONE;
}

uint32_t regs_base(const struct regs *r, uint32_t value) {
    const struct value *v = &r->k->values[value];
    if (!r->target->hoists_bases || !r->computed[value] || v->op != OP_PTRADD || v->n_args != 2 ||
        r->words[r->first[value]] != 2)
        return NONE;
    uint32_t index = r->of[r->first[v->args[1]]];
    return index != NONE && r->words[index] == 1 ? parameter(r->k->values, v->args[0]) : NONE;
}

/* The parameter that a variable is multiplied by: its multiple grows by the parameter times the
 * step, and one of these two is in a register. */
static uint32_t factor(const struct regs *r, uint32_t value) {
    const struct value *v = &r->k->values[value];
    if (!r->target->hoists_bases || !r->computed[value] || v->op != OP_MUL ||
        r->words[r->first[value]] != 1)
        return NONE;
    uint32_t first = parameter(r->k->values, v->args[0]);
    return first != NONE ? first : parameter(r->k->values, v->args[1]);
}

static void hold(struct finder *f, struct constant c, uint32_t *by_block) {
    if (c.value == NONE)
        return;
    for (size_t n = 0; n < f->known.n; n++)
        if (f->known.at[n].value == c.value && f->known.at[n].loop == c.loop)
            return;
    vec_push(f->arena, &f->known, c);
    for (uint32_t b = 0; b < f->r->k->n_blocks; b++)
        by_block[b] += in_loop(f->r->k, b, c.loop);
}

struct hoisted_constants regs_hoisted_constants(struct arena *a, const struct regs *r) {
    const struct kernel *k = r->k;
    struct finder f = {.arena = a, .r = r};
    f.held.pairs = NEW_ARRAY(a, uint32_t, k->n_blocks);
    f.held.singles = NEW_ARRAY(a, uint32_t, k->n_blocks);
    for (uint32_t i = 0; i < k->n_values; i++) {
        uint32_t block = k->values[i].block, loop = block == NONE ? NONE : k->blocks[block].loop;
        if (loop == NONE)
            continue;
        hold(&f, (struct constant){regs_base(r, i), loop}, f.held.pairs);
        hold(&f, (struct constant){factor(r, i), loop}, f.held.singles);
    }
    return f.held;
}
