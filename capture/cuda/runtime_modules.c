/* Kernels by handle, as programs of CUDA 12 and later launch them, code that a program loads
 * through the runtime, and the driver's functions as the runtime gives them. */
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/kernels.h"

/* What host code names a kernel by is its handle as well. */
CUDA_EXPORT cudaError_t __cudaGetKernel(const void **kernel, const void *host);
CUDA_EXPORT cudaError_t __cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                           size_t shared, cudaStream_t stream);
CUDA_EXPORT cudaError_t cudaGetKernel(const void **kernel, const void *host);
CUDA_EXPORT cudaError_t cudaFuncGetName(const char **name, const void *kernel);
CUDA_EXPORT void __cudaRegisterHostVar(void **image, const char *name, void *host, size_t bytes);
CUDA_EXPORT void *__cudaRegisterUnifiedTable(void *table, void *data);

cudaError_t cudaGetKernel(const void **kernel, const void *host) {
    *kernel = host;
    return kernel_find(host) ? cudaSuccess : cuda_fail(cudaErrorInvalidDeviceFunction);
}

cudaError_t __cudaGetKernel(const void **kernel, const void *host) {
    return cudaGetKernel(kernel, host);
}

cudaError_t __cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                               size_t shared, cudaStream_t stream) {
    return cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

cudaError_t cudaFuncGetName(const char **name, const void *kernel) {
    const struct cuda_kernel *k = kernel_find(kernel);
    *name = k ? k->symbol : NULL;
    return k ? cudaSuccess : cuda_fail(cudaErrorInvalidDeviceFunction);
}

void __cudaRegisterHostVar(void **image, const char *name, void *host, size_t bytes) {
    (void)image;
    variable_register(host, name, bytes);
}

void *__cudaRegisterUnifiedTable(void *table, void *data) {
    (void)data;
    return table;
}

/* --- libraries of code ---------------------------------------------------------- */

CUDA_EXPORT cudaError_t cudaLibraryLoadData(struct image **library, const void *code, void *jit,
                                            void **jit_values, unsigned n_jit, void *options,
                                            void **option_values, unsigned n_options);
CUDA_EXPORT cudaError_t cudaLibraryLoadFromFile(struct image **library, const char *path, void *jit,
                                                void **jit_values, unsigned n_jit, void *options,
                                                void **option_values, unsigned n_options);
CUDA_EXPORT cudaError_t cudaLibraryUnload(struct image *library);
CUDA_EXPORT cudaError_t cudaLibraryGetKernel(const void **kernel, struct image *library,
                                             const char *name);
CUDA_EXPORT cudaError_t cudaLibraryGetGlobal(void **pointer, size_t *bytes, struct image *library,
                                             const char *name);

cudaError_t cudaLibraryLoadData(struct image **library, const void *code, void *jit,
                                void **jit_values, unsigned n_jit, void *options,
                                void **option_values, unsigned n_options) {
    (void)jit, (void)jit_values, (void)n_jit, (void)options, (void)option_values, (void)n_options;
    *library = code ? image_load(code, 0) : NULL;
    return *library ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaLibraryLoadFromFile(struct image **library, const char *path, void *jit,
                                    void **jit_values, unsigned n_jit, void *options,
                                    void **option_values, unsigned n_options) {
    CUmodule module = NULL;
    (void)jit, (void)jit_values, (void)n_jit, (void)options, (void)option_values, (void)n_options;
    CUresult error = cuModuleLoad(&module, path);
    *library = (struct image *)module;
    return cuda_fail((cudaError_t)error);
}

/* The program's kernels are found in it for as long as the process lives. */
cudaError_t cudaLibraryUnload(struct image *library) {
    return library ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaLibraryGetKernel(const void **kernel, struct image *library, const char *name) {
    struct cuda_kernel *k = library ? image_kernel(library, name) : NULL;
    *kernel = k;
    if (k && !kernel_find(k))
        kernel_register(library, k, name);
    return k ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaLibraryGetGlobal(void **pointer, size_t *bytes, struct image *library,
                                 const char *name) {
    CUdeviceptr address = 0;
    CUresult error = cuModuleGetGlobal(&address, bytes, (CUmodule)library, name);
    *pointer = (void *)(uintptr_t)address;
    return cuda_fail((cudaError_t)error);
}

/* --- the driver's functions ------------------------------------------------------ */

CUDA_EXPORT cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function,
                                                unsigned long long flags, int *status);
CUDA_EXPORT cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                                         unsigned version, unsigned long long flags,
                                                         int *status);
CUDA_EXPORT cudaError_t cudaGetExportTable(const void **table, const void *id);

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    int *status) {
    enum { FOUND = 0, NOT_FOUND = 1 };
    CUresult error = cuGetProcAddress(symbol, function, CUDA_VERSION, flags);
    if (status)
        *status = error ? NOT_FOUND : FOUND;
    return cudaSuccess;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned version,
                                             unsigned long long flags, int *status) {
    (void)version;
    return cudaGetDriverEntryPoint(symbol, function, flags, status);
}

/* Tables of functions that NVIDIA's own libraries know of. */
cudaError_t cudaGetExportTable(const void **table, const void *id) {
    (void)id;
    *table = NULL;
    return cuda_fail(cudaErrorNotSupported);
}
