/* Additions and logic operations that a GPU with three-input instructions does together with the
 * one operation that uses them: a + b + c, (a << n) + b, and any function of three words. Whether
 * it has these is the performance model's to say. For each operation greedily, in program order;
 * not modelled: operations of different blocks. */
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

/* Whether the argument can be done with v: nothing else wants it, and all of it is there. */
static bool is_for(const struct joiner *j, const struct value *v, uint32_t arg) {
    const struct value *with = &j->k->values[arg];
    return with->block == v->block && j->n_uses[arg] == 1 && with->comps == v->comps;
}

/* The same kind of operation of the same width. */
static bool can_join(const struct joiner *j, const struct value *v, uint32_t arg,
                     bool (*kind)(const struct value *)) {
    const struct value *with = &j->k->values[arg];
    return with->cls == v->cls && kind(with) && is_for(j, v, arg);
}

/* The class of a sum with that word: a shift to the left by a constant, or a rotation by one. */
static enum op_class class_of_sum_with(const struct joiner *j, const struct value *with) {
    const struct value *values = j->k->values;
    if (with->cls != CLASS_SHIFT)
        return CLASS_INT;
    if (with->op == OP_SHL)
        return values[with->args[1]].op == OP_CONST ? CLASS_SHIFTED_SUM : CLASS_INT;
    bool by_constant = with->n_args && values[with->args[with->n_args - 1]].op == OP_CONST;
    return is_rotation(with) && by_constant ? CLASS_ROTATED_SUM : CLASS_INT;
}

/* Whether one of the words that are added is shifted; whatever the others are, that sum is one
 * instruction. */
static bool join_shift(const struct joiner *j, struct value *v) {
    for (uint32_t a = 0; a < 2 && v->op == OP_ADD && v->cls == CLASS_INT; a++) {
        enum op_class sum =
            is_for(j, v, v->args[a]) ? class_of_sum_with(j, &j->k->values[v->args[a]]) : CLASS_INT;
        if (sum == CLASS_INT)
            continue;
        v->cls = (uint8_t)sum;
        return true;
    }
    return false;
}

static void join_sum(const struct joiner *j, struct value *v) {
    for (uint32_t a = 0; a < v->n_args; a++) {
        uint32_t arg = v->args[a];
        if (!can_join(j, v, arg, is_sum) || j->inputs[arg].n)
            continue;
        j->k->values[arg].cls = v->cls == CLASS_INT ? CLASS_JOINED_SUM : CLASS_JOINED_SUM64;
        j->inputs[v - j->k->values].n = MOST_INPUTS;
        return;
    }
}

/* Inverting costs nothing. */
static bool is_inversion(const struct value *values, const struct value *v, uint32_t arg) {
    const struct value *c = &values[arg];
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
        if (joined[a] || is_inversion(j->k->values, v, v->args[a]))
            continue;
        if (add_inputs(mine, &(struct inputs){{v->args[a]}, 1}))
            continue;
        *mine = (struct inputs){{v->args[0], v->args[1]}, 2};
        return;
    }
    for (uint32_t a = 0; a < 2; a++)
        if (joined[a])
            j->k->values[v->args[a]].cls =
                v->cls == CLASS_INT ? CLASS_JOINED_LOGIC : CLASS_JOINED_LOGIC64;
}

/* Whether the instruction adds two words of registers, and nothing else. */
static bool is_plain_sum(const struct joiner *j, const struct value *v) {
    return v->cls == CLASS_INT && v->bits >= 32 && is_sum(v) && !j->inputs[v - j->k->values].n &&
           j->k->values[v->args[0]].op != OP_CONST && j->k->values[v->args[1]].op != OP_CONST;
}

void cg_fuse_three_input(struct arena *a, struct kernel *k) {
    struct joiner j = {k, an_count_uses(a, k), NEW_ARRAY(a, struct inputs, k->n_values)};
    for (uint32_t b = 0; b < k->n_blocks; b++)
        for (uint32_t i = 0; i < k->blocks[b].n_values; i++) {
            struct value *v = &k->values[k->blocks[b].values[i]];
            bool whole = v->cls == CLASS_INT || v->cls == CLASS_INT64;
            if (whole && is_sum(v) && !join_shift(&j, v))
                join_sum(&j, v);
            if (whole && is_logic(v))
                join_logic(&j, v);
        }
    for (uint32_t i = 0; i < k->n_values; i++)
        if (is_plain_sum(&j, &k->values[i]))
            k->values[i].cls = CLASS_PLAIN_SUM;
}
