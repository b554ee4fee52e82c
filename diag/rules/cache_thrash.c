/* Data that are used again, but no longer in the cache by then. */
#include "diag/finding/phrase.h"
#include "diag/finding/rules.h"

/* What the kernel gains from a cache of twice the size is this share of its time, at least. Data
 * that only just do not fit gain much; a stream gains nothing. */
static const double least_share = 0.15;

enum cache_level { LEVEL_L1, LEVEL_L2, LEVELS };

static struct rule_cost cost_of(const struct rule_context *c, enum cache_level level) {
    struct gpu larger = *c->input->gpu;
    struct model_input in = *c->input;
    if (level == LEVEL_L1)
        larger.l1_bytes *= 2;
    else
        larger.l2_bytes *= 2;
    in.gpu = &larger;
    in.baseline = c->result->estimate;
    return rule_cost_of(c, &in);
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

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct gpu *g = r->gpu;
    enum bound b = r->estimate->bound;
    if (!is_known(r) || (b != BOUND_DRAM && b != BOUND_L2 && b != BOUND_LATENCY))
        return;
    /* Private variables go through the caches, too: the rule `spill` has what they cost. */
    if (r->registers.private_bytes)
        return;
    for (int level = LEVEL_L1; level < LEVELS; level++) {
        bool first = level == LEVEL_L1;
        if (first && (g->l1_caches_global <= 0 || g->l1_bytes <= 0))
            continue;
        struct rule_cost cost = cost_of(c, (enum cache_level)level);
        if (cost.ms < least_share * r->estimate->time_ms)
            continue;
        struct finding *f =
            rule_report(c, r->kernel->loc, cost, MSG_CACHE, r->kernel->name, first ? "L1" : "L2",
                        (first ? g->l1_bytes : g->l2_bytes) / 1024);
        if (first && r->estimate->occupancy.groups_per_sm > 1)
            rule_note(c, f, (struct loc){0}, MSG_CACHE_GROUPS,
                      r->estimate->occupancy.groups_per_sm);
        else
            rule_note(c, f, (struct loc){0}, MSG_CACHE_TILES);
        return;
    }
}

const struct rule rule_cache_thrash = {
    .info =
        {.id = "cache-thrash",
         .title = "The resident work-groups use slightly more data than a cache holds",
         .help =
             "What work-groups use again is fast as long as it stays in a cache. If all that are "
             "resident together use **a little more than fits**, each evicts lines that the others "
             "would use again, and nearly every access goes to the next level.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "```c\n"
             "/* before: all of a passes through the cache eight times */\n"
             "for (int r = 0; r < 8; r++)\n"
             "    for (int i = 0; i < n; i++)\n"
             "        sum += a[i] * w[r];\n"
             "\n"
             "/* after: each element is used eight times while it is there */\n"
             "for (int i = 0; i < n; i++)\n"
             "    for (int r = 0; r < 8; r++)\n"
             "        sum += a[i] * w[r];\n"
             "```\n"
             "\n"
             "- Use smaller tiles or narrower types.\n"
             "- Fewer resident groups can be faster for once.\n"
             "- What is used often belongs in `__local` memory, where nothing can throw it out.\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where the kernel is meant for a GPU with a larger cache.\n" HELP_WORDS,
         .precision = "medium"},
    .check = check,
};
