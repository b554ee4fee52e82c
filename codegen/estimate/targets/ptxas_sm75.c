/* NVIDIA's assembler where an access adds a base that the whole warp shares to an offset: the
 * beginnings of arrays take no registers. */
#include "codegen/estimate/targets/ptxas.h"

static bool compiles_for(const struct gpu *g) {
    return g->machine.address_bases != 0;
}

const struct target target_ptxas_sm75 = {PTXAS, .compiles_for = compiles_for,
                                         .form = FORM_KEEP_DIVISIONS,
                                         .bases = {.immediate = true, .shared = true}};
