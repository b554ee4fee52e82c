/* Where lanes that took different ways wait for each other: at the branch's immediate
 * post-dominator, or before it at any block that both lead to. Lanes in deeper loops run first,
 * then those at the earlier block, and all that wait at one block run it together. */
#include "analysis/ir/query.h"
#include "analysis/trace/loop_sampling.h"
#include "analysis/trace/tracer.h"

struct frame *warp_frame(struct warp *w) {
    return &w->frames.at[w->n_frames - 1];
}

void warp_push_frame(struct warp *w, uint32_t reconv) {
    if (w->n_frames == w->frames.n)
        vec_push(w->t->arena, &w->frames, ((struct frame){0}));
    struct frame *f = &w->frames.at[w->n_frames++];
    f->reconv = reconv;
    f->arrived = 0;
    f->presence = w->presence;
    f->region = w->region;
    f->left_loop = NONE;
    f->sides.n = 0;
}

/* Whether the edge closes a loop. */
static bool is_back_edge(const struct kernel *k, uint32_t from, uint32_t to) {
    return to < k->n_blocks && k->blocks[to].loop != NONE &&
           k->loops[k->blocks[to].loop].header == to && in_loop(k, from, k->blocks[to].loop);
}

bool warp_phi_is_uncertain(const struct warp *w, uint32_t to) {
    const struct kernel *k = w->t->k;
    for (uint32_t i = 0; i < w->n_frames; i++) {
        const struct frame *f = &w->frames.at[i];
        if (f->left_loop != NONE && f->reconv < k->n_blocks && !in_loop(k, to, f->left_loop))
            return true;
    }
    return false;
}

void warp_arrive(struct warp *w, uint32_t from, uint32_t to, uint64_t mask, uint32_t region) {
    struct frame *f = warp_frame(w);
    w->has_waiting_lanes = true;
    if (to == f->reconv)
        f->arrived |= mask;
    else
        vec_push(w->t->arena, &f->sides, ((struct pending_path){to, mask, region, w->presence}));
    if (w->skips && is_back_edge(w->t->k, from, to))
        skip_iteration(w, w->t->k->blocks[to].loop, mask);
}

static bool is_accompanied(const struct warp *w) {
    for (uint32_t i = 0; i < w->n_frames; i++)
        if (w->frames.at[i].arrived || w->frames.at[i].sides.n)
            return true;
    return false;
}

static void go(struct warp *w, uint32_t block, uint64_t mask) {
    w->has_waiting_lanes = is_accompanied(w);
    if (w->chunk_of != NONE)
        skip_go(w, block);
    w->block = block;
    w->pc = 0;
    w->mask = mask;
}

/* The way without company: nobody of the frame waits, so the lanes just go on. */
bool warp_go_on(struct warp *w, uint32_t from, uint32_t to) {
    struct frame *f = warp_frame(w);
    warp_count_edge(w, from, to, w->mask);
    w->copies.n = 0;
    warp_read_phis(w, from, to, w->mask, warp_phi_is_uncertain(w, to), &w->copies);
    warp_write_phis(w, &w->copies);
    if (to == f->reconv || f->sides.n) {
        warp_arrive(w, from, to, w->mask, w->region);
        return false;
    }
    if (to >= w->t->k->n_blocks)
        return false;
    if (w->skips && is_back_edge(w->t->k, from, to))
        skip_iteration(w, w->t->k->blocks[to].loop, w->mask);
    go(w, to, w->mask);
    return true;
}

/* Deeper loops first, so that lanes that have left a loop wait for the rest; then the
 * block that comes first, since others may still lead to the later ones. */
static bool goes_before(const struct kernel *k, const struct pending_path *a,
                        const struct pending_path *b) {
    uint32_t da = k->blocks[a->to].loop == NONE ? 0 : k->loops[k->blocks[a->to].loop].depth;
    uint32_t db = k->blocks[b->to].loop == NONE ? 0 : k->loops[k->blocks[b->to].loop].depth;
    return da != db ? da > db : a->to < b->to;
}

/* What is known of who comes to the block with `mask` and the side's lanes. Of lanes that come only
 * perhaps, all have to be the same. */
static enum presence presence_of_both(const struct pending_path *one, uint64_t mask,
                                      const struct pending_path *s) {
    if (!mask || (one->presence == PRESENCE_SURE && s->presence == PRESENCE_SURE))
        return s->presence;
    enum presence least = one->presence < s->presence ? one->presence : s->presence;
    return mask == s->mask ? least : PRESENCE_OF_ANY;
}

/* Takes the next side of the frame, together with all that wait at the same block. */
static void next_side(struct warp *w, struct frame *f) {
    struct pending_path next = f->sides.at[0];
    uint64_t mask = 0;
    size_t left = 0;
    for (size_t i = 1; i < f->sides.n; i++)
        if (goes_before(w->t->k, &f->sides.at[i], &next))
            next = f->sides.at[i];
    for (size_t i = 0; i < f->sides.n; i++) {
        const struct pending_path *s = &f->sides.at[i];
        if (s->to != next.to) {
            f->sides.at[left++] = *s;
            continue;
        }
        next.presence = presence_of_both(&next, mask, s);
        next.region = s->region == next.region ? next.region : f->region;
        mask |= s->mask;
    }
    f->sides.n = left;
    w->presence = next.presence;
    w->region = next.region;
    go(w, next.to, mask);
}

void warp_resume(struct warp *w) {
    while (w->n_frames) {
        struct frame *f = warp_frame(w);
        if (f->sides.n) {
            next_side(w, f);
            return;
        }
        uint32_t reconv = f->reconv;
        uint64_t arrived = f->arrived;
        w->presence = f->presence;
        w->region = f->region;
        w->n_frames--;
        if (!arrived || reconv >= w->t->k->n_blocks)
            continue;
        if (!w->n_frames)
            break;
        f = warp_frame(w);
        if (!f->sides.n) {
            go(w, reconv, arrived);
            return;
        }
        vec_push(w->t->arena, &f->sides,
                 ((struct pending_path){reconv, arrived, w->region, w->presence}));
    }
    skip_go(w, w->t->k->n_blocks);
    w->done = true;
}
