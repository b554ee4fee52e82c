/* Short sides of branches that a GPU's compiler executes under a predicate, without branching:
 * up to 4 instructions (CUDA C Programming Guide 4.2, section 5.4.2; not modelled: 7 where lanes
 * are likely to divide). Warps of which no lane takes the side issue its instructions all the same;
 * they move no data. */
#include "analysis/ir/names.h"
#include "analysis/ir/query.h"
#include "codegen/estimate/machine/machine.h"

enum { MOST_INSTRUCTIONS = 4 };

/* Instructions of the block but for its branch. An address is two at most. */
static uint32_t instructions_of(const struct kernel *k, const struct block *b) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n_values; i++) {
        const struct value *v = &k->values[b->values[i]];
        bool ends = v->op == OP_BR || v->op == OP_SWITCH || v->op == OP_RET;
        if (is_access(v))
            n++;
        else if (!ends)
            n += v->cls == CLASS_ADDRESS ? 2 : instruction_count(k, v);
    }
    return n;
}

/* Whether one instruction of the block cannot be predicated, or stands for many. */
static bool has_obstacle(const struct value *values, const struct block *b) {
    for (uint32_t i = 0; i < b->n_values; i++) {
        const struct value *v = &values[b->values[i]];
        if (v->op == OP_BARRIER || v->op == OP_CALL || v->op == OP_RET || v->cls == CLASS_FDIV ||
            v->cls == CLASS_IDIV || v->cls == CLASS_IDIV64 || v->cls == CLASS_FDIV64 ||
            v->cls == CLASS_SQRT || class_is_elementary((enum op_class)v->cls))
            return true;
    }
    return false;
}

/* A block that only `from` leads to and that joins what follows. */
static bool is_side(const struct kernel *k, uint32_t from, uint32_t block) {
    if (block >= k->n_blocks)
        return false;
    const struct block *b = &k->blocks[block];
    return b->n_preds == 1 && b->preds[0] == from && b->n_succs == 1 && b->succs[0] != from &&
           !has_obstacle(k->values, b) && instructions_of(k, b) <= MOST_INSTRUCTIONS;
}

static bool joins(const struct block *blocks, uint32_t side, uint32_t at) {
    const struct block *b = &blocks[side];
    return b->n_succs > 0 && b->succs[0] == at;
}

/* One side that falls through to where the other goes, or two that meet. */
static void predicate_sides(struct kernel *k, uint32_t from) {
    struct block *b = &k->blocks[from];
    struct value *v = &k->values[b->values[b->n_values - 1]];
    if (v->op != OP_BR || b->n_succs != 2 || b->succs[0] == b->succs[1])
        return;
    uint32_t x = b->succs[0], y = b->succs[1];
    bool first = is_side(k, from, x), second = is_side(k, from, y);
    bool both = first && second && joins(k->blocks, x, k->blocks[y].succs[0]);
    if (!both && !(first && joins(k->blocks, x, y)) && !(second && joins(k->blocks, y, x)))
        return;
    if (both || joins(k->blocks, x, y))
        k->blocks[x].predicated = first;
    if (both || joins(k->blocks, y, x))
        k->blocks[y].predicated = second;
    v->cls = CLASS_FREE;
}

void cg_predicate(struct kernel *k) {
    for (uint32_t i = 0; i < k->n_blocks; i++)
        predicate_sides(k, i);
}
