/* The runtime for C++: what device code uses, templates of the functions in cuda_runtime_api.h, and
 * how a launch is told. */
#ifndef CLPERF_CUDA_RUNTIME_H
#define CLPERF_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__
#pragma GCC system_header

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cuda_runtime_api.h"
#include "vector_functions.h"

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t width,
                                                        size_t height) {
    struct cudaPitchedPtr result = {ptr, pitch, width, height};
    return result;
}
static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    struct cudaPos result = {x, y, z};
    return result;
}
static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    struct cudaExtent result = {width, height, depth};
    return result;
}

#ifdef __cplusplus
#include <cmath>
#include <new>

#include "clperf/textures.h"
#ifdef __CUDA__
#include "clperf/device.h"
#endif

/* --- memory of any type ------------------------------------------------------- */

template <class T> inline cudaError_t cudaMalloc(T **pointer, size_t bytes) {
    return cudaMalloc((void **)(void *)pointer, bytes);
}
template <class T>
inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes,
                                     unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged((void **)(void *)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocHost(T **pointer, size_t bytes,
                                  unsigned int flags = cudaHostAllocDefault) {
    return cudaHostAlloc((void **)(void *)pointer, bytes, flags);
}
template <class T> inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned int flags) {
    return cudaHostAlloc((void **)(void *)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T>
inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}
template <class T>
inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
    return cudaMallocAsync((void **)(void *)pointer, bytes, stream);
}
inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
    return cudaEventCreateWithFlags(event, flags);
}

/* --- variables of the device, named by themselves ------------------------------ */

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
inline cudaError_t
cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
inline cudaError_t
cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
template <class T> inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <class T> inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
    return cudaGetSymbolSize(bytes, (const void *)&symbol);
}

/* --- kernels of any type ------------------------------------------------------ */

template <class K>
inline cudaError_t cudaLaunchKernel(const K *kernel, dim3 grid, dim3 block, void **args,
                                    size_t shared = 0, cudaStream_t stream = 0) {
    return cudaLaunchKernel((const void *)kernel, grid, block, args, shared, stream);
}
template <class K>
inline cudaError_t cudaLaunchCooperativeKernel(const K *kernel, dim3 grid, dim3 block, void **args,
                                               size_t shared = 0, cudaStream_t stream = 0) {
    return cudaLaunchCooperativeKernel((const void *)kernel, grid, block, args, shared, stream);
}
#if __cplusplus >= 201103L
template <class... P, class... A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                      A &&...args) {
    return [&](P... copies) {
        void *pointers[] = {(void *)&copies..., nullptr};
        return cudaLaunchKernelExC(config, (const void *)kernel, pointers);
    }(static_cast<A &&>(args)...);
}
#endif
template <class K>
inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, K *kernel) {
    return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class K>
inline cudaError_t cudaFuncSetAttribute(K *kernel, cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class K> inline cudaError_t cudaFuncSetCacheConfig(K *kernel, cudaFuncCache config) {
    return cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class K>
inline cudaError_t cudaFuncSetSharedMemConfig(K *kernel, cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
template <class K>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K kernel, int threads,
                                                                 size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads,
                                                         shared);
}
/* The largest block that leaves a multiprocessor with the most threads. */
template <class Size, class K>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, K kernel,
                                                                  Size shared_of, int most = 0) {
    int device, processors, threads, best = 0;
    cudaFuncAttributes attributes;
    cudaError_t error = cudaGetDevice(&device);
    if (!error)
        error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    if (!error)
        error = cudaFuncGetAttributes(&attributes, (const void *)kernel);
    if (error)
        return error;
    threads = attributes.maxThreadsPerBlock;
    if (most > 0 && most < threads)
        threads = most;
    for (threads = (threads + 31) / 32 * 32; threads > 0; threads -= 32) {
        int blocks = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)kernel,
                                                              threads, shared_of(threads));
        if (error)
            return error;
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *grid = blocks * processors;
        }
    }
    return cudaSuccess;
}
struct clperf_constant_size {
    size_t bytes;
    size_t operator()(int) const { return bytes; }
};
template <class K>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, K kernel,
                                                      size_t shared = 0, int most = 0) {
    clperf_constant_size size = {shared};
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, size, most);
}

/* --- graphs ------------------------------------------------------------------- */

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                        cudaGraphNode_t *, char *, size_t) {
    return cudaGraphInstantiate(executable, graph, 0ull);
}
inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream) {
    return cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
}

#ifdef __CUDA__
/* What the compiler calls for `kernel<<<grid, block, shared, stream>>>`; it adds no arguments for
 * the last two, so they are the place of the launch. */
extern "C" unsigned int
__cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0,
                            const char *file = __builtin_FILE(),
                            unsigned int line = __builtin_LINE()) __asm__("clperf_cuda_launch_at");
#endif
#endif

#endif
