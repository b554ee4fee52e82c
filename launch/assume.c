#include "launch/assume.h"

#include <string.h>

#include "analysis/trace/trace.h"
#include "base/integers.h"
#include "base/vec.h"

/* What a kernel is launched with if nobody says, by its dimensions; those of a work-group, and of
 * the launch. None is likelier than the others: findings are reported if they hold for all. They
 * differ in shape, in size, and in whether rows are a power of two. */
struct usual {
    uint64_t local[3][3], global[3][3];
    uint64_t square;    /* global size in one dimension where the work grows with its square */
    uint32_t row_trips; /* elements of a row that one work-item walks along, and iterations of a
                           loop whose end nobody knows */
    bool unit_strides;
};
static const struct usual usuals[] = {
    {{{256, 1, 1}, {16, 16, 1}, {8, 8, 4}},
     {{1 << 20, 1, 1}, {1024, 1024, 1}, {128, 128, 64}},
     1 << 14,
     LAUNCH_USUAL_TRIPS,
     false},
    {{{128, 1, 1}, {32, 8, 1}, {32, 4, 2}},
     {{192000, 1, 1}, {960, 960, 1}, {192, 160, 40}},
     5000,
     10,
     true},
    {{{64, 1, 1}, {16, 8, 1}, {16, 4, 2}},
     {{3200000, 1, 1}, {2000, 2000, 1}, {200, 200, 200}},
     40000,
     100,
     false},
};
enum { USUALS = sizeof usuals / sizeof *usuals };

/* Groups in each dimension where work-items of a group do not differ in all of the launch's: what
 * such a group works on is more than one element for each work-item. */
enum { GROUPS_OF_BLOCKS = 16 };

/* A buffer is smaller than that on any GPU (CL_DEVICE_MAX_MEM_ALLOC_SIZE): 16 GiB. */
static const double largest_buffer = 17179869184.0;

static uint64_t multiple_of(uint64_t local, uint64_t size) {
    return div_up(size, local) * local;
}

static void assume_global(struct launch *l, const struct launch_shape *s, const struct usual *u) {
    bool of_blocks = false;
    for (unsigned d = 0; d < s->dims; d++)
        of_blocks |= !s->within[d] && !s->most[d];
    for (unsigned d = 0; d < 3; d++) {
        uint64_t size = !s->dims || d >= s->dims ? 1 : u->global[s->dims - 1][d];
        if (of_blocks && d < s->dims)
            size = GROUPS_OF_BLOCKS * l->local[d];
        if (s->most[d] && s->most[d] < size)
            size = s->most[d];
        l->global[d] = multiple_of(l->local[d], size);
    }
    l->global_source = LAUNCH_ASSUMED;
}

/* Halves the largest dimension, the last of several, until the group may have that many work-items.
 */
static void bound_local(const struct kernel *k, struct launch *l) {
    while (k->most_local && l->local[0] * l->local[1] * l->local[2] > k->most_local) {
        unsigned largest = l->local[1] >= l->local[0];
        largest = l->local[2] > l->local[largest] ? 2 : largest;
        l->local[largest] /= 2;
    }
}

/* Sizes of the dimensions in which work-items differ, in their order. */
static void assume_local(const struct kernel *k, struct launch *l, const struct launch_shape *s,
                         const struct usual *u) {
    unsigned within = 0, next = 0;
    for (unsigned d = 0; d < 3; d++)
        within += s->within[d];
    for (unsigned d = 0; d < 3; d++) {
        l->local[d] = s->within[d] && within ? u->local[within - 1][next++] : 1;
        if (s->local[d])
            l->local[d] = s->local[d];
        while (l->global[0] && l->global[d] % l->local[d])
            l->local[d] /= 2;
    }
    bound_local(k, l);
    l->local_source = LAUNCH_ASSUMED;
}

static void take_required_local(const struct kernel *k, struct launch *l) {
    for (int d = 0; d < 3; d++)
        l->local[d] = k->reqd_local[d] ? k->reqd_local[d] : 1;
    l->local_source = LAUNCH_ATTRIBUTE;
}

/* Half as large in each dimension that has several groups. False if none has. */
static bool shrink(struct launch *l) {
    bool smaller = false;
    for (int d = 0; d < 3; d++)
        if (l->global[d] > l->local[d]) {
            l->global[d] = multiple_of(l->local[d], l->global[d] / 2);
            smaller = true;
        }
    return smaller;
}

/* Arguments for the sizes. A launch of assumed size gets smaller until its work-items stay within
 * buffers that can be. False if they never do. */
static bool assume_args(struct arena *a, const struct kernel *k, bool unit_strides,
                        struct launch *l) {
    const struct launch sized = *l;
    launch_assume_args(a, k, unit_strides, l);
    while (l->global_source == LAUNCH_ASSUMED && launch_reach(a, k, l) > largest_buffer) {
        struct launch smaller = sized;
        memcpy(smaller.global, l->global, sizeof smaller.global);
        if (!shrink(&smaller))
            return false;
        *l = smaller;
        launch_assume_args(a, k, unit_strides, l);
    }
    return true;
}

