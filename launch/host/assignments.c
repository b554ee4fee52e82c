#include <stdlib.h>
#include <string.h>

#include "launch/host/dataflow.h"

static void add_write(struct host_values *v, uint32_t node, struct host_place p, uint32_t value) {
    if (p.symbol == NO_SYMBOL)
        return;
    struct host_write w = {node, p.base, p.index, value};
    vec_push(v->arena, &v->writes[p.symbol], w);
}

/* Functions of libraries that only read what pointers to them point to. */
static bool only_reads(const char *name) {
    static const char *const readers[] = {"clSetKernelArg",
                                          "clEnqueueNDRangeKernel",
                                          "clCreateBuffer",
                                          "clEnqueueWriteBuffer",
                                          "printf",
                                          "fprintf",
                                          "clBuildProgram",
                                          "clCreateProgramWithSource",
                                          "clCreateContext",
                                          "clCreateCommandQueue",
                                          "clWaitForEvents",
                                          "clCreateKernel",
                                          "clReleaseKernel",
                                          "clReleaseProgram",
                                          "clReleaseMemObject",
                                          "clGetKernelWorkGroupInfo",
                                          "strlen",
                                          "free",
                                          "assert",
                                          "setArg",
                                          "setArgs",
                                          "cudaLaunchKernel",
                                          "cudaLaunchCooperativeKernel",
                                          "cudaLaunchKernelEx",
                                          "cudaLaunchKernelExC",
                                          "hipLaunchKernel",
                                          "hipLaunchCooperativeKernel"};
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (strcmp(name, readers[i]) == 0)
            return true;
    return false;
}

uint32_t host_parameter(const struct host_values *v, uint32_t function, uint32_t i) {
    for (uint32_t c = host_node_at(v, function)->child; c != NO_NODE; c = host_node_at(v, c)->next)
        if (host_node_at(v, c)->kind == NODE_PARAM && i-- == 0)
            return c;
    return NO_NODE;
}

uint32_t host_called(const struct host_values *v, uint32_t call) {
    uint32_t symbol = host_node_at(v, call)->symbol;
    return symbol == NO_SYMBOL ? NO_NODE : v->definitions[symbol];
}

/* Whether a function may write through its parameter number i. */
static bool writes_through(const struct host_values *v, uint32_t call, uint32_t i) {
    uint32_t function = host_called(v, call);
    uint32_t p = function == NO_NODE ? NO_NODE : host_parameter(v, function, i);
    if (p == NO_NODE)
        return function == NO_NODE && !only_reads(host_node_at(v, call)->name);
    uint32_t symbol = host_node_at(v, p)->symbol;
    for (size_t k = 0; k < v->writes[symbol].n; k++)
        if (v->writes[symbol].at[k].index != NO_NODE)
            return true;
    return v->passed[symbol];
}

static bool is_array(const struct host_node *n) {
    return (n->kind == NODE_REF || n->kind == NODE_MEMBER) && n->type_name &&
           strchr(n->type_name, '[');
}

