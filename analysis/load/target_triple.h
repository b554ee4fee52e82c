/* What LLVM 21 takes in another type than LLVM 19 and 20. */
#ifndef ANALYSIS_LOAD_TARGET_TRIPLE_H
#define ANALYSIS_LOAD_TARGET_TRIPLE_H

#include <llvm/IR/Module.h>

/* Gives the module that target triple. */
inline void set_target_triple(llvm::Module &M, const char *Name) {
#if LLVM_VERSION_MAJOR >= 21
    M.setTargetTriple(llvm::Triple(Name));
#else
    M.setTargetTriple(Name);
#endif
}

#endif
