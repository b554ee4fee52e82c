#include "launch/host/arithmetic.h"
#include "launch/host/dataflow.h"

/* Most iterations of a loop that are counted, each time that its counter is read. */
enum { MOST_TRIPS = 1 << 16 };

/* for (init; condition; step) body */
struct for_loop {
    uint32_t node, init, condition, step;
};

static bool is_for(const struct host_values *v, uint32_t node, struct for_loop *loop) {
    if (host_node_at(v, node)->kind != NODE_LOOP || host_count_children(v->tree, node) != 4)
        return false;
    *loop = (struct for_loop){node, host_child(v->tree, node, 0), host_child(v->tree, node, 1),
                              host_child(v->tree, node, 2)};
    return true;
}

/* The writes that begin and step a loop's counter. */
struct counter {
    const struct host_write *first, *step;
};

/* False if anything else writes to it in the loop. */
static bool find_counter(const struct host_values *v, const struct for_loop *loop, uint32_t symbol,
                         struct counter *c) {
    *c = (struct counter){0};
    for (size_t i = 0; i < v->writes[symbol].n; i++) {
        const struct host_write *w = &v->writes[symbol].at[i];
        const struct host_node *n = host_node_at(v, w->node);
        bool elsewhere = n->function != host_node_at(v, loop->node)->function;
        if (host_is_inside(v->tree, w->node, loop->init) && w->value != NO_NODE && !c->first)
            c->first = w;
        else if (host_is_inside(v->tree, w->node, loop->step) && w->value != NO_NODE && !c->step)
            c->step = w;
        else if (host_is_inside(v->tree, w->node, loop->node) || (elsewhere && n->kind != NODE_VAR))
            return false;
    }
    return c->first && c->step && c->first->value != c->first->node;
}

/* What stands beside the counter in the loop's condition, and in an assignment that steps it. */
static uint32_t beside(const struct host_values *v, uint32_t node, uint32_t symbol, bool *left) {
    const struct host_node *n = host_node_at(v, node);
    for (uint32_t i = 0; i < 2 && n->kind == NODE_BINARY; i++) {
        uint32_t side = host_strip_casts(v->tree, host_child(v->tree, node, i));
        *left = i == 0;
        if (side != NO_NODE && host_node_at(v, side)->kind == NODE_REF &&
            host_node_at(v, side)->symbol == symbol)
            return host_child(v->tree, node, 1 - i);
    }
    return NO_NODE;
}

/* An operation of the counter with a constant. */
struct operation {
    const struct host_node *type;
    int op;
    bool left; /* the counter is the first operand */
    struct host_value constant;
};

static bool is_number(struct host_value x) {
    return x.kind == VALUE_INT || x.kind == VALUE_FLOAT;
}

static bool condition_of(struct host_values *v, const struct for_loop *loop, uint32_t symbol,
                         const struct host_frame *f, struct operation *out) {
    uint32_t node = host_strip_casts(v->tree, loop->condition);
    uint32_t bound = beside(v, node, symbol, &out->left);
    if (bound == NO_NODE)
        return false;
    out->type = host_node_at(v, node);
    out->op = out->type->op;
    out->constant = host_eval(v, bound, f);
    return out->op >= HOST_LT && out->op <= HOST_NE && is_number(out->constant);
}

/* i++, i += 2, or i = i * 2 */
static bool step_of(struct host_values *v, const struct host_write *w, uint32_t symbol,
                    const struct host_frame *f, struct operation *out) {
    uint32_t other = NO_NODE, value = w->value;
    out->type = host_node_at(v, w->node);
    out->op = out->type->compound;
    out->left = true;
    out->constant = (struct host_value){.kind = VALUE_INT, .integer = 1};
    if (!out->op) {
        value = host_strip_casts(v->tree, value);
        other = beside(v, value, symbol, &out->left);
        out->type = host_node_at(v, value);
        out->op = out->type->op;
        if (other == NO_NODE)
            return false;
    } else if (out->type->kind == NODE_BINARY) {
        other = host_child(v->tree, w->node, 1);
    }
    if (other != NO_NODE)
        out->constant = host_eval(v, other, f);
    return is_number(out->constant);
}

static struct host_value applied(const struct operation *o, struct host_value x) {
    return host_compute(o->op, o->left ? x : o->constant, o->left ? o->constant : x, o->type);
}

static bool holds(const struct operation *condition, struct host_value x) {
    struct host_value c = applied(condition, x);
    return c.kind == VALUE_INT && c.integer != 0;
}

/* The counter in the iteration that has as many before it as after it. False if the loop has none,
 * or too many. */
static bool middle_of(struct host_value x, const struct operation *condition,
                      const struct operation *step, struct host_value *out) {
    uint32_t trips = 0;
    *out = x;
    for (; holds(condition, x); x = applied(step, x)) {
        if (++trips == MOST_TRIPS)
            return false;
        if (trips > 1 && trips % 2)
            *out = applied(step, *out);
    }
    return trips > 0;
}

static bool counts(struct host_values *v, const struct for_loop *loop, uint32_t symbol,
                   const struct host_frame *f, struct host_value *out) {
    struct counter c;
    struct operation condition, step;
    if (!find_counter(v, loop, symbol, &c) || !condition_of(v, loop, symbol, f, &condition) ||
        !step_of(v, c.step, symbol, f, &step))
        return false;
    struct host_value x = host_eval(v, c.first->value, f);
    return is_number(x) && middle_of(x, &condition, &step, out);
}

