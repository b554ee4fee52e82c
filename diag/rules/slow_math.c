/* Full-precision functions where native ones are an instruction, and arithmetic in double that only
 * literals ask for. */
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/float_bits.h"
#include "analysis/ir/names.h"
#include "analysis/lanes/eval.h"
#include "base/vec.h"
#include "diag/finding/double_use.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* "division" */
#define MSG_SLOW_MATH "%s in full precision, where %s() takes an instruction or two"
#define MSG_SLOW_MATH_WHOLE "%s in full precision, where {fast math} takes an instruction or two"
/* "division" or "division of 1", function */
#define MSG_SLOW_MATH_ROOT "%s by a square root, where %s takes an instruction or two"
#define MSG_SLOW_MATH_ROOT_EXACT                                                                   \
    "multiply by it instead; it is off by at most 2 units in the last place"
#define MSG_SLOW_MATH_FAST                                                                         \
    "use it where its precision suffices; {fast math} does so for the whole program"
#define MSG_SLOW_MATH_DRIVER                                                                       \
    "use it where its precision suffices; {fast math} lets the driver do so for the whole program"
#define MSG_SLOW_MATH_NAME "use it where its precision suffices"
#define MSG_SLOW_MATH_OPTION "build with {fast math} where its precision suffices"
#define MSG_SLOW_MATH_THIS "the same is true here, whose cost is counted above"
/* places, "s" */
#define MSG_SLOW_MATH_MORE                                                                         \
    "the same is true here and in %zu more place%s, whose cost is counted above"
#define MSG_DOUBLE                                                                                 \
    "a literal without the suffix f makes this and what follows double precision, though all "     \
    "data "                                                                                        \
    "are float"
#define MSG_DOUBLE_SUFFIX_OPENCL                                                                   \
    "write the suffix, as in 0.5f; -cl-single-precision-constant does it for all literals"
#define MSG_DOUBLE_SUFFIX_CUDA "write the suffix, as in 0.5f"

/* --- what it finds --------------------------------------------------------- */

/* A row of fast_math.def. */
struct fast_math {
    const char *name, *opencl, *cuda;
    bool by_nvcc, by_hipcc, by_rocm;
};

static const struct fast_math fast_math[] = {
#define FAST_MATH(...) {__VA_ARGS__},
#include "diag/finding/fast_math.def"
#undef FAST_MATH
};

static const struct fast_math *fast_math_of(const char *name) {
    for (size_t i = 0; name && i < sizeof fast_math / sizeof *fast_math; i++)
        if (strcmp(fast_math[i].name, name) == 0)
            return &fast_math[i];
    return NULL;
}

/* The name of a function; where OpenCL has a native one of the same result, that is the first in
 * the list of built-ins. */
static const char *function_name(const struct value *v) {
    static const char native[] = "native_";
    const char *name = v->op == OP_MATH ? builtin_math_name(v->imm) : NULL;
    bool is_native = name && strncmp(name, native, sizeof native - 1) == 0;
    return is_native ? name + sizeof native - 1 : name;
}

/* What the table calls the function or operator; NULL if it is none of full precision. Only single
 * precision has faster forms. */
static const char *table_name(const struct value *v) {
    if (v->fast || v->bits != 32)
        return NULL;
    switch (v->cls) {
    case CLASS_FDIV:
        return "division";
    case CLASS_POW:
        return "pow";
    case CLASS_SQRT:
    case CLASS_EXP:
    case CLASS_LOG:
    case CLASS_SIN:
        return v->op != OP_MATH && v->cls == CLASS_SQRT ? "sqrt" : function_name(v);
    default:
        return NULL;
    }
}

/* In which language and by which compiler the kernel is what it is. */
struct dialect {
    bool cuda, hip, rocm; /* CUDA or HIP; HIP; OpenCL with AMD's library */
};

static struct dialect dialect_of(const struct rule_context *c) {
    bool cuda = c->result->kernel->language == KERNEL_CUDA;
    bool own = vendor_word(c->result->gpu->vendor, cuda, "fast math") != NULL;
    return (struct dialect){cuda, cuda && own, !cuda && own};
}

/* What the language calls the faster form, or NULL. */
static const char *native_of(struct dialect d, const struct fast_math *f) {
    return d.cuda ? f->cuda : f->opencl;
}

/* Whether an option takes it for the whole program. OpenCL's allows drivers to, of which only one
 * is known. */
static bool by_option(struct dialect d, const struct fast_math *f) {
    return d.hip ? f->by_hipcc : d.cuda ? f->by_nvcc : !d.rocm || f->by_rocm;
}

/* Where there is a faster form, by a name or an option. */
static const struct fast_math *slow_function(struct dialect d, const struct value *v) {
    const struct fast_math *f = fast_math_of(table_name(v));
    return f && (native_of(d, f) || by_option(d, f)) ? f : NULL;
}

