/* A local size that fits a kernel's local arrays, which are often made for one size of work-groups
 * that the source does not name. */
#include "analysis/trace/trace.h"
#include "base/div_up.h"
#include "base/vec.h"
#include "launch/assume.h"

/* By the dimensions in which work-items of a group differ: the largest first, of equals the one
 * nearest to a square. */
enum { MOST_SIZES = 16 };
static const uint16_t sizes[3][MOST_SIZES][3] = {
    {{1024, 1, 1}, {512, 1, 1}, {256, 1, 1}, {128, 1, 1}, {64, 1, 1}, {32, 1, 1}, {16, 1, 1}},
    {{32, 32, 1},
     {32, 16, 1},
     {16, 16, 1},
     {32, 8, 1},
     {64, 4, 1},
     {16, 8, 1},
     {32, 4, 1},
     {8, 8, 1},
     {16, 4, 1},
     {8, 4, 1},
     {4, 4, 1}},
    {{8, 8, 8}, {8, 8, 4}, {32, 4, 2}, {16, 4, 4}, {8, 4, 4}, {4, 4, 4}, {8, 4, 2}, {4, 4, 2}},
};

static bool has_local_array(const struct kernel *k) {
    for (uint32_t i = 0; i < k->n_objects; i++)
        if (k->objects[i].space == SPACE_LOCAL)
            return true;
    return false;
}

/* Any number for the integers that are still unknown, so that loops come to an end. */
static void add_numbers(struct arena *a, const struct kernel *k, struct launch *l) {
    VEC(struct launch_arg) args = {0};
    for (size_t i = 0; i < l->n_args; i++)
        vec_push(a, &args, l->args[i]);
    for (uint32_t i = 0; i < k->n_params; i++) {
        const struct param *p = &k->params[i];
        struct launch_arg arg = {.name = p->name, .index = (int)i, .number = LAUNCH_USUAL_TRIPS};
        bool given = launch_arg(l, (int)i, p->name) || launch_arg(l, (int)i, NULL);
        if (!given && p->type == TYPE_INT && p->comps == 1)
            vec_push(a, &args, arg);
    }
    l->args = args.at;
    l->n_args = args.n;
}

/* Whether the work-items of a group in the middle stay within the local arrays. */
static bool stays_within(const struct kernel *k, const struct launch *sizes_of) {
    struct arena scratch = {0};
    struct launch l = *sizes_of;
    launch_assume_args(&scratch, k, false, &l);
    add_numbers(&scratch, k, &l);
    uint64_t middle = 0, n = 1;
    for (int d = 0; d < 3; d++) {
        middle += n * (l.global[d] / l.local[d] / 2);
        n *= div_up(l.global[d], l.local[d]);
    }
    bool within = !an_overruns(&scratch, k, &l, middle);
    arena_free(&scratch);
    return within;
}

/* The size in the dimensions in which work-items differ. False if it does not divide the launch's.
 */
static bool take_size(const struct launch_shape *s, const uint16_t *size, struct launch *l) {
    unsigned next = 0;
    for (int d = 0; d < 3; d++) {
        l->local[d] = s->within[d] ? size[next++] : 1;
        if (l->global_source != LAUNCH_ASSUMED && l->global[d] % l->local[d])
            return false;
        l->global[d] = div_up(l->global[d], l->local[d]) * l->local[d];
    }
    return true;
}

bool launch_fit_local(const struct kernel *k, const struct launch_shape *s, struct launch *l) {
    const unsigned within = (unsigned)s->within[0] + s->within[1] + s->within[2];
    bool too_large = false;
    if (k->reason || !within || !has_local_array(k))
        return false;
    for (size_t i = 0; i < MOST_SIZES && sizes[within - 1][i][0]; i++) {
        struct launch other = *l;
        if (!take_size(s, sizes[within - 1][i], &other))
            continue;
        if (!stays_within(k, &other)) {
            too_large = true;
            continue;
        }
        if (too_large)
            *l = other;
        return too_large;
    }
    return false;
}
