/* What a kernel has of instructions that opcodes.def does not know. */
#ifndef SOURCE_LANGUAGES_PTX_UNMODELLED_H
#define SOURCE_LANGUAGES_PTX_UNMODELLED_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* Writes how many there are, and of which kinds, where the loader finds it (LOAD_UNMODELLED). */
void ptx_note_unmodelled(struct arena *a, LLVMValueRef kernel);

#endif
