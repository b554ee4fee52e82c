/* Pairs of equal operations on floats or integers of 16 bits, each on its half of a pair of
 * registers, that GPUs with packed arithmetic do in one instruction. Which GPUs have it is the
 * performance model's to say. Compilers find such pairs from what is side by side already:
 * components of a vector, neighbours in memory, variables of one loop. For each operation greedily,
 * in program order. Operations of a pair are equally deep in their block, so that neither waits for
 * the other; not modelled: pairs of different blocks, and moves that bring values side by side. */
#include "analysis/ir/query.h"
#include "codegen/estimate/machine/machine.h"

/* How far behind an operation its pair is looked for, in instructions. */
enum { WINDOW = 256 };

/* Chains of free multiplications and signs that are followed. */
enum { DEEPEST = 8 };

/* Whether two values can be the halves of one operand: not if one is half of another pair. */
enum fit { FIT_NOT, FIT_APART, FIT_SIDE_BY_SIDE };

enum { SHORT_BITS = 16 };

struct packer {
    struct kernel *k;
    uint32_t *partner; /* of a value, its number + 1; 0: none */
    uint32_t *depth;   /* in its block */
};

static enum op_class paired(const struct value *v) {
    switch ((enum op_class)v->cls) {
    case CLASS_FP32:
        return CLASS_PAIRED_FP32;
    case CLASS_FP16:
        return CLASS_PAIRED_FP16;
    case CLASS_INT:
        return CLASS_PAIRED_SHORT;
    default:
        return CLASS_PAIRED_SHORT_IMUL;
    }
}

static bool is_packed(const struct value *v) {
    bool on_floats = v->op == OP_FADD || v->op == OP_FSUB || v->op == OP_FMUL || v->op == OP_FMA;
    bool on_shorts =
        v->bits == SHORT_BITS && (v->op == OP_ADD || v->op == OP_SUB || v->op == OP_MUL);
    bool float_class = v->cls == CLASS_FP32 || v->cls == CLASS_FP16;
    bool short_class = v->cls == CLASS_INT || v->cls == CLASS_SHORT_IMUL;
    return v->block != NONE && ((on_floats && float_class) || (on_shorts && short_class));
}

static bool are_neighbours(const struct packer *p, const struct value *x, const struct value *y) {
    const struct value *i = &p->k->values[x->args[1]], *j = &p->k->values[y->args[1]];
    return x->args[0] == y->args[0] && i->op == OP_CONST && j->op == OP_CONST &&
           j->imm == i->imm + 1;
}

static uint32_t through_copies(const struct packer *p, uint32_t x) {
    while (p->k->values[x].op == OP_COPY && p->k->values[x].n_args == 1)
        x = p->k->values[x].args[0];
    return x;
}

/* The lower and the upper half of one word. */
static bool are_halves(const struct packer *p, uint32_t x, uint32_t y) {
    const struct value *values = p->k->values;
    const struct value *low = &values[through_copies(p, x)], *high = &values[through_copies(p, y)];
    if (low->op != OP_TRUNC || high->op != OP_TRUNC)
        return false;
    const struct value *shift = &values[high->args[0]];
    return shift->op == OP_LSHR && shift->args[0] == low->args[0] &&
           values[shift->args[1]].op == OP_CONST && values[shift->args[1]].imm == low->bits;
}

static enum fit fit_of(const struct packer *p, uint32_t x, uint32_t y, int depth);

/* The best of the operands' fits, unless one does not fit. */
static enum fit fit_of_operands(const struct packer *p, const struct value *v,
                                const struct value *w, int depth) {
    enum fit best = FIT_APART;
    for (uint32_t a = 0; a < v->n_args; a++) {
        enum fit f = fit_of(p, v->args[a], w->args[a], depth);
        if (f == FIT_NOT)
            return f;
        best = f > best ? f : best;
    }
    return best;
}

