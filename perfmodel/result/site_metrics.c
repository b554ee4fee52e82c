#include "perfmodel/result/site_metrics.h"

#include "analysis/ir/names.h"
#include "perfmodel/memory/banks.h"
#include "perfmodel/memory/coalesce.h"

static void add_local(const struct gpu *g, const struct pattern *p, uint32_t phase, double n,
                      struct access_metrics *m) {
    struct passes b = bank_passes(g, p, phase);
    double degree = b.ideal ? (double)b.taken / b.ideal : 0;
    m->passes += n * b.taken;
    m->merged_passes += n * b.merged;
    m->ideal_passes += n * b.ideal;
    m->degree_sum += n * degree;
    m->degree_max = degree > m->degree_max ? degree : m->degree_max;
}

static void add_global(const struct footprint *p, double n, struct access_metrics *m) {
    m->sectors32 += n * p->n_sectors;
    m->segments128 += n * p->n_lines;
    m->ideal_sectors += n * p->ideal_sectors;
}

/* `n` requests of the tally's shape. */
static void add_requests(const struct gpu *g, const struct trace *t, struct footprints *f,
                         const struct request_tally *r, double n, struct access_metrics *m) {
    const struct pattern *p = &t->patterns[r->pattern];
    const struct footprint *touched = footprint_at(f, r->pattern, r->phase);
    m->requests += n;
    m->lanes += n * __builtin_popcountll(p->mask);
    m->distinct += n * touched->distinct;
    m->uniform &= !p->scattered && touched->distinct == 1;
    if (t->kernel->accesses[r->access].space == SPACE_LOCAL)
        add_local(g, p, r->phase, n, m);
    else
        add_global(touched, n, m);
}

const struct access_metrics *access_metrics(struct arena *a, const struct gpu *g,
                                            const struct trace *t, bool followed) {
    const struct kernel *k = t->kernel;
    struct access_metrics *all = NEW_ARRAY(a, struct access_metrics, k->n_accesses);
    struct footprints *f = footprints_of(a, profiler_grid(), t);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        all[i] = (struct access_metrics){.certain = t->accesses[i],
                                         .uniform = certain_is_followed(t->accesses[i])};
    for (size_t i = 0; i < t->n_tallies; i++) {
        const struct request_tally *r = &t->tallies[i];
        struct access_metrics *m = &all[r->access];
        bool part = followed && m->certain.level == CERTAINTY_FOLLOWED;
        uint64_t n = part ? r->followed : r->count;
        if (n > 0)
            add_requests(g, t, f, r, (double)n, m);
    }
    return all;
}

void dump_access(FILE *out, const struct trace *t, const struct access_metrics *all) {
    const struct kernel *k = t->kernel;
    fprintf(out, "accesses of %s over %llu groups\n", k->name, (unsigned long long)t->n_groups);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *x = &k->accesses[i];
        const struct access_metrics *m = &all[i];
        fprintf(out, "  access %u %u:%u %s %s %s %u bytes: %.0f requests", i, x->loc.line,
                x->loc.col, op_text(k->values[x->value].op), space_text(x->space),
                x->base ? x->base : "?", x->bytes, m->requests);
        if (m->requests > 0 && x->space == SPACE_LOCAL)
            fprintf(out, ", bank degree %.3g average %.3g most", m->degree_sum / m->requests,
                    m->degree_max);
        else if (m->requests > 0)
            fprintf(out, ", %.4g sectors %.4g lines, ideal %.4g", m->sectors32 / m->requests,
                    m->segments128 / m->requests, m->ideal_sectors / m->requests);
        fprintf(out, "%s, %s", m->uniform && m->requests > 0 ? ", uniform" : "",
                certainty_text(m->certain.level));
        const char *reason = certainty_reason_text(m->certain.reason);
        fprintf(out, "%s%s\n", reason ? ": " : "", reason ? reason : "");
    }
}
