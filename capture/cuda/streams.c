#include "capture/cuda/streams.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture/cuda/memory.h"
#include "capture/cuda/start.h"
#include "capture/journal.h"

struct CUgraphNode_st {
    struct work work;
    struct CUgraphNode_st *next;
};

struct CUgraph_st {
    struct CUgraphNode_st *first, **last;
    size_t n;
    unsigned uses; /* the graph itself and its executables */
};

struct CUgraphExec_st {
    struct CUgraph_st *graph;
};

struct CUstream_st {
    struct CUgraph_st *captured; /* into which its work goes, or NULL */
    unsigned flags;
    int priority;
    struct CUstream_st *next;
};

struct CUevent_st {
    struct timespec time;
    struct CUgraph_st *captured; /* of the stream that it was recorded in */
};

static struct {
    pthread_mutex_t lock;
    struct CUstream_st *first;
} streams = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* NULL and the small numbers that stand for default streams have no state. */
static bool has_state(cudaStream_t stream) {
    return (uintptr_t)stream > 2;
}

/* --- work --------------------------------------------------------------------- */

static void run_rows(const struct work *w) {
    for (size_t row = 0; row < w->rows; row++) {
        char *to = (char *)w->to + row * w->to_pitch;
        if (w->kind == WORK_COPY)
            memmove(to, (const char *)w->from + row * w->from_pitch, w->bytes);
        else
            memset(to, w->value, w->bytes);
    }
}

static size_t extent(size_t bytes, size_t pitch, size_t rows) {
    return rows && bytes ? (rows - 1) * pitch + bytes : 0;
}

static bool fits(const struct work *w) {
    if (w->kind != WORK_COPY && w->kind != WORK_SET)
        return true;
    return memory_fits(w->to, extent(w->bytes, w->to_pitch, w->rows)) &&
           (w->kind == WORK_SET || memory_fits(w->from, extent(w->bytes, w->from_pitch, w->rows)));
}

static void run(const struct work *w) {
    if (w->kind == WORK_LAUNCH)
        launch_record(w->launch);
    else if (w->kind == WORK_CALL)
        w->call(w->data);
    else if (w->kind != WORK_NOTHING)
        run_rows(w);
}

static cudaError_t add_work(struct CUgraph_st *graph, const struct work *work,
                            cudaGraphNode_t *out) {
    struct CUgraphNode_st *node = calloc(1, sizeof *node);
    if (!node)
        return cudaErrorMemoryAllocation;
    node->work = *work;
    if (work->kind == WORK_LAUNCH)
        node->work.launch = launch_copy(work->launch);
    pthread_mutex_lock(&streams.lock);
    *graph->last = node;
    graph->last = &node->next;
    graph->n++;
    pthread_mutex_unlock(&streams.lock);
    if (out)
        *out = node;
    return cudaSuccess;
}

cudaError_t stream_add_launch(cudaGraph_t graph, struct launch *launch, cudaGraphNode_t *out) {
    return add_work(graph, &(struct work){.kind = WORK_LAUNCH, .launch = launch}, out);
}

cudaError_t stream_do(cudaStream_t stream, const struct work *work) {
    if (!fits(work))
        return cudaErrorInvalidValue;
    if (has_state(stream) && stream->captured)
        return add_work(stream->captured, work, NULL);
    run(work);
    return cudaSuccess;
}

