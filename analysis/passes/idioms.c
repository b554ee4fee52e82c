/* Addresses are compared as polynomials (iterations.c). Not recognised: neighbours whose places are
 * computed from ids in the work-group; those are streams. */
#include "analysis/passes/idioms.h"

#include "analysis/ir/induction.h"
#include "analysis/ir/query.h"
#include "analysis/passes/iterations.h"

/* Steps from a value to what it is computed from. */
enum { DEEPEST = 32, SHORT = 8 };

/* Loads of as many neighbours are a stencil. */
enum { FEWEST_NEIGHBOURS = 3 };

struct search {
    const struct kernel *kernel;
    struct polynomial *address; /* by access */
    bool *seen;                 /* by value */
};

static bool is_shared(const struct access *a) {
    return a->space == SPACE_GLOBAL || a->space == SPACE_GENERIC || a->space == SPACE_CONSTANT;
}

static uint32_t loop_of(const struct kernel *k, const struct access *a) {
    uint32_t loop = k->blocks[k->values[a->value].block].loop;
    return loop == NONE ? k->n_loops : loop;
}

static bool is_counter(const struct kernel *k, uint32_t v) {
    struct induction iv;
    uint32_t loop = k->blocks[k->values[v].block].loop;
    return loop != NONE && an_match_induction(k, loop, v, &iv);
}

/* Whether a number that was loaded from memory that work-items share decides about the value. A
 * counter goes on by itself, wherever it begins. */
static bool is_of_data(struct search *s, uint32_t v, int depth) {
    const struct value *x = &s->kernel->values[v];
    if (s->seen[v] || depth == 0)
        return false;
    s->seen[v] = true;
    if (x->op == OP_LOAD || x->op == OP_ATOMIC)
        return x->site != NONE && s->kernel->accesses[x->site].space != SPACE_PRIVATE;
    if (x->op == OP_PHI && is_counter(s->kernel, v))
        return false;
    for (uint32_t i = 0; i < x->n_args; i++)
        if (is_of_data(s, x->args[i], depth - 1))
            return true;
    return false;
}

static bool place_is_of_data(struct arena *a, struct search *s, const struct access *access) {
    s->seen = NEW_ARRAY(a, bool, s->kernel->n_values);
    return is_of_data(s, s->kernel->values[access->value].args[0], DEEPEST);
}

/* Whether two places are apart by a distance that all work-items and iterations have. */
static bool is_neighbour(const struct polynomial *p, const struct polynomial *q) {
    struct polynomial d = poly_add(*p, -1, q);
    if (d.unknown || d.n == 0)
        return false;
    for (uint32_t i = 0; i < d.n; i++)
        for (uint32_t s = 0; s < d.at[i].n; s++)
            if (symbol_counts(d.at[i].symbols[s]))
                return false;
    return true;
}

static bool loads_alike(const struct kernel *k, const struct access *a, const struct access *b) {
    return b->kind == ACCESS_LOAD && is_shared(b) && b->root == a->root && a->root != NONE &&
           loop_of(k, a) == loop_of(k, b);
}

/* Whether neighbours of the counter are neighbours in memory. */
static bool step_by(const struct polynomial *p, bool (*counts)(uint32_t symbol), uint32_t bytes) {
    for (uint32_t i = 0; i < p->n && !p->unknown; i++)
        if (p->at[i].n == 1 && counts(p->at[i].symbols[0]) &&
            (p->at[i].factor == bytes || p->at[i].factor == -(int64_t)bytes))
            return true;
    return false;
}

static bool is_dimension(uint32_t symbol) {
    return symbol >= SYMBOL_COUNTS && symbol < SYMBOL_COUNTS + SYMBOL_LOOPS;
}

static bool is_iteration(uint32_t symbol) {
    return symbol >= SYMBOL_COUNTS + SYMBOL_LOOPS;
}

static bool walks_over_neighbours(const struct polynomial *p, uint32_t bytes) {
    return step_by(p, is_dimension, bytes) && step_by(p, is_iteration, bytes);
}

static bool chooses(enum op op) {
    return op == OP_SMIN || op == OP_SMAX || op == OP_UMIN || op == OP_UMAX || op == OP_SELECT;
}

/* Whether an index that is clamped to a border somewhere in the value does so. */
static bool clamps_neighbours(const struct search *s, uint32_t v, int depth) {
    const struct iterations it = {s->kernel, NULL};
    const struct value *x = &s->kernel->values[v];
    if (depth == 0 || x->op == OP_PHI || x->op == OP_LOAD)
        return false;
    for (uint32_t i = 0; i < x->n_args; i++) {
        struct polynomial p = iterations_integer(&it, x->args[i]);
        if ((chooses((enum op)x->op) && walks_over_neighbours(&p, 1)) ||
            clamps_neighbours(s, x->args[i], depth - 1))
            return true;
    }
    return false;
}

/* Several loads side by side, or one whose iterations walk over what neighbouring work-items walk
 * over. */
