#include "codegen/code/code.h"

#include <string.h>

#include "codegen/code/dominators.h"

/* Blocks of one code on their way: the dominators by Cooper, Harvey and Kennedy ("A simple, fast
 * dominance algorithm", 2001), loops from edges to a block that dominates their beginning. */
struct graph {
    struct arena *arena;
    struct code_block *blocks;
    uint32_t n;
    uint32_t *idom;   /* by block */
    uint32_t *order;  /* reachable blocks, each after those on some path to it */
    uint32_t *number; /* by block: in order; NONE: unreachable */
    uint32_t n_order;
};

static bool ends_block(const struct code_instruction *in) {
    return in->flow == CODE_BRANCH || in->flow == CODE_RETURN || in->flow == CODE_UNKNOWN_TARGET ||
           in->flow == CODE_EXIT;
}

/* Whether what stands behind the instruction can be executed after it. */
static bool goes_on(const struct code_instruction *in) {
    return in->conditional || !ends_block(in);
}

/* The number of the block that begins at each instruction, else NONE. */
static uint32_t *find_starts(struct arena *a, const struct code *c, uint32_t *n_blocks) {
    uint32_t n = c->n_instructions, *start = NEW_ARRAY(a, uint32_t, n + 1);
    bool *leads = NEW_ARRAY(a, bool, n + 1);
    leads[0] = true;
    for (uint32_t i = 0; i < n; i++) {
        const struct code_instruction *in = &c->instructions[i];
        leads[i + 1] |= ends_block(in);
        if (in->flow == CODE_BRANCH && in->target < n)
            leads[in->target] = true;
    }
    *n_blocks = 0;
    for (uint32_t i = 0; i < n; i++)
        start[i] = leads[i] ? (*n_blocks)++ : NONE;
    return start;
}

static void add_successor(struct code_block *b, uint32_t to) {
    if (b->n_succs == 0 || b->succs[0] != to)
        b->succs[b->n_succs++] = to;
}

static void make_blocks(struct graph *g, const struct code *c, const uint32_t *start) {
    struct code_block *b = NULL;
    for (uint32_t i = 0; i < c->n_instructions; i++) {
        if (start[i] != NONE) {
            b = &g->blocks[start[i]];
            *b = (struct code_block){.first = i, .loop = NONE};
        }
        b->n++;
        const struct code_instruction *in = &c->instructions[i];
        bool last = i + 1 == c->n_instructions || start[i + 1] != NONE;
        if (!last)
            continue;
        if (in->flow == CODE_BRANCH && in->target < c->n_instructions)
            add_successor(b, start[in->target]);
        if (goes_on(in) && i + 1 < c->n_instructions)
            add_successor(b, start[i + 1]);
    }
}

/* Reachable blocks in reverse postorder, without recursion: codes have thousands of blocks. */
static void sort_blocks(struct graph *g) {
    uint32_t *path = NEW_ARRAY(g->arena, uint32_t, g->n), depth = 0, at = g->n;
    uint8_t *next = NEW_ARRAY(g->arena, uint8_t, g->n);
    bool *seen = NEW_ARRAY(g->arena, bool, g->n);
    uint32_t *order = NEW_ARRAY(g->arena, uint32_t, g->n);
    path[depth++] = 0;
    seen[0] = true;
    while (depth) {
        uint32_t b = path[depth - 1];
        if (next[b] == g->blocks[b].n_succs) {
            order[--at] = b;
            depth--;
            continue;
        }
        uint32_t to = g->blocks[b].succs[next[b]++];
        if (!seen[to]) {
            seen[to] = true;
            path[depth++] = to;
        }
    }
    g->order = order + at;
    g->n_order = g->n - at;
    for (uint32_t i = 0; i < g->n; i++)
        g->number[i] = NONE;
    for (uint32_t i = 0; i < g->n_order; i++)
        g->number[g->order[i]] = i;
}

/* Whether any block has another dominator now. */
static bool lower_dominators(struct graph *g) {
    bool changed = false;
    for (uint32_t i = 0; i < g->n_order; i++) {
        uint32_t b = g->order[i];
        for (uint32_t s = 0; s < g->blocks[b].n_succs; s++) {
            uint32_t to = g->blocks[b].succs[s], was = g->idom[to];
            if (to == 0)
                continue;
            uint32_t is = was == NONE ? b : dominators_common(g->idom, g->number, was, b);
            changed |= is != was;
            g->idom[to] = is;
        }
    }
    return changed;
}