bool host_middle_of_loop(struct host_values *v, uint32_t symbol, uint32_t node,
                         const struct host_frame *f, struct host_value *out) {
    uint32_t inner = node;
    if (!v->middles || symbol == NO_SYMBOL || v->depth > HOST_DEEPEST)
        return false;
    for (uint32_t n = host_node_at(v, node)->parent; n != NO_NODE;
         inner = n, n = host_node_at(v, n)->parent) {
        struct for_loop loop;
        bool in_body = is_for(v, n, &loop) && inner == host_last_child(v->tree, n);
        if (in_body && counts(v, &loop, symbol, f, out)) {
            v->middle = n;
            return true;
        }
    }
    return false;
}

bool host_never_loops(struct host_values *v, uint32_t node, const struct host_frame *f) {
    struct for_loop loop;
    struct operation condition;
    struct counter c;
    if (v->depth > HOST_DEEPEST || !is_for(v, node, &loop))
        return false;
    uint32_t compared = host_strip_casts(v->tree, loop.condition);
    uint32_t left = host_strip_casts(v->tree, host_child(v->tree, compared, 0));
    uint32_t symbol = left == NO_NODE ? NO_SYMBOL : host_node_at(v, left)->symbol;
    v->depth++;
    bool known = symbol != NO_SYMBOL && find_counter(v, &loop, symbol, &c) &&
                 condition_of(v, &loop, symbol, f, &condition);
    struct host_value x = {0};
    if (known)
        x = host_eval_exactly(v, c.first->value, f);
    v->depth--;
    return known && is_number(x) && is_number(applied(&condition, x)) && !holds(&condition, x);
}

/* The variable that the loop compares and steps, with its writes. */
static uint32_t counter_of(struct host_values *v, const struct for_loop *loop, struct counter *c) {
    uint32_t compared = host_strip_casts(v->tree, loop->condition);
    for (uint32_t side = 0; compared != NO_NODE && side < 2; side++) {
        uint32_t node = host_strip_casts(v->tree, host_child(v->tree, compared, side));
        uint32_t symbol = node == NO_NODE ? NO_SYMBOL : host_node_at(v, node)->symbol;
        if (symbol != NO_SYMBOL && find_counter(v, loop, symbol, c))
            return symbol;
    }
    return NO_SYMBOL;
}

/* Iterations from `first` on while the condition holds; -1: it goes the wrong way, or for ever. */
static int64_t count_trips(int64_t first, const struct operation *condition, int64_t step) {
    static const int turned[] = {[HOST_LT] = HOST_GT, [HOST_GT] = HOST_LT, [HOST_LE] = HOST_GE,
                                 [HOST_GE] = HOST_LE, [HOST_EQ] = HOST_EQ, [HOST_NE] = HOST_NE};
    int op = condition->left ? condition->op : turned[condition->op];
    int64_t distance = condition->constant.integer - first;
    if (step < 0) {
        distance = -distance;
        step = -step;
        op = turned[op];
    }
    if (!step || op == HOST_EQ || op == HOST_GT || op == HOST_GE ||
        (op == HOST_NE && distance % step))
        return -1;
    distance += op == HOST_LE;
    return distance <= 0 ? 0 : (distance + step - 1) / step;
}

struct host_value host_trips(struct host_values *v, uint32_t node, const struct host_frame *f) {
    struct for_loop loop;
    struct operation condition, step;
    struct counter c;
    uint32_t symbol = is_for(v, node, &loop) ? counter_of(v, &loop, &c) : NO_SYMBOL;
    if (symbol == NO_SYMBOL)
        return host_unknown(v, node, "a loop that does not count");
    if (!condition_of(v, &loop, symbol, f, &condition))
        return condition.constant.text ? condition.constant
                                       : host_unknown(v, node, "a loop's condition");
    struct host_value first = host_eval(v, c.first->value, f);
    bool steps = step_of(v, c.step, symbol, f, &step) &&
                 (step.op == HOST_ADD || step.op == HOST_SUB) && step.left;
    if (first.kind != VALUE_INT || condition.constant.kind != VALUE_INT || !steps ||
        step.constant.kind != VALUE_INT)
        return first.text ? first : host_unknown(v, node, "a loop's step");
    int64_t by = step.op == HOST_SUB ? -step.constant.integer : step.constant.integer;
    int64_t trips = count_trips(first.integer, &condition, by);
    if (trips < 0)
        return host_unknown(v, node, "a loop's end");
    return (struct host_value){.kind = VALUE_INT, .integer = trips};
}

void host_assume_middle_iteration(struct host_values *v) {
    v->middles = true;
    v->middle = NO_NODE;
}

uint32_t host_end_middles(struct host_values *v) {
    v->middles = false;
    return v->middle;
}

struct host_value host_eval_exactly(struct host_values *v, uint32_t node,
                                    const struct host_frame *f) {
    bool middles = v->middles;
    v->middles = false;
    struct host_value x = host_eval(v, node, f);
    v->middles = middles;
    return x;
}
