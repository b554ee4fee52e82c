/* Loops of a function, and where the ways from a block meet again: post-dominators after Cooper,
 * Harvey and Kennedy, "A simple, fast dominance algorithm". Ways that end the program are none. */
#include "launch/evaluate/program.h"

/* A graph in the order in which nodes are visited, with the immediate dominator of each. */
struct order {
    const uint32_t *const *next; /* successors by node */
    const uint32_t *n_next;
    uint32_t n, n_visited;
    uint32_t *place;   /* by node: its place in postorder; EV_NONE: not reached */
    uint32_t *visited; /* nodes in postorder */
    uint32_t *idom;    /* by node */
};

static void visit(struct arena *a, struct order *o, uint32_t root) {
    uint32_t *stack = NEW_ARRAY(a, uint32_t, o->n + 1), *at = NEW_ARRAY(a, uint32_t, o->n + 1);
    bool *seen = NEW_ARRAY(a, bool, o->n);
    uint32_t depth = 0;
    stack[depth] = root;
    at[depth++] = 0;
    seen[root] = true;
    while (depth) {
        const uint32_t node = stack[depth - 1];
        if (at[depth - 1] == o->n_next[node]) {
            o->place[node] = o->n_visited;
            o->visited[o->n_visited++] = node;
            depth--;
            continue;
        }
        const uint32_t to = o->next[node][at[depth - 1]++];
        if (seen[to])
            continue;
        seen[to] = true;
        stack[depth] = to;
        at[depth++] = 0;
    }
}

static uint32_t meet(const struct order *o, uint32_t a, uint32_t b) {
    while (a != b) {
        while (o->place[a] < o->place[b])
            a = o->idom[a];
        while (o->place[b] < o->place[a])
            b = o->idom[b];
    }
    return a;
}

/* Immediate dominators from `root` on; `next` are the successors, `previous` the other way. */
static struct order dominate(struct arena *a, uint32_t n, uint32_t root,
                             const uint32_t *const *next, const uint32_t *n_next,
                             const uint32_t *const *previous, const uint32_t *n_previous) {
    struct order o = {next,
                      n_next,
                      n,
                      0,
                      NEW_ARRAY(a, uint32_t, n),
                      NEW_ARRAY(a, uint32_t, n),
                      NEW_ARRAY(a, uint32_t, n)};
    for (uint32_t i = 0; i < n; i++)
        o.place[i] = o.idom[i] = EV_NONE;
    visit(a, &o, root);
    o.idom[root] = root;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = o.n_visited - 1; i-- > 0;) {
            const uint32_t node = o.visited[i];
            uint32_t best = EV_NONE;
            for (uint32_t k = 0; k < n_previous[node]; k++) {
                const uint32_t from = previous[node][k];
                if (o.idom[from] != EV_NONE)
                    best = best == EV_NONE ? from : meet(&o, from, best);
            }
            changed |= best != o.idom[node];
            o.idom[node] = best;
        }
    }
    return o;
}

bool ev_is_in_loop(const struct ev_function *f, uint32_t block, uint32_t loop) {
    uint32_t l = f->blocks[block].loop;
    while (l != EV_NONE && l != loop)
        l = f->loops[l].outer;
    return l == loop && l != EV_NONE;
}

/* Successors and predecessors with a node behind all returns. */
struct edges {
    uint32_t **next, *n_next, **previous, *n_previous, *capacity;
};

static void add_edge(struct arena *a, struct edges *e, uint32_t from, uint32_t to) {
    if (e->n_previous[to] == e->capacity[to]) {
        e->capacity[to] = e->capacity[to] ? 2 * e->capacity[to] : 4;
        e->previous[to] = arena_grow(a, e->previous[to], e->n_previous[to] * sizeof(uint32_t),
                                     e->capacity[to] * sizeof(uint32_t));
    }
    e->previous[to][e->n_previous[to]++] = from;
    e->next[from][e->n_next[from]++] = to;
}

static struct edges find_edges(struct arena *a, const struct ev_function *f) {
    const uint32_t n = f->n_blocks + 1;
    struct edges e = {NEW_ARRAY(a, uint32_t *, n), NEW_ARRAY(a, uint32_t, n),
                      NEW_ARRAY(a, uint32_t *, n), NEW_ARRAY(a, uint32_t, n),
                      NEW_ARRAY(a, uint32_t, n)};
    for (uint32_t i = 0; i < f->n_blocks; i++) {
        const struct ev_block *b = &f->blocks[i];
        const bool returns = b->n && f->ops[b->first + b->n - 1].opcode == LLVMRet;
        e.next[i] = NEW_ARRAY(a, uint32_t, b->n_next + 1);
        for (uint32_t k = 0; k < b->n_next; k++)
            add_edge(a, &e, i, b->next[k]);
        if (returns)
            add_edge(a, &e, i, f->n_blocks);
    }
    return e;
}

