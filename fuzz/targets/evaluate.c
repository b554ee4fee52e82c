/* Fuzzes the evaluation of host programs: LLVM IR that calls CUDA's and OpenCL's functions. */
#include "launch/evaluate/evaluate.h"
#include "analysis/load/load.h"
#include "fuzz/fuzz.h"

struct bytes {
    const uint8_t *at;
    size_t n;
};

/* With arguments, and then with none that are known. */
static int evaluate(void *context) {
    const struct bytes *bytes = context;
    struct arena a = {0};
    struct dependencies d = {.arena = &a};
    struct ev_request q = {.argv = "-n 64 file", .dependencies = &d};
    load_init();
    evaluate_ir(&a, &q, (const char *)bytes->at, bytes->n);
    q.argv = NULL;
    evaluate_ir(&a, &q, (const char *)bytes->at, bytes->n);
    arena_free(&a);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    fuzz_attempt(evaluate, &(struct bytes){bytes, n});
    return 0;
}
