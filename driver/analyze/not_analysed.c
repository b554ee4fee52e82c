#include "driver/analyze/not_analysed.h"

#include <string.h>

#include "base/str.h"
#include "diag/finding/rule_names.h"
#include "source/scan/kernel_names.h"

/* Names of kernels that a problem lists. */
enum { MOST_NAMES = 6 };

const char *quoted_names(struct arena *a, const struct words *names) {
    struct str s = {.arena = a};
    size_t shown = names->n > MOST_NAMES ? MOST_NAMES - 1 : names->n;
    for (size_t i = 0; i < shown; i++)
        str_printf(&s, "%s'%s'", !i ? "" : i + 1 == names->n ? " and " : ", ", names->at[i]);
    if (shown < names->n)
        str_printf(&s, " and %zu more", names->n - shown);
    return str_text(&s);
}

static const char *subject(struct arena *a, const struct report_problem *p) {
    const struct words names = {.at = (const char **)p->kernels, .n = p->n_kernels};
    if (p->kind == PROBLEM_REFUSED)
        return quoted_names(a, &names);
    if (p->kind != PROBLEM_NAMES && p->kind != PROBLEM_COMPILE)
        return NULL;
    return p->n_kernels
               ? arena_printf(a, "text with %s %s", p->n_kernels > 1 ? "kernels" : "kernel",
                              quoted_names(a, &names))
               : "text with a kernel";
}

static bool is_same(const struct report_problem *x, const struct report_problem *y) {
    const char *f = x->loc.file ? x->loc.file : x->file, *g = y->loc.file ? y->loc.file : y->file;
    return x->reason && x->kind == y->kind && x->severity == y->severity &&
           strcmp(x->reason, y->reason) == 0 && (f && g ? strcmp(f, g) == 0 : f == g);
}

/* Lists of names have room for the next power of two, as those that words_add() makes. */
static void join(struct arena *a, struct report_problem *p, const struct report_problem *more) {
    size_t room = 1;
    while (room < p->n_kernels)
        room *= 2;
    struct words names = {(const char **)p->kernels, p->n_kernels, p->n_kernels ? room : 0};
    for (size_t i = 0; i < more->n_kernels; i++)
        if (!words_has(&names, more->kernels[i]))
            words_add(a, &names, more->kernels[i]);
    p->kernels = names.at;
    p->n_kernels = names.n;
}

/* Where problems of the input that is being analysed begin. */
static size_t first_of_input(const struct run *r) {
    size_t first = 0;
    for (size_t i = 0; i < r->jobs.n_inputs; i++)
        first = r->marks[i].reasons > first ? r->marks[i].reasons : first;
    return first;
}

/* A launch without which a kernel is analysed all the same, and a GPU that nobody names, are not.
 */
static bool is_unanalysed(const struct report_problem *p) {
    return p->unanalysed || (p->kind != PROBLEM_REQUEST && p->kind != PROBLEM_LAUNCH &&
                             p->kind != PROBLEM_TEMPLATE && p->kind != PROBLEM_GPU);
}

static enum severity severity_of(struct run *r, const struct report_problem *p) {
    const enum severity usual[] = {
        [UNANALYSED_USUAL] = p->severity,
        [UNANALYSED_SILENT] = SEVERITY_NOTE,
        [UNANALYSED_WARNING] = SEVERITY_WARNING,
        [UNANALYSED_ERROR] = SEVERITY_ERROR,
    };
    const enum severity severity = usual[options_unanalysed(&r->options)];
    const char *file = p->loc.file ? p->loc.file : p->file;
    const struct suppress_place at = {.rule = RULE_NOT_ANALYSED,
                                      .file = file,
                                      .line = p->loc.line,
                                      .kernel = p->n_kernels ? p->kernels[0] : ""};
    return file ? suppress_severity(&r->suppress, &at, severity) : severity;
}

void not_analysed(struct run *r, const struct report_problem *problem) {
    struct report_problem said = *problem;
    const struct report_problem *p = &said;
    said.unanalysed = is_unanalysed(problem);
    if (said.unanalysed)
        said.severity = severity_of(r, problem);
    for (size_t i = first_of_input(r); i < r->reasons.n && p->reason; i++) {
        struct report_problem *q = &r->reasons.at[i];
        if (!q->reason || !is_same(q, p))
            continue;
        join(r->arena, q, p);
        q->text = arena_printf(r->arena, "%s not analysed: %s", subject(r->arena, q), q->reason);
        return;
    }
    vec_push(r->arena, &r->reasons, *p);
}

static void add_with_subject(struct run *r, struct report_problem p) {
    p.text = arena_printf(r->arena, "%s not analysed: %s", subject(r->arena, &p), p.reason);
    not_analysed(r, &p);
}

void not_analysed_kernel(struct run *r, const char *file, const char *kernel, struct loc loc,
                         enum severity severity, const char *reason) {
    const char **name = NEW(r->arena, const char *);
    *name = kernel;
    add_with_subject(r, (struct report_problem){.file = file,
                                                .loc = loc,
                                                .severity = severity,
                                                .kind = PROBLEM_REFUSED,
                                                .reason = reason,
                                                .kernels = name,
                                                .n_kernels = 1});
}

void not_analysed_input(struct run *r, const struct report_problem *why) {
    struct report_problem p = *why;
    p.text = arena_printf(r->arena, "not analysed: %s", why->text);
    not_analysed(r, &p);
}

void not_analysed_text(struct run *r, const struct report_problem *why, const char *text,
                       size_t n) {
    struct report_problem p = *why;
    struct words names = kernel_names(r->arena, text, n);
    p.severity = SEVERITY_NOTE;
    p.reason = why->text;
    p.kernels = names.at;
    p.n_kernels = names.n;
    add_with_subject(r, p);
}
