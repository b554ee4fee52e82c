#include "perfmodel/result/site_metrics.h"

#include "analysis/ir/names.h"
#include "base/integers.h"
#include "perfmodel/memory/banks.h"
#include "perfmodel/memory/coalesce.h"

static void add_local(const struct gpu *g, const struct pattern *p, uint32_t phase,
                      enum access_kind kind, double n, struct access_metrics *m) {
    struct passes b = bank_passes(g, p, phase);
    double degree = b.ideal ? (double)b.taken / b.ideal : 0;
    m->passes += n * b.taken;
    m->merged_passes += n * passes_taken(&b, kind);
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
    const struct access *a = &t->kernel->accesses[r->access];
    if (a->space == SPACE_LOCAL)
        add_local(g, p, r->phase, (enum access_kind)a->kind, n, m);
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

static double operations(const struct value *v) {
    if (v->type != TYPE_FLOAT)
        return 0;
    switch (v->op) {
    case OP_FMA:
        return 2.0 * v->comps;
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FDIV:
    case OP_FREM:
        return v->comps;
    case OP_MATH:
        return v->cls == CLASS_FREE ? 0 : v->comps;
    default:
        return 0;
    }
}

static void add_value(struct flops *f, const struct value *v) {
    *(v->bits > 32 ? &f->fp64 : &f->fp32) += operations(v);
}

/* Of one work-item, by item: an item's values go on to where the next item of the block begins. */
static const struct flops *by_item(struct arena *a, const struct kernel *k) {
    struct flops *all = NEW_ARRAY(a, struct flops, k->n_items);
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        const struct block *block = &k->blocks[b];
        uint32_t next = block->first_item, end = next + block->n_items;
        for (uint32_t i = 0; i < block->n_values; i++) {
            if (next < end && k->items[next].value == block->values[i])
                next++;
            if (next > block->first_item)
                add_value(&all[next - 1], &k->values[block->values[i]]);
        }
    }
    return all;
}

static void add_warp(struct arena *a, struct flops *sum, const struct trace *t,
                     const struct warp_trace *w, const struct flops *items) {
    const double *often = an_op_weights(a, w);
    for (size_t i = 0; i < w->n_ops; i++) {
        const struct trace_op *op = &w->ops[i];
        if (op->item == NONE)
            continue;
        double lanes = often[i] * w->items_active * t->regions[op->region].share;
        sum->fp32 += lanes * items[op->item].fp32;
        sum->fp64 += lanes * items[op->item].fp64;
    }
}

/* For how many work-groups each traced one stands: their mean work may differ from that of all. */
static double groups_each(const struct estimate *e) {
    const struct launch *l = e->trace->launch;
    double groups = 1;
    for (int d = 0; d < 3; d++)
        groups *= (double)div_up(l->global[d], l->local[d]);
    double heavier = e->balance.round > 0 ? e->balance.mean / e->balance.round : 1;
    return groups / (double)e->trace->n_groups * heavier;
}

struct flops flops_of(struct arena *a, const struct estimate *e) {
    struct flops sum = {0};
    const struct trace *t = e->trace;
    if (!t || !t->n_groups)
        return sum;
    const struct flops *items = by_item(a, t->kernel);
    for (size_t i = 0; i < t->n_warps; i++)
        add_warp(a, &sum, t, &t->warps[i], items);
    double each = groups_each(e);
    return (struct flops){sum.fp32 * each, sum.fp64 * each};
}
