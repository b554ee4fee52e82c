/* Streams, events and graphs: all work is done at once, unless a stream is being captured. */
#ifndef CAPTURE_CUDA_STREAMS_H
#define CAPTURE_CUDA_STREAMS_H

#include "capture/cuda/api.h"
#include "capture/cuda/launch.h"

/* What is done in a stream: one of these. */
struct work {
    enum { WORK_LAUNCH, WORK_COPY, WORK_SET, WORK_CALL, WORK_GRAPH, WORK_NOTHING } kind;
    struct launch *launch;
    void *to;
    const void *from;
    size_t bytes, to_pitch, from_pitch, rows; /* of COPY and SET: rows of `bytes` */
    int value;
    cudaHostFn_t call;
    void *data; /* of CALL; the graph of GRAPH */
};

/* Does the work, or adds it to the graph that the stream is captured into. */
cudaError_t stream_do(cudaStream_t stream, const struct work *work);

#endif
