/* GCC-shaped text: one line per diagnostic, the source line with a caret, notes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "base/str.h"
#include "base/uri.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/words.h"
#include "diag/finding/causes.h"
#include "diag/finding/kernel_total.h"
#include "diag/finding/launch_line.h"
#include "diag/finding/offload.h"
#include "diag/finding/phrase.h"
#include "diag/report.h"
#include "diag/report/message.h"
#include "diag/report/writers.h"
#include "perfmodel/estimate.h"

static void put_fix(struct message_printer *p, const struct diag_entry *e,
                    const struct finding_fix *f) {
    if (!f->n_edits)
        return;
    struct loc loc = {NULL, f->edits[0].line, f->edits[0].col};
    message_head(p, e->result->file, loc, &message_note, diag_fix_text(p->arena, e->result, f),
                 NULL);
    message_edits(p, e->result->file, f->edits, f->n_edits);
}

static void put_note(struct message_printer *p, const struct diag_entry *e,
                     const struct finding_note *n) {
    struct loc loc = n->loc.line ? n->loc : e->loc;
    const char *file = diag_file_of(e->result, loc);
    message_head(p, file, loc, &message_note, n->text, NULL);
    if (!loc_same(loc, e->loc))
        message_quote(p, file, loc, &message_note);
}

static const char *launch_phrase(struct arena *a, const struct launch *l) {
    if (l->global_source == LAUNCH_ASSUMED)
        return arena_printf(a, "launch %s, which is assumed", diag_launch(a, l));
    return arena_printf(a, "launch %s from %s", diag_launch(a, l), launch_source_text(a, l));
}

static void put_finding(struct message_printer *p, const struct diag_entry *e) {
    const struct finding *f = e->finding;
    const struct message_kind *kind =
        f->severity == SEVERITY_NOTE ? &message_remark : message_kind_of(f->severity);
    const char *option = f->severity == SEVERITY_ERROR ? "-Werror=clperf-" : "-Wclperf-";
    option = arena_printf(p->arena, "%s%s", option, f->rule->id);
    message_included(p, e->file);
    message_head(p, e->file, e->loc, kind,
                 p->compact ? diag_message_by_cost(p->arena, e->result, f)
                            : diag_message(p->arena, e->result, f),
                 option);
    message_quote(p, e->file, e->loc, kind);
    for (size_t i = 0; i < f->n_notes; i++)
        put_note(p, e, &f->notes[i]);
    for (size_t i = 0; i < f->n_fixes; i++)
        put_fix(p, e, &f->fixes[i]);
}

/* The GPU and the launch that the finding is of; of one that goes on with `first`, its own figures
 * and cost as well. */
static const char *where_text(struct arena *a, const struct diag_entry *first,
                              const struct diag_entry *e) {
    const struct kernel_result *r = e->result;
    const char *launch = launch_phrase(a, r->launch), *cost = diag_cost(a, r, e->finding);
    const char *what = e->finding->message, *gpu = diag_gpu(a, r->gpu);
    bool same = strcmp(what, first->finding->message) == 0;
    if (e == first || (same && !cost))
        return arena_printf(a, "on %s, %s", gpu, launch);
    if (same)
        return arena_printf(a, "%s, %s", cost, launch);
    return cost ? arena_printf(a, "%s; %s, %s", what, cost, launch)
                : arena_printf(a, "%s; on %s, %s", what, gpu, launch);
}

/* How often the launch is made, and with no other of its kernel what that takes. */
static const char *times_text(struct arena *a, const struct kernel_result *r) {
    const struct kernel_total *t = r->total;
    const double times = t ? launch_times(r->launch) : 1;
    const char *share = t && t->n < 2 ? diag_program_share(a, r, t->ms) : NULL;
    share = share ? arena_printf(a, "; %s", share) : "";
    if (times < 1.5)
        return share;
    if (t->n > 1)
        return arena_printf(a, ", %.0f times", times);
    return arena_printf(a, "; %.0f launches, %s ms in all%s", times, diag_ms(a, t->ms), share);
}

static const char *summary(struct arena *a, const struct kernel_result *r) {
    const struct estimate *e = r->estimate;
    const char *launch = launch_phrase(a, r->launch);
    if (e->occupancy.groups_per_sm == 0)
        return arena_printf(a, "'%s' cannot run on %s: too much %s for one work-group; %s",
                            r->kernel->name, diag_gpu(a, r->gpu),
                            limiter_name(e->occupancy.limiter), launch);
    return arena_printf(
        a, "'%s' takes %s ms on %s (%s–%s), bound by %s; %s%s%s%s%s", r->kernel->name,
        diag_ms(a, e->time_ms), diag_gpu(a, r->gpu), diag_ms(a, e->low_ms), diag_ms(a, e->high_ms),
        diag_bound(e->bound), launch, diag_captured_text(a, r), times_text(a, r),
        r->kernel->unmodelled ? "; " : "", r->kernel->unmodelled ? r->kernel->unmodelled : "");
}

