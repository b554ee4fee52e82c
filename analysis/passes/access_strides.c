/* Accesses that walk through memory in even steps, wherever they start: an array's address plus a
 * loop variable times a constant. Where the start is not known (a row of a sparse matrix), the
 * tracer still knows that the next iteration goes on where this one ended. */
#include "analysis/ir/induction.h"
#include "analysis/passes/passes.h"
#include "base/integers.h"

/* The address without the constants that are added to it; *bytes is their sum. */
static uint32_t without_offset(const struct value *values, uint32_t address, int64_t *bytes) {
    *bytes = 0;
    while (values[address].op == OP_PTRADD && values[address].n_args == 1) {
        *bytes = wrapping_add(*bytes, values[address].imm);
        address = values[address].args[0];
    }
    return address;
}

/* The constant that the phi grows by in each iteration; 0 = not found. */
static int64_t growth(const struct kernel *k, uint32_t loop, uint32_t phi) {
    struct induction iv;
    if (!an_match_induction(k, loop, phi, &iv) || k->values[iv.step].op != OP_CONST)
        return 0;
    const int64_t step = k->values[iv.step].imm;
    return iv.op == OP_ADD ? step : iv.op == OP_SUB ? wrapping_sub(0, step) : 0;
}

/* Bytes by which a pointer that is moved itself grows in an iteration; 0 if it is none. */
static int64_t pointer_growth(const struct kernel *k, uint32_t loop, uint32_t phi) {
    const struct value *p = &k->values[phi];
    if (p->op != OP_PHI || p->block != k->loops[loop].header)
        return 0;
    for (uint32_t i = 0; i < p->n_args; i++) {
        int64_t bytes;
        if (without_offset(k->values, p->args[i], &bytes) == phi)
            return bytes;
    }
    return 0;
}

/* A variable plus constants, as copies of an unrolled loop's body have it. */
static uint32_t without_sum(const struct kernel *k, uint32_t index, int64_t *sum) {
    index = an_strip(k, index);
    for (*sum = 0;; index = an_strip(k, k->values[index].args[0])) {
        const struct value *v = &k->values[index];
        if ((v->op != OP_ADD && v->op != OP_OR) || k->values[v->args[1]].op != OP_CONST)
            return index;
        *sum = wrapping_add(*sum, k->values[v->args[1]].imm);
    }
}

static struct stream stream_at(const struct kernel *k, uint32_t loop, uint32_t address) {
    struct stream s = {.loop = loop};
    uint32_t from = without_offset(k->values, address, &s.offset);
    const struct value *v = &k->values[from];
    if (v->op != OP_PTRADD) {
        s.step = pointer_growth(k, loop, from);
        return s;
    }
    int64_t sum;
    uint32_t variable = without_sum(k, v->args[1], &sum);
    s.offset = wrapping_add(s.offset, wrapping_mul(sum, v->imm));
    s.step = wrapping_mul(growth(k, loop, variable), v->imm);
    return s;
}

void an_find_streams(struct kernel *k) {
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        struct access *a = &k->accesses[i];
        const struct value *v = &k->values[a->value];
        uint32_t loop = v->block == NONE ? NONE : k->blocks[v->block].loop;
        if (loop != NONE)
            a->stream = stream_at(k, loop, v->args[0]);
    }
}
