/* The suffix f for the floating-point literals of a function, which are double without. What was
 * computed in double from floats and literals, and became a float, is then computed in float. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/float_bits.h"
#include "analysis/lanes/eval.h"
#include "diag/finding/messages.h"
#include "diag/fix/edits.h"
#include "diag/fix/rounding.h"
#include "diag/fixes/table.h"

static bool is_double(const struct fix_text *t, size_t i) {
    const struct fix_token *token = &t->tokens[i];
    const char *s = t->text + token->begin;
    size_t n = token->end - token->begin;
    bool hex = n > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    if (token->kind != FIX_NUMBER || strchr("fFhHlL", s[n - 1]))
        return false;
    return memchr(s, '.', n) ||
           (hex ? memchr(s, 'p', n) || memchr(s, 'P', n) : memchr(s, 'e', n) || memchr(s, 'E', n));
}

bool fix_float_literals(struct fix_context *c) {
    const struct fix_text *t = c->source;
    size_t open, close, at = 0;
    while (at < t->n && t->tokens[at].line < c->finding->loc.line)
        at++;
    if (!fix_function(t, at, &open, &close))
        return false;
    for (size_t i = open; i < close; i++)
        if (is_double(t, i))
            fix_insert_behind(c, i, "f");
    c->fix->title = MSG_FIX_SUFFIX;
    return c->edits.n > 0;
}

/* How a float after the edit stands to the double that it was. */
struct narrowed {
    enum {
        NOT_THE_SAME,
        EXACT,        /* the same number */
        ROUNDED_ONCE, /* the nearest float to it: what the conversion to float would have given */
        ROUNDED
    } how;
    unsigned operations; /* in float, on the longest way from what is exact */
    /* Of what literals scale by: the largest and smallest product on the way, and the last. */
    double most, least, scale;
    /* Of the literals that are added: the largest sum on the way, and the last. */
    double most_added, added;
};

/* A comparison that knows how many operations in a row are rounded. */
struct narrowing {
    struct relation_edit edit;
    unsigned *operations;
};

/* Literals may scale or add so much more on the way than in the end: further away numbers leave the
 * range of float, or sums cancel. */
static const double most_scaled = 16777216, most_cancelled = 16;

static const struct narrowed different = {.how = NOT_THE_SAME};

static double number_of(const struct value *v) {
    return double_of_bits(v->imm, v->bits);
}

static struct narrowed exactly(void) {
    return (struct narrowed){.how = EXACT, .most = 1, .least = 1, .scale = 1};
}

/* A literal, or what the compiler has computed of some. */
static struct narrowed narrow_number(const struct value *x, const struct value *y) {
    double d = number_of(x), f = number_of(y);
    struct narrowed n = exactly();
    bool normal = d == 0 || (fabs(d) >= (double)FLT_MIN && fabs(d) <= (double)FLT_MAX);
    if (!normal || fabs(f - d) > 4 * fabs(d) * (double)FLT_EPSILON)
        return different;
    n.how = f == d ? EXACT : ROUNDED;
    n.scale = fabs(d);
    n.most_added = fabs(d);
    n.added = d;
    return n;
}

static struct narrowed narrow(struct relation *r, uint32_t x, uint32_t y, int steps);

static double larger(double x, double y) {
    return x > y ? x : y;
}

/* What all operands have in common. */
static struct narrowed combine(const struct narrowed *of, unsigned n, unsigned operations) {
    struct narrowed all = {.how = ROUNDED_ONCE, .most = 1, .least = 1, .scale = 1};
    for (unsigned i = 0; i < n; i++) {
        if (of[i].how == NOT_THE_SAME)
            return different;
        all.how = of[i].how == EXACT ? all.how : ROUNDED;
        all.operations = of[i].operations > all.operations ? of[i].operations : all.operations;
        all.most = larger(all.most, of[i].most);
        all.least = of[i].least < all.least ? of[i].least : all.least;
    }
    all.operations += operations;
    return all;
}

/* A product, or a quotient, scales what a literal is multiplied with. */
static void multiply(struct narrowed *all, const struct narrowed of[2], const bool literal[2],
                     bool divides) {
    all->scale = divides ? of[0].scale / of[1].scale : of[0].scale * of[1].scale;
    all->most = larger(all->most, all->scale);
    all->least = all->scale < all->least ? all->scale : all->least;
    for (int i = 0; i < 2; i++)
        if (literal[i] && !(divides && i == 0)) {
            double by = divides ? 1 / of[i].added : of[i].added;
            all->added = of[1 - i].added * by;
            all->most_added = of[1 - i].most_added * fabs(by);
        }
}

static void add(struct narrowed *all, const struct narrowed *x, const struct narrowed *y,
                double sign) {
    all->added = x->added + sign * y->added;
    all->most_added = larger(larger(x->most_added, y->most_added), fabs(all->added));
}

static bool is_near(const struct narrowed *n);

/* The result of an operation whose operands are narrowed so. Sums keep the scale of what is no
 * literal. */