/* The time is for one launch of many. */
static const char *guessed_summary(struct arena *a, const struct kernel_result *r) {
    const struct estimate *e = r->estimate;
    const char *known = r->launch->never ? "'%s' is never launched by the program as it is run"
                                         : "the launch of '%s' is not known";
    return arena_printf(a, "%s; as %s it would take %s ms on %s (%s–%s), bound by %s",
                        arena_printf(a, known, r->kernel->name), // NOLINT
                        diag_launch(a, r->launch), diag_ms(a, e->time_ms), diag_gpu(a, r->gpu),
                        diag_ms(a, e->low_ms), diag_ms(a, e->high_ms), diag_bound(e->bound));
}

/* The option that a problem is said for, or NULL. */
static const char *option_of(struct arena *a, const struct report_problem *p) {
    if (p->severity == SEVERITY_NOTE)
        return "-Rclperf";
    if (!p->unanalysed)
        return NULL;
    return arena_printf(a, "%s%s", p->severity == SEVERITY_ERROR ? "-Werror=clperf-" : "-Wclperf-",
                        rule_not_analysed.id);
}

/* Notes only with the remarks. */
static void write_problems(struct message_printer *p, FILE *out, const struct report *r,
                           bool notes) {
    for (size_t i = 0; i < r->n_problems; i++) {
        const struct report_problem *q = &r->problems[i];
        if (q->severity == SEVERITY_NOTE && !notes)
            continue;
        const char *file = q->loc.file ? q->loc.file : q->file;
        struct loc place = file ? q->loc : (struct loc){0};
        bool note = q->severity == SEVERITY_NOTE;
        const struct message_kind *kind = note ? &message_remark : message_kind_of(q->severity);
        message_head(p, file, place, kind, diag_problem(p->arena, q), option_of(p->arena, q));
        if (place.line)
            message_quote(p, file, place, kind);
        fputs(message_take(p), out);
    }
}

/* Whether both are one finding, of several GPUs or launches. */
static bool goes_on(const struct diag_entry *a, const struct diag_entry *b) {
    return a->finding->rule == b->finding->rule &&
           strcmp(a->result->kernel->name, b->result->kernel->name) == 0;
}

/* All that is said of it. */
static const char *said_of(struct arena *a, const struct diag_entry *e) {
    const char *cost = diag_cost(a, e->result, e->finding);
    return arena_printf(a, "%s, %s, %s, %s", e->finding->message, cost ? cost : "",
                        diag_gpu(a, e->result->gpu), launch_phrase(a, e->result->launch));
}

/* The other kernels that have it, the first few. */
static void put_instances(struct message_printer *p, const struct diag_entry *e) {
    enum { MOST = 3 };
    const struct finding *f = e->finding;
    size_t shown = f->n_instances > MOST ? MOST - 1 : f->n_instances;
    for (size_t i = 0; i < shown; i++) {
        const struct finding_instance *x = &f->instances[i];
        message_head(p, e->file, e->loc, &message_note, diag_instance(p->arena, x), NULL);
    }
    if (shown < f->n_instances)
        message_head(p, e->file, e->loc, &message_note,
                     arena_printf(p->arena, "and in %zu more kernels", f->n_instances - shown),
                     NULL);
}

/* A line for the GPU and launch of x, which goes on with e, unless that was said. */
static void put_where(struct message_printer *p, const struct diag_entry *e,
                      const struct diag_entry *x, struct words *said) {
    const char *all = said_of(p->arena, x);
    if (words_has(said, all))
        return;
    message_head(p, e->file, e->loc, &message_note, where_text(p->arena, e, x), NULL);
    words_add(p->arena, said, all);
}

/* The finding, then a line for each GPU and launch, each said once. */
static void put_group(struct message_printer *p, const struct diag_entry *e, size_t n, bool *done) {
    struct words said = {0};
    put_finding(p, e);
    for (size_t i = 0; i < n; i++) {
        if (done[i] || !goes_on(e, &e[i]))
            continue;
        done[i] = true;
        put_where(p, e, &e[i], &said);
        for (size_t k = 0; k < e[i].finding->n_launches; k++) {
            struct diag_entry other = e[i];
            other.result = e[i].finding->launches[k].result;
            other.finding = e[i].finding->launches[k].finding;
            put_where(p, e, &other, &said);
        }
    }
    put_instances(p, e);
}

