#include <string.h>

#include "base/str.h"
#include "launch/host/dataflow.h"

/* Whether a write is of the place. */
enum match { MATCH_NOT, MATCH_MAYBE, MATCH_CERTAIN };

static enum match matches(struct host_values *v, const struct host_write *w, struct host_place p,
                          int64_t index, const struct host_frame *f) {
    if (w->base != p.base && w->base != NO_SYMBOL && p.base != NO_SYMBOL)
        return MATCH_NOT;
    if (w->index == NO_NODE)
        return MATCH_CERTAIN;
    struct host_value i = {.kind = VALUE_INT};
    if (w->index != HOST_FIRST)
        i = host_eval_exactly(v, w->index, f);
    if (i.kind != VALUE_INT || index < 0)
        return MATCH_MAYBE;
    return i.integer == index ? MATCH_CERTAIN : MATCH_NOT;
}

/* Whether the write comes before a reading at the node: as of host_order(), and never if it is
 * of another place. Of a function's body the end is meant. */
static enum host_order precedes(struct host_values *v, const struct host_write *w, uint32_t node,
                                const struct host_frame *f) {
    bool at_end = host_node_at(v, node)->kind == NODE_COMPOUND;
    if (host_node_at(v, w->node)->function != host_node_at(v, node)->function ||
        (w->node >= node && !at_end) || host_is_inside(v->tree, node, w->node))
        return ORDER_NEVER;
    return host_order(v, w->node, node, f);
}

static const struct host_write no_write = {.node = NO_NODE};

/* The last write before the node in its function. NO_NODE if there is none, or if that is not
 * certain, with the reason in *why. */
static struct host_write last_write(struct host_values *v, struct host_place p, int64_t index,
                                    uint32_t node, const struct host_frame *f, const char **why) {
    const struct host_writes *all = &v->writes[p.symbol];
    for (size_t i = all->n; i-- > 0;) {
        const struct host_write *w = &all->at[i];
        enum host_order order = precedes(v, w, node, f);
        enum match match = order == ORDER_NEVER ? MATCH_NOT : matches(v, w, p, index, f);
        if (match == MATCH_NOT)
            continue;
        if (order == ORDER_ALWAYS && match == MATCH_CERTAIN)
            return *w;
        *why = host_unknown(v, w->node,
                            order == ORDER_MAYBE ? "set under a condition or in a loop"
                                                 : "an element is set whose index is not constant")
                   .text;
        return no_write;
    }
    return no_write;
}

/* A write that a loop around the node repeats, but not the one that is last before it. */
static uint32_t repeated_write(struct host_values *v, uint32_t last, struct host_place p,
                               int64_t index, uint32_t node, const struct host_frame *f) {
    const struct host_writes *all = &v->writes[p.symbol];
    for (size_t i = 0; i < all->n; i++) {
        uint32_t other = all->at[i].node;
        if (other != last && host_node_at(v, other)->function == host_node_at(v, node)->function &&
            host_loop_between(v, node, last, other) && matches(v, &all->at[i], p, index, f))
            return other;
    }
    return NO_NODE;
}

/* The writes of other functions: how many, one of them, and the variable's initial value. */
struct elsewhere {
    size_t n;
    struct host_write one, initial;
};

static struct elsewhere writes_elsewhere(struct host_values *v, struct host_place p, int64_t index,
                                         uint32_t node) {
    const struct host_writes *all = &v->writes[p.symbol];
    struct elsewhere e = {0, no_write, no_write};
    for (size_t i = 0; i < all->n; i++) {
        const struct host_write *w = &all->at[i];
        if (host_node_at(v, w->node)->function == host_node_at(v, node)->function ||
            matches(v, w, p, index, NULL) == MATCH_NOT)
            continue;
        bool initial = host_node_at(v, w->node)->kind == NODE_VAR;
        *(initial ? &e.initial : &e.one) = *w;
        e.n += !initial;
    }
    return e;
}

struct host_write host_reaching(struct host_values *v, struct host_place p, int64_t index,
                                uint32_t node, const struct host_frame *f, const char **why) {
    *why = NULL;
    struct host_write local = last_write(v, p, index, node, f, why);
    if (*why)
        return no_write;
    uint32_t again =
        local.node == NO_NODE ? NO_NODE : repeated_write(v, local.node, p, index, node, f);
    if (again != NO_NODE)
        *why = host_unknown(v, again, "changes in a loop").text;
    struct elsewhere e = writes_elsewhere(v, p, index, node);
    bool local_only = local.node != NO_NODE && e.n == 0;
    if (!*why && !local_only && e.n > (local.node == NO_NODE))
        *why = "set in several functions";
    if (!*why && !local_only && e.n == 1 && e.initial.node != NO_NODE &&
        host_order(v, e.one.node, e.one.node, NULL) != ORDER_ALWAYS)
        *why = host_unknown(v, e.one.node, "set under a condition or in a loop").text;
    if (*why)
        return no_write;
    return local_only ? local : e.n ? e.one : e.initial;
}

