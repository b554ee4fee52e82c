#include "analysis/load/run_passes.h"

#include <llvm-c/Transforms/PassBuilder.h>

const char *load_run_passes(struct arena *a, LLVMModuleRef m, const char *passes) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = LLVMRunPasses(m, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failed)
        return NULL;
    char *text = LLVMGetErrorMessage(failed);
    const char *reason = arena_strdup(a, text);
    LLVMDisposeErrorMessage(text);
    return reason;
}
