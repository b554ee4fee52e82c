/* Launches, attributes and occupancy of kernels whose parameters or structures differ from CUDA's.
 */
#include <stdlib.h>

#include "capture/cuda/device.h"
#include "capture/cuda/kernels.h"
#include "capture/cuda/runtime_version.h"
#include "capture/hip/hip.h"
#include "capture/journal.h"

#define SIZES                                                                                      \
    unsigned x, unsigned y, unsigned z, unsigned block_x, unsigned block_y, unsigned block_z

CUDA_EXPORT hipError_t hipModuleLaunchKernel(CUfunction function, SIZES, unsigned shared,
                                             CUstream stream, void **args, void **extra);
CUDA_EXPORT hipError_t hipExtModuleLaunchKernel(CUfunction function, SIZES, size_t shared,
                                                CUstream stream, void **args, void **extra,
                                                CUevent start, CUevent stop, unsigned flags);
CUDA_EXPORT hipError_t hipHccModuleLaunchKernel(CUfunction function, SIZES, size_t shared,
                                                CUstream stream, void **args, void **extra,
                                                CUevent start, CUevent stop);
CUDA_EXPORT hipError_t hipLaunchByPtr(const void *kernel);

/* What ends `extra` is 3 in HIP, and 0 in CUDA. */
enum { MOST_EXTRA = 4, EXTRA_END = 3 };

hipError_t hipModuleLaunchKernel(CUfunction function, SIZES, unsigned shared, CUstream stream,
                                 void **args, void **extra) {
    void *ended[MOST_EXTRA + 1] = {0};
    for (size_t i = 0; extra && i < MOST_EXTRA && (uintptr_t)extra[i] != EXTRA_END; i++)
        ended[i] = extra[i];
    return (int)cuLaunchKernel(function, x, y, z, block_x, block_y, block_z, shared, stream, args,
                               extra ? ended : NULL);
}

static void record(CUevent event, CUstream stream) {
    if (event)
        cudaEventRecord(event, stream);
}

/* The sizes are work-items. */
hipError_t hipExtModuleLaunchKernel(CUfunction function, SIZES, size_t shared, CUstream stream,
                                    void **args, void **extra, CUevent start, CUevent stop,
                                    unsigned flags) {
    (void)flags;
    if (!block_x || !block_y || !block_z)
        return (int)cuda_fail(cudaErrorInvalidConfiguration);
    record(start, stream);
    hipError_t error =
        hipModuleLaunchKernel(function, x / block_x, y / block_y, z / block_z, block_x, block_y,
                              block_z, (unsigned)shared, stream, args, extra);
    record(stop, stream);
    return error;
}

hipError_t hipHccModuleLaunchKernel(CUfunction function, SIZES, size_t shared, CUstream stream,
                                    void **args, void **extra, CUevent start, CUevent stop) {
    return hipExtModuleLaunchKernel(function, x, y, z, block_x, block_y, block_z, shared, stream,
                                    args, extra, start, stop, 0);
}

hipError_t hipLaunchByPtr(const void *kernel) {
    return (int)cudaLaunch(kernel);
}

/* --- nodes of graphs ---------------------------------------------------------------- */

struct node_parameters {
    dim3 block;
    void **extra;
    void *kernel;
    dim3 grid;
    void **args;
    unsigned shared;
};

static struct cudaKernelNodeParams as_cuda(const struct node_parameters *k) {
    return (struct cudaKernelNodeParams){.func = k->kernel,
                                         .gridDim = k->grid,
                                         .blockDim = k->block,
                                         .sharedMemBytes = k->shared,
                                         .kernelParams = k->args,
                                         .extra = k->extra};
}

CUDA_EXPORT hipError_t hipGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *dependencies, size_t n,
                                             const struct node_parameters *k);

hipError_t hipGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *dependencies, size_t n,
                                 const struct node_parameters *k) {
    const struct cudaKernelNodeParams p = as_cuda(k);
    return (int)cudaGraphAddKernelNode(node, graph, dependencies, n, &p);
}

CUDA_EXPORT hipError_t hipGraphKernelNodeSetParams(cudaGraphNode_t node,
                                                   const struct node_parameters *k);
CUDA_EXPORT hipError_t hipGraphExecKernelNodeSetParams(cudaGraphExec_t executable,
                                                       cudaGraphNode_t node,
                                                       const struct node_parameters *k);

hipError_t hipGraphKernelNodeSetParams(cudaGraphNode_t node, const struct node_parameters *k) {
    const struct cudaKernelNodeParams p = as_cuda(k);
    return (int)cudaGraphKernelNodeSetParams(node, &p);
}

