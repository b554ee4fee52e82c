/* Additions and logic operations that a GPU with three-input instructions does together with the
 * one operation that uses them: a + b + c, and any function of three words. Whether it has these is
 * the performance model's to say. For each operation greedily, in program order; not modelled:
 * shifts joined with additions, and operations of different blocks. */
#include "analysis/ir/query.h"
#include "codegen/estimate/machine/machine.h"

enum { MOST_INPUTS = 3 };

/* What a logic operation reads, with those that it is joined with. */
struct inputs {
    uint32_t at[MOST_INPUTS];
    uint32_t n;
};

struct joiner {
    struct kernel *k;
    const uint32_t *n_uses;
    struct inputs *inputs; /* by value */
};

static bool is_sum(const struct value *v) {
    return v->op == OP_ADD || v->op == OP_SUB;
}

static bool is_logic(const struct value *v) {
    return v->op == OP_AND || v->op == OP_OR || v->op == OP_XOR;
}

/* Whether the argument can be done with v: the same kind, and nothing else wants it. */
static bool can_join(const struct joiner *j, const struct value *v, uint32_t arg,
                     bool (*kind)(const struct value *)) {
    const struct value *with = &j->k->values[arg];
    return with->cls == CLASS_INT && kind(with) && with->block == v->block && j->n_uses[arg] == 1 &&
           with->comps == v->comps;
}

static void join_sum(const struct joiner *j, struct value *v) {
    for (uint32_t a = 0; a < v->n_args; a++) {
        uint32_t arg = v->args[a];
        if (!can_join(j, v, arg, is_sum) || j->inputs[arg].n)
            continue;
        j->k->values[arg].cls = CLASS_JOINED_SUM;
        j->inputs[v - j->k->values].n = MOST_INPUTS;
        return;
    }
}

/* Inverting costs nothing. */
static bool is_inversion(const struct kernel *k, const struct value *v, uint32_t arg) {
    const struct value *c = &k->values[arg];
    return v->op == OP_XOR && c->op == OP_CONST && !c->imms && c->imm == -1;
}

/* False, and nothing added, if there would be too many. */
static bool add_inputs(struct inputs *to, const struct inputs *more) {
    struct inputs all = *to;
    for (uint32_t i = 0; i < more->n; i++) {
        uint32_t o = 0;
        while (o < all.n && all.at[o] != more->at[i])
            o++;
        if (o == MOST_INPUTS)
            return false;
        all.at[o] = more->at[i];
        all.n += o == all.n;
    }
    *to = all;
    return true;
}

static void join_logic(const struct joiner *j, struct value *v) {
    struct inputs *mine = &j->inputs[v - j->k->values];
    bool joined[2] = {false};
    for (uint32_t a = 0; a < 2; a++)
        joined[a] =
            can_join(j, v, v->args[a], is_logic) && add_inputs(mine, &j->inputs[v->args[a]]);
    for (uint32_t a = 0; a < 2; a++) {
        if (joined[a] || is_inversion(j->k, v, v->args[a]))
            continue;
        if (add_inputs(mine, &(struct inputs){{v->args[a]}, 1}))
            continue;
        *mine = (struct inputs){{v->args[0], v->args[1]}, 2};
        return;
    }
    for (uint32_t a = 0; a < 2; a++)
        if (joined[a])
            j->k->values[v->args[a]].cls = CLASS_JOINED_LOGIC;
}

void cg_fuse_three_input(struct arena *a, struct kernel *k) {
    struct joiner j = {k, an_count_uses(a, k), NEW_ARRAY(a, struct inputs, k->n_values)};
    for (uint32_t b = 0; b < k->n_blocks; b++)
        for (uint32_t i = 0; i < k->blocks[b].n_values; i++) {
            struct value *v = &k->values[k->blocks[b].values[i]];
            if (v->cls == CLASS_INT && is_sum(v))
                join_sum(&j, v);
            if (v->cls == CLASS_INT && is_logic(v))
                join_logic(&j, v);
        }
}
