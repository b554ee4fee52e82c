#include "perfmodel/scale/trace_cache.h"
#include "perfmodel/model_constants.h"

#include <math.h>
#include <string.h>

static bool is_plain(const struct launch_arg *a) {
    return (a->kind == ARG_NUMBER && !(a->wholes && fabs(a->number) >= 0x1p53)) ||
           (a->kind == ARG_ELEMENTS && !a->each) || a->kind == ARG_LOCAL_BYTES;
}

static bool same_arg(const struct launch_arg *x, const struct launch_arg *y) {
    bool same_name = x->name && y->name && strcmp(x->name, y->name) == 0;
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

static bool holds(const struct trace_store *s, const struct model_input *in,
                  const struct round *r) {
    return s->trace && s->kept.total < trace_store_bytes && s->kernel == in->machine &&
           s->first_group == r->first_group && s->stride == r->stride &&
           s->groups == r->groups_per_sm && s->max_ops == in->max_ops &&
           s->trace->warp_width == (uint32_t)in->gpu->warp_width &&
           same_launch(s->trace->launch, in->launch);
}

/* The launch lives as long as the trace. Values of arguments that are no numbers stay the caller's;
 * such launches are never found again. */
static const struct launch *keep_launch(struct trace_store *s, const struct launch *l) {
    struct launch *copy = arena_memdup(&s->kept, l, sizeof *l);
    struct launch_arg *args = arena_memdup(&s->kept, l->args, l->n_args * sizeof *args);
    for (size_t i = 0; i < l->n_args; i++)
        args[i].name = args[i].name ? arena_strdup(&s->kept, args[i].name) : NULL;
    copy->args = args;
    return copy;
}

const struct trace *store_trace(struct trace_store *s, const struct model_input *in,
                                const struct round *r) {
    if (holds(s, in, r))
        return s->trace;
    store_free(s);
    struct trace_request request = {.kernel = in->machine,
                                    .launch = keep_launch(s, in->launch),
                                    .warp_width = (uint32_t)in->gpu->warp_width,
                                    .work = in->work,
                                    .groups = round_groups(&s->kept, r),
                                    .n_groups = r->groups_per_sm,
                                    .shorter = first_samples_shorter};
    s->trace = round_trace(&s->kept, in, &request);
    s->kernel = in->machine;
    s->first_group = r->first_group;
    s->stride = r->stride;
    s->groups = r->groups_per_sm;
    s->max_ops = in->max_ops;
    return s->trace;
}

void store_free(struct trace_store *s) {
    arena_free(&s->kept);
    *s = (struct trace_store){0};
}
