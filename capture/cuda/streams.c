#include "capture/cuda/streams.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture/cuda/graphs.h"
#include "capture/cuda/memory.h"
#include "capture/journal.h"

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

cudaError_t stream_do(cudaStream_t stream, const struct work *work) {
    if (!fits(work))
        return cudaErrorInvalidValue;
    if (has_state(stream) && stream->captured)
        return graph_add(stream->captured, work, NULL);
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

/* --- streams whose work goes into a graph ---------------------------------------- */

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    (void)mode;
    if (!has_state(stream))
        return cuda_fail(cudaErrorStreamCaptureUnsupported);
    if (stream->captured)
        return cuda_fail(cudaErrorIllegalState);
    stream->captured = graph_new();
    return stream->captured ? cudaSuccess : cuda_fail(cudaErrorMemoryAllocation);
}

CUDA_EXPORT cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                                      const cudaGraphNode_t *after,
                                                      const void *edges, size_t n, int mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *after, const void *edges, size_t n,
                                          int mode) {
    (void)after, (void)edges, (void)n, (void)mode;
    if (!has_state(stream) || stream->captured || !graph)
        return cuda_fail(cudaErrorIllegalState);
    stream->captured = graph;
    return cudaSuccess;
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
