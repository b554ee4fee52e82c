/* Ranges of integers against all values that they take: random expressions of a work-item's ids are
 * evaluated for every work-item, with and without a branch that leads to where they are used. */
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/value_range.h"
#include "analysis/lanes/eval.h"
#include "check.h"

enum { SEED = 20261, KERNELS = 4000, ITEMS = 64, GROUPS = 4, LEAVES = 4, OPERATIONS = 6 };

/* Blocks: 0 branches on a comparison to 1 and 2. */
enum { ENTRY, TAKEN, OTHER, N_BLOCKS };

static const enum op all_ops[] = {OP_ADD,  OP_SUB,  OP_MUL,  OP_UDIV,   OP_SDIV, OP_UREM,
                                  OP_SREM, OP_SHL,  OP_LSHR, OP_ASHR,   OP_AND,  OP_OR,
                                  OP_XOR,  OP_SMIN, OP_SMAX, OP_SELECT, OP_TRUNC};

struct expression {
    struct value values[LEAVES + OPERATIONS + 2];
    uint32_t args[LEAVES + OPERATIONS + 2][3];
    uint32_t n, last, comparison;
    struct block blocks[N_BLOCKS];
    uint32_t branch_block[1], successors[2], predecessor[1];
    struct kernel kernel;
};

static unsigned below(unsigned short *state, unsigned n) {
    return (unsigned)nrand48(state) % n;
}

static uint32_t add(struct expression *e, struct value v) {
    uint32_t n = e->n++;
    v.comps = 1;
    v.type = TYPE_INT;
    v.args = e->args[n];
    e->values[n] = v;
    return n;
}

static void make(struct expression *e, unsigned short *state) {
    memset(e, 0, sizeof *e);
    uint32_t dimension = add(e, (struct value){.op = OP_CONST, .bits = 32, .block = NONE});
    uint32_t id = add(e, (struct value){.op = OP_WORKITEM,
                                        .bits = 32,
                                        .n_args = 1,
                                        .imm = below(state, 2) ? QUERY_LOCAL_ID : QUERY_GROUP_ID});
    e->args[id][0] = dimension;
    while (e->n < LEAVES)
        add(e, (struct value){.op = OP_CONST, .bits = 32, .imm = (int)below(state, 80) - 8});
    for (int i = 0; i < OPERATIONS; i++) {
        struct value v = {.op = (uint8_t)all_ops[below(state, sizeof all_ops / sizeof *all_ops)],
                          .bits = 32,
                          .n_args = 2};
        v.n_args = v.op == OP_SELECT ? 3 : v.op == OP_TRUNC ? 1 : 2;
        v.imm = 0;
        uint32_t from = e->n, n = add(e, v);
        for (int a = 0; a < 3; a++)
            e->args[n][a] = 1 + below(state, from - 1);
    }
    e->last = e->n - 1;
    e->comparison = add(
        e, (struct value){
               .op = OP_ICMP, .bits = 1, .n_args = 2, .imm = COMPARE_EQ + (int)below(state, 10)});
    e->args[e->comparison][0] = below(state, 2) ? e->last : 2;
    e->args[e->comparison][1] = e->args[e->comparison][0] == 2 ? e->last : 2;
    uint32_t branch = add(e, (struct value){.op = OP_BR, .n_args = 1});
    e->args[branch][0] = e->comparison;
    e->branch_block[0] = branch;
    e->successors[0] = TAKEN;
    e->successors[1] = OTHER;
    e->blocks[ENTRY] = (struct block){.values = e->branch_block,
                                      .n_values = 1,
                                      .succs = e->successors,
                                      .n_succs = 2,
                                      .idom = NONE,
                                      .loop = NONE};
    for (int b = TAKEN; b <= OTHER; b++)
        e->blocks[b] = (struct block){.preds = e->predecessor, .n_preds = 1, .loop = NONE};
    e->kernel = (struct kernel){
        .values = e->values, .n_values = e->n, .blocks = e->blocks, .n_blocks = N_BLOCKS};
}

/* The values of one work-item; false where an operation has no result. */
static bool evaluate(const struct expression *e, int64_t item, int64_t group, int64_t *results) {
    for (uint32_t i = 0; i < e->n - 1; i++) {
        const struct value *v = &e->values[i];
        int64_t x[3] = {0};
        for (uint32_t a = 0; a < v->n_args; a++)
            x[a] = results[v->args[a]];
        if (v->op == OP_CONST)
            results[i] = v->imm;
        else if (v->op == OP_WORKITEM)
            results[i] = v->imm == QUERY_LOCAL_ID ? item : group;
        else if (v->op == OP_SELECT)
            results[i] = x[0] ? x[1] : x[2];
        else if (!eval_lane(v, 32, x, &results[i]))
            return false;
        results[i] = wrap_bits(results[i], v->bits);
    }
    return true;
}

static bool is_in(struct range r, int64_t n) {
    return n >= r.low && n <= r.high;
}

/* How many ranges were smaller than the type, of all. */
static void check_expression(const struct expression *e, const struct launch *l, int *narrow) {
    struct range r[N_BLOCKS];
    for (uint32_t b = 0; b < N_BLOCKS; b++)
        r[b] = an_range(&e->kernel, l, e->last, b);
    *narrow += r[TAKEN].low > INT32_MIN || r[TAKEN].high < INT32_MAX;
    bool holds = true;
    for (int64_t group = 0; group < GROUPS; group++)
        for (int64_t item = 0; item < ITEMS; item++) {
            int64_t results[LEAVES + OPERATIONS + 2];
            if (!evaluate(e, item, group, results))
                continue;
            int64_t n = results[e->last];
            holds =
                holds && is_in(r[ENTRY], n) && is_in(r[results[e->comparison] ? TAKEN : OTHER], n);
        }
    CHECK(holds);
}

int main(void) {
    unsigned short state[3] = {SEED, 0, 0};
    struct launch l = {.global = {ITEMS * GROUPS, 1, 1}, .local = {ITEMS, 1, 1}};
    struct expression e;
    int narrow = 0;
    for (int i = 0; i < KERNELS; i++) {
        make(&e, state);
        check_expression(&e, &l, &narrow);
    }
    CHECK(narrow > KERNELS / 2);
    return CHECK_DONE();
}
