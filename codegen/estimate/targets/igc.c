/* Intel's graphics compiler, as the code that ocloc 22.43 makes for Gen9 and Xe-HPG shows: loops of
 * constant trip count are unrolled, others not, neighbouring words are one access, and of 64-bit
 * sums and products both halves are computed. Which registers it takes is not modelled. */
#include "codegen/estimate/targets/live_ranges.h"

const struct target target_igc = {LIVE_RANGES, .compiler = "igc", .form = FORM_WHOLE_INTEGERS};
