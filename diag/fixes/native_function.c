/* The native form of an elementary function: an instruction or two, with whatever precision the
 * device has. */
#include "diag/fix.h"

static bool has_native(const struct fix_text *t, size_t i) {
    static const char *const names[] = {"cos",   "exp",  "exp2",  "exp10", "log",  "log2",
                                        "log10", "powr", "rsqrt", "sin",   "sqrt", "tan"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (fix_token_is(t, i, names[n]))
            return fix_token_is(t, i + 1, "(");
    return false;
}

bool fix_native_function(struct fix_context *c) {
    size_t call = fix_token_at(c->source, c->finding->loc);
    if (!has_native(c->source, call))
        return false;
    fix_insert_before(c, call, "native_");
    c->fix->title = arena_printf(c->arena, "call native_%s(), whose precision the device decides",
                                 fix_source(c->arena, c->source, call, call + 1));
    return true;
}
