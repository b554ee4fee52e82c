/* Data that are used again, but no longer in the cache by then. */
#include "diag/finding/phrase.h"
#include "diag/finding/rules.h"

/* --- what it says ---------------------------------------------------------- */

/* kernel, "L1", KiB */
#define MSG_CACHE "data that '%s' reuses has already left the %s cache of %g KiB"
#define MSG_CACHE_TILES "use smaller tiles; the cost is what a cache of twice the size would save"
/* groups */
#define MSG_CACHE_GROUPS                                                                           \
    "use smaller tiles or fewer {work-group}s, of which %u share it; the cost is what twice the "  \
    "cache would save"

/* --- what it finds --------------------------------------------------------- */

/* What the kernel gains from a cache of twice the size is this share of its time, at least. Data
 * that only just do not fit gain much; a stream gains nothing. */
static const double least_share = 0.15;

enum cache_level { LEVEL_L1, LEVEL_L2, LEVELS };

static struct rule_cost cost_of(const struct rule_context *c, enum cache_level level) {
    struct gpu larger = *c->study->gpu;
    struct study changed = study_changed(c->study);
    if (level == LEVEL_L1)
        larger.cache.l1_bytes *= 2;
    else
        larger.cache.l2_bytes *= 2;
    changed.gpu = &larger;
    return rule_cost_of(c, &changed);
}

/* Whether all addresses that the caches see are those of the launch. */
static bool is_known(const struct kernel_result *r) {
    const struct trace *t = r->trace;
    bool known = certain_is_followed(t->certain) && t->counted_groups == t->n_groups;
    for (uint32_t i = 0; i < r->kernel->n_accesses; i++)
        known &= r->kernel->accesses[i].space != SPACE_GLOBAL ||
                 certain_is_followed(r->access[i].certain);
    return known;
}

/* Where most of the data comes from: the load of global memory that asks for most sectors, or the
 * kernel. */
static struct loc most_loaded(const struct kernel_result *r) {
    struct loc at = r->kernel->loc;
    double most = 0;
    for (uint32_t i = 0; i < r->kernel->n_accesses; i++) {
        const struct access *a = &r->kernel->accesses[i];
        if (a->kind == ACCESS_LOAD && a->space == SPACE_GLOBAL && a->loc.line &&
            r->access[i].sectors32 > most) {
            most = r->access[i].sectors32;
            at = a->loc;
        }
    }
    return at;
}

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct gpu *g = r->gpu;
    /* Private variables go through the caches, too: the rule `spill` has what they cost. */
    if (!is_known(r) || r->registers.private_bytes)
        return;
    const struct estimate *e = study_estimate(c->study);
    if (e->bound != BOUND_DRAM && e->bound != BOUND_L2 && e->bound != BOUND_LATENCY)
        return;
    for (int level = LEVEL_L1; level < LEVELS; level++) {
        bool first = level == LEVEL_L1;
        if (first && (g->cache.l1_caches_global <= 0 || g->cache.l1_bytes <= 0))
            continue;
        struct rule_cost cost = cost_of(c, (enum cache_level)level);
        if (cost.ms < least_share * e->time_ms)
            continue;
        struct finding *f =
            rule_report(c, most_loaded(r), cost, MSG_CACHE, r->kernel->name, first ? "L1" : "L2",
                        (first ? g->cache.l1_bytes : g->cache.l2_bytes) / 1024);
        if (first && e->occupancy.groups_per_sm > 1)
            rule_note(c, f, (struct loc){0}, MSG_CACHE_GROUPS, e->occupancy.groups_per_sm);
        else
            rule_note(c, f, (struct loc){0}, MSG_CACHE_TILES);
        return;
    }
}

const struct rule rule_cache_thrash = {
    .traits = {.by_launch = true, .precision = "medium"},
    .check = check,
};
