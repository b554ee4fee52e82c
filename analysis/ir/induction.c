#include "analysis/ir/induction.h"

#include <math.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/query.h"

static bool is_computed(enum op op) {
    return op != OP_PHI && op != OP_LOAD && op != OP_ATOMIC && op != OP_CALL && op != OP_OPAQUE;
}

/* Longer chains of computation than this would make no readable formula. */
enum { DEEPEST = 6 };

static bool is_invariant_within(const struct kernel *k, uint32_t v, uint32_t loop, int depth) {
    const struct value *x = &k->values[v];
    if (!in_loop(k, x->block, loop))
        return true;
    if (!is_computed((enum op)x->op) || depth == 0)
        return false;
    for (uint32_t a = 0; a < x->n_args; a++)
        if (!is_invariant_within(k, x->args[a], loop, depth - 1))
            return false;
    return true;
}

bool is_invariant(const struct kernel *k, uint32_t v, uint32_t loop) {
    return is_invariant_within(k, v, loop, DEEPEST);
}

uint32_t an_strip(const struct kernel *k, uint32_t v) {
    while (k->values[v].op == OP_SEXT || k->values[v].op == OP_ZEXT ||
           k->values[v].op == OP_TRUNC || k->values[v].op == OP_COPY)
        v = k->values[v].args[0];
    return v;
}

bool is_step(enum op op) {
    return op == OP_ADD || op == OP_SUB || op == OP_SHL || op == OP_LSHR || op == OP_ASHR ||
           op == OP_UDIV || op == OP_SDIV || op == OP_MUL;
}

bool an_match_induction(const struct kernel *k, uint32_t loop, uint32_t phi, struct induction *iv) {
    const struct value *p = &k->values[phi];
    const struct block *header = &k->blocks[k->loops[loop].header];
    if (p->op != OP_PHI || p->block != k->loops[loop].header || p->n_args != 2)
        return false;
    uint32_t back = in_loop(k, header->preds[0], loop) ? 0 : 1;
    uint32_t update = an_strip(k, p->args[back]);
    const struct value *u = &k->values[update];
    if (!is_step((enum op)u->op) || u->n_args != 2)
        return false;
    uint32_t side = an_strip(k, u->args[0]) == phi ? 0 : 1;
    if (an_strip(k, u->args[side]) != phi || !is_invariant(k, u->args[1 - side], loop) ||
        (side == 1 && u->op != OP_ADD && u->op != OP_MUL))
        return false;
    *iv = (struct induction){phi, update, p->args[1 - back], u->args[1 - side], (enum op)u->op};
    return true;
}

/* A value where it is the same for all work-items and iterations, and what it grows by. */
struct linear {
    double value; /* NAN: it differs, or nobody knows */
    double step;  /* NAN: not the same everywhere */
};

struct walk {
    const struct kernel *k;
    const struct launch *l;
    struct stride_counter of;
    uint32_t steps; /* that are left: operands with many uses are visited for each of them */
};

enum { MOST_STEPS = 2000 };

static const struct linear not_known = {NAN, NAN};

static struct linear linear_of(struct walk *w, uint32_t value);

static struct linear argument(const struct walk *w, uint32_t parameter) {
    const struct launch_arg *a = launch_arg(w->l, (int)parameter, w->k->params[parameter].name);
    return (struct linear){a && a->kind == ARG_NUMBER ? a->number : NAN, 0};
}

/* A loop's variable; one of another loop stands still. */
static struct linear phi(struct walk *w, uint32_t value) {
    const struct kernel *k = w->k;
    struct linear x = not_known;
    struct induction iv;
    for (uint32_t l = 0; l < k->n_loops; l++) {
        if (k->loops[l].header != k->values[value].block || !an_match_induction(k, l, value, &iv))
            continue;
        if (l != w->of.loop) {
            /* It begins where the counter says, and goes on as before. */
            x.step = linear_of(w, iv.start).step;
        } else if (iv.op == OP_ADD || iv.op == OP_SUB) {
            double step = linear_of(w, iv.step).value;
            x.step = iv.op == OP_ADD ? step : -step;
        }
    }
    return x;
}

/* A sum of a, and of b as often as said. */
static struct linear sum(struct linear a, struct linear b, double times) {
    return (struct linear){a.value + times * b.value, a.step + times * b.step};
}

/* Where both factors differ from work-item to work-item, so does the step. */
static struct linear product(struct linear a, struct linear b) {
    double step = a.step == 0 && b.step == 0 ? 0
                  : a.step == 0              ? a.value * b.step
                  : b.step == 0              ? a.step * b.value
                                             : NAN;
    return (struct linear){a.value * b.value, step};
}

static struct linear work_item(const struct walk *w, const struct value *v) {
    const struct value *d = v->n_args ? &w->k->values[v->args[0]] : NULL;
    bool known = v->imm == QUERY_GLOBAL_ID && d && d->op == OP_CONST;
    if (!known)
        return not_known;
    return (struct linear){NAN, w->of.loop == NONE && d->imm == w->of.dimension};
}

static struct linear linear_of(struct walk *w, uint32_t value) {
    const struct value *v = &w->k->values[value];
    struct linear a, b;
    if (w->steps == 0)
        return not_known;
    w->steps--;
    switch (v->op) {
    case OP_CONST:
        return (struct linear){(double)v->imm, 0};
    case OP_PARAM:
        return argument(w, (uint32_t)v->imm);
    case OP_OBJECT:
        return (struct linear){NAN, 0};
    case OP_WORKITEM:
        return work_item(w, v);
    case OP_PHI:
        return phi(w, value);
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_COPY:
        return linear_of(w, v->args[0]);
    case OP_PTRADD:
        a = linear_of(w, v->args[0]);
        return v->n_args == 1 ? a : sum(a, linear_of(w, v->args[1]), (double)v->imm);
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_SHL:
        a = linear_of(w, v->args[0]);
        b = linear_of(w, v->args[1]);
        return v->op == OP_MUL   ? product(a, b)
               : v->op == OP_SHL ? product(a, (struct linear){exp2(b.value), b.step})
                                 : sum(a, b, v->op == OP_ADD ? 1 : -1);
    default:
        return not_known;
    }
}

double an_stride(const struct kernel *k, const struct launch *l, uint32_t value,
                 struct stride_counter of) {
    struct walk w = {.k = k, .l = l, .of = of, .steps = MOST_STEPS};
    return linear_of(&w, value).step;
}
