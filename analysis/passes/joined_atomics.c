/* Which atomics on integers the compiler joins: where their address is the same in all lanes of a
 * warp, the lanes' operands are added up first, or their minimum is found, and one lane does one
 * atomic for all. Compilers see that in the code; an address that only happens to be the same is
 * of no use to them. As ptxas 13.0 does for sm_75 to sm_120, by the opcodes of its output: sums
 * also where their old value is used, others only where it is not; of 64 bits only sums of a number
 * that all lanes share. LLVM's AMDGPU back end joins by the same test of the address
 * (AMDGPUAtomicOptimizer.cpp). */
#include "analysis/ir/query.h"
#include "analysis/passes/passes.h"

static bool is_sum(const struct value *v) {
    return v->imm >= ATOMIC_ADD && v->imm <= ATOMIC_DEC;
}

static bool is_joined(const struct value *v, const bool *varies, bool used) {
    bool wide = v->bits > 32, operand_varies = v->n_args > 1 && varies[v->args[1]];
    return !varies[v->args[0]] && (is_sum(v) ? !wide || !operand_varies : !wide && !used);
}

void an_find_joined_atomics(struct arena *a, struct kernel *k) {
    const bool *varies = NULL;
    const uint32_t *uses = NULL;
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        struct access *x = &k->accesses[i];
        if (x->kind != ACCESS_ATOMIC || x->atomic != ATOMICS_TOGETHER || x->space == SPACE_LOCAL)
            continue;
        if (!varies) {
            varies = an_find_varying(a, k);
            uses = an_count_uses(a, k);
        }
        if (!is_joined(&k->values[x->value], varies, uses[x->value] > 0))
            x->atomic = ATOMICS_EACH;
    }
}
