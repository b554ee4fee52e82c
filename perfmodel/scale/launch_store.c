#include "perfmodel/scale/launch_store.h"

#include <math.h>
#include <string.h>

#include "perfmodel/model_constants.h"
#include "perfmodel/scale/work_balance.h"
#include "perfmodel/study/traces.h"

static bool is_plain(const struct launch_arg *a) {
    return (a->kind == ARG_NUMBER && !(a->wholes && fabs(a->number) >= 0x1p53)) ||
           (a->kind == ARG_ELEMENTS && !a->each && !a->bytes) || a->kind == ARG_LOCAL_BYTES;
}

static bool same_arg(const struct launch_arg *x, const struct launch_arg *y) {
    bool same_name = x->name && y->name ? strcmp(x->name, y->name) == 0
                                        : !x->name && !y->name && x->index == y->index;
    return same_name && is_plain(x) && x->kind == y->kind && x->zeros == y->zeros &&
           // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): the same bits, NaN among them
           x->count == y->count && memcmp(&x->number, &y->number, sizeof x->number) == 0;
}

static bool same_launch(const struct launch *x, const struct launch *y) {
    if (memcmp(x->global, y->global, sizeof x->global) != 0 ||
        memcmp(x->local, y->local, sizeof x->local) != 0 ||
        memcmp(x->offset, y->offset, sizeof x->offset) != 0 || x->n_args != y->n_args)
        return false;
    for (size_t i = 0; i < x->n_args; i++)
        if (!same_arg(&x->args[i], &y->args[i]))
            return false;
    return true;
}

/* The launch lives as long as the store. Values of arguments that are no numbers stay the caller's;
 * such launches are never found again. */
static const struct launch *copy_launch(struct launch_store *s, const struct launch *l) {
    struct launch *copy = arena_memdup(&s->arena, l, sizeof *l);
    struct launch_arg *args = arena_memdup(&s->arena, l->args, l->n_args * sizeof *args);
    for (size_t i = 0; i < l->n_args; i++)
        args[i].name = args[i].name ? arena_strdup(&s->arena, args[i].name) : NULL;
    copy->args = args;
    return copy;
}

static bool is_of(const struct launch_store *s, const struct study *study) {
    return s->kernel == study->machine && s->arena.total < launch_store_bytes &&
           s->max_ops == study->max_ops &&
           s->warp_width == (uint32_t)study->gpu->machine.warp_width &&
           same_launch(s->launch, study->launch);
}

static void begin(struct launch_store *s, const struct study *study) {
    if (is_of(s, study))
        return;
    launch_store_free(s);
    s->kernel = study->machine;
    s->launch = copy_launch(s, study->launch);
    s->warp_width = (uint32_t)study->gpu->machine.warp_width;
    s->max_ops = study->max_ops;
}

struct balance store_balance(struct arena *a, struct launch_store *s, const struct study *study,
                             const struct round *r) {
    bool at_once = r->groups_total <= r->groups_per_sm;
    begin(s, study);
    struct stored_balance *b = &s->balance;
    if (!b->known || b->at_once != at_once || b->warps_per_group != r->occupancy.warps_per_group)
        *b = (struct stored_balance){true, at_once, r->occupancy.warps_per_group,
                                     balance_of(a, study, r)};
    return b->balance;
}

/* The groups of the round by the tracer of others; NULL if a trace of its own may be another one:
 * samples of loops depend on how many groups there are, and addresses that nobody knows on the
 * place among them. */
static const struct trace *trace_more(const struct launch_store *s, const struct study *study,
                                      const uint64_t *groups, uint64_t n) {
    const struct trace *like = s->trace.trace;
    if (!like || !certain_is_exact(like->certain))
        return NULL;
    const struct trace *t = study_other_groups(like, groups, n, study->max_ops, study->work);
    return certain_is_exact(t->certain) ? t : NULL;
}

static const struct trace *trace_anew(struct launch_store *s, const struct study *study,
                                      const uint64_t *groups, uint64_t n) {
    struct trace_request request = {.kernel = study->machine,
                                    .launch = s->launch,
                                    .warp_width = s->warp_width,
                                    .work = study->work,
                                    .groups = groups,
                                    .n_groups = n,
                                    .shorter = first_samples_shorter};
    return study_trace(&s->arena, study, &request);
}

const struct trace *store_trace(struct launch_store *s, const struct study *study,
                                const struct round *r) {
    begin(s, study);
    struct stored_trace *t = &s->trace;
    if (t->trace && t->first_group == r->first_group && t->stride == r->stride &&
        t->groups == r->groups_per_sm)
        return t->trace;
    uint64_t n = r->groups_per_sm;
    const uint64_t *groups = round_groups(&s->arena, r);
    const struct trace *more = trace_more(s, study, groups, n);
    *t = (struct stored_trace){more ? more : trace_anew(s, study, groups, n), r->first_group,
                               r->stride, n};
    return t->trace;
}

const struct sharing *store_sharing(struct launch_store *s, const struct sharing_request *r) {
    struct stored_sharing *stored = &s->sharing;
    if (stored->sharing && sharing_is_same(&stored->request, r))
        return stored->sharing;
    *stored = (struct stored_sharing){sharing_of(&s->arena, r), *r};
    stored->request.gpu = arena_memdup(&s->arena, r->gpu, sizeof *r->gpu);
    return stored->sharing;
}

void launch_store_free(struct launch_store *s) {
    arena_free(&s->arena);
    *s = (struct launch_store){0};
}
