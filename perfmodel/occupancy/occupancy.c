#include "perfmodel/occupancy/occupancy.h"

#include <assert.h>
#include <math.h>

#include "perfmodel/estimate.h"

static double ceil_to(double n, double unit) {
    return unit > 0 ? ceil(n / unit) * unit : n;
}
static double floor_to(double n, double unit) {
    return unit > 0 ? floor(n / unit) * unit : n;
}

/* Equations 1 and 2: limits of the architecture. */
static double limit_arch(const struct gpu *g, double warps_per_group, double at_once,
                         enum limiter *by) {
    double by_warps = floor(g->machine.max_warps_per_sm / at_once);
    double by_groups = g->machine.max_groups_per_sm;
    if (warps_per_group > 1 && g->machine.barriers_per_sm > 0)
        by_groups = fmin(by_groups, g->machine.barriers_per_sm);
    *by = by_warps <= by_groups ? LIMIT_WARPS : LIMIT_GROUPS;
    return fmin(by_warps, by_groups);
}

/* Compute capability 1.x: the registers of all warps of a group in one piece. */
static double groups_by_block(const struct gpu *g, double regs, double warps_per_group) {
    double warps = ceil_to(warps_per_group, g->machine.warp_alloc_unit);
    double per_group = ceil_to(warps * regs * g->machine.warp_width, g->machine.reg_alloc_unit);
    return per_group > 0 ? floor(g->machine.regs_per_sm / per_group) : INFINITY;
}

/* Equations 3 and 4. Registers are handed out per warp in granules; a kernel that wants more than
 * an item may have spills instead of failing. */
static double limit_regs(const struct gpu *g, const struct group_needs *n, double warps_per_group) {
    double regs = fmin(n->regs_per_item, g->machine.max_regs_per_item);
    if (g->machine.regs_by_group > 0)
        return groups_by_block(g, regs, warps_per_group);
    double per_warp = ceil_to(regs * g->machine.warp_width, g->machine.reg_alloc_unit);
    if (per_warp <= 0)
        return INFINITY;
    double warps =
        floor_to(floor(g->machine.max_regs_per_group / per_warp), g->machine.warp_alloc_unit);
    return floor(warps / warps_per_group) *
           floor(g->machine.regs_per_sm / g->machine.max_regs_per_group);
}

/* AMD: each SIMD has scalar registers for its own wavefronts. */
static double limit_scalar_regs(const struct gpu *g, const struct group_needs *n,
                                double warps_per_group) {
    double per_warp = ceil_to(n->scalar_regs_per_warp, g->machine.scalar_reg_alloc_unit);
    if (g->machine.scalar_regs_per_scheduler <= 0 || per_warp <= 0)
        return INFINITY;
    double warps =
        floor(g->machine.scalar_regs_per_scheduler / per_warp) * g->issue.schedulers_per_sm;
    return floor(warps / warps_per_group);
}

/* Equations 5 and 6. */
static double limit_local(const struct gpu *g, const struct group_needs *n) {
    if (n->local_bytes > g->local.local_bytes_per_group)
        return 0;
    double bytes =
        ceil_to(n->local_bytes + g->local.local_reserved_per_group, g->local.local_alloc_unit);
    return bytes > 0 ? floor(g->local.local_bytes_per_sm / bytes) : INFINITY;
}

static void limit(struct occupancy *o, double *groups, double by, enum limiter limiter) {
    if (by >= *groups)
        return;
    *groups = by;
    o->limiter = limiter;
}

struct occupancy occupancy_of(const struct gpu *g, const struct group_needs *n) {
    double warps_per_group = ceil(n->items / g->machine.warp_width);
    struct occupancy o = {.warps_per_group = (uint32_t)warps_per_group,
                          .max_warps = (uint32_t)g->machine.max_warps_per_sm};
    double at_once = n->warps_at_once > 0 ? n->warps_at_once : warps_per_group;
    double groups = limit_arch(g, warps_per_group, at_once, &o.limiter);
    limit(&o, &groups, limit_regs(g, n, at_once), LIMIT_REGISTERS);
    limit(&o, &groups, limit_scalar_regs(g, n, at_once), LIMIT_REGISTERS);
    limit(&o, &groups, limit_local(g, n), LIMIT_LOCAL_MEMORY);
    if (n->items > g->machine.max_items_per_group)
        limit(&o, &groups, 0, LIMIT_GROUP_SIZE);
    o.groups_per_sm = (uint32_t)groups;
    o.warps = (uint32_t)(groups * at_once);
    if (o.limiter == LIMIT_WARPS && o.warps < o.max_warps)
        o.limiter = LIMIT_GROUP_SIZE;
    return o;
}

