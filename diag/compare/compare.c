#include "diag/compare/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static bool same(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

/* How closely kernels are compared: each pass over those that are left asks for less. */
enum pass { ALL, NOT_LAUNCH, NOT_DIRECTORY, PASSES };

static bool matches(const struct report_kernel *x, const struct report_kernel *y, enum pass pass) {
    return same(x->name, y->name) && same(x->gpu, y->gpu) && same(x->model, y->model) &&
           same(path_base(x->file), path_base(y->file)) &&
           (pass == NOT_DIRECTORY || same(x->file, y->file)) &&
           (pass != ALL || (same(x->launch, y->launch) && same(x->clock, y->clock)));
}

/* The hash only: which of its equals a finding is depends on the others. */
static bool same_finding(const struct report_finding *x, const struct report_finding *y) {
    size_t n = strcspn(x->fingerprint, ":");
    return n == strcspn(y->fingerprint, ":") && memcmp(x->fingerprint, y->fingerprint, n) == 0 &&
           same(x->rule, y->rule);
}

static void compare_findings(struct arena *a, struct review_pair *p) {
    size_t n_old = p->old ? p->old->findings.n : 0, n_new = p->new ? p->new->findings.n : 0;
    bool *known = NEW_ARRAY(a, bool, n_old);
    for (size_t i = 0; i < n_new; i++) {
        const struct report_finding *f = &p->new->findings.at[i];
        size_t j = 0;
        while (j < n_old && (known[j] || !same_finding(&p->old->findings.at[j], f)))
            j++;
        if (j < n_old)
            known[j] = true;
        else
            vec_push(a, &p->added, f);
        p->unchanged += j < n_old;
    }
    for (size_t j = 0; j < n_old; j++)
        if (!known[j])
            vec_push(a, &p->absent, &p->old->findings.at[j]);
}

static void pair_kernels(struct review *r, bool *taken, enum pass pass) {
    for (size_t i = 0; i < r->n; i++) {
        struct review_pair *p = &r->at[i];
        for (size_t j = 0; j < r->old->kernels.n && !p->old; j++) {
            if (taken[j] || !matches(&r->old->kernels.at[j], p->new, pass))
                continue;
            p->old = &r->old->kernels.at[j];
            taken[j] = true;
        }
    }
}

struct review review_make(struct arena *a, const struct report_file *old,
                          const struct report_file *new) {
    static const struct report_file nothing;
    struct review r = {.old = old ? old : &nothing, .new = new};
    bool *taken = NEW_ARRAY(a, bool, r.old->kernels.n);
    for (size_t i = 0; i < new->kernels.n; i++)
        vec_push(a, &r, (struct review_pair){.new = &new->kernels.at[i]});
    for (enum pass pass = ALL; pass < PASSES; pass++)
        pair_kernels(&r, taken, pass);
    for (size_t j = 0; j < r.old->kernels.n; j++)
        if (!taken[j])
            vec_push(a, &r, (struct review_pair){.old = &r.old->kernels.at[j]});
    for (size_t i = 0; i < r.n; i++)
        compare_findings(a, &r.at[i]);
    return r;
}

double review_change(const struct review_pair *p) {
    if (!p->old || !p->new || p->old->time_ms <= 0 || p->new->time_ms < 0)
        return 0;
    return (p->new->time_ms / p->old->time_ms - 1) * 100;
}
