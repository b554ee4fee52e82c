/* Traces of random structured graphs against Algorithms 1 to 3 of the main paper: which blocks
 * each warp visits, and in which order. Loops ask at their end, as the paper's counters do. */
#include <stdlib.h>

#include "analysis/trace/trace.h"
#include "base/vec.h"
#include "check.h"

enum { SEED = 2019, GRAPHS = 300, WARPS = 2, MOST_BLOCKS = 64, MOST_VISITS = 20000 };

struct dice {
    unsigned short state[3];
};

static unsigned below(struct dice *d, unsigned n) {
    return (unsigned)nrand48(d->state) % n;
}

/* What a branch depends on; the paper's cases of a conditional variable. */
enum condition { BY_LANE, BY_WARP, BY_ITERATION, BY_DATA, CONDITIONS };

/* A side of a branch that a block is on; sides nest. */
struct side {
    enum condition condition;
    uint32_t branch; /* block */
    bool is_else;
    const struct side *outer;
};

/* The paper's BasicBlockInfo, as far as it does not change: bound of the innermost loop. */
struct info {
    uint32_t bound;
    const struct side *side;
};

/* A kernel under construction. Item i is block i's. */
struct graph {
    struct arena *arena;
    struct dice *dice;
    struct kernel kernel;
    VEC(struct value) values;
    VEC(uint32_t) in_block[MOST_BLOCKS];
    struct block blocks[MOST_BLOCKS];
    struct item items[MOST_BLOCKS];
    struct info info[MOST_BLOCKS];
    uint32_t n, current, loop, counter, bound; /* counter: the innermost loop's variable */
    const struct side *side;
    VEC(struct loop) loops;
    VEC(struct branch) branches;
};

static uint32_t add_value(struct graph *g, uint32_t block, struct value v, uint32_t a, uint32_t b) {
    const uint32_t args[] = {a, b};
    uint32_t n = (uint32_t)g->values.n;
    v.bits = v.bits ? v.bits : 32;
    v.comps = 1;
    v.block = block;
    v.args = arena_memdup(g->arena, args, sizeof args);
    vec_push(g->arena, &g->values, v);
    if (block != NONE)
        vec_push(g->arena, &g->in_block[block], n);
    return n;
}

static uint32_t constant(struct graph *g, int64_t n) {
    return add_value(g, NONE, (struct value){.op = OP_CONST, .type = TYPE_INT, .imm = n}, 0, 0);
}

static uint32_t binary(struct graph *g, enum op op, uint32_t a, uint32_t b) {
    struct value v = {.op = (uint8_t)op, .type = TYPE_INT, .in_trace_slice = true, .n_args = 2};
    return add_value(g, g->current, v, a, b);
}

static uint32_t compare(struct graph *g, enum compare predicate, uint32_t a, uint32_t b) {
    uint32_t n = binary(g, OP_ICMP, a, b);
    g->values.at[n].imm = predicate;
    g->values.at[n].bits = 1;
    return n;
}

static uint32_t new_block(struct graph *g) {
    uint32_t n = g->n++;
    g->blocks[n] = (struct block){.loop = g->loop, .first_item = n, .n_items = 1};
    g->info[n] = (struct info){g->bound, g->side};
    return n;
}

/* What stands for the block in the trace. */
static void mark(struct graph *g, uint32_t block) {
    struct value v = {.op = OP_CALL, .type = TYPE_VOID};
    g->items[block] =
        (struct item){.kind = ITEM_COMPUTE, .value = add_value(g, block, v, 0, 0), .access = NONE};
}

static void add_pred(struct graph *g, uint32_t block, uint32_t pred) {
    struct block *b = &g->blocks[block];
    uint32_t *preds = NEW_ARRAY(g->arena, uint32_t, b->n_preds + 1);
    for (uint32_t i = 0; i < b->n_preds; i++)
        preds[i] = b->preds[i];
    preds[b->n_preds++] = pred;
    b->preds = preds;
}

