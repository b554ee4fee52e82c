/* Graphs: work that is kept, to be done when one is launched. */
#ifndef CAPTURE_CUDA_GRAPHS_H
#define CAPTURE_CUDA_GRAPHS_H

#include "capture/cuda/streams.h"

/* NULL: no memory. */
struct CUgraph_st *graph_new(void);
/* Adds a copy of the work; its node in *out, which may be NULL. */
cudaError_t graph_add(struct CUgraph_st *graph, const struct work *work, cudaGraphNode_t *out);
cudaError_t graph_add_launch(struct CUgraph_st *graph, struct launch *launch, cudaGraphNode_t *out);
/* The launch that the node of a graph is; NULL: it is something else. */
const struct launch *graph_node_launch(cudaGraphNode_t node);

#endif
