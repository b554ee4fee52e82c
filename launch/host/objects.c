/* Fields of objects that have several names: parameters and copies of pointers, and what functions
 * return or fill. */
#include "launch/host/dataflow.h"

/* Names in a row that one object is followed through, and objects that are followed for a source:
 * each may lead to many others. */
enum { MOST_NAMES = 4, MOST_OBJECTS = 2000 };

/* A variable that is, or points to, an object, as of a node. */
struct named_object {
    uint32_t symbol, node;
    const struct host_frame *frame;
};

static const struct host_frame *frame_of_call(struct host_values *v, uint32_t call,
                                              const struct host_frame *f) {
    struct host_frame *frame = NEW(v->arena, struct host_frame);
    *frame = (struct host_frame){call, f};
    return frame;
}

/* The variable that the expression names, over & and conversions; NO_SYMBOL if it is more. */
static uint32_t variable_of(const struct host_values *v, uint32_t node) {
    uint32_t bare = host_strip(v->tree, node);
    return bare != NO_NODE && host_node_at(v, bare)->kind == NODE_REF
               ? host_node_at(v, bare)->symbol
               : NO_SYMBOL;
}

/* What the call returns, at the end of the function. */
static struct named_object returned_by(struct host_values *v, uint32_t call,
                                       const struct host_frame *f) {
    uint32_t function = host_called(v, call);
    uint32_t result = function == NO_NODE ? NO_NODE : host_only_return(v, function);
    struct named_object none = {.symbol = NO_SYMBOL};
    if (result == NO_NODE || variable_of(v, result) == NO_SYMBOL)
        return none;
    return (struct named_object){variable_of(v, result), result, frame_of_call(v, call, f)};
}

/* The object under the name that it had before. */
static struct named_object named_before(struct host_values *v, struct named_object o) {
    uint32_t by, argument = host_argument_for(v, o.symbol, o.frame);
    struct named_object none = {.symbol = NO_SYMBOL};
    if (argument != NO_NODE)
        return (struct named_object){variable_of(v, argument), o.frame->call, o.frame->caller};
    struct host_place p = {o.symbol, NO_SYMBOL, NO_NODE};
    struct host_expr e = host_expression_of(v, p, -1, o.node, o.frame, &by);
    uint32_t bare = host_strip(v->tree, e.node);
    if (bare == NO_NODE)
        return none;
    if (host_node_at(v, bare)->kind == NODE_CALL)
        return returned_by(v, bare, e.frame);
    bool here = host_node_at(v, bare)->function == host_node_at(v, o.node)->function;
    return (struct named_object){variable_of(v, bare), here ? o.node : bare, e.frame};
}

/* The parameter that the call hands the variable to, or NO_NODE. */
static uint32_t parameter_for(const struct host_values *v, uint32_t call, uint32_t variable) {
    uint32_t function = host_called(v, call), i = 0, argument;
    if (function == NO_NODE)
        return NO_NODE;
    while ((argument = host_argument(v->tree, call, i)) != NO_NODE &&
           variable_of(v, argument) != variable)
        i++;
    return argument == NO_NODE ? NO_NODE : host_parameter(v, function, i);
}

/* What a function that gets the object as this parameter writes to the field. False if it does not.
 */
static bool filled_by(struct host_values *v, uint32_t call, uint32_t parameter, struct host_place p,
                      int64_t index, const struct host_frame *f, struct host_expr *e,
                      uint32_t *by) {
    const struct host_frame *frame = frame_of_call(v, call, f);
    struct host_place inside = {p.symbol, host_node_at(v, parameter)->symbol, p.index};
    const char *why = NULL;
    struct host_write w = host_reaching(
        v, inside, index, host_last_child(v->tree, host_called(v, call)), frame, &why);
    *e = (struct host_expr){w.node == NO_NODE ? NO_NODE : w.value, frame, why};
    *by = w.node;
    return why || (w.node != NO_NODE && w.value != NO_NODE);
}

/* By the last function that gets it before the node. */
static bool filled_before(struct host_values *v, struct host_place p, int64_t index, uint32_t node,
                          const struct host_frame *f, struct host_expr *e, uint32_t *by) {
    uint32_t function = host_node_at(v, node)->function;
    for (uint32_t i = node; function != NO_NODE && i-- > function;) {
        if (host_node_at(v, i)->kind != NODE_CALL || host_node_at(v, i)->function != function)
            continue;
        uint32_t parameter = parameter_for(v, i, p.base);
        enum host_order order = parameter == NO_NODE || host_is_inside(v->tree, node, i)
                                    ? ORDER_NEVER
                                    : host_order(v, i, node, f);
        if (order == ORDER_NEVER || !filled_by(v, i, parameter, p, index, f, e, by))
            continue;
        if (order == ORDER_MAYBE)
            *e = (struct host_expr){NO_NODE, f,
                                    host_unknown(v, i, "set under a condition or in a loop").text};
        return true;
    }
    return false;
}

bool host_field_elsewhere(struct host_values *v, struct host_place p, int64_t index, uint32_t node,
                          const struct host_frame *f, struct host_expr *e, uint32_t *by) {
    if (p.base == NO_SYMBOL || v->objects >= MOST_NAMES || v->depth >= HOST_DEEPEST ||
        v->n_objects++ >= MOST_OBJECTS)
        return false;
    v->objects++;
    v->depth++;
    bool found = filled_before(v, p, index, node, f, e, by);
    if (!found) {
        struct named_object before = named_before(v, (struct named_object){p.base, node, f});
        struct host_place outside = {p.symbol, before.symbol, p.index};
        found = before.symbol != NO_SYMBOL && before.symbol != p.base;
        if (found)
            *e = host_expression_of(v, outside, index, before.node, before.frame, by);
    }
    v->depth--;
    v->objects--;
    return found;
}
