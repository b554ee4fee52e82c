#include "diag/compare/diff_summary.h"

#include <math.h>

/* Less than this is no change, in percent: the last digit of the reports. */
static const double least_change = 0.05;

struct diff_totals diff_totals(const struct review *r) {
    struct diff_totals t = {0};
    for (size_t i = 0; i < r->n; i++) {
        const struct review_pair *p = &r->at[i];
        double change = review_change(p);
        t.added += !p->old;
        t.gone += !p->new;
        t.faster += change <= -least_change;
        t.slower += change >= least_change;
        t.same += p->old && p->new && fabs(change) < least_change;
        t.findings_new += p->added.n;
        t.findings_absent += p->absent.n;
        t.findings_unchanged += p->unchanged;
    }
    return t;
}

bool diff_differs(const struct review_pair *p) {
    return !p->old || !p->new || p->added.n || p->absent.n ||
           fabs(review_change(p)) >= least_change || p->old->registers != p->new->registers ||
           p->old->spill_bytes != p->new->spill_bytes || p->old->warps != p->new->warps;
}

const char *diff_change(struct arena *a, const struct review_pair *p) {
    double change = review_change(p);
    return fabs(change) < least_change ? "" : arena_printf(a, "%+.1f %%", change);
}

const char *diff_numbers(struct arena *a, double old, double new, const char *arrow) {
    if (old < 0 && new < 0)
        return "";
    if (old < 0 || new < 0 || old == new)
        return arena_printf(a, "%g", new < 0 ? old : new);
    return arena_printf(a, "%g%s%g", old, arrow, new);
}

const struct report_kernel *diff_kernel(const struct review_pair *p) {
    return p->new ? p->new : p->old;
}
