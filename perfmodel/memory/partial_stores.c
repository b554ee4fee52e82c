#include "perfmodel/memory/partial_stores.h"

#include "analysis/ir/query.h"
#include "base/hash.h"
#include "base/integers.h"
#include "base/lot.h"
#include "perfmodel/memory/l2_sharing.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/study/traces.h"

/* Bytes of one line that are stored to. */
struct stored {
    uint64_t line; /* its number + 1; 0 = empty */
    struct cover cover;
};

/* Open addressing; the number of places is a power of two and twice that of lines at least. */
struct incomplete {
    struct arena *arena;
    struct memory_grid grid;
    struct stored *at;
    uint64_t mask, n;
    double alone; /* share of them that groups beside do not complete */
};

static struct incomplete nothing_stored(struct arena *a, struct memory_grid grid) {
    enum { PLACES = 64 };
    return (struct incomplete){
        .arena = a, .grid = grid, .at = NEW_ARRAY(a, struct stored, PLACES), .mask = PLACES - 1};
}

static struct stored *find(const struct incomplete *in, uint64_t line) {
    uint64_t i = (hash_of(line) >> 20) & in->mask;
    while (in->at[i].line && in->at[i].line != line + 1)
        i = (i + 1) & in->mask;
    return &in->at[i];
}

static void grow(struct incomplete *in) {
    const struct incomplete old = *in;
    in->mask = 2 * old.mask + 1;
    in->at = NEW_ARRAY(in->arena, struct stored, in->mask + 1);
    for (uint64_t i = 0; i <= old.mask; i++)
        if (old.at[i].line)
            *find(in, old.at[i].line - 1) = old.at[i];
}

static struct stored *find_or_add(struct incomplete *in, uint64_t line) {
    struct stored *s = find(in, line);
    if (s->line)
        return s;
    s->line = line + 1;
    if (++in->n * 2 <= in->mask)
        return s;
    grow(in);
    return find(in, line);
}

static void store(struct incomplete *in, uint64_t address, uint64_t bytes) {
    enum { WORD = 64 };
    for (uint64_t end = address + bytes; address < end;) {
        uint64_t from = address % WORD, rest = end - address,
                 n = WORD - from < rest ? WORD - from : rest;
        struct stored *s = find_or_add(in, grid_line(&in->grid, address));
        uint64_t in_line = address - grid_line_start(&in->grid, address);
        s->cover.bytes[in_line / WORD] |= ~0ull >> (WORD - n) << from;
        address += n;
    }
}

/* By item, whether it stores to global memory. */
static const bool *storing_items(struct arena *a, const struct trace *t) {
    const struct item *items = t->kernel->items;
    bool *storing = NEW_ARRAY(a, bool, t->kernel->n_items);
    for (uint32_t i = 0; i < t->kernel->n_items; i++) {
        const struct access *x =
            items[i].kind == ITEM_ACCESS ? &t->kernel->accesses[items[i].access] : NULL;
        storing[i] = x && x->kind == ACCESS_STORE && goes_through_l2(x);
    }
    return storing;
}

static const struct pattern *stored_pattern(const struct trace *t, const bool *storing,
                                            const struct trace_op *op) {
    bool stores = op->item != NONE && storing[op->item];
    return stores && !t->patterns[op->pattern].scattered ? &t->patterns[op->pattern] : NULL;
}

static void store_all(struct incomplete *in, const struct trace *t, const bool *storing) {
    for (size_t w = 0; w < t->n_warps; w++)
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            const struct trace_op *op = &t->warps[w].ops[o];
            const struct pattern *p = stored_pattern(t, storing, op);
            uint64_t address = p ? an_op_address(&t->warps[w], op) : 0;
            for (uint64_t m = p ? p->mask : 0; m; m &= m - 1)
                store(in, address + (uint64_t)p->offset[__builtin_ctzll(m)], p->bytes);
        }
}

/* The warps of the trace's first group. */
static struct trace first_group(const struct trace *t) {
    struct trace first = *t;
    for (first.n_warps = 0;
         first.n_warps < t->n_warps && t->warps[first.n_warps].group == t->warps[0].group;)
        first.n_warps++;
    return first;
}

/* The groups before and behind it. */
static const struct trace *beside(const struct trace *t, uint64_t group) {
    uint64_t groups = 1, at[2];
    size_t n = 0;
    for (int d = 0; d < 3; d++)
        groups *= div_up(t->launch->global[d], t->launch->local[d]);
    if (group > 0)
        at[n++] = group - 1;
    if (group + 1 < groups)
        at[n++] = group + 1;
    return n ? study_other_groups(t, at, n, overlap_trace, NULL) : NULL;
}

static bool is_incomplete(struct covered c) {
    return c.any && !c.all;
}

/* Of the sectors that the first group leaves incomplete, those that the groups beside it do not
 * complete. */
static double alone_share(struct arena *a, struct memory_grid g, const struct trace *t,
                          const bool *storing) {
    struct trace first = first_group(t);
    struct incomplete own = nothing_stored(a, g);
    store_all(&own, &first, storing);
    uint64_t incomplete = 0, left = 0;
    for (uint64_t i = 0; i <= own.mask; i++)
        for (uint32_t n = 0; n < g.sectors; n++)
            incomplete += is_incomplete(grid_covered(&g, &own.at[i].cover, n));
    const struct trace *others = incomplete ? beside(t, t->warps[0].group) : NULL;
    if (!others)
        return 1;
    struct incomplete all = nothing_stored(a, g);
    store_all(&all, &first, storing);
    store_all(&all, others, storing);
    for (uint64_t i = 0; i <= own.mask; i++) {
        const struct stored *x = own.at[i].line ? find(&all, own.at[i].line - 1) : NULL;
        for (uint32_t n = 0; n < g.sectors && x; n++)
            left += is_incomplete(grid_covered(&g, &own.at[i].cover, n)) &&
                    !grid_covered(&g, &x->cover, n).all;
    }
    return (double)left / (double)incomplete;
}

const struct incomplete *incomplete_sectors(struct arena *a, struct memory_grid grid,
                                            const struct trace *t) {
    struct incomplete *in = NEW(a, struct incomplete);
    const bool *storing = storing_items(a, t);
    *in = nothing_stored(a, grid);
    store_all(in, t, storing);
    in->alone = t->n_warps ? alone_share(a, grid, t, storing) : 1;
    return in;
}

unsigned incomplete_in(const struct incomplete *in, uint64_t line, unsigned sectors) {
    const struct stored *s = NULL;
    unsigned found = 0;
    for (unsigned left = sectors; left; left &= left - 1) {
        unsigned number = (unsigned)__builtin_ctz(left);
        uint64_t sector = (line >> in->grid.sector_shift) + number;
        uint64_t at = sector / in->grid.sectors;
        if (!s || s->line != at + 1)
            s = find(in, at);
        struct covered c =
            grid_covered(&in->grid, &s->cover, (uint32_t)(sector % in->grid.sectors));
        if (!c.all && hash_uniform(sector) < in->alone)
            found |= 1u << number;
    }
    return found;
}
