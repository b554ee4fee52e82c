/* The native form of an elementary function: an instruction or two, with whatever precision the
 * device has. */
#include "diag/finding/messages.h"
#include "diag/fix/syntax.h"
#include "diag/fixes/table.h"

bool fix_native_function(struct fix_context *c) {
    return fix_prefix_call(c, "native_", MSG_FIX_NATIVE);
}

bool check_native_function(const struct fix_check *c) {
    return fix_check_call(c);
}
