#include "launch/host/dataflow.h"

/* Whether control comes by the child of the parent: certainly, never or perhaps. */
static enum host_order passes(struct host_values *v, uint32_t parent, uint32_t child,
                              const struct host_frame *f) {
    const struct host_node *p = host_node_at(v, parent);
    bool first = p->child == child;
    switch (p->kind) {
    case NODE_IF:
    case NODE_CONDITIONAL: {
        if (first)
            return ORDER_ALWAYS;
        struct host_value c = host_eval_exactly(v, p->child, f);
        if (c.kind != VALUE_INT)
            return ORDER_MAYBE;
        return (c.integer != 0) == (host_child(v->tree, parent, 1) == child) ? ORDER_ALWAYS
                                                                             : ORDER_NEVER;
    }
    case NODE_LOOP:
        return first ? ORDER_ALWAYS : host_never_loops(v, parent, f) ? ORDER_NEVER : ORDER_MAYBE;
    case NODE_SWITCH:
        return first ? ORDER_ALWAYS : ORDER_MAYBE;
    case NODE_BINARY: {
        if (first || (p->op != HOST_AND && p->op != HOST_OR))
            return ORDER_ALWAYS;
        struct host_value left = host_eval_exactly(v, p->child, f);
        if (left.kind != VALUE_INT)
            return ORDER_MAYBE;
        return (left.integer != 0) == (p->op == HOST_AND) ? ORDER_ALWAYS : ORDER_NEVER;
    }
    default:
        return ORDER_ALWAYS;
    }
}

/* Whether both are statements of one switch, of which a case may hold either. */
static bool in_switch(const struct host_values *v, uint32_t block) {
    uint32_t parent = host_node_at(v, block)->parent;
    return parent != NO_NODE && host_node_at(v, parent)->kind == NODE_SWITCH;
}

enum host_order host_order(struct host_values *v, uint32_t before, uint32_t node,
                           const struct host_frame *f) {
    enum host_order order = ORDER_ALWAYS;
    for (uint32_t n = before;;) {
        uint32_t parent = host_node_at(v, n)->parent;
        if (parent == NO_NODE || host_node_at(v, parent)->kind == NODE_FUNCTION)
            return order;
        const struct host_node *p = host_node_at(v, parent);
        if (host_is_inside(v->tree, node, parent)) {
            bool branches = (p->kind == NODE_IF || p->kind == NODE_CONDITIONAL) && p->child != n;
            if (branches)
                return ORDER_NEVER;
            return in_switch(v, parent) && order > ORDER_MAYBE ? ORDER_MAYBE : order;
        }
        enum host_order here = passes(v, parent, n, f);
        order = here < order ? here : order;
        n = parent;
    }
}

/* Whether what a loop does only once, before it begins, holds the node. */
static bool in_loop_start(const struct host_values *v, uint32_t node, uint32_t loop) {
    const uint32_t first = host_node_at(v, loop)->child;
    return host_count_children(v->tree, loop) > 2 && host_is_inside(v->tree, node, first);
}

bool host_loop_between(const struct host_values *v, uint32_t node, uint32_t once, uint32_t again) {
    for (uint32_t n = host_node_at(v, node)->parent; n != NO_NODE; n = host_node_at(v, n)->parent)
        if (host_node_at(v, n)->kind == NODE_LOOP && host_is_inside(v->tree, again, n) &&
            (!host_is_inside(v->tree, once, n) || in_loop_start(v, once, n)) &&
            !in_loop_start(v, node, n))
            return true;
    return false;
}
