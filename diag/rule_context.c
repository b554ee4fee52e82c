#include <math.h>
#include <stdarg.h>

#include "diag/phrase.h"
#include "diag/rules.h"

struct rule_cost rule_cost(const struct rule_context *c, enum defect defect, struct loc loc,
                           const struct access *access) {
    struct model_input in = *c->input;
    in.whatif = (struct whatif){.defect = defect, .loc = loc, .access = access};
    in.baseline = c->result->estimate;
    return rule_cost_of(c, &in);
}

struct rule_cost rule_cost_of(const struct rule_context *c, const struct model_input *other) {
    const struct estimate *with = c->result->estimate;
    struct model_input in = *other;
    in.dump = NULL;
    const struct rule_cost unknown = {-1, -1, -1};
    struct arena scratch = {0};
    const struct estimate *without = with->hurried ? NULL : c->model->run(&scratch, &in);
    double ms = without && !without->hurried ? fmax(0, with->time_ms - without->time_ms) : -1;
    arena_free(&scratch);
    if (ms < 0)
        return unknown;
    return (struct rule_cost){ms, ms * with->low_ms / with->time_ms,
                              ms * with->high_ms / with->time_ms};
}

struct finding *rule_report(struct rule_context *c, struct loc loc, struct rule_cost cost,
                            const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *what = arena_vprintf(c->arena, fmt, ap);
    va_end(ap);
    const char *all = diag_ms(c->arena, c->result->estimate->time_ms);
    const char *ms = cost.ms < 0 ? "an unknown part" : diag_ms(c->arena, cost.ms);
    struct finding *f = finding_add(c->findings, c->rule, loc, "%s; costs %s of %s ms on %s", what,
                                    ms, all, diag_gpu(c->arena, c->result->gpu));
    f->cost_ms = cost.ms;
    f->cost_low_ms = cost.low_ms;
    f->cost_high_ms = cost.high_ms;
    return f;
}