static bool complete(struct arena *a, const struct kernel *k, struct launch *l,
                     const struct launch_shape *s, const struct usual *u) {
    l->unknown_trips = u->row_trips;
    l->unit_strides = u->unit_strides;
    if (!l->local[0])
        assume_local(k, l, s, u);
    if (!l->global[0])
        assume_global(l, s, u);
    if (l->global_source == LAUNCH_ASSUMED && s->dims == 1 && launch_is_square(a, k, l))
        l->global[0] = multiple_of(l->local[0], u->square);
    if (l->global_source == LAUNCH_ASSUMED || l->global_source == LAUNCH_HOST)
        return assume_args(a, k, u->unit_strides, l);
    return true;
}

static bool same_sizes(const struct launch *x, const struct launch *y) {
    return memcmp(x->global, y->global, sizeof x->global) == 0 &&
           memcmp(x->local, y->local, sizeof x->local) == 0;
}

/* The launches that are as plausible as *l, all made of what is given. */
static void add_others(struct arena *a, const struct kernel *k, const struct launch *given,
                       const struct launch_shape *s, struct launch *l) {
    struct launch *others = NEW_ARRAY(a, struct launch, USUALS - 1);
    size_t n = 0;
    for (size_t i = 1; i < USUALS; i++) {
        struct launch other = *given;
        if (complete(a, k, &other, s, &usuals[i]) &&
            (!same_sizes(&other, l) || other.unknown_trips != l->unknown_trips))
            others[n++] = other;
    }
    l->others = others;
    l->n_others = n;
}

bool launch_assume(struct arena *a, const struct kernel *k, struct launch *l) {
    if (!l->local[0] && k->reqd_local[0])
        take_required_local(k, l);
    if (!l->count)
        l->count = 1;
    struct launch given = *l;
    const struct launch_shape s = launch_shape(k, l);
    if (!complete(a, k, l, &s, &usuals[0]))
        return false;
    if (!launch_is_guessed(l))
        return true;
    if (l->local_source == LAUNCH_ASSUMED && launch_fit_local(k, &s, l)) {
        memcpy(given.local, l->local, sizeof given.local);
        given.local_source = LAUNCH_ASSUMED;
        *l = given;
        if (!complete(a, k, l, &s, &usuals[0]))
            return false;
    }
    add_others(a, k, &given, &s, l);
    return true;
}

/* Half the assumed size in each dimension, arguments for that, and a part of the iterations of
 * loops whose end nobody knows. False if there is nothing to reduce. */
static bool reduce(struct arena *a, const struct kernel *k, const struct launch *l,
                   struct launch *less) {
    enum { PART = 4, FEWEST = 2 };
    uint32_t trips = l->unknown_trips ? l->unknown_trips : LAUNCH_USUAL_TRIPS;
    *less = launch_without_assumed(a, l);
    less->unknown_trips = trips / PART > FEWEST ? trips / PART : FEWEST;
    bool sized = l->global_source == LAUNCH_ASSUMED && shrink(less);
    if (l->global_source == LAUNCH_ASSUMED || l->global_source == LAUNCH_HOST)
        launch_assume_args(a, k, l->unit_strides, less);
    return sized || less->unknown_trips < trips;
}

bool launch_assume_less(struct arena *a, const struct kernel *k, const struct launch *l,
                        struct launch *less) {
    if (!reduce(a, k, l, less))
        return false;
    struct launch *others = NEW_ARRAY(a, struct launch, l->n_others);
    less->n_others = 0;
    for (size_t i = 0; i < l->n_others; i++)
        less->n_others += reduce(a, k, &l->others[i], &others[less->n_others]);
    less->others = others;
    return true;
}

/* A local size that fits a kernel's local arrays, which are often made for one size of work-groups
 * that the source does not name. */

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

static bool has_local_array(const struct object *objects, uint32_t n_objects) {
    for (uint32_t i = 0; i < n_objects; i++)
        if (objects[i].space == SPACE_LOCAL)
            return true;
    return false;
}

/* Any number for the integers that are still unknown, so that loops come to an end. */
static void add_numbers(struct arena *a, const struct param *params, uint32_t n_params,
                        struct launch *l) {
    VEC(struct launch_arg) args = {0};
    for (size_t i = 0; i < l->n_args; i++)
        vec_push(a, &args, l->args[i]);
    for (uint32_t i = 0; i < n_params; i++) {
        const struct param *p = &params[i];
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
    add_numbers(&scratch, k->params, k->n_params, &l);
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
    if (k->reason || !within || !has_local_array(k->objects, k->n_objects))
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
