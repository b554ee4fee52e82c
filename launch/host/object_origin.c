#include <string.h>

#include "launch/host/dataflow.h"

uint32_t host_only_return(const struct host_values *v, uint32_t function) {
    uint32_t found = NO_NODE;
    for (uint32_t i = function + 1; i < v->tree->n && host_is_inside(v->tree, i, function); i++) {
        if (host_node_at(v, i)->kind != NODE_RETURN)
            continue;
        if (found != NO_NODE)
            return NO_NODE;
        found = host_node_at(v, i)->child;
    }
    return found;
}

/* What a copy is made of: the argument of a constructor that has one, which is an object too. */
static uint32_t copied(const struct host_values *v, uint32_t node) {
    const struct host_node *n = host_node_at(v, node);
    uint32_t only = host_argument(v->tree, node, 0);
    if (n->kind != NODE_CONSTRUCT || only == NO_NODE || host_argument(v->tree, node, 1) != NO_NODE)
        return NO_NODE;
    const struct host_node *from = host_node_at(v, host_strip(v->tree, only));
    bool object = from->kind == NODE_REF || from->kind == NODE_MEMBER || from->kind == NODE_CALL ||
                  from->kind == NODE_CONSTRUCT;
    return object && from->type == HOST_OTHER ? only : NO_NODE;
}

/* What a function of this source returns, seen from the call; node NO_NODE if it is none. */
static struct host_expr returned(struct host_values *v, uint32_t call, const struct host_frame *f) {
    uint32_t function = host_called(v, call);
    if (function == NO_NODE)
        host_want(v, host_node_at(v, call)->symbol);
    struct host_frame *frame = NEW(v->arena, struct host_frame);
    *frame = (struct host_frame){call, f};
    return (struct host_expr){function == NO_NODE ? NO_NODE : host_only_return(v, function), frame,
                              NULL};
}

/* One step of host_origin_of() from what a variable, element or parameter holds. */
static struct host_expr held(struct host_values *v, struct host_expr e) {
    struct host_place p = host_place_of(v->tree, e.node);
    int64_t index = p.index == HOST_FIRST ? 0 : -1;
    uint32_t by;
    if (p.symbol == NO_SYMBOL)
        return (struct host_expr){NO_NODE, NULL, "not followed"};
    if (p.index != NO_NODE && p.index != HOST_FIRST) {
        struct host_value i = host_eval(v, p.index, e.frame);
        if (i.kind != VALUE_INT)
            return (struct host_expr){NO_NODE, NULL, i.text};
        index = i.integer;
    }
    struct host_expr next = host_expression_of(v, p, index, e.node, e.frame, &by);
    if (next.node == NO_NODE)
        return (struct host_expr){NO_NODE, NULL, host_cannot(v, e.node, next.why).text};
    uint32_t list = host_strip_casts(v->tree, next.node);
    if (index >= 0 && list != NO_NODE && host_node_at(v, list)->kind == NODE_INIT_LIST)
        next.node = host_child(v->tree, list, (uint32_t)index);
    return next;
}

struct host_expr host_origin_of(struct host_values *v, uint32_t node, const struct host_frame *f) {
    struct host_expr e = {host_strip(v->tree, node), f, "not followed"};
    for (int depth = 0; depth < HOST_DEEPEST && e.node != NO_NODE; depth++) {
        const struct host_node *n = host_node_at(v, e.node);
        struct host_expr next = {copied(v, e.node), e.frame, NULL};
        if (n->kind == NODE_CALL)
            next = returned(v, e.node, e.frame);
        else if (n->kind != NODE_CONSTRUCT)
            next = held(v, e);
        if (next.node == NO_NODE && (n->kind == NODE_CALL || n->kind == NODE_CONSTRUCT))
            return e;
        e = next;
        e.node = host_strip(v->tree, e.node);
    }
    return (struct host_expr){NO_NODE, NULL, e.why ? e.why : "not followed"};
}

/* --- kernels, lists and fields ----------------------------------------------- */

struct host_expr host_kernel_of(struct host_values *v, uint32_t node, const struct host_frame *f) {
    struct host_expr e = {host_strip(v->tree, node), f, "not followed"};
    for (int depth = 0; depth < HOST_DEEPEST && e.node != NO_NODE; depth++) {
        if (host_node_at(v, e.node)->kernel)
            return e;
        e = held(v, e);
        e.node = host_strip(v->tree, e.node);
    }
    return (struct host_expr){NO_NODE, NULL, e.why ? e.why : "not followed"};
}

struct host_expr host_kernel_held(struct host_values *v, uint32_t call,
                                  const struct host_frame *f) {
    struct host_place p = {host_node_at(v, call)->symbol, NO_SYMBOL, NO_NODE};
    uint32_t by;
    if (p.symbol == NO_SYMBOL || v->definitions[p.symbol] != NO_NODE)
        return (struct host_expr){NO_NODE, NULL, NULL};
    return host_expression_of(v, p, -1, call, f, &by);
}

