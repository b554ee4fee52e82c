/* LLVM IR as text, of a later LLVM than ours: what that adds to the language without meaning
 * anything to an analysis is left out. */
#ifndef SOURCE_LANGUAGES_IR_IR_TEXT_H
#define SOURCE_LANGUAGES_IR_IR_TEXT_H

#include <stddef.h>

#include "base/arena.h"

/* The text as LLVM 19 reads it, with the same lines; NULL if it is that already. */
const char *ir_text_as_ours(struct arena *a, const char *text, size_t n);

#endif
