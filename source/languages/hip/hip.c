/* The front end for HIP: CUDA's, with HIP's names for the same definitions, and AMD's GPUs as
 * clang's target. */
#include "base/str.h"
#include "source/headers_embedded.h"
#include "source/languages/hip/amdgcn.h"
#include "source/single_source.h"

static const struct cuda_header headers[] = {
    {"hip/hip_runtime.h", CUDA_NOTHING},
    {"hip/hip_runtime_api.h", CUDA_NOTHING},
    {"hip/hip_common.h", CUDA_NOTHING},
    {"hip/hip_ext.h", CUDA_NOTHING},
    {"hip/hip_vector_types.h", CUDA_NOTHING},
    {"hip/hip_profile.h", CUDA_NOTHING},
    {"hip/hip_version.h", CUDA_NOTHING},
    {"hip/device_functions.h", CUDA_NOTHING},
    {"hip/driver_types.h", CUDA_NOTHING},
    {"hip/channel_descriptor.h", CUDA_NOTHING},
    {"hip/texture_types.h", CUDA_NOTHING},
    {"hip/math_functions.h", CUDA_NOTHING},
    {"hip/math_constants.h", CUDA_CONSTANTS},
    {"hip/hip_math_constants.h", CUDA_CONSTANTS},
    {"hip/hip_cooperative_groups.h", CUDA_GROUPS},
    {"hip/hip_fp16.h", CUDA_HALF},
    {"hip/hip_bfloat16.h", CUDA_BFLOAT},
    {"hip/hip_bf16.h", CUDA_BFLOAT},
    {"hip/hip_fp8.h", CUDA_FP8},
    {"hip/hip_complex.h", CUDA_COMPLEX},
    {"hiprand/hiprand_kernel.h", CUDA_RANDOM},
    {"hiprand_kernel.h", CUDA_RANDOM},
    {"rocrand/rocrand_kernel.h", CUDA_RANDOM},
    {"hipfft.h", CUDA_FFT},
    {"hipfft/hipfft.h", CUDA_FFT},
    {"hipblas.h", CUDA_BLAS},
    {"hipblas/hipblas.h", CUDA_BLAS},
    {"rocblas.h", CUDA_BLAS},
    {"rocblas/rocblas.h", CUDA_BLAS},
};

static bool knows_arch(const char *arch) {
    return str_starts(arch, "gfx") || str_starts(arch, "sm_");
}

static const struct cuda_dialect dialect = {.headers = headers,
                                            .n = sizeof headers / sizeof *headers,
                                            .api = hip_api,
                                            .knows_arch = knows_arch,
                                            .usual_arch = "gfx90a"};
const struct front_end frontend_hip = {
    .compile = single_source_compile, .dialect = &dialect, .lowering = &amdgcn_lowering};
