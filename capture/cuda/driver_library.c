/* Libraries of code, which CUDA 12 has beside modules: here both are images, and kernels are
 * functions. */
#include "capture/cuda/api.h"
#include "capture/cuda/kernels.h"

#define LOADS                                                                                      \
    CUjit_option *jit, void **jit_values, unsigned n_jit, void *options, void **values, unsigned n

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, LOADS) {
    (void)jit, (void)jit_values, (void)n_jit, (void)options, (void)values, (void)n;
    return cuModuleLoadData((CUmodule *)library, code);
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, LOADS) {
    (void)jit, (void)jit_values, (void)n_jit, (void)options, (void)values, (void)n;
    return cuModuleLoad((CUmodule *)library, path);
}

CUresult cuLibraryUnload(CUlibrary library) {
    return cuModuleUnload((CUmodule)library);
}

CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) {
    *module = (CUmodule)library;
    return library ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
    return cuModuleGetFunction((CUfunction *)kernel, (CUmodule)library, name);
}

CUresult cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUlibrary library,
                            const char *name) {
    return cuModuleGetGlobal(pointer, bytes, (CUmodule)library, name);
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
    *function = (CUfunction)kernel;
    return kernel ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncGetName(const char **name, CUfunction function) {
    const struct cuda_kernel *k = (const struct cuda_kernel *)function;
    *name = k ? k->symbol : NULL;
    return k ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuKernelGetName(const char **name, CUkernel kernel) {
    return cuFuncGetName(name, (CUfunction)kernel);
}
