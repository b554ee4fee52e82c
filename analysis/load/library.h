/* Libraries of functions that compilers link. */
#ifndef ANALYSIS_LOAD_LIBRARY_H
#define ANALYSIS_LOAD_LIBRARY_H

#include <llvm-c/Core.h>

/* The bitcode in a file, whose functions are only named until somebody asks for their bodies. NULL:
 * there is none that this LLVM reads. */
LLVMModuleRef library_open(LLVMContextRef ctx, const char *path);

#endif
