/* Constants of the launch that NVIDIA's assembler keeps in registers throughout a loop, from Hopper
 * on: there an instruction takes one operand from outside the registers, a constant in the code or
 * a uniform register, where the GPUs before take one from the constant bank as well. Seen in the
 * code of ptxas 13.0 for compute capability 9.0. */
#include "analysis/ir/query.h"
#include "base/vec.h"
#include "codegen/estimate/registers/liveness.h"

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
static uint32_t parameter(const struct kernel *k, uint32_t value) {
    while (k->values[value].op == OP_COPY || k->values[value].op == OP_TRUNC)
        value = k->values[value].args[0];
    return k->values[value].op == OP_PARAM ? value : NONE;
}

uint32_t regs_base(const struct regs *r, uint32_t value) {
    const struct value *v = &r->k->values[value];
    if (!r->target->hoists_bases || !r->computed[value] || v->op != OP_PTRADD || v->n_args != 2 ||
        r->words[r->first[value]] != 2)
        return NONE;
    uint32_t index = r->of[r->first[v->args[1]]];
    return index != NONE && r->words[index] == 1 ? parameter(r->k, v->args[0]) : NONE;
}

/* The parameter that a variable is multiplied by: its multiple grows by the parameter times the
 * step, and one of these two is in a register. */
static uint32_t factor(const struct regs *r, uint32_t value) {
    const struct value *v = &r->k->values[value];
    if (!r->target->hoists_bases || !r->computed[value] || v->op != OP_MUL ||
        r->words[r->first[value]] != 1)
        return NONE;
    uint32_t first = parameter(r->k, v->args[0]);
    return first != NONE ? first : parameter(r->k, v->args[1]);
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
