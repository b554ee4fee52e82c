/* NVIDIA's assembler where an address is a pair of registers. It overlaps instructions as far as
 * all warps can be resident with that many registers, and takes more only where it must.
 *
 * The constants were chosen on kernels of one half of the files, and checked on the other
 * (docs/accuracy/registers.md). */
#include "codegen/estimate/targets/ptxas.h"

#include <math.h>

/* Mostly the numbers that are handed out, and a part of what is alive. */
static const double assigned_share = 0.8, overlapped_share = 0.2;

/* Beside what must be alive, for values: the stack pointer. */
static const double least_base = 1, fewest = 2;

/* What the assembler does without of what our thriftiest order keeps alive. */
static const double saved = 2;

/* Nine in ten counts below this are even, as pairs are; above, an odd number is as near to both. */
static const double few = 12.5;

/* With so many, all warps of an SM can be resident: warps get registers in granules. */
static double all_resident(const struct gpu *g) {
    double per_warp =
        floor(g->machine.regs_per_sm / g->machine.max_warps_per_sm / g->machine.reg_alloc_unit);
    return per_warp * g->machine.reg_alloc_unit / g->machine.warp_width;
}

static double round_registers(double n) {
    return n < few ? 2 * round(n / 2) : round(n);
}

double ptxas_allocated(const struct register_demand *d, const struct gpu *g) {
    double wanted =
        g->machine.regs_reserved + assigned_share * d->assigned + overlapped_share * d->overlapped;
    double least = g->machine.regs_reserved + least_base + d->least - saved;
    return fmax(g->machine.regs_reserved + fewest,
                fmax(least, fmin(round_registers(wanted), all_resident(g))));
}

double ptxas_for_values(uint32_t per_item, const struct gpu *g) {
    return per_item - g->machine.regs_reserved - least_base;
}

const struct target target_ptxas = {PTXAS, .form = FORM_KEEP_DIVISIONS,
                                    .bases = {.immediate = true}};
