/* The files of source/sdk/ as texts, made at build: those of anything.h, libc.h and
 * host/, and those of anything.h, hip/amdgcn.h, cuda/ and libc.h, with hip/names.h for HIP; those
 * of cuda/included/ one by one, those of
 * torch/ and of cub/, and host/prelude.h. */
#ifndef SOURCE_HEADERS_EMBEDDED_H
#define SOURCE_HEADERS_EMBEDDED_H

extern const char host_api[], cuda_api[], hip_api[], cuda_cooperative_groups[], cuda_half[],
    cuda_complex[];
extern const char cuda_bfloat[], cuda_fp8[], cuda_constants[], cuda_random[], cuda_matrices[],
    cuda_copies[], cuda_driver[], cuda_libcu[], cuda_libcu_std[], cuda_torch[], cuda_cub[],
    host_prelude[];

#endif
