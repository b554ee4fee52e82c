#include "perfmodel/memory/partial_stores.h"

#include "analysis/ir/query.h"
#include "base/div_up.h"
#include "base/hash.h"
#include "base/lot.h"
#include "perfmodel/memory/l2_sharing.h"
#include "perfmodel/model_constants.h"

/* Bytes of one sector that are stored to, a bit each. */
struct stored {
    uint64_t sector; /* its number + 1; 0 = empty */
    uint32_t bytes;
};

/* Open addressing; the number of places is a power of two and twice what is needed at most. */
struct incomplete {
    struct stored *at;
    uint64_t mask;
    double alone; /* share of them that groups beside do not complete */
};

static struct stored *find(const struct incomplete *in, uint64_t sector) {
    uint64_t i = (hash_of(sector) >> 20) & in->mask;
    while (in->at[i].sector && in->at[i].sector != sector + 1)
        i = (i + 1) & in->mask;
    return &in->at[i];
}

static void store(const struct incomplete *in, uint64_t address, uint64_t bytes) {
    for (uint64_t end = address + bytes; address < end;) {
        uint64_t sector = address / SECTOR_BYTES, from = address % SECTOR_BYTES;
        uint64_t next = (sector + 1) * SECTOR_BYTES, n = (next < end ? next : end) - address;
        struct stored *s = find(in, sector);
        s->sector = sector + 1;
        s->bytes |= (uint32_t)(((1ull << n) - 1) << from);
        address += n;
    }
}

/* By item, whether it stores to global memory. */
static const bool *storing_items(struct arena *a, const struct kernel *k) {
    bool *storing = NEW_ARRAY(a, bool, k->n_items);
    for (uint32_t i = 0; i < k->n_items; i++) {
        const struct access *x =
            k->items[i].kind == ITEM_ACCESS ? &k->accesses[k->items[i].access] : NULL;
        storing[i] = x && x->kind == ACCESS_STORE && goes_through_l2(x);
    }
    return storing;
}

static const struct pattern *stored_pattern(const struct trace *t, const bool *storing,
                                            const struct trace_op *op) {
    bool stores = op->item != NONE && storing[op->item];
    return stores && !t->patterns[op->pattern].scattered ? &t->patterns[op->pattern] : NULL;
}

static uint64_t most_sectors(const struct trace *t, const bool *storing) {
    uint64_t n = 0;
    for (size_t w = 0; w < t->n_warps; w++)
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            const struct pattern *p = stored_pattern(t, storing, &t->warps[w].ops[o]);
            if (p)
                n += (uint64_t)__builtin_popcountll(p->mask) * (p->bytes / SECTOR_BYTES + 2);
        }
    return n;
}

static struct incomplete table_for(struct arena *a, uint64_t sectors) {
    uint64_t places = 2;
    while (places < 2 * sectors)
        places *= 2;
    return (struct incomplete){.mask = places - 1, .at = NEW_ARRAY(a, struct stored, places)};
}

static void store_all(const struct incomplete *in, const struct trace *t, const bool *storing) {
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
    return n ? an_trace_more(t, at, n, overlap_trace, NULL) : NULL;
}

/* Of the sectors that the first group leaves incomplete, those that the groups beside it do not
 * complete. */
static double alone_share(struct arena *a, const struct trace *t, const bool *storing) {
    struct trace first = first_group(t);
    struct incomplete own = table_for(a, most_sectors(&first, storing));
    store_all(&own, &first, storing);
    uint64_t incomplete = 0, left = 0;
    for (uint64_t i = 0; i <= own.mask; i++)
        incomplete += own.at[i].sector && own.at[i].bytes != UINT32_MAX;
    const struct trace *others = incomplete ? beside(t, t->warps[0].group) : NULL;
    if (!others)
        return 1;
    struct incomplete all =
        table_for(a, most_sectors(&first, storing) + most_sectors(others, storing));
    store_all(&all, &first, storing);
    store_all(&all, others, storing);
    for (uint64_t i = 0; i <= own.mask; i++)
        left += own.at[i].sector && own.at[i].bytes != UINT32_MAX &&
                find(&all, own.at[i].sector - 1)->bytes != UINT32_MAX;
    return (double)left / (double)incomplete;
}

const struct incomplete *incomplete_sectors(struct arena *a, const struct trace *t) {
    struct incomplete *in = NEW(a, struct incomplete);
    const bool *storing = storing_items(a, t->kernel);
    *in = table_for(a, most_sectors(t, storing));
    store_all(in, t, storing);
    in->alone = t->n_warps ? alone_share(a, t, storing) : 1;
    return in;
}

bool incomplete_has(const struct incomplete *in, uint64_t address) {
    uint64_t sector = address / SECTOR_BYTES;
    return find(in, sector)->bytes != UINT32_MAX && hash_uniform(sector) < in->alone;
}