/* Ends the block with a jump, or with a branch on a condition. */
static void end_block(struct graph *g, uint32_t block, uint32_t condition, uint32_t to,
                      uint32_t otherwise) {
    const uint32_t succs[] = {to, otherwise};
    struct value v = {.op = OP_BR, .type = TYPE_VOID, .site = NONE};
    if (condition != NONE) {
        v.n_args = 1;
        v.site = (uint32_t)g->branches.n;
        vec_push(g->arena, &g->branches, (struct branch){.value = (uint32_t)g->values.n});
    }
    add_value(g, block, v, condition, 0);
    g->blocks[block].succs = arena_memdup(g->arena, succs, sizeof succs);
    g->blocks[block].n_succs = condition == NONE ? 1 : 2;
    g->blocks[block].ipdom = to;
    for (uint32_t i = 0; i < g->blocks[block].n_succs; i++)
        add_pred(g, succs[i], block);
}

/* By lane, each depth looks at a bit of its own, so that both sides have lanes at all depths. */
static uint32_t condition(struct graph *g, enum condition c, int depth) {
    struct value id = {.op = OP_WORKITEM, .type = TYPE_INT, .in_trace_slice = true, .n_args = 1};
    struct value data = {.op = OP_CALL, .type = TYPE_INT, .in_trace_slice = true};
    uint32_t lane;
    id.imm = QUERY_LOCAL_ID;
    switch (c) {
    case BY_LANE:
        lane = add_value(g, g->current, id, constant(g, 0), 0);
        return compare(g, COMPARE_EQ, binary(g, OP_AND, lane, constant(g, 1 << depth)),
                       constant(g, 0));
    case BY_WARP:
        lane = add_value(g, g->current, id, constant(g, 0), 0);
        return compare(g, COMPARE_SLT, lane, constant(g, 32));
    case BY_ITERATION:
        return compare(g, COMPARE_EQ, binary(g, OP_AND, g->counter, constant(g, 1)),
                       constant(g, 0));
    default:
        return compare(g, COMPARE_NE, add_value(g, g->current, data, 0, 0), constant(g, 0));
    }
}

static void statements(struct graph *g, int depth);

static void enter_side(struct graph *g, enum condition c, uint32_t branch, bool is_else) {
    struct side *side = NEW(g->arena, struct side);
    *side = (struct side){c, branch, is_else, g->side};
    g->side = side;
    g->current = new_block(g);
    mark(g, g->current);
}

static void branch(struct graph *g, int depth) {
    enum condition c = (enum condition)below(g->dice, CONDITIONS);
    bool has_else = below(g->dice, 2);
    if (c == BY_ITERATION && g->loop == NONE)
        c = BY_WARP;
    uint32_t on = condition(g, c, depth), from = g->current, then, other = NONE, ends[2];
    const struct side *outer = g->side;
    enter_side(g, c, from, false);
    then = g->current;
    statements(g, depth + 1);
    ends[0] = g->current;
    g->side = outer;
    if (has_else) {
        enter_side(g, c, from, true);
        other = g->current;
        statements(g, depth + 1);
        ends[1] = g->current;
        g->side = outer;
    }
    uint32_t join = new_block(g);
    mark(g, join);
    end_block(g, from, on, then, has_else ? other : join);
    end_block(g, ends[0], NONE, join, NONE);
    if (has_else)
        end_block(g, ends[1], NONE, join, NONE);
    g->blocks[from].ipdom = join;
    g->current = join;
}

