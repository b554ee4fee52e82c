/* A division as a multiplication with the native reciprocal: an instruction or two, with whatever
 * precision the device has. */
#include "diag/fix_syntax.h"

bool fix_native_recip(struct fix_context *c) {
    const struct fix_text *t = c->source;
    size_t slash = fix_token_at(t, c->finding->loc), begin, past;
    if (!fix_divisor(t, slash, &begin, &past))
        return false;
    bool enclosed = fix_token_is(t, begin, "(") && fix_closing(t, begin) == past - 1;
    const char *divisor = fix_source(c->arena, t, begin, past);
    fix_multiply(c, slash, past,
                 arena_printf(c->arena, enclosed ? "native_recip%s" : "native_recip(%s)", divisor));
    c->fix->title = "multiply by native_recip(), whose precision the device decides";
    return true;
}
