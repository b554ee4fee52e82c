#include "perfmodel/whatif.h"

#include <string.h>

/* A request by its address and pattern, and the place it got. */
struct seen {
    uint64_t address;
    uint32_t pattern; /* + 1, 0 = free */
    uint64_t place;
};

static bool same_loc(struct loc a, struct loc b) {
    bool same_file = a.file == b.file || (a.file && b.file && strcmp(a.file, b.file) == 0);
    return same_file && a.line == b.line && a.col == b.col;
}

/* Whether a machine access is what became of the source's. One that several became has no place of
 * its own; then buffer and kind decide. */
static bool stands_for(const struct access *x, const struct whatif *w) {
    if (x->loc.line)
        return same_loc(x->loc, w->loc);
    const struct access *s = w->access;
    return s && s->kind == x->kind && s->base && x->base && strcmp(s->base, x->base) == 0;
}

static const bool *accesses_at(struct arena *a, const struct kernel *k, enum defect defect,
                               const struct whatif *w) {
    bool *marks = NEW_ARRAY(a, bool, k->n_accesses);
    for (uint32_t i = 0; i < k->n_accesses && w->defect == defect; i++)
        marks[i] = stands_for(&k->accesses[i], w);
    return marks;
}

/* If the lanes of a warp agreed, fewer warps would run each side. */
static const double *region_weights(struct arena *a, const struct trace *t,
                                    const struct whatif *w) {
    double *weight = NEW_ARRAY(a, double, t->n_regions);
    for (size_t i = 0; i < t->n_regions; i++) {
        const struct trace_region *r = &t->regions[i];
        weight[i] = r->parent == NONE ? 1 : weight[r->parent];
        if (w->defect == DEFECT_DIVERGENCE && r->branch != NONE &&
            same_loc(t->kernel->branches[r->branch].loc, w->loc))
            weight[i] *= r->share;
    }
    return weight;
}

struct without *whatif_prepare(struct arena *a, const struct whatif *w, const struct trace *t) {
    struct without *x = NEW(a, struct without);
    x->arena = a;
    x->narrow = accesses_at(a, t->kernel, DEFECT_UNCOALESCED, w);
    x->no_conflict = accesses_at(a, t->kernel, DEFECT_BANK_CONFLICT, w);
    x->weight = region_weights(a, t, w);
    return x;
}

static size_t slot_of(const struct without *w, uint64_t address, uint32_t pattern) {
    size_t i = (address ^ (uint64_t)pattern << 48) * 0x9E3779B97F4A7C15u >> 20 & (w->cap_seen - 1);
    while (w->seen[i].pattern && (w->seen[i].pattern != pattern || w->seen[i].address != address))
        i = (i + 1) & (w->cap_seen - 1);
    return i;
}

static void make_room(struct without *w) {
    struct seen *old = w->seen;
    size_t n = w->cap_seen;
    w->cap_seen = n ? n * 2 : 1024;
    w->seen = NEW_ARRAY(w->arena, struct seen, w->cap_seen);
    for (size_t i = 0; i < n; i++)
        if (old[i].pattern)
            w->seen[slot_of(w, old[i].address, old[i].pattern)] = old[i];
}

uint64_t whatif_place(struct without *w, const struct trace_op *op, uint32_t bytes) {
    if (w->n_seen * 2 >= w->cap_seen)
        make_room(w);
    struct seen *s = &w->seen[slot_of(w, op->address, op->pattern + 1)];
    if (!s->pattern) {
        uint64_t buffer = op->address >> BUFFER_SHIFT << BUFFER_SHIFT;
        uint64_t room = (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
        *s = (struct seen){op->address, op->pattern + 1, buffer + w->n_seen * room};
        w->n_seen++;
    }
    return s->place;
}