static void loop(struct graph *g, int depth) {
    uint32_t outer = g->loop, outer_counter = g->counter, outer_bound = g->bound;
    struct value phi = {.op = OP_PHI, .type = TYPE_INT, .in_trace_slice = true, .n_args = 2};
    g->bound = 1 + below(g->dice, 4);
    g->loop = (uint32_t)g->loops.n;
    uint32_t bound = g->bound, number = g->loop, header = new_block(g);
    vec_push(g->arena, &g->loops,
             ((struct loop){.header = header,
                            .parent = outer,
                            .depth = outer == NONE ? 1 : g->loops.at[outer].depth + 1,
                            .const_trips = -1}));
    end_block(g, g->current, NONE, header, NONE);
    uint32_t counter = g->counter = add_value(g, header, phi, constant(g, 0), 0);
    mark(g, header);
    g->current = header;
    statements(g, depth + 1);
    uint32_t next = binary(g, OP_ADD, counter, constant(g, 1)), latch = g->current;
    uint32_t more = compare(g, COMPARE_SLT, next, constant(g, bound));
    const uint32_t args[] = {g->values.at[counter].args[0], next};
    g->values.at[counter].args = arena_memdup(g->arena, args, sizeof args);
    g->loop = outer;
    g->counter = outer_counter;
    g->bound = outer_bound;
    uint32_t exit = new_block(g);
    mark(g, exit);
    end_block(g, latch, more, g->loops.at[number].header, exit);
    g->blocks[latch].ipdom = exit;
    g->current = exit;
}

static void statements(struct graph *g, int depth) {
    for (unsigned n = below(g->dice, 3); n > 0 && depth < 4 && g->n < MOST_BLOCKS - 24; n--) {
        if (below(g->dice, 2))
            branch(g, depth);
        else
            loop(g, depth);
    }
}

static void make_graph(struct graph *g) {
    g->loop = g->counter = NONE;
    g->bound = 1;
    g->current = new_block(g);
    mark(g, g->current);
    statements(g, 0);
    add_value(g, g->current, (struct value){.op = OP_RET, .type = TYPE_VOID}, 0, 0);
    g->blocks[g->current].ipdom = g->n;
    for (uint32_t i = 0; i < g->n; i++) {
        g->blocks[i].values = g->in_block[i].at;
        g->blocks[i].n_values = (uint32_t)g->in_block[i].n;
    }
    g->kernel = (struct kernel){.name = "graph",
                                .values = g->values.at,
                                .n_values = (uint32_t)g->values.n,
                                .blocks = g->blocks,
                                .n_blocks = g->n,
                                .loops = g->loops.at,
                                .n_loops = (uint32_t)g->loops.n,
                                .branches = g->branches.at,
                                .n_branches = (uint32_t)g->branches.n,
                                .items = g->items,
                                .n_items = g->n};
}

/* The paper's algorithms, on one warp. */
struct search {
    const struct graph *g;
    uint32_t exit, warp;
    uint32_t
        visits[MOST_BLOCKS]; /* all loop levels' counters in one: they borrow from each other */
    VEC(uint32_t) stack;     /* ST */
    VEC(uint32_t) trace;     /* T, branch misses left out */
};

static bool is_backedge(const struct graph *g, uint32_t from, uint32_t to) {
    uint32_t l = g->blocks[to].loop;
    return l != NONE && g->loops.at[l].header == to && to <= from;
}

/* Whether a path of non-backedges leads from one block to the other. */
static bool reaches(const struct graph *g, uint32_t from, uint32_t to) {
    const struct block *b = &g->blocks[from];
    for (uint32_t s = 0; s < b->n_succs; s++)
        if (!is_backedge(g, from, b->succs[s]) &&
            (b->succs[s] == to || reaches(g, b->succs[s], to)))
            return true;
    return false;
}

/* checkBranchMissWarp() and checkBranchMissLoop(): a side is a miss for the warps of which no lane
 * takes it, and in the iterations of the branch's loop that do not; one on data never is. */
