/* NVIDIA's assembler where an address is a pair of registers with the array's beginning in another
 * one. */
#include "codegen/estimate/targets/ptxas.h"

static bool compiles_for(const struct gpu *g) {
    return g->machine.loads_bases != 0;
}

const struct target target_ptxas_sm90 = {PTXAS,
                                         .compiles_for = compiles_for,
                                         .form = FORM_KEEP_DIVISIONS,
                                         .bases = {.immediate = true},
                                         .hoists_bases = true,
                                         .pressure = &target_ptxas};
