/* AMD's back end of LLVM, which is asked for its code. What it gives none of has as many registers
 * as values are alive. */
#include "codegen/estimate/targets/live_ranges.h"

const struct target target_amdgcn = {LIVE_RANGES, .compiler = "amdgcn",
                                     .form = FORM_UNROLL_CONSTANT};
