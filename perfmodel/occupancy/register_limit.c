/* Registers of a work-item where a group has to fit on the GPU, and what is spilled. What is
 * allocated says the compiler (codegen/estimate/targets/). */
#include "perfmodel/occupancy/register_limit.h"

#include <assert.h>
#include <math.h>

#include "perfmodel/occupancy/occupancy.h"

enum { REGISTER_BYTES = 4 };

static const struct target *compiler_of(const struct gpu *g) {
    return target_table[target_of(g)].target;
}

static const struct register_demand *demand_of(const struct kernel *machine, const struct gpu *g) {
    const struct register_demand *d = &machine->demand[target_of(g)];
    assert(d->target);
    return d;
}

struct register_use registers_estimate(const struct kernel *machine, const struct gpu *g) {
    const struct target *t = compiler_of(g);
    return (struct register_use){.source = t->source ? t->source : "estimate",
                                 .estimated = true,
                                 .per_item = (uint32_t)t->allocated(demand_of(machine, g), g),
                                 .private_bytes = machine->private_bytes};
}

struct register_use registers_in_group(struct register_use use, const struct gpu *g,
                                       uint32_t items) {
    uint32_t most = occupancy_most_regs(g, items);
    if (use.per_item <= most)
        return use;
    use.spill_bytes += (use.per_item - most) * REGISTER_BYTES;
    use.private_bytes += (use.per_item - most) * REGISTER_BYTES;
    use.per_item = most;
    return use;
}

/* Registers that are left for values. */
static uint32_t for_values(const struct register_use *use, const struct gpu *g) {
    return (uint32_t)fmax(1, compiler_of(g)->for_values(use->per_item, g));
}

/* The most registers with which as much is spilled as somebody counted. Where our order needs none,
 * AMD's are spread over the kernel; clang's order, which ptxas counts, is not that of NVIDIA's own
 * compilers, whose kernels are measured not to have such spills. */
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
    const struct spill_count counts[SPILL_PLACES] = {{slots, slots}};
    return found || !compiler_of(g)->spreads_spills ? found
                                                    : cg_spread_spills(a, machine, slots, counts);
}

const struct spills *registers_spills(struct arena *a, const struct kernel *machine,
                                      struct register_use *use, const struct gpu *g) {
    if (!use->spill_bytes)
        return NULL;
    uint32_t slots = use->spill_bytes / REGISTER_BYTES;
    if (use->spills[SPILLS_ONCE].stores || use->spills[SPILLS_IN_LOOPS].stores)
        return cg_spread_spills(
            a, machine, (uint32_t)fmin(slots, use->private_bytes / REGISTER_BYTES), use->spills);
    if (!use->estimated)
        return spill_as_counted(a, machine, slots, g);
    const struct spills *s = cg_spills(a, machine, for_values(use, g), compiler_of(g));
    use->private_bytes += s->n_slots * REGISTER_BYTES - use->spill_bytes;
    use->spill_bytes = s->n_slots * REGISTER_BYTES;
    return s->n_slots ? s : NULL;
}