static struct narrowed narrow_operation(const struct value *v, const struct narrowed *of,
                                        const bool *literal, unsigned n) {
    struct narrowed all = combine(of, n, v->op == OP_FMA ? 2 : 1), product = all;
    if (all.how == NOT_THE_SAME)
        return different;
    switch (v->op) {
    case OP_FMUL:
    case OP_FDIV:
        multiply(&all, of, literal, v->op == OP_FDIV);
        all.how = v->op == OP_FDIV ? ROUNDED : all.how;
        return all;
    case OP_FADD:
    case OP_FSUB:
        all.scale = literal[0] ? of[1].scale : of[0].scale;
        add(&all, &of[0], &of[1], v->op == OP_FSUB ? -1 : 1);
        return all;
    case OP_FMA:
        multiply(&product, of, literal, false);
        all = product;
        add(&all, &product, &of[2], 1);
        all.how = ROUNDED;
        return all;
    case OP_FNEG:
        all = of[0];
        all.added = -all.added;
        return all;
    default:
        for (unsigned i = 0; i < n; i++)
            if (!is_near(&of[i]))
                return different;
        if (v->op == OP_MATH && v->imm == MATH_FABS)
            return of[0];
        all.how = ROUNDED;
        return all;
    }
}

static bool is_narrowed_operation(const struct value *v) {
    switch (v->op) {
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FDIV:
    case OP_FMA:
    case OP_FNEG:
    case OP_FMIN:
    case OP_FMAX:
        return true;
    case OP_MATH:
        return v->imm == MATH_FABS || v->imm == MATH_SQRT ||
               (v->imm >= MATH_EXP && v->imm <= MATH_HYPOT) || v->imm == MATH_EXP2 ||
               v->imm == MATH_LOG2;
    default:
        return false;
    }
}

/* An integer that becomes a double, and a float: exact where it has at most 24 bits. */
static struct narrowed narrow_integer(struct relation *r, const struct value *x,
                                      const struct value *y) {
    struct narrowed n = exactly();
    enum { FLOAT_BITS = 24 };
    if (x->op != y->op || !relation_same(r, x->args[0], y->args[0]))
        return different;
    n.how = r->before->values[x->args[0]].bits <= FLOAT_BITS ? EXACT : ROUNDED;
    n.operations = n.how == ROUNDED;
    return n;
}

static struct narrowed narrow(struct relation *r, uint32_t x, uint32_t y, int steps) {
    enum { DOUBLE = 64, FLOAT = 32, MOST_OPERANDS = 3 };
    x = relation_source(r->before, x);
    y = relation_source(r->after, y);
    const struct value *v = &r->before->values[x], *w = &r->after->values[y];
    if (v->type != TYPE_FLOAT || w->type != TYPE_FLOAT || v->comps != 1 || w->comps != 1 ||
        v->bits != DOUBLE || w->bits != FLOAT || steps == 0)
        return different;
    if (rounding_is_number(v) && rounding_is_number(w))
        return narrow_number(v, w);
    if (v->op == OP_FPEXT)
        return relation_same(r, v->args[0], y) ? exactly() : different;
    if (v->op == OP_SITOFP || v->op == OP_UITOFP)
        return narrow_integer(r, v, w);
    if (v->op != w->op || v->imm != w->imm || v->n_args != w->n_args || v->n_args > MOST_OPERANDS ||
        !is_narrowed_operation(v))
        return different;
    struct narrowed of[MOST_OPERANDS] = {0};
    bool literal[MOST_OPERANDS] = {0};
    for (uint32_t i = 0; i < v->n_args; i++) {
        of[i] = narrow(r, v->args[i], w->args[i], steps - 1);
        literal[i] = rounding_is_number(&r->before->values[v->args[i]]);
    }
    return narrow_operation(v, of, literal, v->n_args);
}

/* No literal takes what is computed out of range and back, or away in a sum. */
static bool is_near(const struct narrowed *n) {
    return n->most <= most_scaled * larger(1, n->scale) &&
           n->least * most_scaled >= (n->scale < 1 ? n->scale : 1) &&
           n->most_added <= most_cancelled * fabs(n->added);
}

enum { MOST_STEPS = 64 };

/* What was converted to float, or compared, is a float. */
static bool same_in_float(struct relation *r, uint32_t x, uint32_t y) {
    const struct narrowing *narrowing = (const struct narrowing *)r->edit;
    const struct value *v = &r->before->values[x], *w = &r->after->values[y];
    if (v->op == OP_FCMP && w->op == OP_FCMP && v->imm == w->imm && v->comps == w->comps)
        return narrow(r, v->args[0], w->args[0], MOST_STEPS).how == EXACT &&
               narrow(r, v->args[1], w->args[1], MOST_STEPS).how == EXACT;
    if (v->op != OP_FPTRUNC)
        return false;
    struct narrowed n = narrow(r, v->args[0], y, MOST_STEPS);
    if (n.how == NOT_THE_SAME || !is_near(&n))
        return false;
    r->rounded[y] |= n.how == ROUNDED;
    if (n.how == ROUNDED && n.operations > *narrowing->operations)
        *narrowing->operations = n.operations;
    return true;
}

bool check_float_literals(const struct fix_check *c) {
    unsigned operations = 0;
    const struct narrowing narrowing = {{.allows = same_in_float}, &operations};
    struct relation r;
    if (!relation_holds(&r, c->arena, c->before, c->after, &narrowing.edit) ||
        !rounding_is_harmless(&r))
        return false;
    c->fix->exact = operations == 0;
    if (operations)
        c->fix->title = arena_printf(c->arena, MSG_FIX_SUFFIX_ROUNDED, operations,
                                     operations == 1 ? "" : "s", operations == 1 ? "s" : "");
    return true;
}
