/* CUDA's graphs. A graph is a list of kernel nodes, each a launch as configured: it is made as
 * often as the graph is launched, with what its buffers hold then. Copies and sets of a captured
 * stream are done as they are called. */
#include "launch/evaluate/models.h"

/* A graph's number of nodes and their addresses; a node's stub, the number of its place, the node
 * that it is a copy of, and its launch. */
enum {
    GRAPH_COUNT = 0,
    GRAPH_NODES = 8,
    MOST_NODES = 4096,
    GRAPH_BYTES = GRAPH_NODES + 8 * MOST_NODES,
    NODE_STUB = 0,
    NODE_PLACE = 8,
    NODE_ORIGIN = 16,
    NODE_LAUNCH = 24,
    NODE_BYTES = NODE_LAUNCH + EV_PENDING_LAUNCH
};

static struct ev_value pending(const struct ev_call *c, uint64_t offset) {
    return ev_known(ev_address(c->run->pending) + offset, 64);
}

static struct ev_value new_graph(struct ev_call *c) {
    return ev_allocate(c, ev_known(GRAPH_BYTES, 64), EV_HANDLE, true);
}

/* Its number of nodes; 0 where the graph is not known. */
static uint64_t count_nodes(struct ev_call *c, struct ev_value graph) {
    const struct ev_value n = graph.bits ? ev_read_word(c, graph, GRAPH_COUNT) : ev_known(0, 64);
    return ev_is_known(n) && n.bits <= MOST_NODES ? n.bits : 0;
}

static struct ev_value node_of(struct ev_call *c, struct ev_value graph, uint64_t i) {
    return ev_read_word(c, graph, GRAPH_NODES + 8 * i);
}

static void add_node(struct ev_call *c, struct ev_value graph, struct ev_value node) {
    const uint64_t n = count_nodes(c, graph);
    if (!ev_is_known(graph) || !graph.bits || n == MOST_NODES)
        return;
    ev_write_word(c, graph, GRAPH_NODES + 8 * n, node);
    ev_write_word(c, graph, GRAPH_COUNT, ev_known(n + 1, 64));
}

/* The next launch, kept in a node. */
static void keep_launch(struct ev_call *c, struct ev_value node, struct ev_value stub) {
    ev_write_word(c, node, NODE_STUB, stub);
    ev_write_word(c, node, NODE_PLACE, ev_known(c->run->places.n, 64));
    vec_push(c->run->arena, &c->run->places, c->run->configured);
    ev_copy(c->run->pool, c->state->memory, ev_known(node.bits + NODE_LAUNCH, 64), pending(c, 0),
            ev_known(EV_PENDING_LAUNCH, 64));
}

static struct ev_value new_node(struct ev_call *c, struct ev_value stub) {
    const struct ev_value node = ev_allocate(c, ev_known(NODE_BYTES, 64), EV_HANDLE, true);
    if (ev_is_known(node))
        keep_launch(c, node, stub);
    return node;
}

/* --- graphs --- */

/* cudaGraphCreate(&graph, flags) */
void model_graph(struct ev_call *c) {
    ev_store_at(c, ev_arg(c, 0), new_graph(c), 8);
    c->result = ev_known(0, 32);
}

/* cudaStreamBeginCapture(stream, mode), cudaStreamBeginCaptureToGraph(stream, graph, ...) */
void model_graph_capture(struct ev_call *c) {
    ev_write_word(c, pending(c, 0), EV_PENDING_GRAPH,
                  c->model->number ? ev_arg(c, 1) : new_graph(c));
    c->result = ev_known(0, 32);
}

/* cudaStreamEndCapture(stream, &graph) */
void model_graph_captured(struct ev_call *c) {
    ev_store_at(c, ev_arg(c, 1), ev_read_word(c, pending(c, 0), EV_PENDING_GRAPH), 8);
    ev_write_word(c, pending(c, 0), EV_PENDING_GRAPH, ev_known(0, 64));
    c->result = ev_known(0, 32);
}

bool ev_capture_pending(struct ev_call *c, struct ev_value stub) {
    const struct ev_value graph = ev_read_word(c, pending(c, 0), EV_PENDING_GRAPH);
    if (!ev_is_known(graph) || !graph.bits)
        return false;
    add_node(c, graph, new_node(c, stub));
    return true;
}

/* Nodes of a graph as copies in another one. */
static void copy_nodes(struct ev_call *c, struct ev_value to, struct ev_value from) {
    const uint64_t n = count_nodes(c, from);
    for (uint64_t i = 0; i < n; i++) {
        const struct ev_value node = node_of(c, from, i);
        const struct ev_value copy = ev_allocate(c, ev_known(NODE_BYTES, 64), EV_HANDLE, true);
        if (!ev_is_known(node) || !ev_is_known(copy))
            continue;
        ev_copy(c->run->pool, c->state->memory, copy, node, ev_known(NODE_BYTES, 64));
        ev_write_word(c, copy, NODE_ORIGIN, node);
        add_node(c, to, copy);
    }
}

