/* What NVIDIA's compilers make of a global id: two special registers, the group's number and the
 * item's in it, each read once for all that needs it, and a multiply-add. Only for counting
 * registers. */
#include <string.h>

#include "analysis/ir/query.h"
#include "analysis/ir/value_range.h"
#include "base/vec.h"
#include "codegen/estimate/registers/registers.h"

/* A special register that was read. */
struct special {
    int64_t query, dimension;
    uint32_t value;
};

struct splitter {
    struct arena *arena;
    const struct kernel *k;
    const bool *wide; /* by value of the kernel */
    VEC(struct value) values;
    VEC(struct special) read;
    VEC(uint32_t) order; /* of the block */
};

static uint32_t add_value(struct splitter *s, struct value v) {
    uint32_t n = (uint32_t)s->values.n;
    vec_push(s->arena, &s->values, v);
    return n;
}

/* The special register of the id's dimension; it is read again only where no read before is on
 * every way to the block. */
static uint32_t read_special(struct splitter *s, const struct value *id, int64_t query) {
    int64_t dimension = s->k->values[id->args[0]].imm;
    for (size_t i = 0; i < s->read.n; i++) {
        const struct special *x = &s->read.at[i];
        if (x->query == query && x->dimension == dimension &&
            dominates(s->k, s->values.at[x->value].block, id->block))
            return x->value;
    }
    struct value v = *id;
    v.imm = query;
    uint32_t n = add_value(s, v);
    vec_push(s->arena, &s->read, (struct special){query, dimension, n});
    vec_push(s->arena, &s->order, n);
    return n;
}

static bool asks(const struct splitter *s, const struct value *v, int64_t query) {
    return v->op == OP_WORKITEM && v->imm == query && v->n_args == 1 &&
           s->k->values[v->args[0]].op == OP_CONST;
}

static void split(struct splitter *s, uint32_t n) {
    struct value v = s->values.at[n];
    uint32_t *args = NEW_ARRAY(s->arena, uint32_t, 2);
    if (asks(s, &v, QUERY_GLOBAL_ID)) {
        args[0] = read_special(s, &v, QUERY_GROUP_ID);
        args[1] = read_special(s, &v, QUERY_LOCAL_ID);
        v.op = OP_ADD;
        v.n_args = 2;
        v.bits = s->wide[n] ? v.bits : 32;
        v.args = args;
    } else if (asks(s, &v, QUERY_LOCAL_ID)) {
        args[0] = read_special(s, &v, QUERY_LOCAL_ID);
        v.op = OP_COPY;
        v.imm = 0;
        v.args = args;
    }
    s->values.at[n] = v;
    vec_push(s->arena, &s->order, n);
}

/* The windowed order of a block with the values that were added to it, which are read first. */
static const uint32_t *windowed(const struct splitter *s, const struct block *b) {
    uint32_t *order = NEW_ARRAY(s->arena, uint32_t, s->order.n), n = 0;
    for (size_t i = 0; i < s->order.n; i++)
        if (s->order.at[i] >= s->k->n_values)
            order[n++] = s->order.at[i];
    memcpy(order + n, b->windowed_order, b->n_values * sizeof *order);
    return order;
}

const struct kernel *regs_split_ids(struct arena *a, const struct kernel *k) {
    struct splitter s = {.arena = a, .k = k, .wide = demanded_high_halves(a, k)};
    struct kernel *result = arena_memdup(a, k, sizeof *k);
    struct block *blocks = arena_memdup(a, k->blocks, k->n_blocks * sizeof *k->blocks);
    for (uint32_t i = 0; i < k->n_values; i++)
        vec_push(a, &s.values, k->values[i]);
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        s.order.n = 0;
        for (uint32_t i = 0; i < blocks[b].n_values; i++)
            split(&s, blocks[b].values[i]);
        blocks[b].values = arena_memdup(a, s.order.at, s.order.n * sizeof *s.order.at);
        blocks[b].compact = blocks[b].values;
        if (blocks[b].windowed_order)
            blocks[b].windowed_order = windowed(&s, &blocks[b]);
        blocks[b].n_values = (uint32_t)s.order.n;
    }
    result->blocks = blocks;
    result->values = s.values.at;
    result->n_values = (uint32_t)s.values.n;
    return result;
}
