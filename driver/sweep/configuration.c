/* What a combination of a design space's values stands for. */
#include "driver/sweep/space.h"

static const struct gpu *clocked(struct evaluator *e, const struct sweep_point *p) {
    const struct formula *const *clock = p->space->clock;
    const struct gpu *g = sweep_gpu(p);
    const char *error = NULL;
    if (!clock[0])
        return g;
    double core = evaluate_number(e, clock[0], "clock[0]");
    double memory = evaluate_number(e, clock[1], "clock[1]");
    const struct gpu *other = e->error ? NULL : gpu_at_clock(e->arena, g, core, memory, &error);
    if (error)
        evaluator_fail(e, "clock", error);
    return other;
}

bool sweep_config(struct arena *a, const struct sweep_point *p, struct sweep_config *out,
                  const char **error) {
    const struct sweep_space *s = p->space;
    struct evaluator e = {.arena = a, .path = s->path, .names = {sweep_find, p}};
    out->source = s->source;
    out->source.targets = targets_of(s->gpus, s->axes.at[s->gpu_axis].n);
    evaluate_defines(&e, &s->defines, &out->source.defines);
    out->launch = evaluate_launch(&e, &s->launch);
    out->gpu = clocked(&e, p);
    *error = e.error;
    return !e.error;
}
