/* Graphs of the driver: the runtime's, whose kernels are named by functions. */
#include "capture/cuda/api.h"
#include "capture/cuda/graphs.h"
#include "capture/cuda/start.h"

CUresult cuGraphCreate(CUgraph *graph, unsigned flags) {
    return (CUresult)cudaGraphCreate(graph, flags);
}

CUresult cuGraphDestroy(CUgraph graph) {
    return (CUresult)cudaGraphDestroy(graph);
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after,
                              size_t n_after, const CUDA_KERNEL_NODE_PARAMS *k) {
    struct launch l = {.kernel = (const void *)k->func,
                       .grid = {k->gridDimX, k->gridDimY, k->gridDimZ},
                       .block = {k->blockDimX, k->blockDimY, k->blockDimZ},
                       .shared = k->sharedMemBytes,
                       .args = k->kernelParams,
                       .memory = &cuda_memory};
    (void)after, (void)n_after;
    if (!l.kernel)
        l.kernel = (const void *)k->kern;
    return l.kernel ? (CUresult)graph_add_launch(graph, &l, node) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *n) {
    return (CUresult)cudaGraphGetNodes(graph, nodes, n);
}

CUresult cuGraphNodeGetType(CUgraphNode node, enum cudaGraphNodeType *type) {
    return (CUresult)cudaGraphNodeGetType(node, type);
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *out) {
    const struct launch *l = graph_node_launch(node);
    if (!l)
        return CUDA_ERROR_INVALID_VALUE;
    *out = (CUDA_KERNEL_NODE_PARAMS){.func = (CUfunction)(uintptr_t)l->kernel,
                                     .gridDimX = (unsigned)l->grid[0],
                                     .gridDimY = (unsigned)l->grid[1],
                                     .gridDimZ = (unsigned)l->grid[2],
                                     .blockDimX = (unsigned)l->block[0],
                                     .blockDimY = (unsigned)l->block[1],
                                     .blockDimZ = (unsigned)l->block[2],
                                     .sharedMemBytes = (unsigned)l->shared,
                                     .kernelParams = (void **)(uintptr_t)l->args};
    return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *executable, CUgraph graph,
                                     unsigned long long flags) {
    return (CUresult)cudaGraphInstantiate(executable, graph, flags);
}

/* As programs of CUDA 11 call it. */
CUDA_EXPORT CUresult cuGraphInstantiate_v2(CUgraphExec *executable, CUgraph graph,
                                           CUgraphNode *error, char *log, size_t bytes);
CUresult cuGraphInstantiate_v2(CUgraphExec *executable, CUgraph graph, CUgraphNode *error,
                               char *log, size_t bytes) {
    (void)error;
    if (log && bytes)
        *log = '\0';
    return cuGraphInstantiateWithFlags(executable, graph, 0);
}

CUresult cuGraphExecDestroy(CUgraphExec executable) {
    return (CUresult)cudaGraphExecDestroy(executable);
}

CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream) {
    return (CUresult)cudaGraphLaunch(executable, stream);
}

/* --- streams that are captured ---------------------------------------------------------- */

CUresult cuStreamBeginCapture(CUstream stream, enum cudaStreamCaptureMode mode) {
    return (CUresult)cudaStreamBeginCapture(stream, mode);
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
    return (CUresult)cudaStreamEndCapture(stream, graph);
}

CUresult cuStreamIsCapturing(CUstream stream, enum cudaStreamCaptureStatus *status) {
    return (CUresult)cudaStreamIsCapturing(stream, status);
}
