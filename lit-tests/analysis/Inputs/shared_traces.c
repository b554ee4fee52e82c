/* Traces work-groups of design spaces together, where groups that are alike share a walk, and one
 * by one, where they cannot: both must say the same. Prints how many were compared and shared. */
#include <stdio.h>
#include <string.h>

#include "analysis/lanes/group_shift.h"
#include "analysis/load/load.h"
#include "driver/sweep/space.h"

enum { GROUPS = 6, FEW_OPS = 60 };

static size_t compared, shared, different;

static bool same_pattern(const struct trace *x, const struct trace *y, uint32_t i, uint32_t j) {
    const struct pattern *p = &x->patterns[i], *q = &y->patterns[j];
    if (p->mask != q->mask || p->bytes != q->bytes || p->scattered != q->scattered)
        return false;
    for (uint64_t m = p->mask; m && !p->scattered; m &= m - 1)
        if (p->offset[__builtin_ctzll(m)] != q->offset[__builtin_ctzll(m)])
            return false;
    return true;
}

static bool same_op(const struct trace *x, const struct warp_trace *v, const struct trace *y,
                    const struct warp_trace *w, size_t o) {
    const struct trace_op *p = &v->ops[o], *q = &w->ops[o];
    if (p->item != q->item || (p->item == NONE && p->address != q->address))
        return false;
    if (p->item == NONE || x->kernel->items[p->item].kind != ITEM_ACCESS)
        return true;
    bool placed = !x->patterns[p->pattern].scattered && p->shift != SHIFT_ANYWHERE;
    return same_pattern(x, y, p->pattern, q->pattern) &&
           (!placed || an_op_address(v, p) == an_op_address(w, q));
}

static void compare(const struct trace *x, const struct warp_trace *v, const struct trace *y,
                    const struct warp_trace *w, const char *what) {
    bool same = v->n_ops == w->n_ops && v->warp == w->warp && v->group == w->group;
    for (size_t o = 0; same && o < v->n_ops; o++)
        same = same_op(x, v, y, w, o);
    compared++;
    different += !same;
    if (!same)
        printf("%s: group %llu, warp %u differs\n", what, (unsigned long long)v->group, v->warp);
}

static void compare_work(const struct warp_trace *v, const struct warp_trace *w, const char *what) {
    bool same = v->work == w->work && v->warp == w->warp;
    compared++;
    different += !same;
    if (!same)
        printf("%s: the work of group %llu, warp %u differs: %g, %g\n", what,
               (unsigned long long)v->group, v->warp, v->work, w->work);
}

/* Groups one after another, cut when they are long: after others, and alone. */
static void trace_in_turn(struct arena *a, struct trace_request r, const char *what) {
    const struct trace *after = NULL;
    const uint64_t *groups = r.groups;
    size_t n = r.n_groups;
    r.n_groups = 1;
    r.max_ops = FEW_OPS;
    for (size_t g = 0; g < n; g++) {
        r.groups = &groups[g];
        const struct trace *alone = an_trace(a, &r);
        after = after ? an_trace_more(after, r.groups, 1, FEW_OPS, NULL) : alone;
        different += alone->n_warps != after->n_warps;
        for (size_t i = 0; i < alone->n_warps && i < after->n_warps; i++)
            if (r.work_only)
                compare_work(&after->warps[i], &alone->warps[i], what);
            else
                compare(after, &after->warps[i], alone, &alone->warps[i], what);
    }
}

static void trace(struct arena *a, const struct kernel *k, const struct launch *l, bool sample,
                  const char *what) {
    uint64_t total = 1, groups[GROUPS];
    for (int d = 0; d < 3; d++)
        total *= (l->global[d] + l->local[d] - 1) / l->local[d];
    size_t n = total < GROUPS ? total : GROUPS;
    for (size_t i = 0; i < n; i++)
        groups[i] = i < (n + 1) / 2 ? total / 2 + i : i * (total - 1) / (n - 1);
    struct trace_request r = {.kernel = k,
                              .launch = l,
                              .warp_width = 32,
                              .groups = groups,
                              .n_groups = n,
                              .sample = sample,
                              .at_once = n,
                              .max_ops = 1 << 20};
    trace_in_turn(a, r, what);
    r.work_only = true;
    trace_in_turn(a, r, what);
    const struct trace *work = an_trace(a, &r);
    r.work_only = false;
    const struct trace *all = an_trace(a, &r);
    if (all->truncated)
        return;
    for (size_t i = 0; !sample && i < all->n_warps; i++)
        compare_work(&work->warps[i], &all->warps[i], what);
    r.n_groups = 1;
    for (size_t w = 0, g = 0; g < n; g++) {
        r.groups = &groups[g];
        const struct trace *one = an_trace(a, &r);
        shared += w > 0 && all->warps[w].moved && all->warps[w].ops == all->warps[0].ops;
        for (size_t i = 0; i < one->n_warps; i++, w++)
            compare(all, &all->warps[w], one, &one->warps[i], what);
    }
}

int main(int argc, char **argv) {
    struct predictor loaded = {0};
    load_init();
    for (int i = 1; i < argc; i++) {
        struct arena a = {0};
        const char *error = NULL;
        const struct sweep_space *s = sweep_space_read(&a, argv[i], NULL, &error);
        for (size_t p = 0; s && p < s->points; p += 1 + s->points / 5) {
            struct sweep_config c;
            struct study r = {0};
            struct sweep_point point = {s, p};
            const struct module *m = NULL;
            if (sweep_admits(&a, &point, &error) && sweep_config(&a, &point, &c, &error))
                m = predict_load(&loaded, &c.source, &error);
            r.gpu = m ? c.gpu : NULL;
            if (!m || !predict_find(m, c.launch.kernel, &r))
                continue;
            trace(&a, r.machine, &c.launch, false, argv[i]);
            trace(&a, r.machine, &c.launch, true, argv[i]);
        }
        if (error)
            printf("%s\n", error);
        arena_free(&a);
    }
    predictor_free(&loaded);
    printf("%zu warps compared, %zu differ, %zu groups share a walk\n", compared, different,
           shared);
    return different != 0;
}
