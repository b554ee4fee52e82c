/* Fuzzes the way of a PTX file to LLVM's module: the text, its functions, and where addresses come
 * from. */
#include <llvm-c/Core.h>
#include <stdlib.h>

#include "analysis/load/load.h"
#include "fuzz/fuzz.h"
#include "source/languages/ptx/module.h"

struct bytes {
    const uint8_t *at;
    size_t n;
};

static int translate(void *context) {
    const struct bytes *bytes = context;
    struct arena a = {0};
    struct ptx_module parsed = {0};
    const char *error = ptx_parse_module(&a, (const char *)bytes->at, bytes->n, &parsed);
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMModuleRef m = error ? NULL : ptx_module_make(&a, ctx, &parsed, "kernels.ptx", &error);
    if (m)
        LLVMDisposeModule(m);
    LLVMContextDispose(ctx);
    arena_free(&a);
    return EXIT_SUCCESS;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    load_init();
    fuzz_attempt(translate, &(struct bytes){bytes, n});
    return 0;
}
