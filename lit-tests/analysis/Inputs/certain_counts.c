/* Counts kernels of design spaces with long loops sampled, and in some of their work-groups, and
 * compares what is called exact then with what all iterations of all groups do. Prints how many
 * counts were compared, and how many are only followed. */
#include <stdio.h>
#include <string.h>

#include "analysis/load/load.h"
#include "driver/sweep/space.h"
#include "perfmodel/result/site_metrics.h"

enum { FEW_GROUPS = 3, MOST_OPS = 1 << 22 };

struct totals {
    size_t exact, followed;
    size_t different; /* of the exact ones, which must not be */
    size_t estimates; /* of those followed, that differ */
};

/* What is compared: a kernel in one way of counting against all of it. */
struct comparison {
    const char *what;
    const struct trace *all, *some;
    const struct access_metrics *of_all, *of_some;
    struct totals *totals;
};

static void compare(struct comparison *c, struct certain certain, bool same, const char *kind,
                    struct loc loc) {
    struct totals *n = c->totals;
    n->exact += certain_is_exact(certain);
    n->followed += certain.level == CERTAINTY_FOLLOWED;
    n->estimates += certain.level == CERTAINTY_FOLLOWED && !same;
    if (!certain_is_exact(certain) || same)
        return;
    n->different++;
    printf("%s: %s: %s at %u:%u differs\n", c->what, c->all->kernel->name, kind, loc.line, loc.col);
}

static void compare_loops(struct comparison *c) {
    for (uint32_t i = 0; i < c->all->kernel->n_loops; i++) {
        const struct loop_counts *x = &c->all->loops[i], *y = &c->some->loops[i];
        struct loc loc = c->all->kernel->loops[i].loc;
        bool none = !x->entries || !y->entries;
        compare(c, y->certain,
                none || (x->trips_min == y->trips_min && x->trips_max == y->trips_max), "trips",
                loc);
        compare(c, y->entries_certain, x->entries == y->entries, "entries", loc);
    }
}

static void compare_branches(struct comparison *c) {
    for (uint32_t i = 0; i < c->all->kernel->n_branches; i++) {
        const struct branch_counts *x = &c->all->branches[i], *y = &c->some->branches[i];
        compare(c, y->certain, x->executions == y->executions && x->divergent == y->divergent,
                "branch", c->all->kernel->branches[i].loc);
    }
}

static void compare_barriers(struct comparison *c) {
    for (uint32_t i = 0; i < c->all->n_barriers; i++) {
        const struct barrier_counts *x = &c->all->barriers[i], *y = &c->some->barriers[i];
        compare(c, y->certain, !x->divergent == !y->divergent, "barrier",
                c->all->kernel->items[x->item].loc);
    }
}

static void compare_accesses(struct comparison *c) {
    for (uint32_t i = 0; i < c->all->kernel->n_accesses; i++) {
        const struct access_metrics *x = &c->of_all[i], *y = &c->of_some[i];
        bool same = x->requests == y->requests && x->sectors32 == y->sectors32 &&
                    x->segments128 == y->segments128 && x->distinct == y->distinct &&
                    x->passes == y->passes && x->lanes == y->lanes;
        compare(c, y->certain, same, "access", c->all->kernel->accesses[i].loc);
    }
}

static void compare_all(struct arena *a, const struct gpu *g, struct comparison *c) {
    c->of_all = access_metrics(a, g, c->all, true);
    c->of_some = access_metrics(a, g, c->some, true);
    compare_loops(c);
    compare_branches(c);
    compare_barriers(c);
    compare_accesses(c);
}

/* Samples of the launch's first groups, and some of the groups for all. */
static void count(struct arena *a, const struct study *p, const char *what,
                  struct totals *sampled, struct totals *raised) {
    static const uint64_t groups[FEW_GROUPS] = {0, 1, 2};
    uint64_t total = 1;
    for (int d = 0; d < 3; d++)
        total *= (p->launch->global[d] + p->launch->local[d] - 1) / p->launch->local[d];
    struct trace_request r = {.kernel = p->source,
                              .launch = p->launch,
                              .warp_width = (uint32_t)p->gpu->machine.warp_width,
                              .groups = groups,
                              .n_groups = total < FEW_GROUPS ? total : FEW_GROUPS,
                              .counts_only = true,
                              .max_ops = MOST_OPS};
    struct comparison few = {what, an_trace(a, &r), NULL, NULL, NULL, sampled};
    r.sample = true;
    few.some = an_trace(a, &r);
    if (!few.all->truncated)
        compare_all(a, p->gpu, &few);
    r.sample = false;
    r.whole = true;
    struct comparison all = {what, an_trace(a, &r), NULL, NULL, NULL, raised};
    all.some = an_trace_raised(a, few.all, total, REASON_GROUPS);
    if (!few.all->truncated && !all.all->truncated && total > FEW_GROUPS)
        compare_all(a, p->gpu, &all);
}

static void print(const char *what, const struct totals *n) {
    printf("%s: %zu exact counts, %zu followed, of which %zu are others, %zu differ\n", what,
           n->exact, n->followed, n->estimates, n->different);
}

int main(int argc, char **argv) {
    struct predictor loaded = {0};
    struct totals sampled = {0}, raised = {0};
    load_init();
    for (int i = 1; i < argc; i++) {
        struct arena a = {0};
        const char *error = NULL;
        const struct sweep_space *s = sweep_space_read(&a, argv[i], NULL, &error);
        for (size_t p = 0; s && p < s->points; p += 1 + s->points / 3) {
            struct sweep_config c;
            struct study r = {0};
            struct sweep_point point = {s, p};
            const struct module *m = NULL;
            if (sweep_admits(&a, &point, &error) && sweep_config(&a, &point, &c, &error))
                m = predict_load(&loaded, &c.source, &error);
            r.gpu = m ? c.gpu : NULL;
            if (!m || !predict_find(m, c.launch.kernel, &r))
                continue;
            r.launch = &c.launch;
            count(&a, &r, argv[i], &sampled, &raised);
        }
        if (error)
            printf("%s: error: %s\n", argv[i], error);
        arena_free(&a);
    }
    predictor_free(&loaded);
    print("sampled", &sampled);
    print("some groups", &raised);
    return sampled.different + raised.different != 0;
}
