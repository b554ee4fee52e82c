#include "perfmodel/sim/events.h"

#include <string.h>

struct events *events_new(struct arena *a, uint32_t sim_warps) {
    struct events *h = NEW(a, struct events);
    h->heap = NEW_ARRAY(a, struct event, sim_warps);
    return h;
}

__extension__ typedef unsigned __int128 order;

/* Times are not negative, so that their bits are in order. */
static order order_of(const struct event *e) {
    uint64_t time;
    memcpy(&time, &e->time, sizeof time);
    return (order)time << 64 | e->sim_warp;
}

/* Without a branch: which of two comes first is anybody's guess. */
static bool earlier(const struct event *a, const struct event *b) {
    return order_of(a) < order_of(b);
}

/* Puts the event where the heap's first one was. */
static void sift_down(struct events *h, struct event e) {
    uint32_t i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= h->places)
            break;
        if (child + 1 < h->places)
            child += earlier(&h->heap[child + 1], &h->heap[child]);
        if (!earlier(&h->heap[child], &e))
            break;
        h->heap[i] = h->heap[child];
        i = child;
    }
    h->heap[i] = e;
}

/* What was taken first mostly comes back a little later, to the place that it has left. */
void events_push(struct events *h, struct event e) {
    if (h->taken_first) {
        h->taken_first = false;
        sift_down(h, e);
        return;
    }
    uint32_t i = h->places++;
    while (i > 0 && earlier(&e, &h->heap[(i - 1) / 2])) {
        h->heap[i] = h->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->heap[i] = e;
}

/* Closes the gap that events_pop() left, if nothing came into it. */
static void close_gap(struct events *h) {
    h->taken_first = false;
    struct event last = h->heap[--h->places];
    if (h->places)
        sift_down(h, last);
}

uint32_t events_pop(struct events *h) {
    if (h->taken_first)
        close_gap(h);
    h->taken_first = true;
    return h->heap[0].sim_warp;
}

bool events_left(const struct events *h) {
    return h->places > h->taken_first;
}

bool events_is_next(const struct events *h, struct event e) {
    uint32_t first = h->taken_first, behind = h->taken_first ? 2 : 0;
    return (first >= h->places || earlier(&e, &h->heap[first])) &&
           (behind >= h->places || earlier(&e, &h->heap[behind]));
}
