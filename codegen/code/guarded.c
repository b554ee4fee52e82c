#include "codegen/code/guarded.h"

/* Where an iteration of a loop ends, or the kernel: loop NONE. */
struct end {
    uint32_t block, loop;
};

/* Blocks of one form and how they follow each other. */
struct flow {
    struct arena *arena;
    uint32_t n;
    uint32_t *idom, *loop; /* by block */
    VEC(struct end) ends;
};

static struct flow flow_new(struct arena *a, uint32_t n) {
    return (struct flow){a, n, NEW_ARRAY(a, uint32_t, n), NEW_ARRAY(a, uint32_t, n), {0}};
}

static bool dominates(const struct flow *f, uint32_t over, uint32_t block) {
    while (block != NONE && block != over)
        block = f->idom[block];
    return block == over;
}

/* An edge to a loop's header: from within the loop it ends an iteration. */
static void add_edge(struct flow *f, uint32_t from, uint32_t header, uint32_t loop) {
    if (dominates(f, header, from))
        vec_push(f->arena, &f->ends, (struct end){from, loop});
}

static bool is_guarded(const struct flow *f, uint32_t block) {
    for (size_t i = 0; i < f->ends.n; i++)
        if (f->ends.at[i].loop == f->loop[block] && !dominates(f, block, f->ends.at[i].block))
            return true;
    return false;
}

static const bool *guarded_blocks(const struct flow *f) {
    bool *guarded = NEW_ARRAY(f->arena, bool, f->n);
    for (uint32_t b = 0; b < f->n; b++)
        guarded[b] = is_guarded(f, b);
    return guarded;
}

const bool *guarded_in_view(struct arena *a, const struct kernel *k) {
    struct flow f = flow_new(a, k->n_blocks);
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        f.idom[b] = k->blocks[b].idom;
        f.loop[b] = k->blocks[b].loop;
        if (!k->blocks[b].n_succs)
            vec_push(a, &f.ends, (struct end){b, NONE});
    }
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

const bool *guarded_in_code(struct arena *a, const struct code *c) {
    struct flow f = flow_new(a, c->n_blocks);
    for (uint32_t b = 0; b < c->n_blocks; b++) {
        f.idom[b] = c->blocks[b].idom;
        f.loop[b] = c->blocks[b].loop;
        if (is_last(c, &c->blocks[b]))
            vec_push(a, &f.ends, (struct end){b, NONE});
    }
    for (uint32_t l = 0; l < c->n_loops; l++)
        for (uint32_t b = 0; b < c->n_blocks; b++)
            for (uint32_t i = 0; i < c->blocks[b].n_succs; i++)
                if (c->blocks[b].succs[i] == c->loops[l].header)
                    add_edge(&f, b, c->loops[l].header, l);
    return guarded_blocks(&f);
}
