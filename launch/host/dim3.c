#include <string.h>

#include "launch/host/dataflow.h"

static bool is_named(const struct host_values *v, uint32_t node, const char *name) {
    return host_node_at(v, node)->name && strcmp(host_node_at(v, node)->name, name) == 0;
}

/* Behind the copies and conversions that a dim3 is handed on with. */
static uint32_t uncopied(const struct host_values *v, uint32_t node) {
    for (node = host_strip(v->tree, node); node != NO_NODE;) {
        uint32_t only = host_argument(v->tree, node, 0);
        if (host_node_at(v, node)->kind != NODE_CONSTRUCT || only == NO_NODE ||
            host_argument(v->tree, node, 1) != NO_NODE)
            break;
        node = host_strip(v->tree, only);
    }
    return node;
}

/* Whether it is a number, which an initialiser's list has where a dim3 is made of it. */
static bool is_number(const struct host_node *n) {
    return n->kind == NODE_INT || n->type == HOST_INT || n->type == HOST_UINT;
}

/* Whether the node sets this component of the variable by itself. */
static bool sets(const struct host_values *v, uint32_t node, uint32_t symbol,
                 const char *component) {
    const struct host_node *n = host_node_at(v, node);
    if (n->kind != NODE_BINARY || n->op != HOST_ASSIGN || n->child == NO_NODE ||
        host_node_at(v, n->child)->kind != NODE_MEMBER || !is_named(v, n->child, component))
        return false;
    uint32_t base = host_strip(v->tree, host_node_at(v, n->child)->child);
    return base != NO_NODE && host_node_at(v, base)->symbol == symbol;
}

/* The last value that the component of the variable is set to by itself before the node `at`. False
 * if there is none. */
static bool component_set(struct host_values *v, uint32_t symbol, const char *component,
                          uint32_t at, const struct host_frame *f, struct host_value *value) {
    uint32_t function = host_node_at(v, at)->function;
    bool found = false;
    for (uint32_t i = function == NO_NODE ? at : function; i < at; i++) {
        if (host_node_at(v, i)->function != function || !sets(v, i, symbol, component) ||
            host_is_inside(v->tree, at, i))
            continue;
        enum host_order o = host_order(v, i, at, f);
        if (o == ORDER_NEVER)
            continue;
        found = true;
        *value = o == ORDER_ALWAYS && !host_node_at(v, i)->compound
                     ? host_eval(v, host_child(v->tree, i, 1), f)
                     : host_unknown(v, i, "set under a condition or in a loop");
    }
    return found;
}

bool host_is_default(const struct host_tree *t, uint32_t argument) {
    return argument == NO_NODE ||
           (t->nodes[argument].kind == NODE_CAST && t->nodes[argument].child == NO_NODE);
}

struct host_value host_dim3_component(struct host_values *v, uint32_t node, int component,
                                      uint32_t at, const struct host_frame *f) {
    static const char *const names[] = {"x", "y", "z"};
    struct host_value value = {.kind = VALUE_INT, .integer = 1};
    uint32_t bare = uncopied(v, node);
    if (bare != NO_NODE && is_number(host_node_at(v, bare)))
        return component ? value : host_eval(v, bare, f);
    bool variable = bare != NO_NODE && host_node_at(v, bare)->kind == NODE_REF;
    if (variable &&
        component_set(v, host_node_at(v, bare)->symbol, names[component], at, f, &value))
        return value;
    struct host_expr e = host_origin_of(v, node, f);
    if (e.node == NO_NODE)
        return (struct host_value){.text = e.why};
    if (!is_named(v, e.node, "dim3"))
        return host_unknown(v, e.node, "made by something else than dim3()");
    uint32_t a = host_argument(v->tree, e.node, (uint32_t)component);
    return host_is_default(v->tree, a) ? value : host_eval(v, a, e.frame);
}

bool host_is_dim3_component(const struct host_values *v, uint32_t member, int *component) {
    const struct host_node *n = host_node_at(v, member);
    uint32_t base = n->kind == NODE_MEMBER ? host_strip(v->tree, n->child) : NO_NODE;
    const char *type = base == NO_NODE ? NULL : host_node_at(v, base)->type_name;
    if (!type || !strstr(type, "dim3") || !n->name[0] || n->name[1] || !strchr("xyz", n->name[0]))
        return false;
    *component = n->name[0] - 'x';
    return true;
}