/* CUDA's and HIP's functions that set what their first argument points to. */
static bool allocates(const char *name) {
    static const char *const names[] = {"cudaMalloc", "cudaMallocManaged", "hipMalloc",
                                        "hipMallocManaged"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool writes_text(const char *name) {
    static const char *const writers[] = {"sprintf", "snprintf", "strcpy", "strcat"};
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (strcmp(name, writers[i]) == 0)
            return true;
    return false;
}

uint32_t host_text_of(const struct host_tree *t, uint32_t arg) {
    arg = host_strip(t, arg);
    bool sum = arg != NO_NODE && t->nodes[arg].kind == NODE_BINARY && t->nodes[arg].op == HOST_ADD;
    return sum ? host_strip(t, t->nodes[arg].child) : arg;
}

/* What is handed to a function by its address may be written there. */
static void add_call_writes(struct host_values *v, uint32_t call) {
    const struct host_node *n = host_node_at(v, call);
    if (!n->name || (n->kind != NODE_CALL && n->kind != NODE_CONSTRUCT))
        return;
    bool text = writes_text(n->name);
    for (uint32_t i = 0;; i++) {
        uint32_t arg = host_argument(v->tree, call, i), bare = host_strip_casts(v->tree, arg);
        if (arg == NO_NODE)
            return;
        bool by_address = bare != NO_NODE && (host_is_address(host_node_at(v, bare)) ||
                                              is_array(host_node_at(v, bare)));
        if (text && i == 0)
            add_write(v, call, host_place_of(v->tree, host_text_of(v->tree, arg)), call);
        else if ((i == 0 && allocates(n->name)) || (i == 2 && host_scan_format(v, call) != NO_NODE))
            add_write(v, call, host_place_of(v->tree, host_strip(v->tree, arg)), call);
        else if (by_address && writes_through(v, call, i))
            add_write(v, call, host_place_of(v->tree, host_strip(v->tree, arg)), NO_NODE);
    }
}

static void note_call(struct host_values *v, uint32_t call) {
    const struct host_node *n = host_node_at(v, call);
    if (n->symbol != NO_SYMBOL)
        vec_push(v->arena, &v->callers[n->symbol], call);
    for (uint32_t i = 0; !n->name || !only_reads(n->name); i++) {
        uint32_t arg = host_argument(v->tree, call, i);
        if (arg == NO_NODE)
            return;
        const struct host_node *bare = host_node_at(v, host_strip_casts(v->tree, arg));
        if (bare->kind == NODE_REF && bare->symbol != NO_SYMBOL)
            v->passed[bare->symbol] = true;
    }
}

static void add_writes(struct host_values *v, uint32_t i) {
    const struct host_node *n = host_node_at(v, i);
    if (n->kind == NODE_VAR && n->child != NO_NODE)
        add_write(v, i, (struct host_place){n->symbol, NO_SYMBOL, NO_NODE}, n->child);
    if ((n->kind == NODE_BINARY || n->kind == NODE_UNARY) && n->op == HOST_ASSIGN)
        add_write(v, i, host_place_of(v->tree, n->child),
                  n->compound ? i : host_child(v->tree, i, 1));
    if (n->kind == NODE_CALL || n->kind == NODE_CONSTRUCT)
        note_call(v, i);
    if (n->kind == NODE_CALL && n->name && strcmp(n->name, "operator=") == 0)
        add_write(v, i, host_place_of(v->tree, host_argument(v->tree, i, 0)),
                  host_argument(v->tree, i, 1));
    if (n->kind == NODE_FUNCTION && n->symbol != NO_SYMBOL && n->child != NO_NODE &&
        host_node_at(v, host_last_child(v->tree, i))->kind == NODE_COMPOUND)
        v->definitions[n->symbol] = i;
}

static int by_node(const void *x, const void *y) {
    const struct host_write *a = x, *b = y;
    return (a->node > b->node) - (a->node < b->node);
}

struct host_values *host_values(struct arena *a, const struct host_source *s, const char *argv) {
    struct host_values *v = NEW(a, struct host_values);
    size_t n = s->tree.n_symbols;
    *v = (struct host_values){.arena = a,
                              .source = s,
                              .tree = &s->tree,
                              .writes = NEW_ARRAY(a, struct host_writes, n),
                              .callers = NEW_ARRAY(a, struct host_calls, n),
                              .definitions = NEW_ARRAY(a, uint32_t, n),
                              .passed = NEW_ARRAY(a, bool, n),
                              .wanted = NEW_ARRAY(a, bool, n)};
    memset(v->definitions, 0xff, n * sizeof *v->definitions);
    v->command_line = host_command_line(v, argv);
    for (uint32_t i = 0; i < s->tree.n; i++)
        add_writes(v, i);
    for (uint32_t i = 0; i < s->tree.n; i++)
        add_call_writes(v, i);
    for (size_t i = 0; i < n; i++)
        if (v->writes[i].n)
            qsort(v->writes[i].at, v->writes[i].n, sizeof *v->writes[i].at, by_node);
    return v;
}

struct host_nodes host_callers(const struct host_values *v, uint32_t function) {
    uint32_t symbol = function == NO_NODE ? NO_SYMBOL : host_node_at(v, function)->symbol;
    if (symbol == NO_SYMBOL)
        return (struct host_nodes){0};
    return (struct host_nodes){v->callers[symbol].at, v->callers[symbol].n};
}
