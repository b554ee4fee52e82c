/* A local size that fits a kernel's local arrays, which are often made for one size of work-groups
 * that the source does not name. */
#include <string.h>

#include "analysis/trace.h"
#include "base/div_up.h"
#include "driver/launch_assume.h"

/* Tried in turn, after the usual size. */
static const uint64_t sizes[][3] = {
    {128, 1, 1}, {64, 1, 1}, {32, 1, 1}, {512, 1, 1}, {16, 1, 1},  {32, 8, 1},
    {16, 8, 1},  {8, 8, 1},  {32, 4, 1}, {16, 4, 1},  {32, 16, 1}, {32, 32, 1},
    {64, 4, 1},  {8, 4, 1},  {4, 4, 1},  {8, 4, 4},   {4, 4, 4},   {16, 4, 4},
    {32, 4, 2},  {8, 8, 8},  {8, 4, 2},  {4, 4, 2},
};

/* Operations for one look. */
enum { LOOK_OPS = 20000 };

static bool has_local_array(const struct kernel *k) {
    for (uint32_t i = 0; i < k->n_objects; i++)
        if (k->objects[i].space == SPACE_LOCAL)
            return true;
    return false;
}

/* Whether the work-items of a group in the middle stay within the local arrays. */
static bool stays_within(const struct kernel *k, const struct launch *sizes_of) {
    struct arena scratch = {0};
    struct launch l = *sizes_of;
    launch_assume_args(&scratch, k, &l);
    uint64_t middle = 0, n = 1;
    for (int d = 0; d < 3; d++) {
        middle += n * (l.global[d] / l.local[d] / 2);
        n *= div_up(l.global[d], l.local[d]);
    }
    struct trace_request r = {.kernel = k,
                              .launch = &l,
                              .warp_width = 32,
                              .groups = &middle,
                              .n_groups = 1,
                              .counts_only = true,
                              .bounds = true,
                              .max_ops = LOOK_OPS};
    bool within = !an_trace(&scratch, &r)->overrun;
    arena_free(&scratch);
    return within;
}

/* Of as many dimensions as the size so far, dividing the launch's. */
static bool is_possible(const struct launch *l, const uint64_t size[3]) {
    for (int d = 0; d < 3; d++)
        if (l->global[d] % size[d] || (size[d] > 1) != (l->local[d] > 1))
            return false;
    return true;
}

void launch_fit_local(const struct kernel *k, struct launch *l) {
    if (k->reason || !has_local_array(k) || stays_within(k, l))
        return;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct launch other = *l;
        memcpy(other.local, sizes[i], sizeof other.local);
        if (is_possible(l, sizes[i]) && stays_within(k, &other)) {
            *l = other;
            return;
        }
    }
}
