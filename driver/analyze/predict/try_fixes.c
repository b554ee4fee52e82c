#include "driver/analyze/predict/try_fixes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/analysis.h"
#include "base/str.h"
#include "base/vec.h"
#include "codegen/codegen.h"
#include "diag/fix/edits.h"
#include "diag/fix/relation.h"
#include "diag/fixes/table.h"
#include "driver/analyze/predict/predict.h"
#include "driver/process/limits.h"
#include "source/languages/lowerings.h"

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
    bool swaps_dimensions;        /* see finding_fix */
    double by_code;               /* of times, see ratio_by_code() */
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

/* Iterations of two loops in the other order; whole work-groups as before. */
static void swap_dimensions(struct launch *l) {
    uint64_t global = l->global[0], offset = l->offset[0];
    l->global[0] = l->global[1];
    l->global[1] = global;
    l->offset[0] = l->offset[1];
    l->offset[1] = offset;
    for (int d = 0; d < 2; d++)
        if (l->local[d])
            l->global[d] = (l->global[d] + l->local[d] - 1) / l->local[d] * l->local[d];
}

static bool analyse_kernel(struct arena *a, const struct analysis_request *like,
                           const struct study *views, const struct trial *t,
                           struct kernel_result *out) {
    const char *reason;
    struct analysis_request request = *like;
    struct launch *launch = NEW(a, struct launch);
    *launch = *like->asked->launch;
    if (t->local[0])
        memcpy(launch->local, t->local, sizeof launch->local);
    if (t->swaps_dimensions)
        swap_dimensions(launch);
    struct study asked = *like->asked;
    asked.launch = launch;
    asked.source = views->source;
    asked.machine = views->machine;
    asked.code = NULL;
    request.asked = &asked;
    request.only = t->rule;
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

static struct bitcode compile(struct arena *a, const struct trial_request *r,
                              const struct trial *t) {
    struct frontend_request input = *r->compiled;
    input.text = t->text;
    input.bytes = t->bytes;
    input.dependencies = NULL;
    words_add(a, &input.flags, arena_printf(a, "-I%s", path_dir(a, r->analysed->file)));
    budget_allow(&r->analysed->options->budget, 1);
    return frontend_compile(a, &input);
}

/* Whether the kernel of the copy computes the same. */
static bool keeps_results(struct arena *a, const struct trial_request *r, const struct kernel *copy,
                          const struct finding *f, struct finding_fix *fix) {
    const struct fix_check check = {.arena = a,
                                    .before = r->analysed->asked->source,
                                    .after = copy,
                                    .finding = f,
                                    .launches = r->launches,
                                    .n_launches = r->n_launches,
                                    .fix = fix};
    return fix->kind->check(&check);
}

/* Whether a kernel that may share what was edited is the same in the copy, or is rounded as the fix
 * says. */
static bool leaves_kernel(struct arena *a, const struct kernel *before, const struct kernel *after,
                          const struct finding *f, const struct finding_fix *fix) {
    struct relation relation;
    struct finding_fix same = *fix;
    const struct fix_check check = {
        .arena = a, .before = before, .after = after, .finding = f, .fix = &same};
    if (strcmp(before->symbol, after->symbol) != 0)
        return false;
    return relation_holds(&relation, a, before, after, NULL) ||
           (!fix->exact && fix->kind->check(&check) && strcmp(same.title, fix->title) == 0);
}

/* Whether the copy's other kernels compute what they did. */
static bool leaves_others(struct arena *a, const struct trial_request *r, const struct finding *f,
                          const struct finding_fix *fix, const char *bitcode) {
    const char *error;
    if (r->module->n == 1)
        return true;
    const struct module_input input = {bitcode, FRONTEND_TEXT, r->module->system_folders};
    const struct module *copy = an_load(a, &input, &language_lowerings, NULL, 0, &error);
    if (!copy || copy->n != r->module->n)
        return false;
    for (size_t i = 0; i < copy->n; i++) {
        const struct kernel *before = r->module->source[i];
        if (before != r->analysed->asked->source &&
            !leaves_kernel(a, before, copy->source[i], f, fix))
            return false;
    }
    return true;
}

/* NULL if the compiled copy computes the same, without the finding and in less time; else why not.
 */
static const char *objection_to(struct arena *a, const struct trial_request *r,
                                const struct trial *t, const struct kernel_result *before,
                                const struct finding *f, struct finding_fix *fix,
                                const char *bitcode) {
    const char *error;
    struct kernel_result after;
    struct study views = {.gpu = r->analysed->asked->gpu};
    struct others others = {{refuse}, r->analysed->asked->source->symbol};
    const struct module_input input = {bitcode, FRONTEND_TEXT, r->module->system_folders};
    const struct module *m =
        cg_load(a, &input, &others.refusals, targets_of(&r->analysed->asked->gpu, 1), &error);
    if (!m || !predict_find(m, r->analysed->asked->source->name, &views))
        return "the kernel is gone";
    if (!keeps_results(a, r, views.source, f, fix))
        return "the kernel might compute something else";
    if (!analyse_kernel(a, r->analysed, &views, t, &after))
        return "the kernel cannot be analysed any more";
    fix->time_ms = after.estimate->time_ms * t->by_code;
    if (!is_gone(before, &after, f, fix))
        return "the finding is still there";
    if (fix->time_ms >= before->estimate->time_ms * (1 - least_gain))
        return "it gains too little";
    return leaves_others(a, r, f, fix, bitcode) ? NULL
                                                : "another kernel might compute something else";
}

/* The time that machine code gives the kernel, over that of its machine view. Nobody compiles the
 * copies, so that their times are taken to be off by as much. */
static double ratio_by_code(struct arena *a, const struct trial_request *r,
                            const struct kernel_result *result) {
    struct study plain = *r->analysed->asked;
    const char *reason;
    if (!plain.code)
        return 1;
    plain.code = NULL;
    plain.seconds = predict_seconds(&r->analysed->options->budget);
    plain.exact = r->analysed->options->exact;
    const struct estimate *e = predict(a, &plain, &reason);
    return e ? result->estimate->time_ms / e->time_ms : 1;
}

static bool helps(struct arena *a, const struct trial_request *r, const struct fix_text *source,
                  const struct kernel_result *before, const struct finding *f, double by_code,
                  struct finding_fix *fix) {
    struct trial t = {.rule = f->rule,
                      .local = fix->local,
                      .swaps_dimensions = fix->swaps_dimensions,
                      .by_code = by_code};
    t.text = fix_apply(a, source, fix, &t.bytes);
    struct bitcode b = compile(a, r, &t);
    const char *objection =
        b.path ? objection_to(a, r, &t, before, f, fix, b.path) : "the copy does not compile";
    frontend_release(&b);
    if (options_dumps(r->analysed->options, "fixes"))
        fprintf(stderr, "fix of %s:%u:%u: %s: %s\n", r->analysed->file, f->loc.line, f->loc.col,
                fix->title, objection ? objection : "offered");
    return !objection;
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
    double by_code = ratio_by_code(a, r, result);
    for (size_t i = 0; i < result->n_findings; i++) {
        if (finding_is_reported(&findings[i]))
            all[i] = fix_propose(a, &source, result, &findings[i]);
        most = all[i].n > most ? all[i].n : most;
    }
    for (size_t k = 0; k < most; k++)
        for (size_t i = 0; i < result->n_findings && tried < MOST_TRIALS; i++)
            if (k < all[i].n &&
                (tried++, helps(a, r, &source, result, &findings[i], by_code, &all[i].at[k])))
                vec_push(a, &kept[i], all[i].at[k]);
    for (size_t i = 0; i < result->n_findings; i++) {
        findings[i].fixes = kept[i].at;
        findings[i].n_fixes = kept[i].n;
    }
    result->findings = findings;
}