/* Blocks of the loop with that header, from the end of an edge back to it. */
static void mark_loop(struct arena *a, struct ev_function *f, const struct edges *e, uint32_t loop,
                      uint32_t latch, uint32_t *innermost, bool *within) {
    uint32_t *todo = NEW_ARRAY(a, uint32_t, f->n_blocks + 1), n = 0;
    const uint32_t header = f->loops[loop].header;
    within[header] = true;
    if (!within[latch]) {
        within[latch] = true;
        todo[n++] = latch;
    }
    while (n) {
        const uint32_t b = todo[--n];
        for (uint32_t k = 0; k < e->n_previous[b]; k++) {
            const uint32_t from = e->previous[b][k];
            if (!within[from]) {
                within[from] = true;
                todo[n++] = from;
            }
        }
    }
    for (uint32_t b = 0; b < f->n_blocks; b++)
        if (within[b])
            innermost[b] = loop;
}

static bool dominates(const struct order *o, uint32_t a, uint32_t b) {
    while (b != EV_NONE && b != a && o->idom[b] != b)
        b = o->idom[b];
    return a == b;
}

/* Outer loops first, since their headers come first; inner ones then take their blocks. */
static void find_loops(struct arena *a, struct ev_function *f, const struct edges *e,
                       const struct order *o) {
    uint32_t *innermost = NEW_ARRAY(a, uint32_t, f->n_blocks);
    f->loops = NEW_ARRAY(a, struct ev_loop, f->n_blocks);
    for (uint32_t i = 0; i < f->n_blocks; i++)
        innermost[i] = EV_NONE;
    for (uint32_t i = o->n_visited; i-- > 0;) {
        const uint32_t header = o->visited[i];
        bool *within = NULL;
        for (uint32_t k = 0; header < f->n_blocks && k < e->n_previous[header]; k++) {
            const uint32_t latch = e->previous[header][k];
            if (o->place[latch] == EV_NONE || !dominates(o, header, latch))
                continue;
            if (!within) {
                f->loops[f->n_loops++] = (struct ev_loop){header, innermost[header]};
                within = NEW_ARRAY(a, bool, f->n_blocks);
            }
            mark_loop(a, f, e, f->n_loops - 1, latch, innermost, within);
        }
    }
    for (uint32_t i = 0; i < f->n_blocks; i++)
        f->blocks[i].loop = innermost[i];
}

/* Whether a way from the block begins its innermost loop again before it comes to `meet`. */
static bool goes_around(struct arena *a, const struct ev_function *f, uint32_t block,
                        uint32_t meet) {
    const uint32_t loop = f->blocks[block].loop;
    uint32_t *todo = NEW_ARRAY(a, uint32_t, f->n_blocks + 1), n = 0;
    bool *seen = NEW_ARRAY(a, bool, f->n_blocks + 1);
    seen[meet] = true;
    todo[n++] = block;
    while (n) {
        const struct ev_block *b = &f->blocks[todo[--n]];
        for (uint32_t k = 0; k < b->n_next; k++) {
            const uint32_t to = b->next[k];
            if (to == f->loops[loop].header && to != meet)
                return true;
            if (!seen[to] && ev_is_in_loop(f, to, loop)) {
                seen[to] = true;
                todo[n++] = to;
            }
        }
    }
    return false;
}

/* A branch of which one side begins the loop again and the other does not meets behind the loop. */
static void leave_loops(struct ev_function *f) {
    for (uint32_t i = 0; i < f->n_blocks; i++) {
        struct ev_block *b = &f->blocks[i];
        struct arena scratch = {0};
        while (b->n_next > 1 && b->loop != EV_NONE && b->after != EV_NONE &&
               ev_is_in_loop(f, b->after, b->loop) && goes_around(&scratch, f, i, b->after))
            b->after = f->blocks[b->after].after;
        arena_free(&scratch);
    }
}

void ev_analyse_graph(struct arena *a, struct ev_function *f) {
    struct edges e = find_edges(a, f);
    const uint32_t *const *next = (const uint32_t *const *)e.next;
    const uint32_t *const *previous = (const uint32_t *const *)e.previous;
    const uint32_t n = f->n_blocks + 1;
    e.next[f->n_blocks] = NEW_ARRAY(a, uint32_t, 1);
    const struct order forward = dominate(a, n, 0, next, e.n_next, previous, e.n_previous);
    find_loops(a, f, &e, &forward);
    const struct order back = dominate(a, n, f->n_blocks, previous, e.n_previous, next, e.n_next);
    for (uint32_t i = 0; i < f->n_blocks; i++)
        f->blocks[i].after = back.idom[i] == f->n_blocks ? EV_NONE : back.idom[i];
    leave_loops(f);
}
