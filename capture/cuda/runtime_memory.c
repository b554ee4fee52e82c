/* Memory of the device and of the host, copies, variables. */
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/device.h"
#include "capture/cuda/kernels.h"
#include "capture/cuda/memory.h"
#include "capture/cuda/streams.h"

/* CUDA aligns rows to this. */
enum { PITCH = 512 };

static cudaError_t allocate(void **pointer, size_t bytes, enum memory_kind kind) {
    if (!pointer)
        return cuda_fail(cudaErrorInvalidValue);
    *pointer = NULL;
    if (!bytes)
        return cudaSuccess;
    *pointer = memory_allocate(bytes, kind,
                               device_properties()->totalGlobalMem * (uint64_t)device_count());
    return *pointer ? cudaSuccess : cuda_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
    return allocate(pointer, bytes, MEMORY_DEVICE);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
    (void)stream;
    return allocate(pointer, bytes, MEMORY_DEVICE);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    (void)pool, (void)stream;
    return allocate(pointer, bytes, MEMORY_DEVICE);
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
    (void)flags;
    return bytes ? allocate(pointer, bytes, MEMORY_MANAGED) : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
    (void)flags;
    return allocate(pointer, bytes, MEMORY_HOST);
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
    return allocate(pointer, bytes, MEMORY_HOST);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    if (!pitch)
        return cuda_fail(cudaErrorInvalidValue);
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return allocate(pointer, *pitch * height, MEMORY_DEVICE);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent) {
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width,
                           extent.height * extent.depth);
}

cudaError_t cudaFree(void *pointer) {
    bool done =
        !pointer || memory_free(pointer, MEMORY_DEVICE) || memory_free(pointer, MEMORY_MANAGED);
    return done ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    (void)stream;
    return cudaFree(pointer);
}

cudaError_t cudaFreeHost(void *pointer) {
    bool done = !pointer || memory_free(pointer, MEMORY_HOST);
    return done ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags) {
    (void)flags;
    if (!pointer || !bytes)
        return cuda_fail(cudaErrorInvalidValue);
    bool done = memory_register(pointer, bytes, MEMORY_REGISTERED);
    return done ? cudaSuccess : cuda_fail(cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void *pointer) {
    bool done = memory_free(pointer, MEMORY_REGISTERED);
    return done ? cudaSuccess : cuda_fail(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    (void)flags;
    struct memory m;
    *device = host;
    return memory_find(host, &m) ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
    struct memory m;
    *flags = cudaHostAllocMapped;
    return memory_find(host, &m) ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total) {
    uint64_t all = device_properties()->totalGlobalMem, used = memory_used();
    *total = all;
    *free_bytes = used < all ? all - used : 0;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer) {
    static const enum cudaMemoryType types[MEMORY_KINDS] = {
        [MEMORY_DEVICE] = cudaMemoryTypeDevice,
        [MEMORY_MANAGED] = cudaMemoryTypeManaged,
        [MEMORY_HOST] = cudaMemoryTypeHost,
        [MEMORY_REGISTERED] = cudaMemoryTypeHost,
        [MEMORY_MAPPED] = cudaMemoryTypeDevice};
    struct memory m;
    *attributes = (struct cudaPointerAttributes){.device = cudaInvalidDeviceId};
    if (!memory_find(pointer, &m))
        return cudaSuccess;
    attributes->type = types[m.kind];
    attributes->device = m.device;
    attributes->devicePointer = (void *)(uintptr_t)pointer;
    attributes->hostPointer = m.kind == MEMORY_DEVICE ? NULL : attributes->devicePointer;
    return cudaSuccess;
}

/* --- copies ------------------------------------------------------------------- */

/* Whether the address is where the kind of copy says that it is. */
static bool is_side(const void *pointer, bool device) {
    struct memory m;
    bool known = memory_find(pointer, &m);
    return device ? known : !known || m.kind != MEMORY_DEVICE;
}

static cudaError_t copy(struct work w, enum cudaMemcpyKind kind, cudaStream_t stream) {
    w.kind = WORK_COPY;
    if (!w.bytes || !w.rows)
        return cudaSuccess;
    if (!w.to || !w.from || (w.rows > 1 && (w.bytes > w.to_pitch || w.bytes > w.from_pitch)))
        return cuda_fail(w.to && w.from ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue);
    if (kind > cudaMemcpyDefault)
        return cuda_fail(cudaErrorInvalidMemcpyDirection);
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind != cudaMemcpyDefault && (!is_side(w.to, to_device) || !is_side(w.from, from_device)))
        return cuda_fail(cudaErrorInvalidValue);
    return cuda_fail(stream_do(stream, &w));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return copy((struct work){.to = to, .from = from, .bytes = bytes, .rows = 1}, kind, stream);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return cudaMemcpyAsync(to, from, bytes, kind, NULL);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream) {
    (void)to_device, (void)from_device;
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes) {
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, NULL);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    struct work w = {.to = to,
                     .from = from,
                     .bytes = width,
                     .to_pitch = to_pitch,
                     .from_pitch = from_pitch,
                     .rows = height};
    return copy(w, kind, stream);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, NULL);
}

static cudaError_t set(struct work w, cudaStream_t stream) {
    w.kind = WORK_SET;
    if (!w.bytes || !w.rows)
        return cudaSuccess;
    return cuda_fail(is_side(w.to, true) ? stream_do(stream, &w) : cudaErrorInvalidValue);
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes, cudaStream_t stream) {
    return set((struct work){.to = pointer, .value = value, .bytes = bytes, .rows = 1}, stream);
}

cudaError_t cudaMemset(void *pointer, int value, size_t bytes) {
    return cudaMemsetAsync(pointer, value, bytes, NULL);
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    struct work w = {
        .to = pointer, .value = value, .bytes = width, .to_pitch = pitch, .rows = height};
    return set(w, stream);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
    return cudaMemset2DAsync(pointer, pitch, value, width, height, NULL);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent) {
    return cudaMemset2D(pointer.ptr, pointer.pitch, value, extent.width,
                        extent.height * extent.depth);
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream) {
    (void)bytes, (void)device, (void)stream;
    return is_side(pointer, true) ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          int device) {
    (void)advice;
    return cudaMemPrefetchAsync(pointer, bytes, device, NULL);
}

/* --- variables ---------------------------------------------------------------- */

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
    struct variable *v = variable_find(symbol);
    *pointer = v ? v->memory : NULL;
    return v ? cudaSuccess : cuda_fail(cudaErrorInvalidSymbol);
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
    struct variable *v = variable_find(symbol);
    *bytes = v ? v->bytes : 0;
    return v ? cudaSuccess : cuda_fail(cudaErrorInvalidSymbol);
}

/* Where the part of the variable is, or NULL with *error. */
static char *part_of(const void *symbol, size_t bytes, size_t offset, cudaError_t *error) {
    struct variable *v = variable_find(symbol);
    *error = !v || !v->memory                                 ? cudaErrorInvalidSymbol
             : offset > v->bytes || bytes > v->bytes - offset ? cudaErrorInvalidValue
                                                              : cudaSuccess;
    return *error ? NULL : (char *)v->memory + offset;
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream) {
    cudaError_t error;
    char *to = part_of(symbol, bytes, offset, &error);
    return to ? cudaMemcpyAsync(to, from, bytes, kind, stream) : cuda_fail(error);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind) {
    return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, NULL);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
    cudaError_t error;
    char *from = part_of(symbol, bytes, offset, &error);
    return from ? cudaMemcpyAsync(to, from, bytes, kind, stream) : cuda_fail(error);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind) {
    return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, NULL);
}
