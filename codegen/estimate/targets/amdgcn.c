/* AMD's back end of LLVM: what a whole warp shares is in scalar registers. It keeps closer to the
 * order that it is given than NVIDIA's assembler.
 *
 * The constants were chosen on kernels of one half of the files, and checked on the other
 * (docs/accuracy/registers.md). */
#include <math.h>

#include "codegen/estimate/targets/target.h"

/* Pairs that have to be aligned, and some of the overlap that its scheduler could have. */
static const double alignment = 1.2, overlap_share = 0.5, fewest = 2;

static double allocated(const struct register_demand *d, const struct gpu *g) {
    (void)g;
    double overlap = fmax(0, (double)d->overlapped - d->least);
    return fmax(fewest, round(alignment * d->least + overlap_share * overlap));
}

static double for_values(uint32_t per_item, const struct gpu *g) {
    (void)g;
    return per_item / alignment;
}

const struct target target_amdgcn = {.compiler = "amdgcn",
                                     .scalar_registers = true,
                                     .moves = true,
                                     .unrolling = UNROLL_CONSTANT,
                                     .spreads_spills = true,
                                     .scratch = {.divide_by_constant = 1,
                                                 .divide = 4,
                                                 .divide_64 = 14,
                                                 .fdiv = 2,
                                                 .fdiv_64 = 6,
                                                 .sqrt = 2,
                                                 .trans = 8,
                                                 .trans_64 = 8,
                                                 .call = 8},
                                     .latency = {.alu = 5, .local = 22, .math = 25, .memory = 60},
                                     .allocated = allocated,
                                     .for_values = for_values};