/* "sinf()", or what the operation is called. */
static const char *source_name(struct arena *a, const struct value *v, struct dialect d) {
    const char *name = function_name(v);
    if (!name)
        return v->cls == CLASS_FDIV ? "division" : "square root";
    return arena_printf(a, d.cuda ? "%sf()" : "%s()", name);
}

/* Where the same is done. */
struct places {
    struct loc *at;
    size_t n, cap;
};

static void note_places(struct rule_context *c, struct finding *f, const struct places *also) {
    f->also = also->at;
    f->n_also = also->n;
    if (also->n == 1)
        rule_note(c, f, also->at[0], MSG_SLOW_MATH_THIS);
    else if (also->n)
        rule_note(c, f, also->at[0], MSG_SLOW_MATH_MORE, also->n - 1, diag_plural(also->n - 1));
}

static void report_function(struct rule_context *c, const struct value *v, struct rule_cost cost,
                            const struct places *also) {
    struct dialect d = dialect_of(c);
    const struct fast_math *fast = slow_function(d, v);
    const char *native = native_of(d, fast), *name = source_name(c->arena, v, d);
    if (cost.ms < 0)
        return;
    struct finding *f = native ? rule_report(c, v->loc, cost, MSG_SLOW_MATH, name, native)
                               : rule_report(c, v->loc, cost, MSG_SLOW_MATH_WHOLE, name);
    if (!native)
        rule_note(c, f, (struct loc){0}, MSG_SLOW_MATH_OPTION);
    else if (!d.cuda && !d.rocm)
        rule_note(c, f, (struct loc){0}, MSG_SLOW_MATH_DRIVER);
    else if (by_option(d, fast))
        rule_note(c, f, (struct loc){0}, MSG_SLOW_MATH_FAST);
    else
        rule_note(c, f, (struct loc){0}, MSG_SLOW_MATH_NAME);
    note_places(c, f, also);
}

/* Whether an earlier value is the same operator, as another component or inlined again. */
static bool seen_before(const struct value *values, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (values[i].cls == values[n].cls && loc_same(values[i].loc, values[n].loc))
            return true;
    return false;
}

/* The square root that the value divides by, if it is for nothing else; or NULL. */
static const struct value *root_divisor(const struct value *values, uint32_t n_values,
                                        const struct value *v) {
    if (v->cls != CLASS_FDIV || !table_name(v))
        return NULL;
    uint32_t by = v->args[1], uses = 0;
    for (uint32_t i = 0; i < n_values; i++)
        for (uint32_t arg = 0; arg < values[i].n_args; arg++)
            uses += values[i].args[arg] == by;
    const struct value *root = &values[by];
    bool is_root = root->op == OP_MATH && root->imm == MATH_SQRT && root->cls == CLASS_SQRT;
    return is_root && uses == 1 && root->loc.line && table_name(root) ? root : NULL;
}

/* Whether a division that has been reported takes the square root with it. */
static bool is_root_divisor(const struct value *values, uint32_t n_values,
                            const struct value *root) {
    for (uint32_t i = 0; root->cls == CLASS_SQRT && i < n_values; i++)
        if (values[i].loc.line && root_divisor(values, n_values, &values[i]) == root)
            return true;
    return false;
}

/* Native functions are one operation of the special unit, and one more to scale argument or
 * result. */
static const struct class_change native_classes[] = {
    {CLASS_FDIV, {CLASS_SFU, CLASS_FP32}}, {CLASS_SQRT, {CLASS_SFU, CLASS_FREE}},
    {CLASS_EXP, {CLASS_SFU, CLASS_FP32}},  {CLASS_LOG, {CLASS_SFU, CLASS_FP32}},
    {CLASS_SIN, {CLASS_SFU, CLASS_FP32}},  {CLASS_POW, {CLASS_SFU, CLASS_FP32}}};
static const struct counterfactual native = {
    .classes = native_classes, .n_classes = sizeof native_classes / sizeof *native_classes};

/* A division by a square root is a product with rsqrt(). */
static const struct class_change rsqrt_classes[] = {{CLASS_FDIV, {CLASS_FP32, CLASS_FREE}},
                                                    {CLASS_SQRT, {CLASS_SFU, CLASS_FREE}}};
static const struct counterfactual with_rsqrt = {
    .classes = rsqrt_classes, .n_classes = sizeof rsqrt_classes / sizeof *rsqrt_classes};