static enum fit fit_of(const struct packer *p, uint32_t x, uint32_t y, int depth) {
    const struct value *v = &p->k->values[x], *w = &p->k->values[y];
    if (x == y || depth == 0)
        return FIT_APART;
    if (p->partner[x] || p->partner[y])
        return p->partner[x] == y + 1 ? FIT_SIDE_BY_SIDE : FIT_NOT;
    if (are_halves(p, x, y))
        return FIT_SIDE_BY_SIDE;
    if (v->op != w->op || v->n_args != w->n_args)
        return FIT_APART;
    switch ((enum op)v->op) {
    case OP_PHI:
        return v->block == w->block ? FIT_SIDE_BY_SIDE : FIT_APART;
    case OP_EXTRACT:
        return are_neighbours(p, v, w) ? FIT_SIDE_BY_SIDE : FIT_APART;
    case OP_FMUL:
    case OP_FNEG:
        return v->cls == CLASS_FREE ? fit_of_operands(p, v, w, depth - 1) : FIT_APART;
    default:
        return FIT_APART;
    }
}

/* Variables of a loop that are the halves of one operand stay so. */
static void join_variables(struct packer *p, const struct value *v, const struct value *w) {
    for (uint32_t a = 0; a < v->n_args; a++) {
        uint32_t x = v->args[a], y = w->args[a];
        if (x == y || p->k->values[x].op != OP_PHI || p->k->values[y].op != OP_PHI)
            continue;
        p->partner[x] = y + 1;
        p->partner[y] = x + 1;
    }
}

static bool make_pair(struct packer *p, uint32_t x, uint32_t y) {
    struct value *v = &p->k->values[x], *w = &p->k->values[y];
    if (v->op != w->op || v->cls != w->cls || w->comps != 1 || p->depth[x] != p->depth[y] ||
        p->partner[y] || fit_of_operands(p, v, w, DEEPEST) != FIT_SIDE_BY_SIDE)
        return false;
    join_variables(p, v, w);
    p->partner[x] = y + 1;
    p->partner[y] = x + 1;
    return true;
}

static void find_pair(struct packer *p, const struct block *b, uint32_t at) {
    const struct value *v = &p->k->values[b->values[at]];
    if (!is_packed(v) || v->comps != 1 || p->partner[b->values[at]])
        return;
    for (uint32_t i = at + 1; i < b->n_values && i <= at + WINDOW; i++)
        if (is_packed(&p->k->values[b->values[i]]) && make_pair(p, b->values[at], b->values[i]))
            return;
}

/* What takes a half out of a word leaves it where it is. */
static bool takes_half(const struct packer *p, const struct value *v) {
    const struct value *by = v->op == OP_LSHR ? &p->k->values[v->args[1]] : NULL;
    return v->op == OP_TRUNC || (by && by->op == OP_CONST && by->imm == SHORT_BITS);
}

static void find_depth(struct packer *p, uint32_t number) {
    const struct value *v = &p->k->values[number];
    uint32_t step = !takes_half(p, v);
    for (uint32_t a = 0; a < v->n_args && v->op != OP_PHI; a++)
        if (p->k->values[v->args[a]].block == v->block &&
            p->depth[v->args[a]] + step > p->depth[number])
            p->depth[number] = p->depth[v->args[a]] + step;
}

/* Vectors are pairs by themselves. */
static void classify(struct packer *p, uint32_t number) {
    struct value *v = &p->k->values[number];
    bool pairs = p->partner[number] || v->comps % 2 == 0;
    if (is_packed(v) && pairs)
        v->cls = paired(v);
}

void cg_pack(struct arena *a, struct kernel *k) {
    struct packer p = {k, NEW_ARRAY(a, uint32_t, k->n_values), NEW_ARRAY(a, uint32_t, k->n_values)};
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        for (uint32_t i = 0; i < k->blocks[b].n_values; i++)
            find_depth(&p, k->blocks[b].values[i]);
        for (uint32_t i = 0; i < k->blocks[b].n_values; i++)
            find_pair(&p, &k->blocks[b], i);
    }
    for (uint32_t i = 0; i < k->n_values; i++)
        classify(&p, i);
}
