/* Which values differ between the work-items of a warp. */
#include <string.h>

#include "analysis/ir/query.h"
#include "codegen/estimate/registers/registers.h"

static bool starts_varying(const struct value *v) {
    return v->op == OP_ATOMIC ||
           (v->op == OP_WORKITEM &&
            (v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_LOCAL_ID ||
             v->imm == QUERY_GLOBAL_LINEAR_ID || v->imm == QUERY_LOCAL_LINEAR_ID ||
             v->imm == QUERY_SUB_GROUP_LOCAL_ID));
}

static bool is_header_around(const struct kernel *k, uint32_t header, uint32_t block) {
    uint32_t l = k->blocks[header].loop;
    return l != NONE && k->loops[l].header == header && in_loop(k, block, l);
}

/* Ways into a block, but for those back to a loop's start: work-items that come in together go
 * round together until something else parts them. */
static uint32_t entries(const struct kernel *k, uint32_t block) {
    const struct block *b = &k->blocks[block];
    bool header = b->loop != NONE && k->loops[b->loop].header == block;
    uint32_t n = 0;
    for (uint32_t p = 0; p < b->n_preds; p++)
        n += !(header && in_loop(k, b->preds[p], b->loop));
    return n;
}

/* The phis of a block. */
static void mark_phis(const struct kernel *k, uint32_t block, bool *varying) {
    const struct block *b = &k->blocks[block];
    for (uint32_t i = 0; i < b->n_values && k->values[b->values[i]].op == OP_PHI; i++)
        varying[b->values[i]] = true;
}

/* Work-items that part at the end of a block meet where its ways do: which way one came decides
 * the phis there, and those behind a loop that they leave one after another. */
static void mark_joins(const struct kernel *k, uint32_t block, uint32_t *stack, bool *seen,
                       bool *varying) {
    uint32_t n = 0, last = k->blocks[block].ipdom;
    memset(seen, 0, k->n_blocks * sizeof *seen);
    stack[n++] = block;
    while (n) {
        const struct block *from = &k->blocks[stack[--n]];
        for (uint32_t s = 0; s < from->n_succs; s++) {
            uint32_t to = from->succs[s];
            bool leaves = k->blocks[block].loop != NONE && !in_loop(k, to, k->blocks[block].loop);
            if (seen[to] || is_header_around(k, to, block))
                continue;
            seen[to] = true;
            if (entries(k, to) > 1 || leaves)
                mark_phis(k, to, varying);
            if (to != last)
                stack[n++] = to;
        }
    }
}

const bool *regs_varying(struct arena *a, const struct kernel *k) {
    bool *varying = NEW_ARRAY(a, bool, k->n_values), *seen = NEW_ARRAY(a, bool, k->n_blocks);
    uint32_t *stack = NEW_ARRAY(a, uint32_t, k->n_blocks + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < k->n_values; i++) {
            const struct value *v = &k->values[i];
            bool is = starts_varying(v);
            for (uint32_t n = 0; n < v->n_args && !is; n++)
                is = varying[v->args[n]];
            if (!is || varying[i])
                continue;
            changed = varying[i] = true;
            if ((v->op == OP_BR || v->op == OP_SWITCH) && v->block != NONE)
                mark_joins(k, v->block, stack, seen, varying);
        }
    }
    return varying;
}
