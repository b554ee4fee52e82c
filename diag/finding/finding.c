#include "diag/finding/finding.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "base/vec.h"

struct finding *finding_add(struct finding_list *l, const struct rule_info *rule, struct loc loc,
                            const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct finding f = {.rule = rule,
                        .severity = SEVERITY_WARNING,
                        .loc = loc,
                        .message = arena_vprintf(l->arena, fmt, ap),
                        .cost_ms = -1,
                        .cost_low_ms = -1,
                        .cost_high_ms = -1,
                        .decided_by = NONE};
    va_end(ap);
    vec_push(l->arena, l, f);
    return &l->at[l->n - 1];
}

void finding_note(struct arena *a, struct finding *f, struct loc loc, const char *fmt, ...) {
    struct finding_note *notes = NEW_ARRAY(a, struct finding_note, f->n_notes + 1);
    for (size_t i = 0; i < f->n_notes; i++)
        notes[i] = f->notes[i];
    va_list ap;
    va_start(ap, fmt);
    notes[f->n_notes++] = (struct finding_note){loc, arena_vprintf(a, fmt, ap)};
    va_end(ap);
    f->notes = notes;
}

bool finding_kept(const struct finding *f, double kernel_time_ms, struct finding_threshold least) {
    if (f->cost_ms < 0)
        return true;
    return f->cost_ms >= least.ms && f->cost_ms * 100 >= least.percent * kernel_time_ms;
}

const struct finding *finding_at(const struct kernel_result *r, const struct rule_info *rule,
                                 struct loc loc) {
    for (size_t i = 0; i < r->n_findings; i++)
        if (r->findings[i].rule == rule && loc_same(r->findings[i].loc, loc))
            return &r->findings[i];
    return NULL;
}

static int compare(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_places(const struct finding *a, const struct finding *b) {
    int c = strcmp(a->loc.file ? a->loc.file : "", b->loc.file ? b->loc.file : "");
    c = c ? c : compare(a->loc.line, b->loc.line);
    return c ? c : compare(a->loc.col, b->loc.col);
}

static int by_place(const void *x, const void *y) {
    const struct finding *a = x, *b = y;
    int c = compare_places(a, b);
    c = c ? c : compare(b->cost_ms, a->cost_ms);
    c = c ? c : strcmp(a->rule->id, b->rule->id);
    return c ? c : strcmp(a->message, b->message);
}

void finding_sort(struct finding_list *l) {
    if (l->n)
        qsort(l->at, l->n, sizeof *l->at, by_place);
}

static bool is_repeated(const struct finding *kept, size_t n, const struct finding *f) {
    for (size_t i = n; i-- > 0 && compare_places(&kept[i], f) == 0;)
        if (kept[i].rule == f->rule)
            return true;
    return false;
}

void finding_dedupe(struct finding_list *l) {
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (!is_repeated(l->at, n, &l->at[i]))
            l->at[n++] = l->at[i];
    l->n = n;
}
