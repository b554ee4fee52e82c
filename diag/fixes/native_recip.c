/* A division as a multiplication with the native reciprocal: an instruction or two, with whatever
 * precision the device has. */
#include "diag/finding/messages.h"
#include "diag/fix/rounding.h"
#include "diag/fix/syntax.h"
#include "diag/fixes/table.h"

bool fix_native_recip(struct fix_context *c) {
    const struct fix_text *t = c->source;
    size_t slash = fix_token_at(t, c->finding->loc), begin, past;
    if (!fix_divisor(t, slash, &begin, &past))
        return false;
    bool enclosed = fix_token_is(t, begin, "(") && fix_closing(t, begin) == past - 1;
    const char *divisor = fix_source(c->arena, t, begin, past);
    fix_multiply(c, slash, past,
                 arena_printf(c->arena, enclosed ? "native_recip%s" : "native_recip(%s)", divisor));
    c->fix->title = MSG_FIX_NATIVE_RECIP;
    return true;
}

/* The component of a vector that is put together of its components, or NONE. */
static uint32_t component_of(const struct kernel *k, uint32_t vector, int64_t number) {
    const struct value *v = &k->values[relation_source(k, vector)];
    for (; v->op == OP_INSERT; v = &k->values[relation_source(k, v->args[0])]) {
        const struct value *at = &k->values[v->args[2]];
        if (at->op != OP_CONST || at->imm == number)
            return at->op == OP_CONST ? v->args[1] : NONE;
    }
    return NONE;
}

/* Vectors are divided component by component, but native_recip() takes them whole. */
static bool is_native_reciprocal(struct relation *r, uint32_t divisor, uint32_t factor) {
    const struct kernel *k = r->after;
    const struct value *v = &k->values[relation_source(k, factor)];
    const struct value *part = v->op == OP_EXTRACT ? &k->values[v->args[1]] : NULL;
    v = part ? &k->values[relation_source(k, v->args[0])] : v;
    if (v->op != OP_MATH || v->cls != CLASS_SFU || v->n_args != 1)
        return false;
    const struct value *by = &r->before->values[relation_source(r->before, divisor)];
    if (by->op == OP_CONST && !rounding_has_reciprocal(by))
        return false;
    uint32_t of = !part                  ? v->args[0]
                  : part->op == OP_CONST ? component_of(k, v->args[0], part->imm)
                                         : NONE;
    return of != NONE && relation_same(r, divisor, of);
}

static bool same_division(struct relation *r, uint32_t x, uint32_t y) {
    return rounding_same_division(r, x, y, is_native_reciprocal);
}

bool check_native_recip(const struct fix_check *c) {
    static const struct relation_edit edit = {.allows = same_division};
    struct relation r;
    return relation_holds(&r, c->arena, c->before, c->after, &edit) && rounding_is_harmless(&r);
}