/* Those that are said: notes only with the remarks. */
static struct diag_entry *said_entries(struct arena *a, const struct report *r, bool remarks,
                                       size_t *n) {
    size_t all;
    struct diag_entry *e = diag_entries(a, r, diag_by_place, &all);
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if (finding_is_told(e[i].finding) && (remarks || e[i].finding->severity != SEVERITY_NOTE))
            e[(*n)++] = e[i];
    return e;
}

/* Warnings about which text is written unless all are asked for. */
enum { MOST_WARNINGS = 10 };

struct priced {
    double ms;
    size_t entry;
};

/* What has no cost comes first: it is about what the kernel does. */
static double price_of(const struct diag_entry *e) {
    double total = causes_total(e->result, e->finding);
    return total < 0 ? INFINITY : total;
}

static int by_price(const void *x, const void *y) {
    const struct priced *a = x, *b = y;
    if (a->ms != b->ms)
        return a->ms > b->ms ? -1 : 1;
    return (a->entry > b->entry) - (a->entry < b->entry);
}

/* Which warnings are of the most expensive ones, each with all its GPUs and launches; and how many
 * are left out. Errors and remarks stay. */
static size_t leave_out(struct arena *a, const struct diag_entry *e, size_t n, bool *left) {
    VEC(struct priced) all = {0};
    size_t n_left = 0;
    for (size_t i = 0; i < n; i++) {
        size_t first = 0;
        while (!(diag_is_of_place(&e[first], &e[i]) && goes_on(&e[first], &e[i])))
            first++;
        if (e[i].finding->severity == SEVERITY_WARNING && first == i)
            vec_push(a, &all, ((struct priced){price_of(&e[i]), i}));
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_price);
    for (size_t k = MOST_WARNINGS; k < all.n; k++, n_left++)
        for (size_t i = 0; i < n; i++)
            left[i] |=
                diag_is_of_place(&e[all.at[k].entry], &e[i]) && goes_on(&e[all.at[k].entry], &e[i]);
    return n_left;
}

static void write_findings(struct message_printer *p, FILE *out, const struct report *r,
                           const struct writer_options *o) {
    size_t n, end;
    const struct diag_entry *e = said_entries(p->arena, r, o->remarks, &n);
    bool *done = NEW_ARRAY(p->arena, bool, n);
    size_t left = o->all ? 0 : leave_out(p->arena, e, n, done);
    for (size_t i = 0; i < n; i++) {
        for (end = i + 1; end < n && diag_is_of_place(&e[i], &e[end]);)
            end++;
        if (!done[i])
            put_group(p, &e[i], end - i, &done[i]);
        fputs(message_take(p), out);
    }
    if (left)
        fprintf(out,
                "clperf-cc: note: %zu more warning%s, which cost less; -fclperf-all shows %s\n",
                left, left == 1 ? "" : "s", left == 1 ? "it" : "them");
}

/* What would make a guessed launch known, and what depends on that. */
static void put_missing(struct message_printer *p, const char *file,
                        const struct kernel_result *k) {
    const char *text = arena_printf(
        p->arena, "missing: %s; to give it, put above the kernel, with your numbers: %s",
        diag_missing(p->arena, k->kernel, k->launch),
        diag_launch_line(p->arena, k->kernel, k->launch));
    message_head(p, file, k->kernel->loc, &message_note, text, NULL);
    if (!k->n_open)
        return;
    bool options = false;
    for (size_t i = 0; i < k->n_open; i++)
        options |= k->open[i].rule->traits->by_build_options;
    text = arena_printf(p->arena,
                        options ? "the launch and the program's build options decide about %s"
                                : "the launch decides about %s",
                        diag_open(p->arena, k));
    message_head(p, file, k->kernel->loc, &message_note, text, NULL);
}

/* What the host program does not say of its launch. */
static void put_unknowns(struct message_printer *p, const char *file,
                         const struct kernel_result *k) {
    for (size_t i = 0; i < k->launch->n_unknowns; i++) {
        const struct launch_unknown *u = &k->launch->unknowns[i];
        const char *text = arena_printf(p->arena, "%s unknown: %s", u->what, u->why);
        message_head(p, file, k->kernel->loc, &message_note, text, NULL);
    }
}

