#include "launch/host/launch_search.h"

#include <string.h>

#include "base/str.h"

bool finder_is_named(const struct finder *f, uint32_t n, const char *name) {
    return n != NO_NODE && finder_node(f, n)->name && strcmp(finder_node(f, n)->name, name) == 0;
}

uint32_t finder_object(const struct finder *f, uint32_t call) {
    uint32_t callee = host_child(f->tree, call, 0);
    if (finder_node(f, call)->kind != NODE_CALL || callee == NO_NODE ||
        finder_node(f, callee)->kind != NODE_MEMBER)
        return NO_NODE;
    return finder_node(f, callee)->child;
}

const char *finder_where(const struct finder *f, uint32_t node) {
    return host_where(f->arena, f->source, node);
}

const char *finder_made_by(const struct finder *f, uint32_t call) {
    const char *name = finder_node(f, call)->name;
    return arena_printf(f->arena, "made by %s() in %s", name && *name ? name : "something",
                        finder_where(f, call));
}

bool finder_is_null(struct finder *f, uint32_t node, const struct host_frame *frame) {
    if (node == NO_NODE)
        return true;
    struct host_value x = host_eval(f->values, node, frame);
    return x.kind == VALUE_INT && x.integer == 0;
}

void launching_unknown(struct launching *l, const char *what, const char *why) {
    vec_push(l->finder->arena, &l->unknowns, (struct launch_unknown){what, why});
}

void launching_middle(struct launching *l, const char *what, uint32_t loop) {
    struct finder *f = l->finder;
    if (loop == NO_NODE)
        return;
    launching_unknown(l, what,
                      arena_printf(f->arena, "changes in the loop in %s, taken from its middle",
                                   finder_where(f, loop)));
    l->result.n_middles++;
}
