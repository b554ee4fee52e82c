#include "perfmodel/metrics.h"

#include "perfmodel/banks.h"
#include "perfmodel/coalesce.h"

static void add_local(const struct gpu *g, const struct trace *t, const struct request_tally *r,
                      struct access_metrics *m) {
    const struct pattern *p = &t->patterns[r->pattern];
    struct passes b = bank_passes(g, p, r->phase);
    double degree = b.ideal ? (double)b.taken / b.ideal : 0, n = (double)r->count;
    m->passes += n * b.taken;
    m->ideal_passes += n * b.ideal;
    m->degree_sum += n * degree;
    m->degree_max = degree > m->degree_max ? degree : m->degree_max;
}

static void add_global(struct footprints *f, const struct request_tally *r,
                       struct access_metrics *m) {
    const struct footprint *p = footprint_at(f, r->pattern, r->phase);
    double n = (double)r->count;
    m->sectors32 += n * p->n_sectors;
    m->segments128 += n * p->n_lines;
    m->ideal_sectors += n * p->ideal_sectors;
}

const struct access_metrics *access_metrics(struct arena *a, const struct gpu *g,
                                            const struct trace *t) {
    const struct kernel *k = t->kernel;
    struct access_metrics *all = NEW_ARRAY(a, struct access_metrics, k->n_accesses);
    struct footprints f = footprints_of(a, t);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        all[i].known = all[i].uniform = t->access_known[i];
    for (size_t i = 0; i < t->n_tallies; i++) {
        const struct request_tally *r = &t->tallies[i];
        const struct pattern *p = &t->patterns[r->pattern];
        struct access_metrics *m = &all[r->access];
        m->requests += (double)r->count;
        m->lanes += (double)r->count * __builtin_popcountll(p->mask);
        uint32_t distinct = footprint_at(&f, r->pattern, r->phase)->distinct;
        m->distinct += (double)r->count * distinct;
        m->uniform &= !p->scattered && distinct == 1;
        if (k->accesses[r->access].space == SPACE_LOCAL)
            add_local(g, t, r, m);
        else
            add_global(&f, r, m);
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
        fprintf(out, "%s%s\n", m->uniform && m->requests > 0 ? ", uniform" : "",
                m->known ? "" : ", not known");
    }
}