uint32_t host_argument_for(struct host_values *v, uint32_t symbol, const struct host_frame *f) {
    if (!f)
        return NO_NODE;
    uint32_t function = host_called(v, f->call), p;
    if (function == NO_NODE)
        return NO_NODE;
    for (uint32_t i = 0; (p = host_parameter(v, function, i)) != NO_NODE; i++)
        if (host_node_at(v, p)->symbol == symbol)
            return host_argument(v->tree, f->call, i);
    return NO_NODE;
}

/* What a function of this source writes to where its argument points. */
static struct host_expr written_by_call(struct host_values *v, uint32_t call, uint32_t symbol,
                                        int64_t index, const struct host_frame *f, uint32_t *by) {
    struct host_expr e = {NO_NODE, f, NULL};
    uint32_t function = host_called(v, call), i = 0, arg;
    while ((arg = host_argument(v->tree, call, i)) != NO_NODE &&
           host_place_of(v->tree, host_strip(v->tree, arg)).symbol != symbol)
        i++;
    uint32_t p = function == NO_NODE || arg == NO_NODE ? NO_NODE : host_parameter(v, function, i);
    if (function == NO_NODE)
        host_want(v, host_node_at(v, call)->symbol);
    if (p == NO_NODE || v->depth > HOST_DEEPEST)
        return e;
    struct host_frame *frame = NEW(v->arena, struct host_frame);
    *frame = (struct host_frame){call, f};
    struct host_place place = {host_node_at(v, p)->symbol, NO_SYMBOL, HOST_FIRST};
    v->depth++;
    struct host_write w = host_reaching(v, place, index < 0 ? 0 : index,
                                        host_last_child(v->tree, function), frame, &e.why);
    v->depth--;
    if (w.node == NO_NODE || w.value == NO_NODE || w.index == NO_NODE)
        return e;
    *by = w.node;
    return (struct host_expr){w.value, frame, NULL};
}

/* Most calls that a way goes back. */
enum { LONGEST_WAY = 8 };

static const struct host_frame *way_to(struct host_values *v, uint32_t node, int depth) {
    struct host_nodes callers = host_callers(v, host_node_at(v, node)->function);
    if (callers.n != 1 || depth == LONGEST_WAY)
        return NULL;
    struct host_frame *frame = NEW(v->arena, struct host_frame);
    *frame = (struct host_frame){callers.at[0], way_to(v, callers.at[0], depth + 1)};
    return frame;
}

const struct host_frame *host_only_way(struct host_values *v, uint32_t node) {
    return way_to(v, node, 0);
}

static bool is_parameter(const struct host_values *v, uint32_t symbol, uint32_t function) {
    uint32_t p;
    for (uint32_t i = 0; (p = host_parameter(v, function, i)) != NO_NODE; i++)
        if (host_node_at(v, p)->symbol == symbol)
            return true;
    return false;
}

/* Why nothing in this source gives the symbol a value. */
static const char *no_value(struct host_values *v, uint32_t symbol, uint32_t base, uint32_t node,
                            const struct host_frame *f) {
    uint32_t function = host_node_at(v, node)->function;
    if (function == NO_NODE || f ||
        (!is_parameter(v, symbol, function) && !is_parameter(v, base, function)))
        return "no value in this source";
    const char *name = host_node_at(v, function)->name;
    if (name && strcmp(name, "main") == 0)
        return "the command line, which -fclperf-argv= gives";
    return arena_printf(v->arena, "a parameter of %s(), which nothing here calls", name);
}

/* Other units may set a variable, and call the function with other arguments. */
static void want_others(struct host_values *v, struct host_place p, uint32_t node) {
    uint32_t function = host_node_at(v, node)->function;
    host_want(v, p.symbol);
    host_want(v, p.base);
    if (function != NO_NODE &&
        (is_parameter(v, p.symbol, function) || is_parameter(v, p.base, function)))
        host_want(v, host_node_at(v, function)->symbol);
}

struct host_expr host_expression_of(struct host_values *v, struct host_place p, int64_t index,
                                    uint32_t node, const struct host_frame *f, uint32_t *by) {
    struct host_expr e = {NO_NODE, f, NULL};
    *by = NO_NODE;
    want_others(v, p, node);
    struct host_write w = host_reaching(v, p, index, node, f, &e.why);
    if (w.node != NO_NODE) {
        *by = w.node;
        e.node = w.value;
        if (host_node_at(v, w.node)->function != host_node_at(v, node)->function)
            e.frame = host_only_way(v, w.node);
        if (w.value == NO_NODE)
            e = written_by_call(v, w.node, p.symbol, index, e.frame, by);
        if (e.node == NO_NODE && !e.why)
            e.why =
                host_unknown(v, w.node, arena_printf(v->arena, "set by %s", host_label(v, w.node)))
                    .text;
        return e;
    }
    if (e.why)
        return e;
    e.node = host_argument_for(v, p.symbol, f);
    if (e.node != NO_NODE) {
        e.frame = f->caller;
        return e;
    }
    if (host_field_elsewhere(v, p, index, node, f, &e, by))
        return e;
    e.why = no_value(v, p.symbol, p.base, node, f);
    return e;
}
