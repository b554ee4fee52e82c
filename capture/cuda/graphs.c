#include "capture/cuda/graphs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "capture/cuda/device.h"
#include "capture/cuda/memory.h"
#include "capture/cuda/runtime_version.h"
#include "capture/cuda/start.h"
#include "capture/journal.h"

struct CUgraphNode_st {
    struct work work;
    const struct CUgraphNode_st *origin; /* in the graph that this is a copy of, or NULL */
    struct CUgraphNode_st *next;
};

struct CUgraph_st {
    pthread_mutex_t lock;
    struct CUgraphNode_st *first, **last;
    size_t n;
};

/* Has a copy: what happens to the graph afterwards does not change it. */
struct CUgraphExec_st {
    struct CUgraph_st *graph;
};

struct CUgraph_st *graph_new(void) {
    struct CUgraph_st *g = calloc(1, sizeof *g);
    if (g) {
        pthread_mutex_init(&g->lock, NULL);
        g->last = &g->first;
    }
    return g;
}

static void graph_free(struct CUgraph_st *g) {
    for (struct CUgraphNode_st *node = g->first, *next; node; node = next) {
        next = node->next;
        if (node->work.kind == WORK_LAUNCH)
            launch_free(node->work.launch);
        free(node);
    }
    free(g);
}

cudaError_t graph_add(struct CUgraph_st *graph, const struct work *work, cudaGraphNode_t *out) {
    struct CUgraphNode_st *node = calloc(1, sizeof *node);
    if (!node)
        return cudaErrorMemoryAllocation;
    node->work = *work;
    if (work->kind == WORK_LAUNCH)
        node->work.launch = launch_copy(work->launch);
    pthread_mutex_lock(&graph->lock);
    *graph->last = node;
    graph->last = &node->next;
    graph->n++;
    pthread_mutex_unlock(&graph->lock);
    if (out)
        *out = node;
    return cudaSuccess;
}

cudaError_t graph_add_launch(struct CUgraph_st *graph, struct launch *launch,
                             cudaGraphNode_t *out) {
    return graph_add(graph, &(struct work){.kind = WORK_LAUNCH, .launch = launch}, out);
}

/* Each node knows which it is a copy of. */
static cudaError_t add_all(struct CUgraph_st *to, const struct CUgraph_st *from,
                           cudaGraphNode_t *last) {
    for (const struct CUgraphNode_st *node = from->first; node; node = node->next) {
        cudaGraphNode_t copy;
        cudaError_t error = graph_add(to, &node->work, &copy);
        if (error)
            return error;
        copy->origin = node;
        if (last)
            *last = copy;
    }
    return cudaSuccess;
}

