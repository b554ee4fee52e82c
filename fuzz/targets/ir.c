/* Fuzzes the way of LLVM IR and bitcode to reports, and to AMD's back end. */
#include <fcntl.h>
#include <unistd.h>

#include "analysis/load/load.h"
#include "fuzz/fuzz.h"

struct bytes {
    const uint8_t *at;
    size_t n;
};

static int write_amdgpu(void *context) {
    const struct bytes *bytes = context;
    struct arena a = {0};
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    load_write_amdgpu(&a, fuzz_file(&a, "kernels.ll", bytes->at, bytes->n), nowhere);
    close(nowhere);
    arena_free(&a);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    fuzz_analyze("kernels.ll", bytes, n);
    fuzz_attempt(write_amdgpu, &(struct bytes){bytes, n});
    return 0;
}
