/* The half_ form of an elementary function: as fast as the native one on most devices, and good for
 * eleven bits on all. */
#include "diag/fix_syntax.h"

bool fix_half_function(struct fix_context *c) {
    return fix_prefix_call(c, "half_", "which is good for 11 bits");
}
