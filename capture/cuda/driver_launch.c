/* Modules, launches, streams and events of the driver. */
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/device.h"
#include "capture/cuda/fat_binary.h"
#include "capture/cuda/memory.h"
#include "capture/cuda/module_file.h"
#include "capture/cuda/start.h"
#include "capture/journal.h"

/* Constant memory is no larger; how large another variable is, nobody knows. */
enum { VARIABLE_BYTES = 64 << 10 };

/* --- modules ------------------------------------------------------------------ */

CUresult cuModuleLoadData(CUmodule *module, const void *data) {
    const void *own = data ? fat_binary_wrapped(data) : NULL;
    *module = own ? (CUmodule)image_new(own, 0) : data ? (CUmodule)image_load(data, 0) : NULL;
    return *module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *data, unsigned n, CUjit_option *options,
                            void **values) {
    for (unsigned i = 0; i < n; i++)
        if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES ||
            options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
            values[i] = NULL;
    return cuModuleLoadData(module, data);
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *data) {
    return cuModuleLoadData(module, data);
}

CUresult cuModuleLoad(CUmodule *module, const char *path) {
    size_t n = 0;
    char *text = module_file_read(path, &n);
    if (!text)
        return CUDA_ERROR_FILE_NOT_FOUND;
    *module = (CUmodule)image_load(text, n);
    free(text);
    return *module ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuModuleUnload(CUmodule module) {
    return module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    if (!module || !name)
        return CUDA_ERROR_INVALID_VALUE;
    *function = (CUfunction)image_kernel((struct image *)module, name);
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUmodule module, const char *name) {
    struct image *image = (struct image *)module;
    struct variable *v = image ? image->variables : NULL;
    while (v && strcmp(v->symbol, name) != 0)
        v = v->next;
    if (!v && image && (v = calloc(1, sizeof *v))) {
        *v = (struct variable){.symbol = strdup(name),
                               .bytes = VARIABLE_BYTES,
                               .memory = memory_allocate(VARIABLE_BYTES, MEMORY_DEVICE, UINT64_MAX),
                               .next = image->variables};
        image->variables = v;
    }
    if (!v || !v->memory)
        return CUDA_ERROR_NOT_FOUND;
    if (pointer)
        *pointer = (uintptr_t)v->memory;
    if (bytes)
        *bytes = v->bytes;
    return CUDA_SUCCESS;
}

/* --- launches ----------------------------------------------------------------- */

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void **args, void **extra) {
    struct launch l = {.kernel = (const struct cuda_kernel *)function,
                       .grid = {grid_x, grid_y, grid_z},
                       .block = {block_x, block_y, block_z},
                       .shared = shared,
                       .args = args};
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    void **unpacked = args ? NULL : launch_unpack_extra(&l.kernel->signature, extra, NULL);
    if (unpacked)
        l.args = unpacked;
    cudaError_t error = cuda_launch(&l, stream);
    free(unpacked);
    return error == cudaErrorInvalidConfiguration ? CUDA_ERROR_INVALID_VALUE : (CUresult)error;
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared, CUstream stream,
                                   void **args) {
    return cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
                          stream, args, NULL);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction function, void **args, void **extra) {
    return cuLaunchKernel(function, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX,
                          c->blockDimY, c->blockDimZ, c->sharedMemBytes, c->hStream, args, extra);
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
    const struct cudaDeviceProp *p = device_properties();
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? p->maxThreadsPerBlock
             : attribute == CU_FUNC_ATTRIBUTE_NUM_REGS            ? 32
             : attribute == CU_FUNC_ATTRIBUTE_PTX_VERSION ||
                     attribute == CU_FUNC_ATTRIBUTE_BINARY_VERSION
                 ? 10 * p->major + p->minor
             : attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
                 ? (int)p->sharedMemPerBlock
                 : 0;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    return function
               ? (CUresult)cuda_set_attribute((struct cuda_kernel *)function, (int)attribute, value)
               : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
    (void)config;
    return function ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared) {
    *blocks = device_blocks(threads, shared);
    return function ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t shared, int most) {
    const struct cudaDeviceProp *p = device_properties();
    int first = most > 0 && most < p->maxThreadsPerBlock ? most : p->maxThreadsPerBlock, best = 0;
    for (int threads = first; threads > 0; threads -= p->warpSize) {
        int blocks = device_blocks(threads, shared_of ? shared_of(threads) : shared);
        if (blocks * threads <= best)
            continue;
        best = blocks * threads;
        *block = threads;
        *grid = blocks * p->multiProcessorCount;
    }
    return function ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* --- streams and events: the runtime's ------------------------------------------ */

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
    return (CUresult)cudaStreamCreateWithPriority(stream, flags, priority);
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
    return cuStreamCreateWithPriority(stream, flags, 0);
}

CUresult cuStreamDestroy(CUstream stream) {
    return (CUresult)cudaStreamDestroy(stream);
}

CUresult cuStreamSynchronize(CUstream stream) {
    return (CUresult)cudaStreamSynchronize(stream);
}

CUresult cuStreamQuery(CUstream stream) {
    return (CUresult)cudaStreamQuery(stream);
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
    return (CUresult)cudaStreamWaitEvent(stream, event, flags);
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback call, void *data, unsigned flags) {
    (void)flags;
    call(stream, CUDA_SUCCESS, data);
    return CUDA_SUCCESS;
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn call, void *data) {
    return (CUresult)cudaLaunchHostFunc(stream, call, data);
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
    return (CUresult)cudaEventCreateWithFlags(event, flags);
}

CUresult cuEventDestroy(CUevent event) {
    return (CUresult)cudaEventDestroy(event);
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
    return (CUresult)cudaEventRecord(event, stream);
}

CUresult cuEventSynchronize(CUevent event) {
    return (CUresult)cudaEventSynchronize(event);
}

CUresult cuEventQuery(CUevent event) {
    return (CUresult)cudaEventQuery(event);
}

CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end) {
    return (CUresult)cudaEventElapsedTime(ms, start, end);
}
