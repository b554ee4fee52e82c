#include "launch/sample.h"

#include <stdlib.h>
#include <string.h>

/* A captured launch by its place among the given, and its work-items in all. */
struct weighed {
    const char *kernel;
    size_t place;
    double items;
};

static int by_kernel_and_items(const void *x, const void *y) {
    const struct weighed *a = x, *b = y;
    const int order = strcmp(a->kernel, b->kernel);
    if (order)
        return order;
    if (a->items != b->items)
        return a->items < b->items ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

static double all_items(const struct launch *l) {
    const double count = l->count ? (double)l->count : 1;
    return count * (double)l->global[0] * (double)l->global[1] * (double)l->global[2];
}

/* The first and the last of the kernel's launches, and those as far apart between them as can be.
 */
static void choose(const struct weighed *of_kernel, size_t n, size_t most, bool *chosen) {
    const size_t wanted = most && most < n ? most : n;
    for (size_t i = 0; i < wanted; i++)
        chosen[of_kernel[wanted > 1 ? i * (n - 1) / (wanted - 1) : 0].place] = true;
}

struct given_launches launch_sample(struct arena *a, const struct given_launches *given,
                                    size_t most) {
    struct given_launches found = {0};
    struct weighed *captured = NEW_ARRAY(a, struct weighed, given->n + 1);
    bool *chosen = NEW_ARRAY(a, bool, given->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < given->n; i++) {
        const struct launch *l = &given->at[i].launch;
        if (given->at[i].captured)
            captured[n++] = (struct weighed){l->kernel, i, all_items(l)};
        chosen[i] = !given->at[i].captured;
    }
    qsort(captured, n, sizeof *captured, by_kernel_and_items);
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first; end < n && !strcmp(captured[end].kernel, captured[first].kernel);)
            end++;
        choose(captured + first, end - first, most, chosen);
    }
    for (size_t i = 0; i < given->n; i++)
        if (chosen[i])
            vec_push(a, &found, given->at[i]);
    return found;
}