static bool is_miss(const struct search *s, uint32_t block) {
    for (const struct side *e = s->g->info[block].side; e; e = e->outer) {
        uint32_t iteration = (s->visits[e->branch] - 1) % s->g->info[e->branch].bound;
        if ((e->condition == BY_WARP && (s->warp == 0) == e->is_else) ||
            (e->condition == BY_ITERATION && (iteration % 2 == 0) == e->is_else))
            return true;
    }
    return false;
}

/* Algorithm 2. */
static void update_trace(struct search *s, uint32_t block) {
    s->visits[block]++;
    if (!is_miss(s, block))
        vec_push(s->g->arena, &s->trace, block);
}

/* Algorithm 3: a backedge whose loop is not over; else the closest successor, unless the other side
 * of a branch on the way to it has not been visited. */
static uint32_t successor(struct search *s, uint32_t from) {
    const struct graph *g = s->g;
    const struct block *b = &g->blocks[from];
    VEC(uint32_t) closest = {0};
    for (uint32_t i = 0; i < b->n_succs; i++)
        if (is_backedge(g, from, b->succs[i]) &&
            s->visits[b->succs[i]] % g->info[b->succs[i]].bound != 0)
            return b->succs[i];
    for (uint32_t i = 0; i < b->n_succs; i++) {
        bool is_closest = !is_backedge(g, from, b->succs[i]);
        for (uint32_t j = 0; j < b->n_succs && is_closest; j++)
            is_closest = is_backedge(g, from, b->succs[j]) || !reaches(g, b->succs[j], b->succs[i]);
        if (is_closest)
            vec_push(g->arena, &closest, b->succs[i]);
    }
    uint32_t next = closest.at[0];
    if (s->stack.n && reaches(g, s->stack.at[s->stack.n - 1], next))
        return s->stack.at[--s->stack.n];
    for (size_t i = closest.n; i-- > 1;)
        vec_push(g->arena, &s->stack, closest.at[i]);
    return next;
}

/* Algorithm 1. */
static void search_trace(struct search *s) {
    uint32_t block = 0;
    update_trace(s, block);
    while (block != s->exit && s->trace.n < MOST_VISITS) {
        block = successor(s, block);
        update_trace(s, block);
    }
}

static bool visits_agree(const struct search *s, const struct warp_trace *w) {
    if (w->n_ops != s->trace.n)
        return false;
    for (size_t i = 0; i < w->n_ops; i++)
        if (w->ops[i].item != s->trace.at[i])
            return false;
    return true;
}

static void print_visits(const struct search *s, const struct warp_trace *w) {
    printf("warp %u\n  paper:", s->warp);
    for (size_t i = 0; i < s->trace.n; i++)
        printf(" %u", s->trace.at[i]);
    printf("\n  trace:");
    for (size_t i = 0; i < w->n_ops; i++)
        printf(" %u", w->ops[i].item);
    printf("\n");
}

static void test_graph(struct dice *d) {
    struct arena a = {0};
    struct graph *g = NEW(&a, struct graph);
    g->arena = &a;
    g->dice = d;
    make_graph(g);
    const uint64_t group = 0;
    struct launch l = {
        .kernel = "graph", .global = {32 * WARPS, 1, 1}, .local = {32 * WARPS, 1, 1}, .count = 1};
    struct trace_request request = {
        .kernel = &g->kernel, .launch = &l, .warp_width = 32, .groups = &group, .n_groups = 1};
    const struct trace *t = an_trace(&a, &request);
    for (uint32_t w = 0; w < WARPS; w++) {
        struct search s = {.g = g, .exit = g->current, .warp = w};
        search_trace(&s);
        bool good = t->n_warps == WARPS && visits_agree(&s, &t->warps[w]);
        CHECK(good);
        if (!good)
            print_visits(&s, &t->warps[w]);
    }
    arena_free(&a);
}

int main(void) {
    struct dice dice = {{SEED, 0, 0}};
    printf("seed %d\n", SEED);
    for (int i = 0; i < GRAPHS; i++)
        test_graph(&dice);
    return CHECK_DONE();
}
