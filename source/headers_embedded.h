/* The headers of source/sdk/ as texts, made at build. host_api stands for OpenCL's and C++'s,
 * cuda_api for those of CUDA's that are always there (cuda/clperf/device/), and hip_api for HIP's;
 * the others are headers that a source includes, or those of a library. What a header includes of
 * source/sdk/cuda/ is part of its text. */
#ifndef SOURCE_HEADERS_EMBEDDED_H
#define SOURCE_HEADERS_EMBEDDED_H

extern const char host_api[], cuda_api[], hip_api[], cuda_cooperative_groups[], cuda_half[],
    cuda_complex[];
extern const char cuda_bfloat[], cuda_fp8[], cuda_constants[], cuda_random[], cuda_matrices[],
    cuda_copies[], cuda_driver[], cuda_libcu[], cuda_libcu_std[], cuda_torch[], cuda_cub[],
    host_prelude[];

#endif
