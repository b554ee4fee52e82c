#include "perfmodel/incomplete.h"

#include "perfmodel/sharing.h"

/* Bytes of one sector that are stored to, a bit each. */
struct stored {
    uint64_t sector; /* its number + 1; 0 = empty */
    uint32_t bytes;
};

/* Open addressing; the number of places is a power of two and twice what is needed at most. */
struct incomplete {
    struct stored *at;
    uint64_t mask;
};

static struct stored *find(const struct incomplete *in, uint64_t sector) {
    uint64_t i = (sector * 0x9E3779B97F4A7C15u >> 20) & in->mask;
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
        storing[i] = x && x->kind == ACCESS_STORE && sharing_through_l2(x);
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

const struct incomplete *incomplete_sectors(struct arena *a, const struct trace *t) {
    struct incomplete *in = NEW(a, struct incomplete);
    const bool *storing = storing_items(a, t->kernel);
    uint64_t places = 2, most = 2 * most_sectors(t, storing);
    while (places < most)
        places *= 2;
    in->mask = places - 1;
    in->at = NEW_ARRAY(a, struct stored, places);
    for (size_t w = 0; w < t->n_warps; w++)
        for (size_t o = 0; o < t->warps[w].n_ops; o++) {
            const struct trace_op *op = &t->warps[w].ops[o];
            const struct pattern *p = stored_pattern(t, storing, op);
            uint64_t address = p ? an_op_address(&t->warps[w], op) : 0;
            for (uint64_t m = p ? p->mask : 0; m; m &= m - 1)
                store(in, address + (uint64_t)p->offset[__builtin_ctzll(m)], p->bytes);
        }
    return in;
}

bool incomplete_has(const struct incomplete *in, uint64_t address) {
    return find(in, address / SECTOR_BYTES)->bytes != UINT32_MAX;
}
