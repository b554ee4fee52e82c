#include "analysis/ir/demanded_bits.h"

#include "analysis/ir/query.h"

struct widths {
    const struct kernel *k;
    bool *wide;
    uint32_t *stack;
    uint32_t n;
};

bool is_modular(const struct value *v) {
    switch ((enum op)v->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_PHI:
    case OP_SELECT:
    case OP_COPY:
    case OP_PTRADD:
        return true;
    default:
        return false;
    }
}

static void widen(struct widths *w, uint32_t v) {
    if (w->wide[v])
        return;
    w->wide[v] = true;
    w->stack[w->n++] = v;
}

/* Local memory and constant banks are smaller than 4 GiB. */
static bool has_short_pointers(enum space s) {
    return s == SPACE_LOCAL || s == SPACE_CONSTANT;
}

/* Whether a use needs the operand's high half, whatever becomes of the result. */
static bool needs_high_half(const struct kernel *k, const struct value *v, uint32_t arg) {
    if (is_access(v))
        return arg > 0 || !has_short_pointers(k->accesses[v->site].space);
    if (v->op == OP_TRUNC)
        return v->bits > 32;
    if (v->op == OP_SHL)
        return arg > 0;
    return !is_modular(v);
}

const bool *demanded_high_halves(struct arena *a, const struct kernel *k) {
    struct widths w = {k, NEW_ARRAY(a, bool, k->n_values), NEW_ARRAY(a, uint32_t, k->n_values), 0};
    for (uint32_t i = 0; i < k->n_values; i++)
        for (uint32_t arg = 0; arg < k->values[i].n_args; arg++)
            if (needs_high_half(k, &k->values[i], arg))
                widen(&w, k->values[i].args[arg]);
    while (w.n) {
        const struct value *v = &k->values[w.stack[--w.n]];
        for (uint32_t arg = 0; arg < v->n_args && (is_modular(v) || v->op == OP_SHL); arg++)
            widen(&w, v->args[arg]);
    }
    return w.wide;
}
