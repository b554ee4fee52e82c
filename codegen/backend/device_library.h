/* Bitcode of the functions that OpenCL and HIP have built in, which a back end's clang links. */
#ifndef CODEGEN_BACKEND_DEVICE_LIBRARY_H
#define CODEGEN_BACKEND_DEVICE_LIBRARY_H

#include "base/store/result_cache.h"
#include "base/words.h"

/* Path of a file of libclc's, as the package libclc-19 installs it. */
const char *device_library_libclc(struct arena *a, const char *file);

/* Files of ROCm's device library for a processor of AMD's and options of clang, in the order in
 * which they are linked, as AMD's compiler chooses them: from HIP_DEVICE_LIB_PATH, else
 * ROCM_PATH/amdgcn/bitcode, else where ROCm and Debian install it. None if they are not all there,
 * as for a processor that is younger than the library. */
struct words device_library_rocm(struct arena *a, const char *processor,
                                 const struct words *options, bool hip);

/* A file in memory with the part of a file of libclc's that holds the functions of these names,
 * sorted, and what they call: from the cache, or made and put there. -1: none can be made. */
int device_library_part(struct arena *a, const struct cache *cache, const char *path,
                        const struct words *names);

#endif