struct host_expr host_list_of(struct host_values *v, uint32_t node, const struct host_frame *f) {
    struct host_expr e = {host_strip_casts(v->tree, node), f, "not followed"};
    for (int depth = 0; depth < HOST_DEEPEST && e.node != NO_NODE; depth++) {
        if (host_node_at(v, e.node)->kind == NODE_INIT_LIST)
            return e;
        e = held(v, e);
        e.node = host_strip_casts(v->tree, e.node);
    }
    return (struct host_expr){NO_NODE, NULL, e.why ? e.why : "not followed"};
}

/* The symbol of the field, as some reading or writing of the object names it, or NO_SYMBOL. */
static uint32_t field_symbol(const struct host_values *v, uint32_t object, const char *field) {
    for (uint32_t i = 0; i < v->tree->n; i++) {
        const struct host_node *n = host_node_at(v, i);
        if (n->kind == NODE_MEMBER && n->name && strcmp(n->name, field) == 0 &&
            host_place_of(v->tree, i).base == object)
            return n->symbol;
    }
    return NO_SYMBOL;
}

struct host_expr host_field_of(struct host_values *v, uint32_t object, const char *field,
                               uint32_t index, uint32_t at, const struct host_frame *f) {
    struct host_expr e = {NO_NODE, NULL, "not followed"};
    uint32_t bare = host_strip(v->tree, object), by;
    if (bare == NO_NODE || host_node_at(v, bare)->kind != NODE_REF)
        return e;
    struct host_place p = {NO_SYMBOL, host_node_at(v, bare)->symbol, NO_NODE};
    p.symbol = field_symbol(v, p.base, field);
    if (p.symbol != NO_SYMBOL)
        e = host_expression_of(v, p, -1, at, f, &by);
    if (e.node != NO_NODE)
        return e;
    struct host_expr list = host_list_of(v, bare, f);
    if (list.node == NO_NODE)
        return p.symbol == NO_SYMBOL ? list : e;
    return (struct host_expr){host_child(v->tree, list.node, index), list.frame, NULL};
}

/* --- all origins ------------------------------------------------------------- */

enum { MOST_VISITED = 64 };

/* A search for all that may have made an object. */
struct search {
    struct host_expr seen[MOST_VISITED]; /* expressions that hold it; those from `next` are open */
    size_t n_seen, next;
    struct host_expr *out;
    size_t n, most;
    bool lost;
};

static void see(struct host_values *v, struct search *s, uint32_t node,
                const struct host_frame *f) {
    node = host_strip(v->tree, node);
    for (size_t i = 0; i < s->n_seen; i++)
        if (s->seen[i].node == node)
            return;
    s->lost |= node == NO_NODE || s->n_seen == MOST_VISITED;
    if (!s->lost)
        s->seen[s->n_seen++] = (struct host_expr){node, f, NULL};
}

static void add_origin(struct search *s, struct host_expr e) {
    s->lost |= s->n == s->most;
    if (!s->lost)
        s->out[s->n++] = e;
}

/* All that is ever assigned to a place, to any of its elements. */
static void see_writes(struct host_values *v, struct search *s, struct host_expr e) {
    struct host_place p = host_place_of(v->tree, e.node);
    uint32_t argument = NO_NODE;
    if (p.symbol != NO_SYMBOL && !v->writes[p.symbol].n)
        argument = host_argument_for(v, p.symbol, e.frame);
    if (argument != NO_NODE)
        see(v, s, argument, e.frame->caller);
    else if (p.symbol == NO_SYMBOL || !v->writes[p.symbol].n)
        s->lost = true;
    if (s->lost || argument != NO_NODE)
        return;
    for (size_t i = 0; i < v->writes[p.symbol].n; i++) {
        const struct host_write *w = &v->writes[p.symbol].at[i];
        bool other = w->base != p.base && w->base != NO_SYMBOL && p.base != NO_SYMBOL;
        bool here = host_node_at(v, w->node)->function == host_node_at(v, e.node)->function;
        if (!other)
            see(v, s, w->value, here ? e.frame : host_only_way(v, w->node));
    }
}

/* One step: to what made it, to where it is from, or to all that may have been assigned. */
static void follow(struct host_values *v, struct search *s, struct host_expr e) {
    const struct host_node *n = host_node_at(v, e.node);
    bool null = n->kind == NODE_INT && n->integer == 0;
    struct host_expr next = {copied(v, e.node), e.frame, NULL};
    if (n->kind == NODE_CALL)
        next = returned(v, e.node, e.frame);
    if (next.node != NO_NODE)
        see(v, s, next.node, next.frame);
    else if (n->kind == NODE_CALL || n->kind == NODE_CONSTRUCT)
        add_origin(s, e);
    else if (n->kind == NODE_INIT_LIST)
        for (uint32_t c = n->child; c != NO_NODE; c = host_node_at(v, c)->next)
            see(v, s, c, e.frame);
    else if (!null && (next = held(v, e)).node != NO_NODE)
        see(v, s, next.node, next.frame);
    else if (!null)
        see_writes(v, s, e);
}

size_t host_origins_of(struct host_values *v, uint32_t node, const struct host_frame *f,
                       struct host_expr *out, size_t most) {
    struct search s = {.out = out, .most = most};
    see(v, &s, node, f);
    while (s.next < s.n_seen && !s.lost)
        follow(v, &s, s.seen[s.next++]);
    return s.lost ? 0 : s.n;
}