static struct CUgraph_st *copy_of(const struct CUgraph_st *graph) {
    struct CUgraph_st *copy = graph_new();
    if (!copy || !add_all(copy, graph, NULL))
        return copy;
    graph_free(copy);
    return NULL;
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
    (void)flags;
    *graph = graph_new();
    return *graph ? cudaSuccess : cuda_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (!graph)
        return cuda_fail(cudaErrorInvalidValue);
    graph_free(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    *clone = graph ? copy_of(graph) : NULL;
    return *clone ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

/* Nodes run in the order in which they are added, which their dependencies allow. */
#define NODE_PARAMETERS                                                                            \
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n_after

static struct launch launch_of(const struct cudaKernelNodeParams *k) {
    return (struct launch){.kernel = kernel_find(k->func),
                           .grid = {k->gridDim.x, k->gridDim.y, k->gridDim.z},
                           .block = {k->blockDim.x, k->blockDim.y, k->blockDim.z},
                           .shared = k->sharedMemBytes,
                           .args = k->kernelParams,
                           .memory = &cuda_memory};
}

cudaError_t cudaGraphAddKernelNode(NODE_PARAMETERS, const struct cudaKernelNodeParams *k) {
    (void)after, (void)n_after;
    struct launch l = launch_of(k);
    return l.kernel ? graph_add_launch(graph, &l, node) : cuda_fail(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaGraphAddHostNode(NODE_PARAMETERS, const struct cudaHostNodeParams *host) {
    (void)after, (void)n_after;
    return graph_add(
        graph, &(struct work){.kind = WORK_CALL, .call = host->fn, .data = host->userData}, node);
}

/* The nodes of the child themselves, the last of which stands for it. */
cudaError_t cudaGraphAddChildGraphNode(NODE_PARAMETERS, cudaGraph_t child) {
    (void)after, (void)n_after;
    if (!child)
        return cuda_fail(cudaErrorInvalidValue);
    return child->first ? add_all(graph, child, node)
                        : graph_add(graph, &(struct work){.kind = WORK_NOTHING}, node);
}

/* The memory is there as soon as it has an address. */
static cudaError_t add_allocation(cudaGraph_t graph, cudaGraphNode_t *node, size_t bytes,
                                  void **pointer) {
    *pointer = memory_allocate(bytes ? bytes : 1, MEMORY_DEVICE,
                               device_properties()->totalGlobalMem * (uint64_t)device_count());
    return *pointer ? graph_add(graph, &(struct work){.kind = WORK_NOTHING}, node)
                    : cuda_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphAddMemAllocNode(NODE_PARAMETERS, struct cudaMemAllocNodeParams *allocation) {
    (void)after, (void)n_after;
    return add_allocation(graph, node, allocation->bytesize, &allocation->dptr);
}

/* Memory that a graph allocates is there for its next launch. */
cudaError_t cudaGraphAddMemFreeNode(NODE_PARAMETERS, void *pointer) {
    (void)after, (void)n_after, (void)pointer;
    return graph_add(graph, &(struct work){.kind = WORK_NOTHING}, node);
}

cudaError_t cudaGraphAddEmptyNode(NODE_PARAMETERS) {
    (void)after, (void)n_after;
    return graph_add(graph, &(struct work){.kind = WORK_NOTHING}, node);
}

cudaError_t cudaGraphAddMemcpyNode1D(NODE_PARAMETERS, void *to, const void *from, size_t bytes,
                                     enum cudaMemcpyKind kind) {
    (void)after, (void)n_after, (void)kind;
    struct work w = {.kind = WORK_COPY, .to = to, .from = from, .bytes = bytes, .rows = 1};
    return graph_add(graph, &w, node);
}

cudaError_t cudaGraphAddMemcpyNode(NODE_PARAMETERS, const struct cudaMemcpy3DParms *copy) {
    (void)after, (void)n_after;
    struct work w = {.kind = WORK_COPY,
                     .to = copy->dstPtr.ptr,
                     .from = copy->srcPtr.ptr,
                     .bytes = copy->extent.width,
                     .to_pitch = copy->dstPtr.pitch,
                     .from_pitch = copy->srcPtr.pitch,
                     .rows = copy->extent.height * copy->extent.depth};
    if (copy->srcArray || copy->dstArray)
        w.kind = WORK_NOTHING;
    return graph_add(graph, &w, node);
}

cudaError_t cudaGraphAddMemsetNode(NODE_PARAMETERS, const struct cudaMemsetParams *set) {
    (void)after, (void)n_after;
    struct work w = {.kind = WORK_SET,
                     .to = set->dst,
                     .bytes = set->width * set->elementSize,
                     .to_pitch = set->pitch,
                     .rows = set->height,
                     .value = (int)(set->value & 0xff)};
    return graph_add(graph, &w, node);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
    size_t i = 0;
    for (struct CUgraphNode_st *node = graph->first; nodes && node && i < *n; node = node->next)
        nodes[i++] = node;
    *n = nodes ? i : graph->n;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    static const enum cudaGraphNodeType types[] = {
        [WORK_LAUNCH] = cudaGraphNodeTypeKernel, [WORK_COPY] = cudaGraphNodeTypeMemcpy,
        [WORK_SET] = cudaGraphNodeTypeMemset,    [WORK_CALL] = cudaGraphNodeTypeHost,
        [WORK_NOTHING] = cudaGraphNodeTypeEmpty, [WORK_GRAPH] = cudaGraphNodeTypeGraph};
    if (!node || !type)
        return cuda_fail(cudaErrorInvalidValue);
    *type = types[node->work.kind];
    return cudaSuccess;
}

const struct launch *graph_node_launch(cudaGraphNode_t node) {
    return node && node->work.kind == WORK_LAUNCH ? node->work.launch : NULL;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *out) {
    const struct launch *l = graph_node_launch(node);
    if (!l || !out)
        return cuda_fail(cudaErrorInvalidValue);
    *out = (struct cudaKernelNodeParams){
        .func = (void *)(uintptr_t)l->kernel->handle,
        .gridDim = {(unsigned)l->grid[0], (unsigned)l->grid[1], (unsigned)l->grid[2]},
        .blockDim = {(unsigned)l->block[0], (unsigned)l->block[1], (unsigned)l->block[2]},
        .sharedMemBytes = (unsigned)l->shared,
        .kernelParams = (void **)(uintptr_t)l->args};
    return cudaSuccess;
}

/* --- nodes of any type ----------------------------------------------------------- */

/* What the condition of a conditional node is, the kernels decide: each of its graphs runs once. */
static cudaError_t add_conditional(cudaGraph_t graph, cudaGraphNode_t *node,
                                   struct cudaConditionalNodeParams *c) {
    c->phGraph_out = calloc(c->size + 1, sizeof *c->phGraph_out);
    if (!c->phGraph_out)
        return cuda_fail(cudaErrorMemoryAllocation);
    journal_remark("each graph of a conditional node ran once: kernels decide how often");
    for (unsigned i = 0; i < c->size; i++) {
        c->phGraph_out[i] = graph_new();
        cudaError_t error =
            graph_add(graph, &(struct work){.kind = WORK_GRAPH, .data = c->phGraph_out[i]}, node);
        if (error)
            return error;
    }
    return cudaSuccess;
}

static cudaError_t add_node(cudaGraph_t graph, cudaGraphNode_t *node,
                            struct cudaGraphNodeParams *p) {
    switch (p->type) {
    case cudaGraphNodeTypeKernel:
        return cudaGraphAddKernelNode(node, graph, NULL, 0, &p->kernel);
    case cudaGraphNodeTypeMemset:
        return cudaGraphAddMemsetNode(node, graph, NULL, 0, &p->memset);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(node, graph, NULL, 0, &p->memcpy.copyParams);
    case cudaGraphNodeTypeHost:
        return cudaGraphAddHostNode(node, graph, NULL, 0, &p->host);
    case cudaGraphNodeTypeGraph:
        return cudaGraphAddChildGraphNode(node, graph, NULL, 0, p->graph.graph);
    case cudaGraphNodeTypeMemAlloc:
        return add_allocation(graph, node, p->alloc.bytesize, &p->alloc.dptr);
    case cudaGraphNodeTypeConditional:
        return add_conditional(graph, node, &p->conditional);
    default:
        return graph_add(graph, &(struct work){.kind = WORK_NOTHING}, node);
    }
}

/* CUDA 13 has what edges say before the number of dependencies; before, such a function has a name
 * of its own. */
CUDA_EXPORT cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph,
                                            const cudaGraphNode_t *after, const void *edges,
                                            size_t n_after, struct cudaGraphNodeParams *p);
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph,
                                const cudaGraphNode_t *after, const void *edges, size_t n_after,
                                struct cudaGraphNodeParams *p) {
    (void)after, (void)edges, (void)n_after;
    return add_node(graph, node, p);
}

CUDA_EXPORT cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                         const cudaGraphNode_t *after, uintptr_t fourth,
                                         uintptr_t fifth, struct cudaGraphNodeParams *sixth);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                             uintptr_t fourth, uintptr_t fifth, struct cudaGraphNodeParams *sixth) {
    enum { FIRST_WITH_EDGES = 13 };
    (void)after, (void)fourth;
    return add_node(graph, node,
                    runtime_version() >= FIRST_WITH_EDGES ? sixth
                                                          : (struct cudaGraphNodeParams *)fifth);
}

/* --- executables ----------------------------------------------------------------- */

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long flags) {
    (void)flags;
    if (!graph)
        return cuda_fail(cudaErrorInvalidValue);
    *executable = calloc(1, sizeof **executable);
    if (*executable && ((*executable)->graph = copy_of(graph)))
        return cudaSuccess;
    free(*executable);
    return cuda_fail(cudaErrorMemoryAllocation);
}

