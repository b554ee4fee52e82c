#include <math.h>
#include <stdarg.h>

#include "analysis/ir/dump.h"
#include "codegen/code/lacks.h"
#include "diag/finding/phrase.h"
#include "diag/finding/rules.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/sim/counterfactual.h"

static double time_of(const struct study *changed) {
    struct arena scratch = {0};
    const struct estimate *e = study_estimate_changed(&scratch, changed);
    double ms = e->deadline_reached ? -1 : e->time_ms;
    arena_free(&scratch);
    return ms;
}

bool rule_cost_matters(const struct rule_context *c, double ms) {
    return ms >= c->least.ms && ms * 100 >= c->least.percent * study_estimate(c->study)->time_ms;
}

bool rule_share_matters(const struct rule_context *c, double share) {
    return share * 100 >= c->least.percent &&
           (c->least.ms <= 0 || rule_cost_matters(c, share * study_estimate(c->study)->time_ms));
}

/* Whether the other launch, of which this is asked, has the finding. */
static bool is_asked_for(const struct rule_context *c, struct loc loc) {
    return !c->asked || !loc.line || finding_at(c->asked, c->rule, loc);
}

/* Whether the GPU's code has nothing of what the change takes away: its compiler has found another
 * way. */
static bool is_not_in_code(const struct study *changed) {
    const struct counterfactual *without = changed->whatif.without;
    size_t lacking = 0, n = without ? without->n_classes : 0;
    for (size_t i = 0; i < n && changed->code; i++)
        lacking += code_lacks(changed->code, without->classes[i].from, changed->whatif.loc);
    return n && lacking == n;
}

struct rule_cost rule_cost_of(const struct rule_context *c, const struct study *changed) {
    if (!is_asked_for(c, changed->whatif.loc) || is_not_in_code(changed))
        return rule_no_cost;
    const struct estimate *with = study_estimate(c->study);
    if (with->deadline_reached || with->truncated_first_group)
        return rule_no_cost;
    double without = time_of(changed), ms = fmax(0, with->time_ms - without);
    if (without < 0)
        return rule_no_cost;
    return (struct rule_cost){ms, ms * with->low_ms / with->time_ms,
                              ms * with->high_ms / with->time_ms};
}

struct rule_cost rule_cost(const struct rule_context *c, const struct counterfactual *without,
                           struct loc loc, const struct access *access) {
    const struct whatif whatif = {.without = without, .loc = loc, .access = access};
    const struct study changed = study_without(c->study, &whatif);
    return rule_cost_of(c, &changed);
}

static const char *speak(const struct rule_context *c, const char *fmt) {
    return terms_fill(c->arena, speech_of(c->result->kernel->language, c->result->gpu), fmt);
}

struct finding *rule_report(struct rule_context *c, struct loc loc, struct rule_cost cost,
                            const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *what = arena_vprintf(c->arena, speak(c, fmt), ap);
    va_end(ap);
    struct finding *f = finding_add(c->findings, c->rule, loc, "%s", what);
    f->cost_ms = cost.ms;
    f->cost_low_ms = cost.low_ms;
    f->cost_high_ms = cost.high_ms;
    return f;
}

void rule_about(const struct rule_context *c, struct finding *f, const struct access *a) {
    f->access = a;
    f->decided_by = c->result->kernel->values[a->value].args[0];
}

void rule_note(const struct rule_context *c, struct finding *f, struct loc loc, const char *fmt,
               ...) {
    va_list ap;
    va_start(ap, fmt);
    finding_note(c->arena, f, loc, "%s", arena_vprintf(c->arena, speak(c, fmt), ap));
    va_end(ap);
}

const char *rule_access_kind(const struct access *a) {
    return a->kind == ACCESS_LOAD ? "load from" : "store to";
}

const char *rule_base_name(const struct access *a) {
    return a->base ? a->base : "memory";
}

const char *rule_address(const struct rule_context *c, const struct access *a) {
    return an_expr(c->arena, c->result->kernel, c->result->kernel->values[a->value].args[0]);
}

const char *rule_limiter(const struct rule_context *c) {
    static const char *const names[] = {[LIMIT_WARPS] = "the size of its {work-group}s",
                                        [LIMIT_GROUPS] = "the number of {work-group}s",
                                        [LIMIT_REGISTERS] = "registers",
                                        [LIMIT_LOCAL_MEMORY] = "{local memory}",
                                        [LIMIT_GROUP_SIZE] = "the size of its {work-group}s",
                                        [LIMIT_LAUNCH] = "the size of the launch"};
    return speak(c, names[study_round(c->study)->occupancy.limiter]);
}