static bool is_stencil(const struct search *s, uint32_t access) {
    const struct kernel *k = s->kernel;
    const struct access *a = &k->accesses[access];
    const struct polynomial *p = &s->address[access];
    uint32_t neighbours = 1;
    if (a->kind != ACCESS_LOAD)
        return false;
    if (p->unknown)
        return clamps_neighbours(s, k->values[a->value].args[0], SHORT);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        neighbours +=
            i != access && loads_alike(k, a, &k->accesses[i]) && is_neighbour(p, &s->address[i]);
    return neighbours >= FEWEST_NEIGHBOURS || walks_over_neighbours(p, a->bytes);
}

static enum idiom idiom_of(struct arena *a, struct search *s, uint32_t access) {
    const struct access *x = &s->kernel->accesses[access];
    if (!is_shared(x))
        return IDIOM_NONE;
    if (place_is_of_data(a, s, x))
        return x->kind == ACCESS_LOAD ? IDIOM_GATHER : IDIOM_SCATTER;
    if (x->kind == ACCESS_ATOMIC)
        return IDIOM_REDUCTION;
    return is_stencil(s, access) ? IDIOM_STENCIL : IDIOM_STREAM;
}

static bool joins(enum op op) {
    switch (op) {
    case OP_ADD:
    case OP_MUL:
    case OP_FADD:
    case OP_FMUL:
    case OP_FMA:
    case OP_SMIN:
    case OP_SMAX:
    case OP_UMIN:
    case OP_UMAX:
    case OP_FMIN:
    case OP_FMAX:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return true;
    default:
        return false;
    }
}

/* Whether the value is `goal`, or that joined with others, one after another. */
static bool is_joined(struct search *s, uint32_t v, uint32_t goal, int depth) {
    const struct value *x = &s->kernel->values[v];
    if (v == goal)
        return true;
    if (s->seen[v] || depth == 0 || !joins((enum op)x->op))
        return false;
    s->seen[v] = true;
    for (uint32_t i = 0; i < x->n_args; i++)
        if (is_joined(s, x->args[i], goal, depth - 1))
            return true;
    return false;
}

static bool joins_data(struct arena *a, struct search *s, uint32_t next, uint32_t before) {
    s->seen = NEW_ARRAY(a, bool, s->kernel->n_values);
    if (next == before || !is_joined(s, next, before, DEEPEST))
        return false;
    s->seen = NEW_ARRAY(a, bool, s->kernel->n_values);
    return is_of_data(s, next, DEEPEST);
}

/* A scalar of the loop that each iteration joins with something that is loaded. */
static bool carries_sum(struct arena *a, struct search *s, uint32_t loop) {
    const struct kernel *k = s->kernel;
    const struct block *header = &k->blocks[k->loops[loop].header];
    for (uint32_t i = 0; i < header->n_values; i++) {
        uint32_t v = header->values[i];
        const struct value *x = &k->values[v];
        if (x->op != OP_PHI || x->n_args != 2 || is_counter(k, v))
            continue;
        uint32_t next = x->args[in_loop(k, header->preds[0], loop) ? 0 : 1];
        if (joins_data(a, s, next, v))
            return true;
    }
    return false;
}

/* A store to local memory of what is there, joined with something else that is there: one step of a
 * tree. */
static bool is_tree_step(const struct kernel *k, const struct access *a) {
    if (a->kind != ACCESS_STORE || a->space != SPACE_LOCAL)
        return false;
    const struct value *sum = &k->values[k->values[a->value].args[1]];
    uint32_t loads = 0;
    for (uint32_t i = 0; i < sum->n_args && joins((enum op)sum->op); i++) {
        const struct value *x = &k->values[sum->args[i]];
        loads += x->op == OP_LOAD && x->site != NONE && k->accesses[x->site].root == a->root;
    }
    return loads == 2;
}

struct idioms an_find_idioms(struct arena *a, const struct kernel *k) {
    enum idiom *of = NEW_ARRAY(a, enum idiom, k->n_accesses);
    uint32_t *loops = NEW_ARRAY(a, uint32_t, k->n_loops + 1);
    struct iterations it = {k, NULL};
    struct search s = {.kernel = k, .address = NEW_ARRAY(a, struct polynomial, k->n_accesses)};
    for (uint32_t i = 0; i < k->n_accesses; i++)
        s.address[i] = iterations_address(&it, k->values[k->accesses[i].value].args[0]);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        of[i] = idiom_of(a, &s, i);
        loops[loop_of(k, &k->accesses[i])] |= of[i] == IDIOM_NONE ? 0 : 1u << of[i];
        if (is_tree_step(k, &k->accesses[i]))
            loops[loop_of(k, &k->accesses[i])] |= 1u << IDIOM_REDUCTION;
    }
    for (uint32_t l = 0; l < k->n_loops; l++)
        if (carries_sum(a, &s, l))
            loops[l] |= 1u << IDIOM_REDUCTION;
    return (struct idioms){of, loops};
}

const char *idiom_name(enum idiom i) {
    static const char *const names[IDIOMS] = {"none",    "stream",  "gather",
                                              "scatter", "stencil", "reduction"};
    return names[i];
}
