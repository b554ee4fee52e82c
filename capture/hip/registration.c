/* What a program registers before main(), and modules that it loads. */
#include <stdlib.h>

#include "capture/cuda/kernels.h"
#include "capture/cuda/module_file.h"
#include "capture/hip/code_object.h"
#include "capture/hip/hip.h"

struct fat_binary {
    unsigned magic, version;
    const void *bundle;
    void *next;
};

CUDA_EXPORT void **__hipRegisterFatBinary(const struct fat_binary *binary);
CUDA_EXPORT hipError_t hipModuleLoadData(struct image **module, const void *data);
CUDA_EXPORT hipError_t hipModuleLoadDataEx(struct image **module, const void *data, unsigned n,
                                           void *options, void **values);
CUDA_EXPORT hipError_t hipModuleLoad(struct image **module, const char *path);

void **__hipRegisterFatBinary(const struct fat_binary *binary) {
    return (void **)image_of_kernels(code_object_kernels(binary->bundle, 0));
}

hipError_t hipModuleLoadData(struct image **module, const void *data) {
    *module = data ? image_of_kernels(code_object_kernels(data, 0)) : NULL;
    return *module ? cudaSuccess : (int)cuda_fail(cudaErrorInvalidValue);
}

hipError_t hipModuleLoadDataEx(struct image **module, const void *data, unsigned n, void *options,
                               void **values) {
    (void)n, (void)options, (void)values;
    return hipModuleLoadData(module, data);
}

hipError_t hipModuleLoad(struct image **module, const char *path) {
    size_t n = 0;
    char *bytes = module_file_read(path, &n);
    *module = bytes ? image_of_kernels(code_object_kernels(bytes, n)) : NULL;
    free(bytes);
    return *module ? cudaSuccess : (int)cuda_fail(cudaErrorFileNotFound);
}