static void find_dominators(struct graph *g) {
    for (uint32_t b = 0; b < g->n; b++)
        g->idom[b] = NONE;
    while (lower_dominators(g))
        ;
    for (uint32_t b = 0; b < g->n; b++)
        g->blocks[b].idom = g->idom[b];
}

/* Adds the blocks from which `from` can be reached without passing `header` to its loop. */
static void fill_loop(struct graph *g, const uint32_t *preds, const uint32_t *first_pred,
                      uint32_t header, uint32_t from, bool *in_loop) {
    VEC(uint32_t) work = {0};
    in_loop[header] = true;
    vec_push(g->arena, &work, from);
    while (work.n) {
        uint32_t b = work.at[--work.n];
        if (in_loop[b])
            continue;
        in_loop[b] = true;
        for (uint32_t p = first_pred[b]; p < first_pred[b + 1]; p++)
            if (g->number[preds[p]] != NONE)
                vec_push(g->arena, &work, preds[p]);
    }
}

static uint32_t *list_preds(const struct graph *g, uint32_t **first) {
    uint32_t *at = NEW_ARRAY(g->arena, uint32_t, g->n + 2), n = 0;
    for (uint32_t b = 0; b < g->n; b++)
        for (uint32_t s = 0; s < g->blocks[b].n_succs; s++, n++)
            at[g->blocks[b].succs[s] + 2]++;
    for (uint32_t b = 2; b < g->n + 2; b++)
        at[b] += at[b - 1];
    uint32_t *preds = NEW_ARRAY(g->arena, uint32_t, n ? n : 1);
    for (uint32_t b = 0; b < g->n; b++)
        for (uint32_t s = 0; s < g->blocks[b].n_succs; s++)
            preds[at[g->blocks[b].succs[s] + 1]++] = b;
    *first = at;
    return preds;
}

/* Loops in the order of their headers in `order`, so that outer ones come first; a block belongs to
 * the last one that has it. */
static void find_loops(struct graph *g, struct code *c) {
    VEC(struct code_loop) loops = {0};
    uint32_t *first_pred, *preds = list_preds(g, &first_pred);
    bool *in_loop = NEW_ARRAY(g->arena, bool, g->n);
    for (uint32_t i = 0; i < g->n_order; i++) {
        uint32_t h = g->order[i];
        bool any = false;
        for (uint32_t p = first_pred[h]; p < first_pred[h + 1]; p++) {
            if (g->number[preds[p]] == NONE || !dominators_include(g->idom, preds[p], h))
                continue;
            if (!any)
                for (uint32_t b = 0; b < g->n; b++)
                    in_loop[b] = false;
            any = true;
            fill_loop(g, preds, first_pred, h, preds[p], in_loop);
        }
        if (!any)
            continue;
        uint32_t parent = g->blocks[h].loop;
        struct code_loop l = {h, parent, parent == NONE ? 1 : loops.at[parent].depth + 1};
        for (uint32_t b = 0; b < g->n; b++)
            if (in_loop[b])
                g->blocks[b].loop = (uint32_t)loops.n;
        vec_push(g->arena, &loops, l);
    }
    c->loops = loops.at;
    c->n_loops = (uint32_t)loops.n;
}

void code_find_blocks(struct arena *a, struct code *c) {
    c->n_unknown = 0;
    for (uint32_t i = 0; i < c->n_instructions; i++) {
        c->n_unknown += c->instructions[i].unknown;
        c->has_locations |= c->instructions[i].loc.line > 0;
    }
    if (!c->n_instructions)
        return;
    struct graph g = {.arena = a};
    uint32_t *start = find_starts(a, c, &g.n);
    g.blocks = NEW_ARRAY(a, struct code_block, g.n);
    g.number = NEW_ARRAY(a, uint32_t, g.n);
    g.idom = NEW_ARRAY(a, uint32_t, g.n);
    make_blocks(&g, c, start);
    sort_blocks(&g);
    find_dominators(&g);
    find_loops(&g, c);
    c->blocks = g.blocks;
    c->n_blocks = g.n;
}

const struct code *code_find(const struct code_module *m, const char *symbol) {
    for (size_t i = 0; i < m->kernels.n; i++)
        if (strcmp(m->kernels.at[i].kernel, symbol) == 0)
            return &m->kernels.at[i];
    return NULL;
}
