/* Attributes by their names in LLVM's assembly (for load*.c). */
#ifndef ANALYSIS_LOAD_ATTRIBUTES_H
#define ANALYSIS_LOAD_ATTRIBUTES_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* A string attribute of a kernel: the most work-items that its groups may have. */
#define LOAD_MOST_ITEMS "clperf-most-items"

/* Of the function itself. */
void load_add_attribute(LLVMValueRef f, const char *name);
void load_add_attribute_text(LLVMValueRef f, const char *name, const char *text);
void load_drop_attribute(LLVMValueRef f, const char *name);

/* Value of a string attribute of the function, or NULL. */
const char *load_attribute_text(struct arena *a, LLVMValueRef f, const char *name);

/* "memory(none)": it neither reads nor writes any. */
bool load_reads_no_memory(LLVMValueRef f);

/* Whether the parameter has the string attribute. */
bool load_param_has_text(LLVMValueRef f, unsigned param, const char *name);
bool load_param_has_attribute(LLVMValueRef f, unsigned param, const char *name);
/* "align" of a call's argument; 1 if it has none. */
uint64_t load_argument_alignment(LLVMValueRef call, unsigned argument);

#endif
