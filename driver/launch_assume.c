#include "driver/launch_assume.h"

#include "base/div_up.h"

/* What a kernel is launched with if nobody says, by its dimensions. */
static const uint64_t assumed_global[3][3] = {{1 << 20, 1, 1}, {1024, 1024, 1}, {128, 128, 64}};
static const uint64_t assumed_local[3][3] = {{256, 1, 1}, {16, 16, 1}, {8, 8, 4}};

/* The same in one dimension where the work grows with the square of the size. */
enum { SQUARE_GLOBAL = 1 << 14 };

static bool is_id(const struct value *v) {
    return v->op == OP_WORKITEM && v->n_args && v->imm <= QUERY_GROUP_ID;
}

/* Dimensions that the kernel asks for, or that the sizes have: 1 to 3. */
static size_t dimensions(const struct kernel *k, const struct launch *l) {
    size_t n = 1;
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        if (!is_id(v) || k->values[v->args[0]].op != OP_CONST)
            continue;
        int64_t d = k->values[v->args[0]].imm;
        if (d >= 0 && d < 3 && (size_t)d + 1 > n)
            n = (size_t)d + 1;
    }
    for (size_t d = n; d < 3; d++)
        if (l->global[d] > 1 || l->local[d] > 1)
            n = d + 1;
    return n;
}

static uint64_t multiple_of(uint64_t local, uint64_t size) {
    return local ? div_up(size, local) * local : size;
}

static void assume_global(struct launch *l, size_t dims) {
    for (int d = 0; d < 3; d++)
        l->global[d] = multiple_of(l->local[d], assumed_global[dims - 1][d]);
    l->global_source = LAUNCH_ASSUMED;
}

/* Halves the usual size until it divides. */
static void assume_local(struct launch *l, size_t dims) {
    for (int d = 0; d < 3; d++) {
        l->local[d] = assumed_local[dims - 1][d];
        while (l->global[d] % l->local[d])
            l->local[d] /= 2;
    }
    l->local_source = LAUNCH_ASSUMED;
}

static void complete_sizes(struct arena *a, const struct kernel *k, struct launch *l) {
    size_t dims;
    if (!l->local[0] && k->reqd_local[0]) {
        for (int d = 0; d < 3; d++)
            l->local[d] = k->reqd_local[d] ? k->reqd_local[d] : 1;
        l->local_source = LAUNCH_ATTRIBUTE;
    }
    dims = dimensions(k, l);
    if (!l->global[0])
        assume_global(l, dims);
    if (!l->local[0])
        assume_local(l, dims);
    if (l->global_source == LAUNCH_ASSUMED && dims == 1 && launch_is_square(a, k, l))
        l->global[0] = multiple_of(l->local[0], SQUARE_GLOBAL);
    if (!l->count)
        l->count = 1;
}

void launch_assume(struct arena *a, const struct kernel *k, struct launch *l) {
    complete_sizes(a, k, l);
    if (l->local_source == LAUNCH_ASSUMED)
        launch_fit_local(k, l);
    if (l->global_source == LAUNCH_ASSUMED || l->global_source == LAUNCH_HOST)
        launch_assume_args(a, k, l);
}
