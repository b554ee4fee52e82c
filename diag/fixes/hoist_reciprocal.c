/* A loop that divides by the same value in every iteration multiplies by its reciprocal instead,
 * which is computed once, before the loop; that of a number, when the kernel is compiled. Unlike
 * native functions this costs at most one and a half units in the last place. */
#include "analysis/ir/float_bits.h"
#include "analysis/ir/names.h"
#include "analysis/lanes/eval.h"
#include "diag/finding/messages.h"
#include "diag/fix/rounding.h"
#include "diag/fix/syntax.h"
#include "diag/fixes/table.h"

static const struct value *division_of(const struct fix_context *c) {
    const struct value *values = c->result->kernel->values;
    const uint32_t n_values = c->result->kernel->n_values;
    for (uint32_t i = 0; i < n_values; i++)
        if (values[i].cls == CLASS_FDIV && loc_same(values[i].loc, c->finding->loc))
            return &values[i];
    return NULL;
}

/* Only what the text shows at once: what it hides, the check of the copy finds. */
static bool stays(const struct fix_context *c, size_t begin, size_t past, size_t head, size_t end) {
    const struct fix_text *t = c->source;
    for (size_t i = begin; i < past; i++)
        if (t->tokens[i].kind == FIX_NAME && !fix_token_is(t, i - 1, ".") &&
            fix_may_change(t, head, end, fix_source(c->arena, t, i, i + 1)))
            return false;
    return true;
}

/* The first token of the outermost loop around the division in which the divisor stays, or t->n. */
static size_t loop_of(const struct fix_context *c, size_t begin, size_t past) {
    const struct fix_text *t = c->source;
    const struct kernel *k = c->result->kernel;
    const struct value *v = division_of(c);
    size_t found = t->n;
    for (uint32_t i = v ? k->blocks[v->block].loop : NONE; i != NONE; i = k->loops[i].parent) {
        size_t head = k->loops[i].loc.file ? t->n : fix_token_at(t, k->loops[i].loc);
        bool plain = fix_token_is(t, head, "for") || fix_token_is(t, head, "while");
        size_t end = plain ? fix_statement_end(t, head) : t->n;
        if (!plain || head == 0 || end > t->n || head > begin || end < past ||
            !stays(c, begin, past, head, end) || fix_leaves(t, head, end))
            break;
        found = head;
    }
    return found;
}

bool fix_hoist_reciprocal(struct fix_context *c) {
    const struct fix_text *t = c->source;
    size_t slash = fix_token_at(t, c->finding->loc), begin, past;
    if (!fix_divisor(t, slash, &begin, &past) || !fix_is_plain(t, begin, past))
        return false;
    const char *divisor = fix_source(c->arena, t, begin, past);
    if (past == begin + 1 && t->tokens[begin].kind == FIX_NUMBER) {
        fix_multiply(c, slash, past, arena_printf(c->arena, "(1.0f / %s)", divisor));
        c->fix->title = arena_printf(c->arena, MSG_FIX_RECIPROCAL, divisor);
        return true;
    }
    size_t head = loop_of(c, begin, past);
    c->fix->moves = true;
    if (head == t->n)
        return false;
    bool single =
        past == begin + 1 || (fix_token_is(t, begin, "(") && fix_closing(t, begin) == past - 1);
    const char *name = fix_unused_name(c, "reciprocal");
    fix_insert_behind(
        c, head - 1,
        arena_printf(c->arena, single ? " { float %s = 1.0f / %s;" : " { float %s = 1.0f / (%s);",
                     name, divisor));
    fix_insert_behind(c, fix_statement_end(t, head) - 1, " }");
    fix_multiply(c, slash, past, name);
    c->fix->title = arena_printf(c->arena, MSG_FIX_RECIPROCAL_BEFORE, divisor);
    return true;
}

static bool is_reciprocal_of(const struct value *number, const struct value *reciprocal) {
    float n = (float)double_of_bits(number->imm, number->bits);
    return rounding_has_reciprocal(number) && rounding_is_number(reciprocal) &&
           (float)double_of_bits(reciprocal->imm, reciprocal->bits) == 1.0f / n;
}

static bool is_reciprocal(struct relation *r, uint32_t divisor, uint32_t factor) {
    const struct value *by = &r->before->values[relation_source(r->before, divisor)];
    const struct value *v = &r->after->values[relation_source(r->after, factor)];
    if (v->op == OP_CONST)
        return is_reciprocal_of(by, v);
    const struct value *one = v->op == OP_FDIV ? &r->after->values[v->args[0]] : NULL;
    return one && rounding_is_number(one) && double_of_bits(one->imm, one->bits) == 1 &&
           relation_same(r, divisor, v->args[1]);
}

static bool same_division(struct relation *r, uint32_t x, uint32_t y) {
    return rounding_same_division(r, x, y, is_reciprocal);
}

bool check_hoist_reciprocal(const struct fix_check *c) {
    static const struct relation_edit edit = {.allows = same_division};
    struct relation r;
    return relation_holds(&r, c->arena, c->before, c->after, &edit) && rounding_is_harmless(&r);
}
