/* NVIDIA's assembler behind an optimiser that sees which divisors of a loop are powers of two. */
#include "codegen/estimate/targets/ptxas.h"

static bool compiles_for(const struct gpu *g) {
    return g->machine.loads_bases != 0 && g->machine.finds_powers != 0;
}

const struct target target_ptxas_sm100 = {PTXAS, .compiles_for = compiles_for,
                                          .bases = {.immediate = true}, .hoists_bases = true,
                                          .pressure = &target_ptxas};