/* Of what was a loop of sequential code. */
static void put_loop(struct message_printer *p, const char *file, const struct kernel_result *k) {
    message_head(p, file, k->kernel->loc, &message_note, diag_independence(p->arena, k), NULL);
    message_head(p, file, k->kernel->loc, &message_note, offload_text(p->arena, k), NULL);
}

/* What else the model says. */
static void put_details(struct message_printer *p, const char *file,
                        const struct kernel_result *k) {
    const struct estimate *e = k->estimate;
    for (size_t i = 0; i < e->n_details; i++) {
        const struct estimate_detail *d = &e->details[i];
        const char *text = arena_printf(p->arena, "%s: %s %.3g%s%s, %s", e->model, d->name,
                                        d->value, *d->unit ? " " : "", d->unit, d->what);
        message_head(p, file, k->kernel->loc, &message_note, text, NULL);
    }
}

/* What is said of one result. */
static void put_result(struct message_printer *p, const struct report *r, size_t i,
                       const struct message_kind *kind) {
    const struct kernel_result *k = &r->results[i];
    const char *file = diag_file_of(k, k->kernel->loc);
    bool guessed = launch_is_guessed(k->launch) && k->estimate->occupancy.groups_per_sm;
    bool unknown = guessed && k->launch->global_source == LAUNCH_ASSUMED;
    message_head(p, file, k->kernel->loc, kind,
                 unknown ? guessed_summary(p->arena, k) : summary(p->arena, k),
                 kind == &message_remark ? "-Rclperf" : NULL);
    put_details(p, file, k);
    put_unknowns(p, file, k);
    if (k->dependences)
        put_loop(p, file, k);
    if (guessed && !(i > 0 && k[-1].kernel == k->kernel && k[-1].launch == k->launch))
        put_missing(p, file, k);
}

/* Of a kernel whose launches differ: what all of them take, and each. */
static void put_launches(struct message_printer *p, const struct report *r, size_t first) {
    const struct kernel_result *k = &r->results[first];
    message_head(p, diag_file_of(k, k->kernel->loc), k->kernel->loc, &message_remark,
                 diag_total(p->arena, k), "-Rclperf");
    for (size_t i = first; i < r->n_results; i += report_models(r, i))
        if (kernel_total_has(k, &r->results[i]))
            put_result(p, r, i, &message_note);
}

static bool is_first_of_total(const struct report *r, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (kernel_total_has(&r->results[i], &r->results[j]))
            return false;
    return true;
}

static void write_remarks(struct message_printer *p, FILE *out, const struct report *r) {
    for (size_t i = 0; i < r->n_results; i += report_models(r, i)) {
        const struct kernel_total *t = r->results[i].total;
        if (!t || t->n < 2)
            put_result(p, r, i, &message_remark);
        else if (is_first_of_total(r, i))
            put_launches(p, r, i);
        fputs(message_take(p), out);
    }
}

static void put_model(struct message_printer *p, const struct estimate *e) {
    str_printf(&p->out, "%*s   %-12s %10s ms  %10s to %-10s %s\n", MESSAGE_GUTTER, "", e->model,
               diag_ms(p->arena, e->time_ms), diag_ms(p->arena, e->low_ms),
               diag_ms(p->arena, e->high_ms), diag_bound(e->bound));
}

/* Models side by side, where there are several. */
static void write_models(struct message_printer *p, FILE *out, const struct report *r) {
    for (size_t i = 0, n; i < r->n_results; i += n) {
        const struct kernel_result *k = &r->results[i];
        n = report_models(r, i);
        if (n < 2)
            continue;
        const char *what = arena_printf(
            p->arena, "'%s' on %s by %zu models: time, interval and bound; %s", k->kernel->name,
            diag_gpu(p->arena, k->gpu), n, launch_phrase(p->arena, k->launch));
        message_head(p, diag_file_of(k, k->kernel->loc), k->kernel->loc, &message_note, what, NULL);
        for (size_t m = 0; m < n; m++)
            put_model(p, r->results[i + m].estimate);
        fputs(message_take(p), out);
    }
}

int out_text(struct arena *a, FILE *out, const struct report *r, const struct writer_options *o) {
    struct message_printer p = message_printer(a, r, o);
    write_problems(&p, out, r, o->remarks);
    write_findings(&p, out, r, o);
    if (o->remarks)
        write_remarks(&p, out, r);
    write_models(&p, out, r);
    return fflush(out) == 0 && !ferror(out) ? 0 : -1;
}