uint32_t occupancy_most_regs(const struct gpu *g, uint32_t items) {
    double warps = ceil_to(ceil(items / g->machine.warp_width), g->machine.warp_alloc_unit);
    double unit = g->machine.regs_by_group > 0 ? 1 : g->machine.reg_alloc_unit;
    double per_warp = floor_to(floor(g->machine.max_regs_per_group / fmax(1, warps)), unit);
    return (uint32_t)fmin(g->machine.max_regs_per_item,
                          fmax(1, floor(per_warp / g->machine.warp_width)));
}

void dump_occupancy(FILE *out, const struct gpu *g, const struct group_needs *n,
                    const struct occupancy *o) {
    fprintf(out, "occupancy on %s: %u of %u warps, %u groups of %u warps, limited by %s\n", g->name,
            o->warps, o->max_warps, o->groups_per_sm, o->warps_per_group, limiter_name(o->limiter));
    fprintf(out, "  a group has %u items, %u registers per item, %u bytes of local memory\n",
            n->items, n->regs_per_item, n->local_bytes);
}

/* Registers of a work-item where a group has to fit on the GPU, and what is spilled. What is
 * allocated says the compiler (codegen/estimate/targets/). */

enum { REGISTER_BYTES = 4 };

static const struct target *compiler_of(const struct gpu *g) {
    return target_table[target_of(g)].target;
}

static const struct register_demand *demand_of(const struct kernel *machine, const struct gpu *g) {
    const struct register_demand *d = &machine->demand[target_of(g)];
    assert(d->target);
    return d;
}

struct register_use registers_in_group(struct register_use use, const struct gpu *g,
                                       uint32_t items) {
    uint32_t most = occupancy_most_regs(g, items);
    if (use.per_item <= most)
        return use;
    use.spill_bytes += (use.per_item - most) * REGISTER_BYTES;
    use.private_bytes += (use.per_item - most) * REGISTER_BYTES;
    use.per_item = most;
    use.limited = true;
    return use;
}

struct register_use registers_in_launch(struct register_use use, const struct kernel *k,
                                        const struct gpu *g, uint32_t items) {
    bool bounded = use.estimated && k->most_local > items;
    return registers_in_group(use, g, bounded ? k->most_local : items);
}

/* Registers that are left for values. */
static uint32_t for_values(const struct register_use *use, const struct gpu *g) {
    return (uint32_t)fmax(1, compiler_of(g)->for_values(use->per_item, g));
}

/* The most registers with which as much is spilled as somebody counted. NULL where our order needs
 * none: clang's, which ptxas counts, is not that of NVIDIA's own compilers, whose kernels are
 * measured not to have such spills. */
static const struct spills *spill_as_counted(struct arena *a, const struct kernel *machine,
                                             uint32_t slots, const struct gpu *g) {
    uint32_t enough = demand_of(machine, g)->least, few = 1;
    const struct spills *found = NULL;
    while (few < enough) {
        uint32_t middle = (few + enough) / 2;
        const struct spills *s = cg_spills(a, machine, middle, compiler_of(g));
        if (s->n_slots < slots)
            enough = middle;
        else {
            found = s;
            few = middle + 1;
        }
    }
    return found;
}

const struct spills *registers_spills(struct arena *a, const struct kernel *machine,
                                      struct register_use *use, const struct gpu *g) {
    if (!use->spill_bytes)
        return NULL;
    uint32_t slots = use->spill_bytes / REGISTER_BYTES;
    bool counted = !use->estimated && !use->limited;
    if (counted && (use->spills[SPILLS_ONCE].stores || use->spills[SPILLS_IN_LOOPS].stores))
        return cg_spread_spills(
            a, machine, (uint32_t)fmin(slots, use->private_bytes / REGISTER_BYTES), use->spills);
    if (counted)
        return spill_as_counted(a, machine, slots, g);
    const struct spills *s = cg_spills(a, machine, for_values(use, g), compiler_of(g));
    use->private_bytes += s->n_slots * REGISTER_BYTES - use->spill_bytes;
    use->spill_bytes = s->n_slots * REGISTER_BYTES;
    return s->n_slots ? s : NULL;
}
