/* A few groups are traced on their own, and their work is counted in warp operations. Of a line of
 * groups, these are the first two, the last two, and the quarters; between them work is taken to
 * change linearly, which is exact for triangular loops and for work that only the first or last
 * group does. Of a grid, they are the middles of equal parts. Not modelled: groups whose work
 * follows data, unless the sample hits them. */
#include "perfmodel/balance.h"

#include <math.h>

/* Groups looked at, and the longest trace of one. */
enum { PLACES = 7, GRID = 4, MAX_OPS = 200 * 1000, MAX_OPS_SAMPLED = 1000 * 1000 };

/* Operations of one warp, repeats counted as often as they stand for. */
static double warp_work(const struct warp_trace *w) {
    struct arena scratch = {0};
    const double *often = an_op_weights(&scratch, w);
    double total = 0;
    for (size_t i = 0; i < w->n_ops; i++)
        total += w->ops[i].item == NONE ? 0 : often[i];
    arena_free(&scratch);
    return total;
}

static double work_of(const struct trace *t) {
    double total = 0;
    for (size_t i = 0; i < t->n_warps; i++)
        total += warp_work(&t->warps[i]);
    return total / (double)t->n_groups;
}

/* Operations of one group; 0 if that is too much to find out. */
static double work_of_group(struct arena *a, const struct model_input *in, bool sample,
                            uint64_t group) {
    struct trace_request one = {.kernel = in->machine,
                                .launch = in->launch,
                                .warp_width = (uint32_t)in->gpu->warp_width,
                                .groups = &group,
                                .n_groups = 1,
                                .sample = sample,
                                .max_ops = sample ? MAX_OPS_SAMPLED : MAX_OPS,
                                .deadline = in->deadline};
    const struct trace *t = an_trace(a, &one);
    if (!t->truncated)
        return work_of(t);
    return sample ? 0 : work_of_group(a, in, true, group);
}

/* Ids of groups or items of the whole launch, or data, under a branch: without, all
 * groups do the same. */
static bool depends_on_group(const struct kernel *k, uint32_t value, bool *seen) {
    const struct value *v = &k->values[value];
    if (seen[value])
        return false;
    seen[value] = true;
    if (v->op == OP_LOAD || v->op == OP_ATOMIC ||
        (v->op == OP_WORKITEM && (v->imm == QUERY_GLOBAL_ID || v->imm == QUERY_GROUP_ID ||
                                  v->imm == QUERY_GLOBAL_LINEAR_ID)))
        return true;
    for (uint32_t a = 0; a < v->n_args; a++)
        if (depends_on_group(k, v->args[a], seen))
            return true;
    return false;
}

static bool may_differ(struct arena *a, const struct kernel *k) {
    bool *seen = NEW_ARRAY(a, bool, k->n_values);
    for (uint32_t i = 0; i < k->n_branches; i++)
        if (depends_on_group(k, k->values[k->branches[i].value].args[0], seen))
            return true;
    return false;
}

/* Group numbers in the middle of equal parts of the launch, GRID parts along each dimension or as
 * many as there are groups. */
static unsigned grid_places(const struct launch *l, uint64_t *places) {
    uint64_t extent[3], parts[3];
    unsigned n = 0;
    for (int d = 0; d < 3; d++) {
        extent[d] = (l->global[d] + l->local[d] - 1) / l->local[d];
        parts[d] = extent[d] < GRID ? extent[d] : GRID;
    }
    for (uint64_t z = 0; z < parts[2]; z++)
        for (uint64_t y = 0; y < parts[1]; y++)
            for (uint64_t x = 0; x < parts[0]; x++)
                places[n++] = ((2 * z + 1) * extent[2] / (2 * parts[2]) * extent[1] +
                               (2 * y + 1) * extent[1] / (2 * parts[1])) *
                                  extent[0] +
                              (2 * x + 1) * extent[0] / (2 * parts[0]);
    return n;
}

/* Launches of several dimensions: each part of the launch counts the same. */
static struct balance balance_by_grid(struct arena *a, const struct model_input *in,
                                      const struct round *r, double base) {
    uint64_t places[GRID * GRID * GRID];
    unsigned n = grid_places(in->launch, places);
    struct balance b = {0, 1, r->first_group};
    for (unsigned i = 0; i < n; i++) {
        double work = work_of_group(a, in, false, places[i]) / base;
        if (work <= 0)
            return (struct balance){1, 1, r->first_group};
        b.mean += work / n;
        if (work > b.heaviest) {
            b.heaviest = work;
            b.heaviest_group = places[i];
        }
    }
    return b;
}

/* Launches of one dimension. */
static struct balance balance_by_line(struct arena *a, const struct model_input *in,
                                      const struct round *r, double base) {
    uint64_t n = r->groups_total;
    uint64_t places[PLACES] = {0, 1, n / 4, n / 2, n - 1 - n / 4, n > 1 ? n - 2 : 0, n - 1};
    double work[PLACES], sum = 0;
    struct balance b = {1, 1, r->first_group};
    for (int i = 0; i < PLACES; i++) {
        bool again = i && places[i] <= places[i - 1];
        work[i] = again ? work[i - 1] : work_of_group(a, in, false, places[i]) / base;
        if (work[i] <= 0)
            return (struct balance){1, 1, r->first_group};
        if (work[i] > b.heaviest) {
            b.heaviest = work[i];
            b.heaviest_group = places[i];
        }
    }
    for (int i = 1; i < PLACES; i++)
        if (places[i] > places[i - 1])
            sum += (work[i] + work[i - 1]) / 2 * (double)(places[i] - places[i - 1]);
    b.mean = n > 1 ? sum / (double)(n - 1) : 1;
    return b;
}

struct balance balance_of(struct arena *a, const struct model_input *in, const struct round *r,
                          const struct trace *simulated) {
    const struct launch *l = in->launch;
    if (r->groups_total <= r->groups_per_sm || !may_differ(a, in->machine))
        return (struct balance){1, 1, r->first_group};
    double base = fmax(1, work_of(simulated));
    bool line = l->global[1] <= l->local[1] && l->global[2] <= l->local[2];
    return line ? balance_by_line(a, in, r, base) : balance_by_grid(a, in, r, base);
}
