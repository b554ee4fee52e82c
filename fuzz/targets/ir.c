/* Fuzzes the way of LLVM IR and bitcode to reports, and to AMD's back end. */
#include <fcntl.h>
#include <unistd.h>

#include "analysis/load/load.h"
#include "fuzz/fuzz.h"
#include "source/languages/lowerings.h"

struct bytes {
    const uint8_t *at;
    size_t n;
};

static int write_amdgpu(void *context) {
    const struct bytes *bytes = context;
    struct arena a = {0};
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const struct amdgpu_request request = {.bitcode =
                                               fuzz_file(&a, "kernels.ll", bytes->at, bytes->n),
                                           .lowerings = &language_lowerings};
    unsigned stood_in;
    load_write_amdgpu(&a, &request, nowhere, &stood_in);
    close(nowhere);
    arena_free(&a);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    fuzz_analyze("kernels.ll", bytes, n);
    fuzz_attempt(write_amdgpu, &(struct bytes){bytes, n});
    return 0;
}
