/* The half_ form of an elementary function: as fast as the native one on most devices, and good for
 * eleven bits on all (OpenCL C 3.0, 6.15.2); trigonometric functions of arguments up to 2^16. */
#include "diag/finding/messages.h"
#include "diag/fix/syntax.h"
#include "diag/fixes/table.h"

static bool is_trigonometric(const struct fix_text *t, size_t call) {
    return fix_token_is(t, call, "sin") || fix_token_is(t, call, "cos") ||
           fix_token_is(t, call, "tan");
}

bool fix_half_function(struct fix_context *c) {
    bool limited = is_trigonometric(c->source, fix_token_at(c->source, c->finding->loc));
    return fix_prefix_call(c, "half_", limited ? MSG_FIX_HALF_LIMITED : MSG_FIX_HALF);
}

bool check_half_function(const struct fix_check *c) {
    return fix_check_call(c);
}
