#include "perfmodel/events.h"

/* Without a branch: which of two comes first is anybody's guess. */
static bool earlier(const struct event *a, const struct event *b) {
    return (a->time < b->time) | ((a->time == b->time) & (a->runner < b->runner));
}

/* Puts the event where the heap's first one was. */
static void sift_down(struct events *h, struct event e) {
    uint32_t i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= h->n)
            break;
        if (child + 1 < h->n)
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
    uint32_t i = h->n++;
    while (i > 0 && earlier(&e, &h->heap[(i - 1) / 2])) {
        h->heap[i] = h->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->heap[i] = e;
}

void events_settle(struct events *h) {
    if (!h->taken_first)
        return;
    h->taken_first = false;
    struct event last = h->heap[--h->n];
    if (h->n)
        sift_down(h, last);
}

uint32_t events_pop(struct events *h) {
    h->taken_first = true;
    return h->heap[0].runner;
}
