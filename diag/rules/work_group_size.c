/* Work-groups whose size leaves lanes of their warps, or places for warps, unused. */
#include "diag/finding/group_sizes.h"
#include "diag/finding/guess.h"
#include "diag/finding/rules.h"
#include "perfmodel/occupancy/occupancy.h"
#include "perfmodel/scale/resident_groups.h"

/* --- what it says ---------------------------------------------------------- */

/* kernel, work-items, "s", idle lanes, lanes */
#define MSG_GROUP_SIZE_LANES                                                                       \
    "'%s' runs in {work-group}s of %u {work-item}%s, which leaves %u of the %u lanes of their "    \
    "{warp}s idle"
/* kernel, work-items, "s", warps, most of them */
#define MSG_GROUP_SIZE_SMALL                                                                       \
    "'%s' runs in {work-group}s of %u {work-item}%s, so small that only %u of %u {warp}s fit on "  \
    "a "                                                                                           \
    "{multiprocessor}"
/* size */
#define MSG_GROUP_SIZE_BETTER                                                                      \
    "launch it in {work-group}s of %s {work-item}s, which would save what this costs"

/* --- what it finds --------------------------------------------------------- */

/* A group of so many warps keeps every GPU's places filled with the groups that it can hold. */
enum { GOOD_WARPS = 4 };

/* With more than this share of the resident warps, the number of groups limits nothing. */
static const double enough = 0.5;

static uint32_t items_of(const uint64_t *local) {
    return (uint32_t)(local[0] * local[1] * local[2]);
}

static bool is_better(const uint64_t *x, const uint64_t *than) {
    uint32_t a = items_of(x), b = items_of(than);
    return !b || a < b || (a == b && x[0] > than[0]);
}

/* The smallest size of full warps, at least GOOD_WARPS and no less than now, that divides the
 * launch; the widest of equals. False if there is none. */
static bool nearest_good(const struct rule_context *c, uint64_t *best) {
    const struct launch *l = c->result->launch;
    uint32_t width = (uint32_t)c->result->gpu->machine.warp_width;
    uint32_t least =
        items_of(l->local) > GOOD_WARPS * width ? items_of(l->local) : GOOD_WARPS * width;
    uint64_t most = (uint64_t)c->result->gpu->machine.max_items_per_group;
    best[0] = 0;
    best[1] = best[2] = 1;
    for (uint64_t x = 1; x <= most && x <= l->global[0]; x++) {
        for (uint64_t y = 1; x * y <= most && y <= l->global[1]; y++) {
            uint64_t size[3] = {x, y, 1};
            bool fits = l->global[0] % x == 0 && l->global[1] % y == 0;
            if (fits && x * y >= least && x * y % width == 0 && is_better(size, best))
                for (int d = 0; d < 3; d++)
                    best[d] = size[d];
        }
    }
    return best[0] != 0;
}

/* Whether work-items beyond the data may be there, because the kernel asks whether its number is
 * one of them. */
static bool has_guard(const struct kernel *k, const struct launch *l) {
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct value *v = &k->values[k->branches[i].value];
        struct arena scratch = {0};
        bool lanes = guess_lanes(&scratch, k, l, NULL, v->args[0]) >= LANES_BY_CODE;
        arena_free(&scratch);
        if (lanes && v->block < k->n_blocks && k->blocks[v->block].loop == NONE)
            return true;
    }
    return false;
}

/* A good size of one dimension for a launch that none divides, where work-items may be left over.
 */
static bool round_up(const struct rule_context *c, uint64_t *best) {
    const struct launch *l = c->result->launch;
    uint32_t width = (uint32_t)c->result->gpu->machine.warp_width;
    if (l->global[1] > 1 || l->global[2] > 1 || !has_guard(c->result->kernel, l))
        return false;
    best[0] = (uint64_t)GOOD_WARPS * width;
    best[1] = best[2] = 1;
    return best[0] > items_of(l->local) && best[0] <= l->global[0];
}

/* The launch in groups of that size. */
static struct rule_cost cost_of(struct rule_context *c, const uint64_t *local) {
    struct launch changed = *c->result->launch;
    for (int d = 0; d < 3; d++) {
        changed.local[d] = local[d];
        changed.global[d] = (changed.global[d] + local[d] - 1) / local[d] * local[d];
    }
    struct study study = study_relaunched(c->study, &changed);
    study.registers = registers_in_group(study.registers, study.gpu, items_of(local));
    return rule_cost_of(c, &study);
}

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct occupancy *o = &study_round(c->study)->occupancy;
    const struct launch *l = r->launch;
    uint32_t items = items_of(l->local), width = (uint32_t)r->gpu->machine.warp_width;
    uint32_t unused = o->warps_per_group * width - items;
    bool few = (o->limiter == LIMIT_GROUPS || o->limiter == LIMIT_GROUP_SIZE) &&
               o->warps <= enough * o->max_warps;
    uint64_t good[3];
    if ((!unused && !few) || l->local_source == LAUNCH_ASSUMED || !group_size_is_free(c->study) ||
        !(nearest_good(c, good) || round_up(c, good)))
        return;
    struct rule_cost cost = cost_of(c, good);
    if (cost.ms < 0)
        return;
    struct finding *f =
        unused ? rule_report(c, r->kernel->loc, cost, MSG_GROUP_SIZE_LANES, r->kernel->name, items,
                             diag_plural(items), unused, o->warps_per_group * width)
               : rule_report(c, r->kernel->loc, cost, MSG_GROUP_SIZE_SMALL, r->kernel->name, items,
                             diag_plural(items), o->warps, o->max_warps);
    rule_note(c, f, (struct loc){0}, MSG_GROUP_SIZE_BETTER, diag_size(c->arena, good));
}

const struct rule rule_work_group_size = {
    .traits = {.by_launch = true, .precision = "high"},
    .check = check,
};
