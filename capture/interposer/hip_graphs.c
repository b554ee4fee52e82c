/* What HIP's graphs launch: read when they become executable. */
#include <pthread.h>
#include <stdlib.h>

#include "capture/interposer/hip.h"

enum { MOST_NESTED = 16 };

/* --- types of nodes ---------------------------------------------------------------------- */

/* They count from 0, and did from 1 in some versions of HIP 5: that an empty node is the sixth says
 * which. */
static struct {
    pthread_once_t once;
    int first; /* a kernel; a graph comes four behind it */
} types = {.once = PTHREAD_ONCE_INIT};

static void find_first(void) {
    enum { EMPTY = 5 };
    void *graph = NULL, *node = NULL;
    int type = EMPTY;
    if (HIP_CALL(hipGraphCreate, &graph, 0))
        return;
    if (!HIP_CALL(hipGraphAddEmptyNode, &node, graph, NULL, 0))
        HIP_CALL(hipGraphNodeGetType, node, &type);
    types.first = type - EMPTY;
    HIP_CALL(hipGraphDestroy, graph);
}

static int type_of(void *node) {
    int type = -1;
    pthread_once(&types.once, find_first);
    HIP_CALL(hipGraphNodeGetType, node, &type);
    return type - types.first;
}

/* --- launches ------------------------------------------------------------------------------ */

static struct launch *launch_of(const struct hip_node *node) {
    struct launch l = {.kernel = hip_kernel_of(node->function),
                       .grid = {node->grid.x, node->grid.y, node->grid.z},
                       .block = {node->block.x, node->block.y, node->block.z},
                       .shared = node->shared,
                       .args = node->args,
                       .memory = &hip_api.memory};
    if (!l.kernel)
        return NULL;
    void **unpacked = l.args ? NULL
                             : launch_unpack_extra(&l.kernel->signature, node->extra,
                                                   (const void *)(uintptr_t)HIP_EXTRA_END);
    if (unpacked)
        l.args = unpacked;
    struct launch *copy = launch_copy(&l);
    free(unpacked);
    return copy;
}

static void add_kernel(struct graph_launches *list, void *node) {
    struct hip_node parameters = {0};
    if (!HIP_CALL(hipGraphKernelNodeGetParams, node, &parameters))
        graph_add(list, node, launch_of(&parameters));
}

static void add_graph(struct graph_launches *list, void *graph, unsigned depth) {
    enum { NODE_KERNEL = 0, NODE_GRAPH = 4 };
    size_t n = 0;
    if (depth == MOST_NESTED || HIP_CALL(hipGraphGetNodes, graph, NULL, &n))
        return;
    void **nodes = calloc(n + 1, sizeof *nodes);
    if (!nodes || HIP_CALL(hipGraphGetNodes, graph, nodes, &n))
        n = 0;
    for (size_t i = 0; i < n; i++) {
        int type = type_of(nodes[i]);
        void *child = NULL;
        if (type == NODE_KERNEL)
            add_kernel(list, nodes[i]);
        else if (type == NODE_GRAPH && !HIP_CALL(hipGraphChildGraphNodeGetGraph, nodes[i], &child))
            add_graph(list, child, depth + 1);
    }
    free(nodes);
}

static void note(const void *executable, void *graph) {
    struct graph_launches list = {0};
    if (!journal_wanted())
        return;
    int error = hip_api.error();
    add_graph(&list, graph, 0);
    graph_set(executable, list);
    hip_api.restore(error);
}

#define INSTANTIATES(function, parameters, ...)                                                    \
    int function parameters {                                                                      \
        int error = HIP_CALL(function, __VA_ARGS__);                                               \
        if (!error)                                                                                \
            note(*executable, graph);                                                              \
        return error;                                                                              \
    }
INSTANTIATES(hipGraphInstantiate,
             (void **executable, void *graph, void **error_node, char *log, size_t bytes),
             executable, graph, error_node, log, bytes)
INSTANTIATES(hipGraphInstantiateWithFlags,
             (void **executable, void *graph, unsigned long long flags), executable, graph, flags)
INSTANTIATES(hipGraphInstantiateWithParams, (void **executable, void *graph, void *p), executable,
             graph, p)

int hipGraphExecUpdate(void *executable, void *graph, void **error_node, void *result) {
    int error = HIP_CALL(hipGraphExecUpdate, executable, graph, error_node, result);
    if (!error)
        note(executable, graph);
    return error;
}

int hipGraphExecKernelNodeSetParams(void *executable, void *node, const struct hip_node *p) {
    int error = HIP_CALL(hipGraphExecKernelNodeSetParams, executable, node, p);
    struct launch *l = !error && journal_wanted() ? launch_of(p) : NULL;
    if (l)
        graph_replace(executable, node, l);
    return error;
}

int hipGraphExecDestroy(void *executable) {
    int error = HIP_CALL(hipGraphExecDestroy, executable);
    if (!error)
        graph_forget(executable);
    return error;
}

#define LAUNCHES_GRAPH(function)                                                                   \
    int function(void *executable, void *stream) {                                                 \
        int error = HIP_CALL(function, executable, stream);                                        \
        if (!error)                                                                                \
            graph_note(executable, &hip_api, stream);                                              \
        return error;                                                                              \
    }
LAUNCHES_GRAPH(hipGraphLaunch)
LAUNCHES_GRAPH(hipGraphLaunch_spt)
