#include "launch/assume.h"

#include <string.h>

#include "base/div_up.h"

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

/* Sizes of the dimensions in which work-items differ, in their order. */
static void assume_local(struct launch *l, const struct launch_shape *s, const struct usual *u) {
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
        assume_local(l, s, u);
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
