/* Memory in three steps: addresses are reserved, memory is made, and put there. All of it is there
 * once it is mapped, wherever it was made. */
#include <sys/mman.h>

#include "capture/cuda/api.h"
#include "capture/cuda/memory.h"

enum { GRANULARITY = 2 << 20 };

static void *pointer_of(CUdeviceptr number) {
    return (void *)(uintptr_t)number;
}

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags which) {
    (void)properties, (void)which;
    *bytes = GRANULARITY;
    return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t bytes, size_t alignment,
                             CUdeviceptr wanted, unsigned long long flags) {
    (void)wanted, (void)flags;
    size_t align = alignment > GRANULARITY ? alignment : GRANULARITY;
    char *p = bytes ? mmap(NULL, bytes + align, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                    : MAP_FAILED;
    if (p == MAP_FAILED)
        return bytes ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_VALUE;
    *pointer = ((uintptr_t)p + align - 1) / align * align;
    return CUDA_SUCCESS;
}

/* The addresses stay the process's, so that nothing else comes to be there. */
CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes) {
    madvise(pointer_of(pointer), bytes, MADV_DONTNEED);
    return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *properties, unsigned long long flags) {
    (void)properties, (void)flags;
    *handle = bytes;
    return bytes && bytes % GRANULARITY == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
    return handle ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags) {
    (void)flags;
    if (offset + bytes > handle)
        return CUDA_ERROR_INVALID_VALUE;
    return memory_map(pointer_of(pointer), bytes) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes) {
    (void)bytes;
    memory_free(pointer_of(pointer), MEMORY_MAPPED);
    return CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc *access,
                        size_t n) {
    (void)bytes, (void)access, (void)n;
    return memory_fits(pointer_of(pointer), 1) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
