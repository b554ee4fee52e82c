/* Trip counts of loops that scalar evolution gives no formula for: the third stage of
 * section III-A2 of the main paper. The exit condition is traced back to the loop's
 * induction variable (the paper's cases `add` and `phi`; variables in memory have
 * become phis by now). Beyond the paper: steps that are not constant, and geometric steps.
 * The formula is for readers; what a launch really does is counted by the tracer. */
#include "analysis/ir/induction.h"

#include <string.h>

#include "analysis/ir/dump.h"
#include "analysis/ir/query.h"
#include "analysis/passes/passes.h"
#include "base/str.h"

/* The loop variable behind one side of the exit's comparison: the phi, or its update. */
static bool match_side(const struct kernel *k, uint32_t loop, uint32_t v, struct induction *iv) {
    v = an_strip(k, v);
    if (an_match_induction(k, loop, v, iv))
        return true;
    const struct value *u = &k->values[v];
    for (uint32_t a = 0; a < u->n_args && is_step((enum op)u->op); a++)
        if (an_match_induction(k, loop, an_strip(k, u->args[a]), iv) && iv->update == v)
            return true;
    return false;
}

static int64_t constant(const struct value *values, uint32_t v, int64_t otherwise) {
    return values[v].op == OP_CONST ? values[v].imm : otherwise;
}

/* n such that the step multiplies or divides by 2^n each time; 0 = not geometric. */
static int64_t doublings(const struct value *values, const struct induction *iv) {
    int64_t step = constant(values, iv->step, 0);
    if (iv->op == OP_SHL || iv->op == OP_LSHR || iv->op == OP_ASHR)
        return step;
    int64_t n = 0;
    while (step > 1 && step % 2 == 0) {
        step /= 2;
        n++;
    }
    return step == 1 ? n : 0;
}

/* An expression's text without parentheses around the whole. */
static const char *bare(struct arena *a, const char *text) {
    int depth = 0;
    for (const char *c = text; *c; c++) {
        depth += (*c == '(') - (*c == ')');
        if (depth == 0)
            return c[1] || *text != '(' ? text : arena_strndup(a, text + 1, strlen(text) - 2);
    }
    return text;
}

/* "f(span / step)", without a division by one. */
static const char *steps_of(struct arena *a, const char *rounding, const char *span,
                            const char *step) {
    return strcmp(step, "1") == 0 ? bare(a, span)
                                  : arena_printf(a, "%s(%s / %s)", rounding, span, step);
}

/* "high / low", without a division by one. */
static const char *ratio(struct arena *a, const struct kernel *k, uint32_t high, uint32_t low,
                         int64_t add) {
    int64_t n = constant(k->values, low, INT64_MIN);
    const char *top = an_expr(a, k, high);
    if (n != INT64_MIN)
        return n + add == 1 ? bare(a, top) : arena_printf(a, "%s / %lld", top, (long long)n + add);
    return add ? arena_printf(a, "%s / (%s + %lld)", top, an_expr(a, k, low), (long long)add)
               : arena_printf(a, "%s / %s", top, an_expr(a, k, low));
}

/* A growing variable reaches the bound after ceil(log(bound / start)) steps. A shrinking one loses
 * its fraction in each step, so it goes below bound + 1 after floor(log(start / (bound + 1))) + 1.
 */
static const char *geometric(struct arena *a, const struct kernel *k, const struct induction *iv,
                             uint32_t bound, bool inclusive) {
    int64_t n = doublings(k->values, iv);
    bool grows = iv->op == OP_SHL || iv->op == OP_MUL, ceiling = grows && !inclusive;
    if (n <= 0)
        return NULL;
    const char *span =
        grows ? ratio(a, k, bound, iv->start, 0) : ratio(a, k, iv->start, bound, inclusive ? 0 : 1);
    const char *per = n == 1 ? "" : arena_printf(a, " / %lld", (long long)n);
    return arena_printf(a, "%s(log2(%s)%s)%s", ceiling ? "ceil" : "floor", span, per,
                        ceiling ? "" : " + 1");
}

static const char *arithmetic(struct arena *a, const struct kernel *k, const struct induction *iv,
                              uint32_t bound, bool inclusive) {
    const char *start = an_expr(a, k, iv->start), *end = an_expr(a, k, bound);
    const char *step = an_expr(a, k, iv->step);
    bool from_zero = constant(k->values, iv->start, 1) == 0;
    const char *span = iv->op == OP_SUB ? arena_printf(a, "(%s - %s)", start, end)
                       : from_zero      ? end
                                        : arena_printf(a, "(%s - %s)", end, start);
    return inclusive ? arena_printf(a, "%s + 1", steps_of(a, "floor", span, step))
                     : steps_of(a, "ceil", span, step);
}

/* Whether the loop also runs for the bound itself. */
static bool is_inclusive(int64_t predicate, bool stays_if_true) {
    bool equal = predicate == COMPARE_ULE || predicate == COMPARE_SLE || predicate == COMPARE_UGE ||
                 predicate == COMPARE_SGE;
    return predicate != COMPARE_EQ && predicate != COMPARE_NE && equal == stays_if_true;
}

/* The formula by one exit branch of the loop, or NULL. */
static const char *by_exit(struct arena *a, const struct kernel *k, uint32_t loop,
                           uint32_t branch) {
    uint32_t condition = an_strip(k, k->values[branch].args[0]);
    const struct value *c = &k->values[condition];
    if (c->op != OP_ICMP)
        return NULL;
    for (uint32_t side = 0; side < 2; side++) {
        struct induction iv;
        uint32_t bound = c->args[1 - side];
        if (!match_side(k, loop, c->args[side], &iv) || !is_invariant(k, bound, loop))
            continue;
        bool inclusive =
            is_inclusive(c->imm, in_loop(k, k->blocks[k->values[branch].block].succs[0], loop));
        return iv.op == OP_ADD || iv.op == OP_SUB ? arithmetic(a, k, &iv, bound, inclusive)
                                                  : geometric(a, k, &iv, bound, inclusive);
    }
    return NULL;
}

static bool leaves(const struct kernel *k, const struct block *b, uint32_t loop) {
    for (uint32_t s = 0; s < b->n_succs; s++)
        if (!in_loop(k, b->succs[s], loop))
            return true;
    return false;
}

/* Scalar evolution's sums of extremes are exact and hard to read: where they are long, a formula of
 * half the length that holds where the loop is entered serves better. */
static bool is_better(const char *formula, const struct loop *loop) {
    enum { LONG = 40 };
    size_t old = loop->formula ? strlen(loop->formula) : 0;
    return formula && (!loop->by || (old > LONG && strlen(formula) * 2 < old));
}

void an_find_trips(struct arena *a, struct kernel *k) {
    for (uint32_t l = 0; l < k->n_loops; l++) {
        struct loop *loop = &k->loops[l];
        uint32_t exits = 0;
        const char *found = NULL;
        for (uint32_t i = 0; i < k->n_blocks && loop->const_trips < 0; i++) {
            const struct block *b = &k->blocks[i];
            uint32_t last = b->n_values ? b->values[b->n_values - 1] : NONE;
            if (!in_loop(k, i, l) || !leaves(k, b, l) || k->values[last].op != OP_BR)
                continue;
            found = exits++ ? NULL : by_exit(a, k, l, last);
        }
        if (!is_better(found, loop))
            continue;
        loop->formula = found;
        loop->by = "induction";
    }
}
