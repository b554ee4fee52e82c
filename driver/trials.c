#include "driver/trials.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "diag/fix.h"
#include "driver/budget.h"
#include "driver/predict.h"

/* Each takes as long as an analysis of its own. */
enum { MOST_TRIALS = 8 };

/* Share of the kernel's time that a fix must gain at least. */
static const double least_gain = 0.01;

/* Share of its cost that a finding loses at least where its work is moved out of a loop. */
static const double most_moved = 0.8;

/* A copy of the source. */
struct trial {
    const char *text;
    size_t bytes;
    const struct rule_info *rule; /* the one whose finding should be gone */
    const uint64_t *local;        /* size of the work-groups; 0: as before */
};

static size_t count_findings(const struct kernel_result *r, const struct rule_info *rule) {
    size_t n = 0;
    for (size_t i = 0; i < r->n_findings; i++)
        n += r->findings[i].rule == rule;
    return n;
}

static double cost_of(const struct kernel_result *r, const struct rule_info *rule) {
    double ms = 0;
    for (size_t i = 0; i < r->n_findings; i++)
        ms += r->findings[i].rule == rule ? fmax(0, r->findings[i].cost_ms) : 0;
    return ms;
}

/* One finding less; or where the fix moves what is found, at least most of its cost less. */
static bool is_gone(const struct kernel_result *before, const struct kernel_result *after,
                    const struct finding *f, const struct finding_fix *fix) {
    double left = cost_of(before, f->rule) - most_moved * f->cost_ms;
    return count_findings(after, f->rule) < count_findings(before, f->rule) ||
           (fix->moves && cost_of(after, f->rule) <= left);
}

static bool analyse_kernel(struct arena *a, const struct analysis_request *like,
                           const struct module *m, const struct trial *t,
                           struct kernel_result *out) {
    const char *reason;
    struct analysis_request request = *like;
    struct launch *launch = NEW(a, struct launch);
    *launch = *like->launch;
    if (t->local[0])
        memcpy(launch->local, t->local, sizeof launch->local);
    struct predict_request views;
    if (!predict_find(m, like->source->name, &views))
        return false;
    request.only = t->rule;
    request.launch = launch;
    request.source = views.source;
    request.machine = views.machine;
    return analyse_launch(a, &request, out, &reason);
}

/* All kernels but the one that is tried: a source may have a hundred, and each takes its time. */
struct others {
    struct refusals refusals;
    const char *symbol;
};

static const char *refuse(const struct refusals *r, size_t number, const char *kernel) {
    (void)number;
    const struct others *o = (const struct others *)r;
    return strcmp(kernel, o->symbol) == 0 ? NULL : "another one is tried";
}

/* What the text gives with the rule alone; false if it cannot be compiled or analysed. */
static bool analyse_text(struct arena *a, const struct trial_request *r, const struct trial *t,
                         struct kernel_result *out) {
    struct frontend_request input = *r->compiled;
    const char *error;
    input.text = t->text;
    input.bytes = t->bytes;
    input.dependencies = NULL;
    words_add(a, &input.flags, arena_printf(a, "-I%s", path_dir(a, r->analysed->file)));
    budget_allow(&r->analysed->options->budget, 1);
    struct bitcode b = frontend_compile(a, &input);
    struct others others = {{refuse}, r->analysed->source->symbol};
    const struct module *m =
        b.path ? an_load(a, b.path, FRONTEND_TEXT, &others.refusals, &error) : NULL;
    bool done = m && analyse_kernel(a, r->analysed, m, t, out);
    frontend_release(&b);
    return done;
}

static bool helps(struct arena *a, const struct trial_request *r, const struct fix_text *source,
                  const struct kernel_result *before, const struct finding *f,
                  struct finding_fix *fix) {
    struct kernel_result after;
    struct trial t = {.rule = f->rule, .local = fix->local};
    t.text = fix_apply(a, source, fix, &t.bytes);
    if (!analyse_text(a, r, &t, &after))
        return false;
    fix->time_ms = after.estimate->time_ms;
    return is_gone(before, &after, f, fix) &&
           fix->time_ms < before->estimate->time_ms * (1 - least_gain);
}

void trials_add_fixes(struct arena *a, const struct trial_request *r,
                      struct kernel_result *result) {
    if (!result->n_findings)
        return;
    struct fix_text source = fix_text(a, r->text, r->bytes);
    struct finding *findings = NEW_ARRAY(a, struct finding, result->n_findings);
    memcpy(findings, result->findings, result->n_findings * sizeof *findings);
    struct finding_fixes *all = NEW_ARRAY(a, struct finding_fixes, result->n_findings);
    struct finding_fixes *kept = NEW_ARRAY(a, struct finding_fixes, result->n_findings);
    size_t tried = 0, most = 0;
    for (size_t i = 0; i < result->n_findings; i++) {
        if (finding_is_reported(&findings[i]))
            all[i] = fix_propose(a, &source, result, &findings[i]);
        most = all[i].n > most ? all[i].n : most;
    }
    for (size_t k = 0; k < most; k++)
        for (size_t i = 0; i < result->n_findings && tried < MOST_TRIALS; i++)
            if (k < all[i].n &&
                (tried++, helps(a, r, &source, result, &findings[i], &all[i].at[k])))
                vec_push(a, &kept[i], all[i].at[k]);
    for (size_t i = 0; i < result->n_findings; i++) {
        findings[i].fixes = kept[i].at;
        findings[i].n_fixes = kept[i].n;
    }
    result->findings = findings;
}