/* cudaGraphInstantiate(&copy, graph, ...), cudaGraphExecUpdate(copy, graph, ...) */
void model_graph_copy(struct ev_call *c) {
    const bool update = c->model->number;
    const struct ev_value from = ev_arg(c, 1);
    const struct ev_value to = update              ? ev_arg(c, 0)
                               : ev_is_known(from) ? new_graph(c)
                                                   : ev_unknown(64);
    if (update)
        ev_write_word(c, to, GRAPH_COUNT, ev_known(0, 64));
    if (ev_is_known(from) && ev_is_known(to))
        copy_nodes(c, to, from);
    if (!update)
        ev_store_at(c, ev_arg(c, 0), to, 8);
    c->result = ev_known(0, 32);
}

/* --- nodes --- */

/* Offsets in cudaKernelNodeParams and in hipKernelNodeParams. */
static const struct layout {
    uint64_t stub, grid, block, shared, addresses;
} layouts[] = {{0, 8, 20, 32, 40}, {24, 32, 0, 56, 48}};

/* The launch that such a structure describes becomes the next one; its stub. */
static struct ev_value configure(struct ev_call *c, struct ev_value parameters, bool hip) {
    const struct layout *at = &layouts[hip];
    struct ev_packed l = {.stub = ev_read_word(c, parameters, at->stub),
                          .addresses = ev_read_word(c, parameters, at->addresses),
                          .grid = ev_unknown(64),
                          .block = ev_unknown(64),
                          .shared = ev_unknown(64)};
    if (ev_is_known(parameters)) {
        l.grid = ev_known(parameters.bits + at->grid, 64);
        l.block = ev_known(parameters.bits + at->block, 64);
        l.shared =
            ev_load(c->run->pool, c->state->memory, ev_known(parameters.bits + at->shared, 64), 4);
        l.shared = ev_partly(l.shared.bits & ev_mask(32), l.shared.known | ~ev_mask(32));
    }
    ev_configure_packed(c, &l);
    return l.stub;
}

/* cudaGraphAddKernelNode(&node, graph, before, count, parameters) */
void model_graph_node(struct ev_call *c) {
    const struct ev_value stub = configure(c, ev_arg(c, 4), c->model->number);
    const struct ev_value node = new_node(c, stub);
    add_node(c, ev_arg(c, 1), node);
    ev_store_at(c, ev_arg(c, 0), node, 8);
    c->result = ev_known(0, 32);
}

/* cudaGraphExecKernelNodeSetParams(copy, node, parameters): the copy's node is another launch;
 * cudaGraphKernelNodeSetParams(node, parameters): the node is. */
void model_graph_set_node(struct ev_call *c) {
    const bool alone = c->model->number & 2;
    const struct ev_value graph = ev_arg(c, 0), node = ev_arg(c, alone ? 0 : 1);
    const struct ev_value stub = configure(c, ev_arg(c, alone ? 1 : 2), c->model->number & 1);
    const uint64_t n = alone ? 0 : count_nodes(c, graph);
    for (uint64_t i = 0; i < n; i++) {
        const struct ev_value copy = node_of(c, graph, i);
        if (ev_same(ev_read_word(c, copy, NODE_ORIGIN), node))
            keep_launch(c, copy, stub);
    }
    if (alone && ev_is_known(node))
        keep_launch(c, node, stub);
    c->result = ev_known(0, 32);
}

/* cudaGraphAddChildGraphNode(&node, graph, before, count, child) */
void model_graph_child(struct ev_call *c) {
    copy_nodes(c, ev_arg(c, 1), ev_arg(c, 4));
    ev_store_at(c, ev_arg(c, 0), ev_allocate(c, ev_known(8, 64), EV_HANDLE, true), 8);
    c->result = ev_known(0, 32);
}

/* --- launches --- */

/* cudaGraphLaunch(copy, stream); in a capture, its nodes are the captured graph's, too. */
void model_graph_launch(struct ev_call *c) {
    const struct ev_value graph = ev_arg(c, 0);
    const struct ev_value captured = ev_read_word(c, pending(c, 0), EV_PENDING_GRAPH);
    const uint64_t n = count_nodes(c, graph);
    c->result = ev_known(0, 32);
    if (ev_is_known(captured) && captured.bits) {
        copy_nodes(c, captured, graph);
        return;
    }
    for (uint64_t i = 0; i < n; i++) {
        const struct ev_value node = node_of(c, graph, i),
                              place = ev_read_word(c, node, NODE_PLACE);
        if (!ev_is_known(node) || !ev_is_known(place) || place.bits >= c->run->places.n)
            continue;
        c->run->configured = c->run->places.at[place.bits];
        ev_copy(c->run->pool, c->state->memory, pending(c, 0),
                ev_known(node.bits + NODE_LAUNCH, 64), ev_known(EV_PENDING_LAUNCH, 64));
        c->run->steps += EV_PENDING_LAUNCH / 8;
        ev_launch_pending(c, ev_read_word(c, node, NODE_STUB));
    }
}
