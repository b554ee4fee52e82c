#include "diag/finding/causes.h"

#include <string.h>

#include "base/vec.h"
#include "diag/finding/kernel_total.h"
#include "diag/finding/phrase.h"

/* Of this launch, as often as it is made. */
static double as_often(const struct kernel_result *r, const struct finding *f) {
    return f->cost_ms < 0 ? -1 : f->cost_ms * launch_times(r->launch);
}

double causes_in_kernel(const struct kernel_result *r, const struct finding *f) {
    double total = as_often(r, f);
    for (size_t i = 0; i < f->n_launches && total >= 0; i++) {
        double one = as_often(f->launches[i].result, f->launches[i].finding);
        total += one > 0 ? one : 0;
    }
    return total;
}

double causes_total(const struct kernel_result *r, const struct finding *f) {
    double total = causes_in_kernel(r, f);
    for (size_t i = 0; i < f->n_instances && total >= 0; i++) {
        double one = causes_in_kernel(f->instances[i].result, f->instances[i].finding);
        total += one > 0 ? one : 0;
    }
    return total;
}

/* Whether both are told of one GPU by one rule, and of one text of the source. */
static bool is_one_cause(const struct diag_entry *x, const struct diag_entry *y) {
    bool remark = x->finding->severity == SEVERITY_NOTE;
    return x->finding->rule == y->finding->rule && x->result->gpu == y->result->gpu &&
           remark == (y->finding->severity == SEVERITY_NOTE) && diag_is_of_place(x, y);
}

static bool is_same_kernel(const struct diag_entry *x, const struct diag_entry *y) {
    return x->result->kernel == y->result->kernel ||
           strcmp(x->result->kernel->name, y->result->kernel->name) == 0;
}

/* Entries of one place, of which some are of one cause. */
struct causes {
    struct arena *arena;
    const struct diag_entry *at;
    size_t n;
    struct finding **copies; /* by entry: what may be written to */
};

static bool is_free(const struct causes *c, size_t i) {
    return finding_is_reported(c->copies[i]) && !c->copies[i]->is_copy &&
           !c->copies[i]->n_instances;
}

/* --- launches of a kernel --- */

static bool is_other_launch(const struct diag_entry *x, const struct diag_entry *y) {
    return is_one_cause(x, y) && x->result->launch != y->result->launch &&
           kernel_total_has(x->result, x->result) && kernel_total_has(x->result, y->result);
}

/* Whether one of that launch is among them: a launch may have two findings of a rule at a place. */
static bool has_launch(const struct finding_instance *at, size_t n, const struct diag_entry *e) {
    for (size_t i = 0; i < n; i++)
        if (at[i].result->launch == e->result->launch)
            return true;
    return false;
}

/* What other launches of the kernel have goes along with what costs most in one launch. */
static void join_launches(const struct causes *c, size_t first) {
    size_t worst = first;
    VEC(struct finding_instance) launches = {0};
    for (size_t i = first + 1; i < c->n; i++)
        if (is_free(c, i) && is_other_launch(&c->at[first], &c->at[i]) &&
            c->at[i].finding->cost_ms > c->at[worst].finding->cost_ms)
            worst = i;
    for (size_t i = first; i < c->n; i++) {
        if (i == worst || !is_free(c, i) || !is_other_launch(&c->at[worst], &c->at[i]) ||
            has_launch(launches.at, launches.n, &c->at[i]))
            continue;
        c->copies[i]->is_copy = true;
        vec_push(c->arena, &launches, ((struct finding_instance){c->at[i].result, c->copies[i]}));
    }
    c->copies[worst]->launches = launches.at;
    c->copies[worst]->n_launches = launches.n;
}

/* --- kernels --- */

/* The most expensive of the cause that entry `first` is of. */
static size_t worst_of(const struct causes *c, size_t first) {
    size_t worst = first;
    for (size_t i = first + 1; i < c->n; i++)
        if (is_one_cause(&c->at[first], &c->at[i]) && is_free(c, i) &&
            causes_in_kernel(c->at[i].result, c->at[i].finding) >
                causes_in_kernel(c->at[worst].result, c->at[worst].finding))
            worst = i;
    return worst;
}

/* Other kernels' findings become instances of the worst one. */
static void join(const struct causes *c, size_t first) {
    size_t worst = worst_of(c, first);
    VEC(struct finding_instance) instances = {0};
    for (size_t i = first; i < c->n; i++) {
        if (!is_free(c, i) || !is_one_cause(&c->at[worst], &c->at[i]) ||
            is_same_kernel(&c->at[worst], &c->at[i]))
            continue;
        c->copies[i]->is_copy = true;
        vec_push(c->arena, &instances, ((struct finding_instance){c->at[i].result, c->copies[i]}));
    }
    c->copies[worst]->instances = instances.at;
    c->copies[worst]->n_instances = instances.n;
}

/* The report's results with findings of their own, which the entries' copies are. */
static struct kernel_result *own_results(struct arena *a, const struct report *r) {
    struct kernel_result *results = NEW_ARRAY(a, struct kernel_result, r->n_results);
    for (size_t i = 0; i < r->n_results; i++) {
        results[i] = r->results[i];
        results[i].findings = arena_memdup(a, results[i].findings,
                                           results[i].n_findings * sizeof *results[i].findings);
    }
    return results;
}

struct report causes_join(struct arena *a, const struct report *r) {
    struct report joined = *r;
    struct causes c = {.arena = a};
    joined.results = own_results(a, r);
    kernel_totals(a, r, (struct kernel_result *)joined.results);
    c.at = diag_entries(a, &joined, diag_by_place, &c.n);
    c.copies = NEW_ARRAY(a, struct finding *, c.n);
    for (size_t i = 0; i < c.n; i++)
        c.copies[i] = (struct finding *)c.at[i].finding;
    for (size_t i = 0, end; i < c.n; i = end) {
        for (end = i + 1; end < c.n && diag_is_of_place(&c.at[i], &c.at[end]);)
            end++;
        const struct causes place = {a, c.at + i, end - i, c.copies + i};
        for (size_t k = 0; k < place.n; k++)
            if (is_free(&place, k) && !c.copies[i + k]->n_launches)
                join_launches(&place, k);
        for (size_t k = 0; k < place.n; k++)
            if (is_free(&place, k))
                join(&place, k);
    }
    return joined;
}
