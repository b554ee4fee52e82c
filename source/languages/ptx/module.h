/* A file of PTX as an LLVM module for NVPTX, as clang would have written it: kernels with pointers
 * that point to something, lines of the source, and all that they call within them. */
#ifndef SOURCE_LANGUAGES_PTX_MODULE_H
#define SOURCE_LANGUAGES_PTX_MODULE_H

#include <llvm-c/Core.h>

#include "source/languages/ptx/module_text.h"

/* Calling convention of NVPTX's kernels. */
enum { PTX_CC_KERNEL = 71 };

/* `path` is the file's own, for instructions that no source is known of; NULL: it has no lines that
 * anybody could look at. NULL with *error, one line
 * with the line of the file. */
LLVMModuleRef ptx_module_make(struct arena *a, LLVMContextRef ctx, const struct ptx_module *text,
                              const char *path, const char **error);

#endif
