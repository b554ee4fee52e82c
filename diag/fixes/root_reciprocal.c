/* A division by a square root as rsqrt(), or as a multiplication with it: an instruction or two,
 * off by at most two units in the last place in OpenCL C and CUDA. */
#include <math.h>
#include <stdlib.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/float_bits.h"
#include "analysis/lanes/eval.h"
#include "diag/fix/rounding.h"
#include "diag/fix/syntax.h"
#include "diag/fixes/table.h"

/* The token of sqrt or sqrtf, if its call, or that in parentheses, is all of the divisor; or t->n.
 */
static size_t root_call(const struct fix_text *t, size_t begin, size_t past) {
    while (fix_token_is(t, begin, "(") && fix_closing(t, begin) == past - 1) {
        begin++;
        past--;
    }
    bool root = fix_token_is(t, begin, "sqrt") || fix_token_is(t, begin, "sqrtf");
    return root && fix_closing(t, begin + 1) == past - 1 ? begin : t->n;
}

static bool is_one(const struct fix_text *t, size_t i) {
    return t->tokens[i].kind == FIX_NUMBER && strtod(t->text + t->tokens[i].begin, NULL) == 1;
}

bool fix_root_reciprocal(struct fix_context *c) {
    const struct fix_text *t = c->source;
    size_t slash = fix_token_at(t, c->finding->loc), begin, past;
    if (!fix_divisor(t, slash, &begin, &past) || slash == 0)
        return false;
    size_t call = root_call(t, begin, past);
    if (call == t->n)
        return false;
    size_t end = fix_closing(t, call + 1) + 1;
    const char *inverse = arena_printf(c->arena, "r%s", fix_source(c->arena, t, call, end));
    if (is_one(t, slash - 1))
        fix_replace(c, slash - 1, past, inverse);
    else
        fix_multiply(c, slash, past, inverse);
    c->fix->title = arena_printf(c->arena, "call r%s(), which is off by at most 2 ulp",
                                 fix_source(c->arena, t, call, call + 1));
    return true;
}

/* The value if it is that function of floats, else NULL. */
static const struct value *if_function(const struct value *v, int64_t function) {
    return v->op == OP_MATH && v->imm == function && v->bits == 32 ? v : NULL;
}

static bool is_inverse_root(struct relation *r, uint32_t divisor, uint32_t factor) {
    const struct value *root =
        if_function(&r->before->values[relation_source(r->before, divisor)], MATH_SQRT);
    const struct value *inverse =
        if_function(&r->after->values[relation_source(r->after, factor)], MATH_RSQRT);
    return root && inverse && relation_same(r, root->args[0], inverse->args[0]);
}

static bool same_division(struct relation *r, uint32_t x, uint32_t y) {
    const struct value *v = &r->before->values[x];
    const struct value *dividend = v->op == OP_FDIV ? &r->before->values[v->args[0]] : NULL;
    bool reciprocal = dividend && rounding_is_number(dividend) &&
                      double_of_bits(dividend->imm, dividend->bits) == 1 &&
                      is_inverse_root(r, v->args[1], y);
    r->rounded[y] |= reciprocal;
    return reciprocal || rounding_same_division(r, x, y, is_inverse_root);
}

bool check_root_reciprocal(const struct fix_check *c) {
    static const struct relation_edit edit = {.allows = same_division};
    struct relation r;
    return relation_holds(&r, c->arena, c->before, c->after, &edit) && rounding_is_harmless(&r);
}
