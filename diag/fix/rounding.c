#include "diag/fix/rounding.h"

#include <math.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/float_bits.h"
#include "analysis/ir/names.h"
#include "analysis/ir/query.h"
#include "analysis/lanes/eval.h"

static bool is_float(const struct value *v) {
    return v->type == TYPE_FLOAT;
}

/* A function whose result jumps, or may for all that is known. */
static bool jumps(const struct value *v) {
    switch (v->op) {
    case OP_FREM:
    case OP_FPTOSI:
    case OP_FPTOUI:
    case OP_FCMP:
    case OP_CALL:
    case OP_OPAQUE:
    case OP_SUBGROUP:
    case OP_ATOMIC:
        return true;
    case OP_MATH:
        return (v->imm >= MATH_FLOOR && v->imm <= MATH_RINT) || v->imm == MATH_EXPONENT ||
               v->imm == MATH_FRACTION ||
               (v->imm == MATH_OTHER && !class_is_special((enum op_class)v->cls));
    default:
        return !is_float(v) && v->type != TYPE_VOID && v->type != TYPE_OTHER;
    }
}

static bool has_rounded_operand(const bool *rounded, const struct value *v) {
    for (uint32_t i = 0; i < v->n_args; i++)
        if (rounded[v->args[i]])
            return true;
    return false;
}

/* Whether a rounded value was stored to what the load may read. */
static bool loads_rounded(const struct kernel *k, const bool *rounded, uint32_t load) {
    const struct access *from = &k->accesses[k->values[load].site];
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *to = &k->accesses[i];
        const struct value *store = &k->values[to->value];
        bool same = to->root == from->root || to->unique_base == NONE || from->unique_base == NONE;
        if (to->kind == ACCESS_STORE && same && store->n_args > 1 && rounded[store->args[1]])
            return true;
    }
    return false;
}

bool rounding_is_harmless(const struct relation *r) {
    const struct kernel *k = r->after;
    bool *rounded = r->rounded, more = true;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < k->n_values; i++) {
            const struct value *v = &k->values[i];
            bool loads = v->op == OP_LOAD && (is_float(v) || v->type == TYPE_OTHER);
            if (rounded[i] || !(loads ? loads_rounded(k, rounded, i)
                                      : v->op != OP_LOAD && has_rounded_operand(rounded, v)))
                continue;
            if (jumps(v))
                return false;
            rounded[i] = more = true;
        }
    }
    return true;
}

bool rounding_is_number(const struct value *v) {
    return v->op == OP_CONST && v->type == TYPE_FLOAT && v->comps == 1;
}

bool rounding_has_reciprocal(const struct value *number) {
    float n = (float)double_of_bits(number->imm, number->bits);
    return rounding_is_number(number) && isnormal(n) && isnormal(1.0f / n);
}

/* A term of a sum: a value, or a product that the sum is fused with. */
struct term {
    bool negative;
    uint32_t value, factor; /* factor NONE: the value alone */
};

static uint32_t without_sign(const struct kernel *k, uint32_t value, bool *negative) {
    value = relation_source(k, value);
    while (k->values[value].op == OP_FNEG) {
        *negative = !*negative;
        value = relation_source(k, k->values[value].args[0]);
    }
    return value;
}

static struct term term_of(const struct kernel *k, uint32_t value, uint32_t factor, bool negative) {
    struct term t = {.negative = negative, .factor = NONE};
    t.value = without_sign(k, value, &t.negative);
    if (factor != NONE)
        t.factor = without_sign(k, factor, &t.negative);
    else if (k->values[t.value].op == OP_FMUL) {
        const struct value *product = &k->values[t.value];
        t.factor = without_sign(k, product->args[1], &t.negative);
        t.value = without_sign(k, product->args[0], &t.negative);
    }
    return t;
}

static bool terms_of(const struct kernel *k, uint32_t sum, struct term t[2]) {
    const struct value *v = &k->values[sum];
    if (v->op == OP_FADD || v->op == OP_FSUB) {
        t[0] = term_of(k, v->args[0], NONE, false);
        t[1] = term_of(k, v->args[1], NONE, v->op == OP_FSUB);
    } else if (v->op == OP_FMA) {
        t[0] = term_of(k, v->args[0], v->args[1], false);
        t[1] = term_of(k, v->args[2], NONE, false);
    }
    return v->op == OP_FADD || v->op == OP_FSUB || v->op == OP_FMA;
}

/* A number and the negative of the negative one. */
static bool same_numbers(const struct relation *r, struct term x, struct term y) {
    const struct value *v = &r->before->values[x.value], *w = &r->after->values[y.value];
    if (!rounding_is_number(v) || !rounding_is_number(w) || v->bits != w->bits)
        return false;
    double n = double_of_bits(v->imm, v->bits), m = double_of_bits(w->imm, w->bits);
    return (x.negative ? -n : n) == (y.negative ? -m : m);
}

typedef bool reciprocal_fn(struct relation *r, uint32_t divisor, uint32_t factor);

static bool same_terms(struct relation *r, struct term x, struct term y,
                       reciprocal_fn *reciprocal) {
    const struct value *v = &r->before->values[x.value];
    if (x.factor == NONE && y.factor != NONE && v->op == OP_FDIV) {
        uint32_t dividend = without_sign(r->before, v->args[0], &x.negative);
        return x.negative == y.negative && relation_same(r, dividend, y.value) &&
               reciprocal(r, v->args[1], y.factor);
    }
    if (x.factor == NONE && y.factor == NONE && same_numbers(r, x, y))
        return true;
    return x.negative == y.negative && (x.factor == NONE) == (y.factor == NONE) &&
           relation_same(r, x.value, y.value) &&
           (x.factor == NONE || relation_same(r, x.factor, y.factor));
}

static bool same_sums(struct relation *r, uint32_t x, uint32_t y, reciprocal_fn *reciprocal) {
    struct term of_x[2], of_y[2];
    if (!terms_of(r->before, x, of_x) || !terms_of(r->after, y, of_y))
        return false;
    for (int k = 0; k < 2; k++)
        if (same_terms(r, of_x[0], of_y[k], reciprocal) &&
            same_terms(r, of_x[1], of_y[1 - k], reciprocal))
            return true;
    return false;
}

bool rounding_same_division(struct relation *r, uint32_t x, uint32_t y, reciprocal_fn *reciprocal) {
    const struct value *v = &r->before->values[x], *w = &r->after->values[y];
    if (v->type != TYPE_FLOAT || w->type != TYPE_FLOAT || v->bits != 32 || w->bits != 32 ||
        v->comps != w->comps)
        return false;
    bool same = v->op == OP_FDIV && w->op == OP_FMUL ? relation_same(r, v->args[0], w->args[0]) &&
                                                           reciprocal(r, v->args[1], w->args[1])
                                                     : same_sums(r, x, y, reciprocal);
    r->rounded[y] |= same;
    return same;
}
