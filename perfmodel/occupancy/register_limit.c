/* From registers that are alive to registers that are allocated. NVIDIA's assembler overlaps
 * instructions as far as all warps can be resident with that many registers, and takes more only
 * where it must. AMD's back end keeps closer to the order that it is given.
 *
 * The constants were chosen on kernels of one half of the files, and checked on the other
 * (docs/accuracy.md).
 */
#include "perfmodel/occupancy/register_limit.h"

#include <math.h>
#include <string.h>

#include "perfmodel/occupancy/occupancy.h"

enum { REGISTER_BYTES = 4 };

/* NVIDIA: mostly the numbers that are handed out, and a part of what is alive. */
static const double nvidia_assigned = 0.8, nvidia_overlapped = 0.2;

/* Beside what must be alive, for values: the stack pointer. */
static const double nvidia_least_base = 1, nvidia_fewest = 2;

/* What the assembler does without of what our thriftiest order keeps alive. */
static const double nvidia_saved = 2;

/* AMD: pairs that have to be aligned, and some of the overlap that its scheduler could have. */
static const double amd_alignment = 1.2, amd_overlap = 0.5, amd_fewest = 2;

/* With so many, all warps of an SM can be resident: warps get registers in granules. */
static double all_resident(const struct gpu *g) {
    double per_warp = floor(g->regs_per_sm / g->max_warps_per_sm / g->reg_alloc_unit);
    return per_warp * g->reg_alloc_unit / g->warp_width;
}

/* Nine in ten counts below this are even, as pairs are; above, an odd number is as near to both. */
static const double nvidia_few = 12.5;

static double round_registers(double n) {
    return n < nvidia_few ? 2 * round(n / 2) : round(n);
}

static double nvidia_registers(const struct register_demand *d, const struct gpu *g) {
    double wanted =
        g->regs_reserved + nvidia_assigned * d->assigned + nvidia_overlapped * d->overlapped;
    double least = g->regs_reserved + nvidia_least_base + d->least - nvidia_saved;
    double fewest = g->regs_reserved + nvidia_fewest;
    return fmax(fewest, fmax(least, fmin(round_registers(wanted), all_resident(g))));
}

static double amd_registers(const struct register_demand *d) {
    double overlap = fmax(0, (double)d->overlapped - d->least);
    return fmax(amd_fewest, round(amd_alignment * d->least + amd_overlap * overlap));
}

static enum regs_kind kind_of(const struct gpu *g) {
    if (strcmp(g->vendor, "amd") == 0)
        return REGS_VECTOR;
    if (g->address_bases != 0)
        return REGS_BASED;
    return g->loads_bases != 0 ? REGS_LOADED : REGS_PAIRS;
}

struct register_use registers_estimate(const struct kernel *machine, const struct gpu *g) {
    const struct register_demand *d = &machine->regs[kind_of(g)];
    double n = kind_of(g) == REGS_VECTOR ? amd_registers(d) : nvidia_registers(d, g);
    return (struct register_use){
        .source = "estimate", .per_item = (uint32_t)n, .private_bytes = machine->private_bytes};
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
    double n = kind_of(g) == REGS_VECTOR ? use->per_item / amd_alignment
                                         : use->per_item - g->regs_reserved - nvidia_least_base;
    return (uint32_t)fmax(1, n);
}

/* The most registers with which as much is spilled as somebody counted. Where our order needs none,
 * AMD's are spread over the kernel; clang's order, which ptxas counts, is not that of NVIDIA's own
 * compilers, whose kernels are measured not to have such spills. */
static const struct spills *spill_as_counted(struct arena *a, const struct kernel *machine,
                                             uint32_t slots, const struct gpu *g) {
    uint32_t enough = machine->regs[kind_of(g)].least, few = 1;
    const struct spills *found = NULL;
    while (few < enough) {
        uint32_t middle = (few + enough) / 2;
        const struct spills *s = cg_spills(a, machine, middle, kind_of(g));
        if (s->n_slots < slots)
            enough = middle;
        else {
            found = s;
            few = middle + 1;
        }
    }
    const struct spill_count counts[SPILL_PLACES] = {{slots, slots}};
    return found || kind_of(g) != REGS_VECTOR ? found : cg_spread_spills(a, machine, slots, counts);
}

const struct spills *registers_spills(struct arena *a, const struct kernel *machine,
                                      struct register_use *use, const struct gpu *g) {
    if (!use->spill_bytes)
        return NULL;
    uint32_t slots = use->spill_bytes / REGISTER_BYTES;
    if (use->spills[SPILLS_ONCE].stores || use->spills[SPILLS_IN_LOOPS].stores)
        return cg_spread_spills(
            a, machine, (uint32_t)fmin(slots, use->private_bytes / REGISTER_BYTES), use->spills);
    if (strcmp(use->source, "estimate") != 0)
        return spill_as_counted(a, machine, slots, g);
    const struct spills *s = cg_spills(a, machine, for_values(use, g), kind_of(g));
    use->private_bytes += s->n_slots * REGISTER_BYTES - use->spill_bytes;
    use->spill_bytes = s->n_slots * REGISTER_BYTES;
    return s->n_slots ? s : NULL;
}