/* --- streams ------------------------------------------------------------------ */

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    struct CUstream_st *s = calloc(1, sizeof *s);
    if (!s || !stream) {
        free(s);
        return cuda_fail(stream ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
    }
    s->flags = flags;
    s->priority = priority;
    pthread_mutex_lock(&streams.lock);
    s->next = streams.first;
    streams.first = s;
    pthread_mutex_unlock(&streams.lock);
    *stream = s;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return cudaStreamCreateWithPriority(stream, 0, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (!has_state(stream))
        return cuda_fail(cudaErrorInvalidResourceHandle);
    pthread_mutex_lock(&streams.lock);
    struct CUstream_st **at = &streams.first;
    while (*at && *at != stream)
        at = &(*at)->next;
    bool found = *at;
    if (found)
        *at = stream->next;
    pthread_mutex_unlock(&streams.lock);
    if (!found)
        return cuda_fail(cudaErrorInvalidResourceHandle);
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    bool captured = has_state(stream) && stream->captured;
    return captured ? cuda_fail(cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return cudaStreamSynchronize(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    *flags = has_state(stream) ? stream->flags : 0;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    *priority = has_state(stream) ? stream->priority : 0;
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t call, void *data,
                                  unsigned flags) {
    (void)flags;
    call(stream, cudaSuccess, data);
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t call, void *data) {
    return stream_do(stream, &(struct work){.kind = WORK_CALL, .call = call, .data = data});
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
                                     unsigned flags) {
    (void)stream, (void)pointer, (void)bytes, (void)flags;
    return cudaSuccess;
}

/* --- events ------------------------------------------------------------------- */

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    (void)flags;
    if (!event)
        return cuda_fail(cudaErrorInvalidValue);
    *event = calloc(1, sizeof **event);
    return *event ? cudaSuccess : cuda_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return cudaEventCreateWithFlags(event, 0);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    free(event);
    return event ? cudaSuccess : cuda_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (!event)
        return cuda_fail(cudaErrorInvalidResourceHandle);
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    event->captured = has_state(stream) ? stream->captured : NULL;
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    (void)flags;
    return cudaEventRecord(event, stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    (void)flags;
    if (!event)
        return cuda_fail(cudaErrorInvalidResourceHandle);
    if (has_state(stream) && event->captured && !stream->captured)
        stream->captured = event->captured;
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return event ? cudaSuccess : cuda_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return cudaEventSynchronize(event);
}

/* The time of the host between the two, at least that of an empty kernel: programs divide by it. */
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
    if (!ms || !start || !end)
        return cuda_fail(ms ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue);
    if (!start->time.tv_sec || !end->time.tv_sec)
        return cuda_fail(cudaErrorInvalidResourceHandle);
    double passed = (double)(end->time.tv_sec - start->time.tv_sec) * 1e3 +
                    (double)(end->time.tv_nsec - start->time.tv_nsec) / 1e6;
    *ms = passed > 0.002 ? (float)passed : 0.002f;
    return cudaSuccess;
}

/* --- graphs ------------------------------------------------------------------- */

static struct CUgraph_st *new_graph(void) {
    struct CUgraph_st *g = calloc(1, sizeof *g);
    if (g) {
        g->last = &g->first;
        g->uses = 1;
    }
    return g;
}

static void release(struct CUgraph_st *g) {
    pthread_mutex_lock(&streams.lock);
    bool last = --g->uses == 0;
    pthread_mutex_unlock(&streams.lock);
    for (struct CUgraphNode_st *node = last ? g->first : NULL, *next; node; node = next) {
        next = node->next;
        if (node->work.kind == WORK_LAUNCH)
            launch_free(node->work.launch);
        free(node);
    }
    if (last)
        free(g);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    (void)mode;
    if (!has_state(stream))
        return cuda_fail(cudaErrorStreamCaptureUnsupported);
    if (stream->captured)
        return cuda_fail(cudaErrorIllegalState);
    stream->captured = new_graph();
    return stream->captured ? cudaSuccess : cuda_fail(cudaErrorMemoryAllocation);
}

/* Streams that joined by an event leave as well. */
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    if (!has_state(stream) || !stream->captured)
        return cuda_fail(cudaErrorIllegalState);
    struct CUgraph_st *captured = stream->captured;
    pthread_mutex_lock(&streams.lock);
    for (struct CUstream_st *s = streams.first; s; s = s->next)
        if (s->captured == captured)
            s->captured = NULL;
    pthread_mutex_unlock(&streams.lock);
    *graph = captured;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    bool captured = has_state(stream) && stream->captured;
    *status = captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
    (void)flags;
    *graph = new_graph();
    return *graph ? cudaSuccess : cuda_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (!graph)
        return cuda_fail(cudaErrorInvalidValue);
    release(graph);
    return cudaSuccess;
}

/* Nodes run in the order in which they are added, which their dependencies allow. */
#define NODE_PARAMETERS                                                                            \
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n_after

cudaError_t cudaGraphAddKernelNode(NODE_PARAMETERS, const struct cudaKernelNodeParams *k) {
    (void)after, (void)n_after;
    const struct cuda_kernel *kernel = kernel_find(k->func);
    if (!kernel)
        return cuda_fail(cudaErrorInvalidDeviceFunction);
    struct launch l = {.kernel = kernel,
                       .grid = {k->gridDim.x, k->gridDim.y, k->gridDim.z},
                       .block = {k->blockDim.x, k->blockDim.y, k->blockDim.z},
                       .shared = k->sharedMemBytes,
                       .args = k->kernelParams,
                       .memory = &cuda_memory};
    return stream_add_launch(graph, &l, node);
}

cudaError_t cudaGraphAddEmptyNode(NODE_PARAMETERS) {
    (void)after, (void)n_after;
    return add_work(graph, &(struct work){.kind = WORK_NOTHING}, node);
}

cudaError_t cudaGraphAddMemcpyNode1D(NODE_PARAMETERS, void *to, const void *from, size_t bytes,
                                     enum cudaMemcpyKind kind) {
    (void)after, (void)n_after, (void)kind;
    struct work w = {.kind = WORK_COPY, .to = to, .from = from, .bytes = bytes, .rows = 1};
    return add_work(graph, &w, node);
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
    return add_work(graph, &w, node);
}

cudaError_t cudaGraphAddMemsetNode(NODE_PARAMETERS, const struct cudaMemsetParams *set) {
    (void)after, (void)n_after;
    struct work w = {.kind = WORK_SET,
                     .to = set->dst,
                     .bytes = set->width * set->elementSize,
                     .to_pitch = set->pitch,
                     .rows = set->height,
                     .value = (int)(set->value & 0xff)};
    return add_work(graph, &w, node);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n) {
    size_t i = 0;
    for (struct CUgraphNode_st *node = graph->first; nodes && node && i < *n; node = node->next)
        nodes[i++] = node;
    *n = nodes ? i : graph->n;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    static const enum cudaGraphNodeType types[] = {[WORK_LAUNCH] = cudaGraphNodeTypeKernel,
                                                   [WORK_COPY] = cudaGraphNodeTypeMemcpy,
                                                   [WORK_SET] = cudaGraphNodeTypeMemset,
                                                   [WORK_CALL] = cudaGraphNodeTypeHost,
                                                   [WORK_NOTHING] = cudaGraphNodeTypeEmpty};
    if (!node || !type)
        return cuda_fail(cudaErrorInvalidValue);
    *type = types[node->work.kind];
    return cudaSuccess;
}

const struct launch *stream_node_launch(cudaGraphNode_t node) {
    return node && node->work.kind == WORK_LAUNCH ? node->work.launch : NULL;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *out) {
    const struct launch *l = stream_node_launch(node);
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

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long flags) {
    (void)flags;
    *executable = calloc(1, sizeof **executable);
    if (!*executable || !graph)
        return cuda_fail(graph ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
    pthread_mutex_lock(&streams.lock);
    graph->uses++;
    pthread_mutex_unlock(&streams.lock);
    (*executable)->graph = graph;
    return cudaSuccess;
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
    release(executable->graph);
    free(executable);
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    if (!executable)
        return cuda_fail(cudaErrorInvalidValue);
    for (const struct CUgraphNode_st *node = executable->graph->first; node; node = node->next) {
        cudaError_t error = stream_do(stream, &node->work);
        if (error)
            return cuda_fail(error);
    }
    return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
    (void)stream;
    return executable ? cudaSuccess : cuda_fail(cudaErrorInvalidValue);
}
