/* clperf diff as text and as markdown. */
#include <string.h>

#include "base/str.h"
#include "diag/compare/diff_summary.h"
#include "diag/finding/phrase.h"

static const char *time_of(struct arena *a, const struct report_kernel *k) {
    return k->time_ms < 0 ? "?" : diag_ms(a, k->time_ms);
}

/* "0.18 -> 0.10 ms". */
static const char *times(struct arena *a, const struct review_pair *p, const char *arrow) {
    if (!p->old || !p->new)
        return arena_printf(a, "%s ms", time_of(a, diff_kernel(p)));
    const char *old = time_of(a, p->old), *new = time_of(a, p->new);
    return strcmp(old, new) == 0 ? arena_printf(a, "%s ms", new)
                                 : arena_printf(a, "%s%s%s ms", old, arrow, new);
}

static void put_number(struct arena *a, FILE *out, const struct review_pair *p, const char *name,
                       double old, double new) {
    if (p->old && p->new && old != new)
        fprintf(out, "  %s %s\n", name, diff_numbers(a, old, new, " -> "));
}

static void put_pair(struct arena *a, FILE *out, const struct review_pair *p) {
    const struct report_kernel *k = diff_kernel(p);
    const char *change = diff_change(a, p);
    fprintf(out, "%s:%d: '%s' on %s: %s%s%s%s\n", k->file, k->line, k->name, k->gpu,
            !p->old   ? "new, "
            : !p->new ? "gone, "
                      : "",
            times(a, p, " -> "), *change ? ", " : "", change);
    if (p->old && p->new) {
        put_number(a, out, p, "registers", p->old->registers, p->new->registers);
        put_number(a, out, p, "spilled bytes", p->old->spill_bytes, p->new->spill_bytes);
        put_number(a, out, p, arena_printf(a, "warps of %g", p->new->max_warps), p->old->warps,
                   p->new->warps);
        if (strcmp(p->old->launch, p->new->launch) != 0)
            fprintf(out, "  with another launch\n");
    }
    for (size_t i = 0; i < p->added.n; i++)
        fprintf(out, "  new: %s:%d:%d: %s [-W%s]\n", p->added.at[i]->file, p->added.at[i]->line,
                p->added.at[i]->col, p->added.at[i]->message, p->added.at[i]->rule);
    for (size_t i = 0; i < p->absent.n; i++)
        fprintf(out, "  gone: %s [-W%s]\n", p->absent.at[i]->message, p->absent.at[i]->rule);
}

/* "3 kernels: 1 faster, 2 the same; findings: 1 new, 2 unchanged". */
static const char *summary(struct arena *a, const struct review *r) {
    const struct diff_totals t = diff_totals(r);
    const struct {
        size_t n;
        const char *what;
    } parts[] = {{t.faster, "faster"},
                 {t.slower, "slower"},
                 {t.same, "as fast as before"},
                 {t.added, "new"},
                 {t.gone, "gone"}};
    struct str s = {.arena = a};
    str_printf(&s, "%zu kernel%s", r->n, r->n == 1 ? "" : "s");
    for (size_t i = 0, said = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].n)
            str_printf(&s, "%s%zu %s", said++ ? ", " : ": ", parts[i].n, parts[i].what);
    str_printf(&s, "; findings: %zu new, %zu gone, %zu unchanged", t.findings_new,
               t.findings_absent, t.findings_unchanged);
    return str_text(&s);
}

int diff_text(struct arena *a, FILE *out, const struct review *r) {
    for (size_t i = 0; i < r->n; i++)
        if (diff_differs(&r->at[i]))
            put_pair(a, out, &r->at[i]);
    fprintf(out, "%s\n", summary(a, r));
    return fflush(out) == 0 && !ferror(out) ? 0 : -1;
}

/* As the text of a table's cell. */
static const char *cell(struct arena *a, const char *text) {
    struct str s = {.arena = a};
    for (; *text; text++) {
        if (strchr("|\\`*_<>[]", *text))
            str_add(&s, "\\");
        str_addn(&s, *text == '\n' ? " " : text, 1);
    }
    return str_text(&s);
}

static const char *counts(struct arena *a, const struct review_pair *p) {
    struct str s = {.arena = a};
    const struct {
        size_t n;
        const char *what;
    } parts[] = {{p->added.n, "new"}, {p->absent.n, "gone"}, {p->unchanged, "unchanged"}};
    for (size_t i = 0; i < 3; i++)
        if (parts[i].n)
            str_printf(&s, "%s%zu %s", s.n ? ", " : "", parts[i].n, parts[i].what);
    return str_text(&s);
}

static void put_row(struct arena *a, FILE *out, const struct review_pair *p) {
    static const struct report_kernel unknown = {.registers = -1, .warps = -1};
    const struct report_kernel *k = diff_kernel(p), *old = p->old ? p->old : &unknown,
                               *new = p->new ? p->new : &unknown;
    const char *change = !p->old ? "new" : !p->new ? "gone" : diff_change(a, p);
    fprintf(out, "| %s | %s | %s | %s | %s | %s of %g | %s |\n", cell(a, k->name), cell(a, k->gpu),
            times(a, p, " → "), change, diff_numbers(a, old->registers, new->registers, " → "),
            diff_numbers(a, old->warps, new->warps, " → "), k->max_warps, counts(a, p));
}

static void put_list(struct arena *a, FILE *out, const struct review *r, bool added) {
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        const struct review_findings *f = added ? &r->at[i].added : &r->at[i].absent;
        for (size_t j = 0; j < f->n; j++) {
            const struct report_finding *x = f->at[j];
            if (!n++)
                fprintf(out, "\n%s:\n\n", added ? "New findings" : "Findings that are gone");
            fprintf(out, "- `%s:%d` %s (%s)\n", x->file, x->line, cell(a, x->message), x->rule);
        }
    }
}

int diff_markdown(struct arena *a, FILE *out, const struct review *r) {
    fprintf(out, "**%s**\n\n", summary(a, r));
    diff_put_sentences(a, out, r, "- ", "`");
    size_t rows = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (!diff_differs(&r->at[i]))
            continue;
        if (!rows++)
            fputs("\n| kernel | GPU | time | change | registers | warps | findings |\n"
                  "|---|---|---|---|---|---|---|\n",
                  out);
        put_row(a, out, &r->at[i]);
    }
    put_list(a, out, r, true);
    put_list(a, out, r, false);
    return fflush(out) == 0 && !ferror(out) ? 0 : -1;
}
