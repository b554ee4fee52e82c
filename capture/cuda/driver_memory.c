/* The driver's memory is the runtime's, with numbers for pointers. */
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/memory.h"

/* The driver has no name for errors that the runtime alone tells apart. */
static CUresult result(cudaError_t error) {
    const char *name;
    bool known = cuGetErrorName((CUresult)error, &name) == CUDA_SUCCESS;
    return known ? (CUresult)error : CUDA_ERROR_INVALID_VALUE;
}

static void *pointer_of(CUdeviceptr number) {
    return (void *)(uintptr_t)number;
}

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total) {
    return result(cudaMemGetInfo(free_bytes, total));
}

/* --- allocations -------------------------------------------------------------- */

CUresult cuMemAlloc(CUdeviceptr *out, size_t bytes) {
    void *pointer = NULL;
    if (!out || !bytes)
        return CUDA_ERROR_INVALID_VALUE;
    cudaError_t error = cudaMalloc(&pointer, bytes);
    *out = (uintptr_t)pointer;
    return result(error);
}

CUresult cuMemAllocAsync(CUdeviceptr *out, size_t bytes, CUstream stream) {
    (void)stream;
    return cuMemAlloc(out, bytes);
}

CUresult cuMemAllocManaged(CUdeviceptr *out, size_t bytes, unsigned flags) {
    void *pointer = NULL;
    cudaError_t error = cudaMallocManaged(&pointer, bytes, flags);
    *out = (uintptr_t)pointer;
    return result(error);
}

CUresult cuMemAllocPitch(CUdeviceptr *out, size_t *pitch, size_t width, size_t height,
                         unsigned element) {
    (void)element;
    void *pointer = NULL;
    cudaError_t error = cudaMallocPitch(&pointer, pitch, width, height);
    *out = (uintptr_t)pointer;
    return result(error);
}

CUresult cuMemFree(CUdeviceptr pointer) {
    return result(cudaFree(pointer_of(pointer)));
}

CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
    (void)stream;
    return cuMemFree(pointer);
}

CUresult cuMemAllocHost(void **pointer, size_t bytes) {
    return result(cudaMallocHost(pointer, bytes));
}

CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags) {
    return result(cudaHostAlloc(pointer, bytes, flags));
}

CUresult cuMemFreeHost(void *pointer) {
    return result(cudaFreeHost(pointer));
}

CUresult cuMemHostRegister(void *pointer, size_t bytes, unsigned flags) {
    return result(cudaHostRegister(pointer, bytes, flags));
}

CUresult cuMemHostUnregister(void *pointer) {
    return result(cudaHostUnregister(pointer));
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned flags) {
    void *pointer;
    cudaError_t error = cudaHostGetDevicePointer(&pointer, host, flags);
    *device = (uintptr_t)pointer;
    return result(error);
}

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer) {
    struct memory m;
    if (!memory_find(pointer_of(pointer), &m))
        return CUDA_ERROR_NOT_FOUND;
    if (base)
        *base = m.start;
    if (bytes)
        *bytes = m.bytes;
    return CUDA_SUCCESS;
}

/* --- copies ------------------------------------------------------------------- */

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
    return result(cudaMemcpyAsync(pointer_of(to), from, bytes, cudaMemcpyHostToDevice, stream));
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
    return cuMemcpyHtoDAsync(to, from, bytes, NULL);
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return result(cudaMemcpyAsync(to, pointer_of(from), bytes, cudaMemcpyDeviceToHost, stream));
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
    return cuMemcpyDtoHAsync(to, from, bytes, NULL);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return result(
        cudaMemcpyAsync(pointer_of(to), pointer_of(from), bytes, cudaMemcpyDeviceToDevice, stream));
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return cuMemcpyDtoDAsync(to, from, bytes, NULL);
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return result(
        cudaMemcpyAsync(pointer_of(to), pointer_of(from), bytes, cudaMemcpyDefault, stream));
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return cuMemcpyAsync(to, from, bytes, NULL);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *c) {
    char *to = c->dstMemoryType == CU_MEMORYTYPE_HOST ? c->dstHost : pointer_of(c->dstDevice);
    const char *from =
        c->srcMemoryType == CU_MEMORYTYPE_HOST ? c->srcHost : pointer_of(c->srcDevice);
    if (!to || !from || c->dstArray || c->srcArray)
        return to && from ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
    return result(cudaMemcpy2D(to + c->dstY * c->dstPitch + c->dstXInBytes, c->dstPitch,
                               from + c->srcY * c->srcPitch + c->srcXInBytes, c->srcPitch,
                               c->WidthInBytes, c->Height, cudaMemcpyDefault));
}

/* --- sets --------------------------------------------------------------------- */

CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, size_t n, CUstream stream) {
    return result(cudaMemsetAsync(pointer_of(pointer), value, n, stream));
}

CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, size_t n) {
    return cuMemsetD8Async(pointer, value, n, NULL);
}

static CUresult set_words(CUdeviceptr pointer, const void *word, size_t bytes, size_t n) {
    char *at = pointer_of(pointer);
    struct memory m;
    if (!memory_find(at, &m) || !memory_fits(at, n * bytes))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < n; i++)
        memcpy(at + i * bytes, word, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemsetD16(CUdeviceptr pointer, unsigned short value, size_t n) {
    return set_words(pointer, &value, sizeof value, n);
}

CUresult cuMemsetD32(CUdeviceptr pointer, unsigned value, size_t n) {
    return set_words(pointer, &value, sizeof value, n);
}

CUresult cuMemsetD32Async(CUdeviceptr pointer, unsigned value, size_t n, CUstream stream) {
    (void)stream;
    return cuMemsetD32(pointer, value, n);
}