CUDA_EXPORT cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *executable,
                                                       cudaGraph_t graph, void *parameters);
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *executable, cudaGraph_t graph,
                                           void *parameters) {
    (void)parameters;
    return cudaGraphInstantiate(executable, graph, 0ull);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph,
                                          unsigned long long flags) {
    return cudaGraphInstantiate(executable, graph, flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    if (!executable)
        return cuda_fail(cudaErrorInvalidValue);
    graph_free(executable->graph);
    free(executable);
    return cudaSuccess;
}

static cudaError_t run_graph(const struct CUgraph_st *graph, cudaStream_t stream) {
    for (const struct CUgraphNode_st *node = graph->first; node; node = node->next) {
        cudaError_t error = node->work.kind == WORK_GRAPH ? run_graph(node->work.data, stream)
                                                          : stream_do(stream, &node->work);
        if (error)
            return cuda_fail(error);
    }
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    return executable ? run_graph(executable->graph, stream) : cuda_fail(cudaErrorInvalidValue);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
    (void)stream;
    return executable ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}

static cudaError_t set_launch(struct CUgraphNode_st *node, const struct cudaKernelNodeParams *k) {
    struct launch l = launch_of(k), *copy = l.kernel ? launch_copy(&l) : NULL;
    if (!node || node->work.kind != WORK_LAUNCH || !copy) {
        launch_free(copy);
        return cuda_fail(cudaErrorInvalidValue);
    }
    launch_free(node->work.launch);
    node->work.launch = copy;
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *k) {
    return set_launch(node, k);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *k) {
    struct CUgraphNode_st *n = executable ? executable->graph->first : NULL;
    while (n && n->origin != node)
        n = n->next;
    return set_launch(n, k);
}

/* Up to CUDA 11 the result is told through the fourth parameter, and the third is a node. */
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, void *result,
                                int *result_11) {
    enum { FIRST_WITH_THREE = 12 };
    struct CUgraph_st *copy = executable && graph ? copy_of(graph) : NULL;
    if (!copy)
        return cuda_fail(cudaErrorInvalidValue);
    graph_free(executable->graph);
    executable->graph = copy;
    if (result)
        *(int *)result = 0;
    if (result_11 && runtime_version() && runtime_version() < FIRST_WITH_THREE)
        *result_11 = 0;
    return cudaSuccess;
}
