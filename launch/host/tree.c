#include "launch/host/tree.h"

#include <string.h>

bool host_is_configuration(const char *name) {
    static const char *const names[] = {"cudaConfigureCall", "__cudaPushCallConfiguration",
                                        "hipConfigureCall", "__hipPushCallConfiguration"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

uint32_t host_child(const struct host_tree *t, uint32_t node, uint32_t i) {
    uint32_t c = node == NO_NODE ? NO_NODE : t->nodes[node].child;
    for (; c != NO_NODE && i > 0; i--)
        c = t->nodes[c].next;
    return c;
}

uint32_t host_count_children(const struct host_tree *t, uint32_t node) {
    uint32_t n = 0;
    while (host_child(t, node, n) != NO_NODE)
        n++;
    return n;
}

uint32_t host_argument(const struct host_tree *t, uint32_t call, uint32_t i) {
    return host_child(t, call, i + (t->nodes[call].kind == NODE_CALL));
}

uint32_t host_last_child(const struct host_tree *t, uint32_t node) {
    uint32_t c = t->nodes[node].child;
    while (c != NO_NODE && t->nodes[c].next != NO_NODE)
        c = t->nodes[c].next;
    return c;
}

uint32_t host_strip_casts(const struct host_tree *t, uint32_t node) {
    while (node != NO_NODE && t->nodes[node].kind == NODE_CAST && t->nodes[node].child != NO_NODE)
        node = host_last_child(t, node);
    return node;
}

bool host_is_address(const struct host_node *n) {
    return n->kind == NODE_UNARY && n->op == HOST_ADDRESS;
}

uint32_t host_strip(const struct host_tree *t, uint32_t node) {
    for (node = host_strip_casts(t, node); node != NO_NODE && host_is_address(&t->nodes[node]);)
        node = host_strip_casts(t, t->nodes[node].child);
    return node;
}

struct host_place host_place_of(const struct host_tree *t, uint32_t node) {
    struct host_place p = {NO_SYMBOL, NO_SYMBOL, NO_NODE};
    node = host_strip_casts(t, node);
    if (node == NO_NODE)
        return p;
    const struct host_node *n = &t->nodes[node];
    uint32_t base = host_strip_casts(t, n->child);
    if (n->kind == NODE_REF || n->kind == NODE_MEMBER)
        p.symbol = n->symbol;
    if (n->kind == NODE_MEMBER && base != NO_NODE && t->nodes[base].kind == NODE_REF)
        p.base = t->nodes[base].symbol;
    if (n->kind == NODE_UNARY && n->op == HOST_POINTEE) {
        p = host_place_of(t, n->child);
        p.index = p.index == NO_NODE ? HOST_FIRST : node;
    }
    if (n->kind == NODE_SUBSCRIPT) {
        p = host_place_of(t, n->child);
        p.index = p.index == NO_NODE ? host_child(t, node, 1) : node;
    }
    return p;
}

bool host_is_inside(const struct host_tree *t, uint32_t node, uint32_t outer) {
    while (node != NO_NODE && node != outer)
        node = t->nodes[node].parent;
    return node == outer;
}
