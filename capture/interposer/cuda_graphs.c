/* What CUDA's graphs launch: read when they become executable. */
#include <stdlib.h>

#include "capture/interposer/cuda.h"

enum node_type { NODE_KERNEL = 0, NODE_GRAPH = 4, MOST_NESTED = 16 };

static struct launch *launch_of(const struct cuda_node *node, void *function) {
    struct launch l = {.kernel = cuda_kernel_of(function),
                       .grid = {node->grid[0], node->grid[1], node->grid[2]},
                       .block = {node->block[0], node->block[1], node->block[2]},
                       .shared = node->shared,
                       .args = node->args,
                       .memory = &cuda_api.memory};
    if (!l.kernel)
        return NULL;
    void **unpacked = l.args ? NULL : launch_unpack_extra(&l.kernel->signature, node->extra, NULL);
    if (unpacked)
        l.args = unpacked;
    struct launch *copy = launch_copy(&l);
    free(unpacked);
    return copy;
}

static void add_kernel(struct graph_launches *list, void *node) {
    struct cuda_node parameters = {0};
    bool has_kernels = cuda_driver()->cuGraphKernelNodeGetParams_v2 != NULL;
    if (has_kernels ? CUDA_CALL(cuGraphKernelNodeGetParams_v2, node, &parameters)
                    : CUDA_CALL(cuGraphKernelNodeGetParams, node, &parameters))
        return;
    void *function = parameters.function ? parameters.function : parameters.kernel;
    graph_add(list, node, launch_of(&parameters, function));
}

static void add_graph(struct graph_launches *list, void *graph, unsigned depth) {
    size_t n = 0;
    if (depth == MOST_NESTED || CUDA_CALL(cuGraphGetNodes, graph, NULL, &n))
        return;
    void **nodes = calloc(n + 1, sizeof *nodes);
    if (!nodes || CUDA_CALL(cuGraphGetNodes, graph, nodes, &n))
        n = 0;
    for (size_t i = 0; i < n; i++) {
        int type = -1;
        void *child = NULL;
        CUDA_CALL(cuGraphNodeGetType, nodes[i], &type);
        if (type == NODE_KERNEL)
            add_kernel(list, nodes[i]);
        else if (type == NODE_GRAPH && !CUDA_CALL(cuGraphChildGraphNodeGetGraph, nodes[i], &child))
            add_graph(list, child, depth + 1);
    }
    free(nodes);
}

static void note(const void *executable, void *graph) {
    struct graph_launches list = {0};
    if (!journal_wanted())
        return;
    add_graph(&list, graph, 0);
    graph_set(executable, list);
}

#define INSTANTIATES(function, parameters, ...)                                                    \
    int function parameters {                                                                      \
        int error = CUDA_CALL(function, __VA_ARGS__);                                              \
        if (!error)                                                                                \
            note(*executable, graph);                                                              \
        return error;                                                                              \
    }
INSTANTIATES(cuGraphInstantiate,
             (void **executable, void *graph, void **error_node, char *log, size_t bytes),
             executable, graph, error_node, log, bytes)
INSTANTIATES(cuGraphInstantiate_v2,
             (void **executable, void *graph, void **error_node, char *log, size_t bytes),
             executable, graph, error_node, log, bytes)
INSTANTIATES(cuGraphInstantiateWithFlags,
             (void **executable, void *graph, unsigned long long flags), executable, graph, flags)
INSTANTIATES(cuGraphInstantiateWithParams, (void **executable, void *graph, void *p), executable,
             graph, p)
INSTANTIATES(cuGraphInstantiateWithParams_ptsz, (void **executable, void *graph, void *p),
             executable, graph, p)

int cuGraphExecUpdate(void *executable, void *graph, void **error_node, void *result) {
    int error = CUDA_CALL(cuGraphExecUpdate, executable, graph, error_node, result);
    if (!error)
        note(executable, graph);
    return error;
}

int cuGraphExecUpdate_v2(void *executable, void *graph, void *result) {
    int error = CUDA_CALL(cuGraphExecUpdate_v2, executable, graph, result);
    if (!error)
        note(executable, graph);
    return error;
}

static void replace(void *executable, void *node, const struct cuda_node *p, void *function) {
    struct launch *l = journal_wanted() ? launch_of(p, function) : NULL;
    if (l)
        graph_replace(executable, node, l);
}

int cuGraphExecKernelNodeSetParams(void *executable, void *node, const struct cuda_node *p) {
    int error = CUDA_CALL(cuGraphExecKernelNodeSetParams, executable, node, p);
    if (!error)
        replace(executable, node, p, p->function);
    return error;
}

int cuGraphExecKernelNodeSetParams_v2(void *executable, void *node, const struct cuda_node *p) {
    int error = CUDA_CALL(cuGraphExecKernelNodeSetParams_v2, executable, node, p);
    if (!error)
        replace(executable, node, p, p->function ? p->function : p->kernel);
    return error;
}

int cuGraphExecDestroy(void *executable) {
    int error = CUDA_CALL(cuGraphExecDestroy, executable);
    if (!error)
        graph_forget(executable);
    return error;
}

#define LAUNCHES_GRAPH(function)                                                                   \
    int function(void *executable, void *stream) {                                                 \
        int error = CUDA_CALL(function, executable, stream);                                       \
        if (!error)                                                                                \
            graph_note(executable, &cuda_api, stream);                                             \
        return error;                                                                              \
    }
LAUNCHES_GRAPH(cuGraphLaunch)
LAUNCHES_GRAPH(cuGraphLaunch_ptsz)
