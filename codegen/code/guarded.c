#include "codegen/code/guarded.h"

#include "codegen/code/dominators.h"

/* Blocks of one form and how they follow each other. An iteration of a loop ends where a block
 * jumps back, the kernel where one returns. */
struct flow {
    struct arena *arena;
    uint32_t n, n_loops;
    uint32_t *idom, *depth, *loop; /* by block: how many dominate it; loop n_loops: none */
    /* By loop, and of the kernel: the nearest block that all its ends come through; NONE: it has
     * no end. */
    uint32_t *before_ends;
};

static struct flow flow_new(struct arena *a, uint32_t n, uint32_t n_loops) {
    struct flow f = {a,
                     n,
                     n_loops,
                     NEW_ARRAY(a, uint32_t, n),
                     NEW_ARRAY(a, uint32_t, n),
                     NEW_ARRAY(a, uint32_t, n),
                     NEW_ARRAY(a, uint32_t, n_loops + 1)};
    for (uint32_t l = 0; l <= n_loops; l++)
        f.before_ends[l] = NONE;
    return f;
}

static void set_block(struct flow *f, uint32_t block, uint32_t idom, uint32_t loop) {
    f->idom[block] = idom;
    f->loop[block] = loop == NONE ? f->n_loops : loop;
}

/* Whether the block's depth is still to be counted; that of a root is 0. */
static bool is_uncounted(const struct flow *f, uint32_t block) {
    return f->idom[block] != NONE && !f->depth[block];
}

static void count_dominators(struct flow *f) {
    for (uint32_t b = 0; b < f->n; b++) {
        uint32_t n = 0, over = b;
        for (; is_uncounted(f, over); over = f->idom[over])
            n++;
        for (n += f->depth[over], over = b; is_uncounted(f, over); over = f->idom[over])
            f->depth[over] = n--;
    }
}

/* Nothing leads to a block without a dominator that is not the entry. */
static void add_end(struct flow *f, uint32_t block, uint32_t loop) {
    uint32_t *before = &f->before_ends[loop];
    if (block == 0 || f->idom[block] != NONE)
        *before = *before == NONE ? block : dominators_common(f->idom, f->depth, *before, block);
}

/* An edge to a loop's header: from within the loop it ends an iteration. */
static void add_edge(struct flow *f, uint32_t from, uint32_t header, uint32_t loop) {
    if (dominators_include(f->idom, from, header))
        add_end(f, from, loop);
}

static const bool *guarded_blocks(const struct flow *f) {
    bool *guarded = NEW_ARRAY(f->arena, bool, f->n);
    for (uint32_t b = 0; b < f->n; b++)
        guarded[b] = f->before_ends[f->loop[b]] != NONE;
    for (uint32_t l = 0; l <= f->n_loops; l++)
        for (uint32_t b = f->before_ends[l]; b != NONE; b = f->idom[b])
            guarded[b] &= f->loop[b] != l;
    return guarded;
}

const bool *guarded_in_view(struct arena *a, const struct kernel *k) {
    struct flow f = flow_new(a, k->n_blocks, k->n_loops);
    for (uint32_t b = 0; b < k->n_blocks; b++)
        set_block(&f, b, k->blocks[b].idom, k->blocks[b].loop);
    count_dominators(&f);
    for (uint32_t b = 0; b < k->n_blocks; b++)
        if (!k->blocks[b].n_succs)
            add_end(&f, b, k->n_loops);
    for (uint32_t l = 0; l < k->n_loops; l++) {
        const struct block *header = &k->blocks[k->loops[l].header];
        for (uint32_t i = 0; i < header->n_preds; i++)
            add_edge(&f, header->preds[i], k->loops[l].header, l);
    }
    return guarded_blocks(&f);
}

/* Blocks that end in an exit, a conditional one, too. */
static bool is_last(const struct code *c, const struct code_block *block) {
    return block->n && c->instructions[block->first + block->n - 1].flow == CODE_EXIT;
}

/* By block: the loop that it is the header of, or NONE. */
static const uint32_t *loops_by_header(struct arena *a, const struct code *c) {
    uint32_t *loop = NEW_ARRAY(a, uint32_t, c->n_blocks);
    for (uint32_t b = 0; b < c->n_blocks; b++)
        loop[b] = NONE;
    for (uint32_t l = 0; l < c->n_loops; l++)
        loop[c->loops[l].header] = l;
    return loop;
}

const bool *guarded_in_code(struct arena *a, const struct code *c) {
    struct flow f = flow_new(a, c->n_blocks, c->n_loops);
    const uint32_t *loop_at = loops_by_header(a, c);
    for (uint32_t b = 0; b < c->n_blocks; b++)
        set_block(&f, b, c->blocks[b].idom, c->blocks[b].loop);
    count_dominators(&f);
    for (uint32_t b = 0; b < c->n_blocks; b++) {
        const struct code_block *block = &c->blocks[b];
        if (is_last(c, block))
            add_end(&f, b, c->n_loops);
        for (uint32_t i = 0; i < block->n_succs; i++)
            if (loop_at[block->succs[i]] != NONE)
                add_edge(&f, b, block->succs[i], loop_at[block->succs[i]]);
    }
    return guarded_blocks(&f);
}
