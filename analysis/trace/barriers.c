/* Barriers that some work-items of a group do not come to, which OpenCL leaves undefined: lanes
 * that went another way, warps that wait at another barrier, and those that have ended. Said only
 * where all of their ways are known. */
#include "analysis/trace/tracer.h"

/* Whether it is known where all lanes of the warp are: together at a barrier, or on ways that were
 * known throughout. */
static bool is_known(const struct warp *w) {
    bool together = !w->done && w->mask == w->items && w->presence == PRESENCE_SURE;
    return together || !w->was_unsure;
}

static void note_barrier(struct barrier_counts *c, const struct warp *warps, uint32_t n) {
    uint32_t items = 0, reached = 0, other = NONE;
    for (uint32_t i = 0; i < n; i++) {
        const struct warp *w = &warps[i];
        if (!is_known(w))
            certain_lower(&c->certain, CERTAINTY_UNKNOWN, tracer_reason(w->t, REASON_BRANCH));
        items += w->n_items;
        if (w->barrier == c->item)
            reached += (uint32_t)__builtin_popcountll(w->mask);
        else if (w->barrier != NONE)
            other = w->barrier;
    }
    c->executions++;
    if (reached < items && c->divergent++ == 0) {
        c->reached = reached;
        c->items = items;
        c->other = other;
    }
}

static struct barrier_counts *counts_of(const struct tracer *t, uint32_t item) {
    struct barrier_counts *c = t->barriers;
    while (c->item != item)
        c++;
    return c;
}

void tracer_note_barriers(struct tracer *t, const struct warp *warps, uint32_t n) {
    if (t->truncated)
        return;
    for (uint32_t i = 0; i < n; i++) {
        bool is_first = warps[i].barrier != NONE;
        for (uint32_t e = 0; e < i; e++)
            is_first &= warps[e].barrier != warps[i].barrier;
        if (is_first)
            note_barrier(counts_of(t, warps[i].barrier), warps, n);
    }
}