/* Unlike native functions, this one is no less precise. */
static void report_root(struct rule_context *c, const struct value *v, struct rule_cost cost,
                        const struct places *also) {
    const struct value *dividend = &c->result->kernel->values[v->args[0]];
    bool one = dividend->op == OP_CONST && double_of_bits(dividend->imm, dividend->bits) == 1;
    if (cost.ms < 0)
        return;
    const char *function = c->result->kernel->language == KERNEL_CUDA ? "rsqrtf()" : "rsqrt()";
    struct finding *f = rule_report(c, v->loc, cost, MSG_SLOW_MATH_ROOT,
                                    one ? "division of 1" : "division", function);
    rule_note(c, f, (struct loc){0}, MSG_SLOW_MATH_ROOT_EXACT);
    note_places(c, f, also);
}

/* Whether the launch takes longer than what the kernel does. */
static bool takes_no_time(const struct rule_context *c) {
    return study_estimate(c->study)->bound == BOUND_LAUNCH;
}

/* A value that a finding can be about. */
struct slow {
    const struct value *value, *root; /* that it divides by, or NULL */
    uint32_t depth;                   /* of its loop */
};

struct slow_list {
    struct slow *at;
    size_t n, cap;
};

static uint32_t depth_of(const struct kernel *k, const struct value *v) {
    const uint32_t loop = v->block < k->n_blocks ? k->blocks[v->block].loop : NONE;
    return loop == NONE ? 0 : k->loops[loop].depth;
}

/* All of the kernel whose places are known, each place once. */
static struct slow_list slow_values(const struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    const struct dialect d = dialect_of(c);
    struct slow_list l = {0};
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        if (!slow_function(d, v) || !v->loc.line || seen_before(k->values, i) ||
            is_root_divisor(k->values, k->n_values, v))
            continue;
        const struct slow x = {v, root_divisor(k->values, k->n_values, v), depth_of(k, v)};
        vec_push(c->arena, &l, x);
    }
    return l;
}

/* Whether one change of the source or of the options mends both: sines are as cosines. */
static bool is_alike(const struct slow *x, const struct slow *y) {
    return x->value->cls == y->value->cls && !x->root == !y->root;
}

/* Of all that are alike, the first of those in the innermost loops: the finding is there. */
static bool is_first(const struct slow_list *l, const struct slow *x) {
    for (const struct slow *y = l->at; y < l->at + l->n; y++)
        if (is_alike(x, y) && (y->depth > x->depth || (y->depth == x->depth && y < x)))
            return false;
    return true;
}

/* One finding of all that are alike, with the cost of all. */
static void report_alike(struct rule_context *c, const struct slow_list *l, const struct slow *x) {
    struct places others = {0}, all = {0};
    for (const struct slow *y = l->at; y < l->at + l->n; y++) {
        if (!is_alike(x, y))
            continue;
        vec_push(c->arena, &all, y->value->loc);
        if (y->root)
            vec_push(c->arena, &all, y->root->loc);
        if (y != x)
            vec_push(c->arena, &others, y->value->loc);
    }
    const struct whatif whatif = {.without = x->root ? &with_rsqrt : &native,
                                  .loc = x->value->loc,
                                  .also = all.at,
                                  .n_also = all.n};
    const struct study changed = study_without(c->study, &whatif);
    struct rule_cost cost = rule_cost_of(c, &changed);
    if (x->root)
        report_root(c, x->value, cost, &others);
    else
        report_function(c, x->value, cost, &others);
}

static void check_functions(struct rule_context *c) {
    const struct value *values = c->result->kernel->values;
    const uint32_t n_values = c->result->kernel->n_values;
    const struct dialect d = dialect_of(c);
    bool any = false;
    for (uint32_t i = 0; i < n_values && !any; i++)
        any = slow_function(d, &values[i]) != NULL;
    double most = any && !takes_no_time(c) ? rule_cost(c, &native, (struct loc){0}, NULL).ms : 0;
    if (most <= 0 || !rule_cost_matters(c, most))
        return;
    const struct slow_list l = slow_values(c);
    for (size_t i = 0; i < l.n; i++)
        if (is_first(&l, &l.at[i]))
            report_alike(c, &l, &l.at[i]);
}

static void check_double(struct rule_context *c) {
    const struct value *v = double_by_literal(c->result->kernel);
    struct rule_cost cost = {-1, -1, -1};
    if (v && !takes_no_time(c))
        cost = rule_cost(c, &double_as_float, (struct loc){0}, NULL);
    if (cost.ms < 0)
        return;
    bool cuda = c->result->kernel->language == KERNEL_CUDA;
    struct finding *f = rule_report(c, v->loc, cost, MSG_DOUBLE);
    rule_note(c, f, (struct loc){0}, cuda ? MSG_DOUBLE_SUFFIX_CUDA : MSG_DOUBLE_SUFFIX_OPENCL);
}

static void check(struct rule_context *c) {
    check_functions(c);
    check_double(c);
}

const struct rule rule_slow_math = {
    .traits = {.by_build_options = true, .precision = "medium"},
    .check = check,
};