hipError_t hipGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const struct node_parameters *k) {
    const struct cudaKernelNodeParams p = as_cuda(k);
    return (int)cudaGraphExecKernelNodeSetParams(executable, node, &p);
}

CUDA_EXPORT hipError_t hipGraphKernelNodeGetParams(cudaGraphNode_t node,
                                                   struct node_parameters *out);

hipError_t hipGraphKernelNodeGetParams(cudaGraphNode_t node, struct node_parameters *out) {
    struct cudaKernelNodeParams k;
    cudaError_t error = cudaGraphKernelNodeGetParams(node, &k);
    if (!error)
        *out = (struct node_parameters){.block = k.blockDim,
                                        .kernel = k.func,
                                        .grid = k.gridDim,
                                        .args = k.kernelParams,
                                        .shared = k.sharedMemBytes};
    return (int)error;
}

/* --- attributes ----------------------------------------------------------------------- */

struct function_attributes {
    int binaryVersion, cacheModeCA;
    size_t constSizeBytes, localSizeBytes;
    int maxDynamicSharedSizeBytes, maxThreadsPerBlock, numRegs, preferredShmemCarveout, ptxVersion;
    size_t sharedSizeBytes;
};

CUDA_EXPORT hipError_t hipFuncGetAttributes(struct function_attributes *attributes,
                                            const void *kernel);
CUDA_EXPORT hipError_t hipFuncGetAttribute(int *value, int attribute, CUfunction function);

hipError_t hipFuncGetAttributes(struct function_attributes *attributes, const void *kernel) {
    struct cudaFuncAttributes a;
    hipError_t error = (int)cudaFuncGetAttributes(&a, kernel);
    if (!error)
        *attributes = (struct function_attributes){
            .binaryVersion = a.binaryVersion,
            .maxDynamicSharedSizeBytes = (int)device_properties()->sharedMemPerBlockOptin,
            .maxThreadsPerBlock = a.maxThreadsPerBlock,
            .numRegs = a.numRegs,
            .ptxVersion = a.ptxVersion};
    return error;
}

hipError_t hipFuncGetAttribute(int *value, int attribute, CUfunction function) {
    return (int)cuFuncGetAttribute(value, (CUfunction_attribute)attribute, function);
}

/* --- occupancy ------------------------------------------------------------------------ */

CUDA_EXPORT hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *kernel,
                                                         size_t shared, int most);
CUDA_EXPORT hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block,
                                                               CUfunction function, size_t shared,
                                                               int most);
CUDA_EXPORT hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                                        CUfunction function,
                                                                        size_t shared, int most,
                                                                        unsigned flags);

hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                                   size_t shared, int most) {
    return (int)cuOccupancyMaxPotentialBlockSize(grid, block, function, NULL, shared, most);
}

hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *kernel,
                                             size_t shared, int most) {
    struct cuda_kernel *k = kernel_find(kernel);
    return k ? hipModuleOccupancyMaxPotentialBlockSize(grid, block, (CUfunction)k, shared, most)
             : (int)cuda_fail(cudaErrorInvalidDeviceFunction);
}

hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                            CUfunction function, size_t shared,
                                                            int most, unsigned flags) {
    (void)flags;
    return hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, shared, most);
}

/* --- pointers -------------------------------------------------------------------------- */

struct pointer_attributes {
    int type, device;
    void *devicePointer, *hostPointer;
    int isManaged;
    unsigned allocationFlags;
};

CUDA_EXPORT hipError_t hipPointerGetAttributes(struct pointer_attributes *attributes,
                                               const void *pointer);

/* HIP 6 has CUDA's numbers of types; before, 0 is the host's and 1 the device's. */
static int type_number(enum cudaMemoryType type) {
    enum { FIRST_WITH_CUDAS = 6 };
    return runtime_version_hip() >= FIRST_WITH_CUDAS ? (int)type : type != cudaMemoryTypeHost;
}

hipError_t hipPointerGetAttributes(struct pointer_attributes *attributes, const void *pointer) {
    struct cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, pointer);
    *attributes = (struct pointer_attributes){.type = type_number(a.type),
                                              .device = a.device,
                                              .devicePointer = a.devicePointer,
                                              .hostPointer = a.hostPointer,
                                              .isManaged = a.type == cudaMemoryTypeManaged};
    return a.devicePointer ? cudaSuccess : (int)cuda_fail(cudaErrorInvalidValue);
}

/* --- what does nothing ------------------------------------------------------------------ */

#define SKIPPED_CALL(name)                                                                         \
    CUDA_EXPORT int name(void);                                                                    \
    int name(void) {                                                                               \
        journal_call(#name);                                                                       \
        return 0;                                                                                  \
    }
#include "capture/hip/skipped.def"
