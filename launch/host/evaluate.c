#include "launch/host/evaluate.h"

#include <string.h>

#include "base/str.h"
#include "base/uri.h"
#include "launch/host/arithmetic.h"
#include "launch/host/dataflow.h"

const char *host_where(struct arena *a, const struct host_source *s, uint32_t node) {
    const struct host_node *n = &s->tree.nodes[node];
    const char *path = s->files[n->file].path;
    return arena_printf(a, "%s:%u", s->root ? diag_path(a, s->root, path) : path, n->line);
}

struct host_value host_unknown(struct host_values *v, uint32_t node, const char *what) {
    const char *where = host_where(v->arena, v->source, node);
    return (struct host_value){.kind = VALUE_UNKNOWN,
                               .text = arena_printf(v->arena, "%s in %s", what, where)};
}

const char *host_label(struct host_values *v, uint32_t node) {
    node = host_strip(v->tree, node);
    const char *name = node == NO_NODE ? NULL : host_node_at(v, node)->name;
    if (node != NO_NODE && host_node_at(v, node)->kind == NODE_SUBSCRIPT)
        return host_label(v, host_node_at(v, node)->child);
    if (node != NO_NODE && host_node_at(v, node)->kind == NODE_CALL && name)
        return arena_printf(v->arena, "%s()", name);
    return name && *name ? arena_printf(v->arena, "'%s'", name) : "it";
}

struct host_value host_cannot(struct host_values *v, uint32_t node, const char *why) {
    return (struct host_value){
        .text = arena_printf(v->arena, "%s: %s", host_label(v, node), why ? why : "unknown")};
}

void host_want(struct host_values *v, uint32_t symbol) {
    if (symbol != NO_SYMBOL)
        v->wanted[symbol] = true;
}

const bool *host_wanted(const struct host_values *v) {
    return v->wanted;
}

/* The value of what is written by a node: of ++ and += from the value before. */
static struct host_value value_written(struct host_values *v, uint32_t by, uint32_t value,
                                       const struct host_frame *f) {
    const struct host_node *n = host_node_at(v, by);
    if (host_scan_format(v, by) != NO_NODE)
        return host_scanned(v, by, f);
    bool step = (n->kind == NODE_UNARY || n->kind == NODE_BINARY) && n->compound && value == by;
    if (!step)
        return host_eval(v, value, f);
    struct host_value old = host_eval(v, n->child, f);
    struct host_value by_how_much = {.kind = VALUE_INT, .integer = 1};
    if (n->kind == NODE_BINARY)
        by_how_much = host_eval(v, host_child(v->tree, by, 1), f);
    return host_compute(n->compound, old, by_how_much, n);
}

static struct host_value eval_place(struct host_values *v, uint32_t node,
                                    const struct host_frame *f) {
    struct host_place p = host_place_of(v->tree, node);
    int64_t index = -1;
    int component;
    uint32_t by;
    if (host_is_dim3_component(v, host_strip_casts(v->tree, node), &component))
        return host_dim3_component(v, host_node_at(v, host_strip_casts(v->tree, node))->child,
                                   component, node, f);
    struct host_value known;
    if (p.symbol == NO_SYMBOL)
        return host_unknown(v, node, "not constant");
    if (p.index == NO_NODE &&
        (host_middle_of_loop(v, p.symbol, node, f, &known) || host_is_argc(v, p.symbol, &known)))
        return host_convert(known, host_node_at(v, node));
    if (p.index == HOST_FIRST)
        return host_eval_element(v, host_node_at(v, host_strip_casts(v->tree, node))->child, 0, f);
    if (p.index != NO_NODE) {
        struct host_value i = host_eval(v, p.index, f);
        if (i.kind != VALUE_INT || p.index == node)
            return host_unknown(v, node, "an element whose index is not constant");
        return host_eval_element(v, host_node_at(v, host_strip_casts(v->tree, node))->child,
                                 i.integer, f);
    }
    struct host_expr e = host_expression_of(v, p, index, node, f, &by);
    if (e.node == NO_NODE)
        return host_cannot(v, node, e.why);
    if (by != NO_NODE)
        return host_convert(value_written(v, by, e.node, e.frame), host_node_at(v, node));
    return host_eval(v, e.node, e.frame);
}

/* Element i of an initialiser; what it does not say is 0. */
static struct host_value eval_list(struct host_values *v, uint32_t list, int64_t i,
                                   const struct host_frame *f) {
    uint32_t n = host_count_children(v->tree, list);
    if (i < 0 || i > INT32_MAX)
        return host_unknown(v, list, "no such element");
    if (i >= n)
        return (struct host_value){.kind = VALUE_INT};
    return host_eval(v, host_child(v->tree, list, (uint32_t)i), f);
}

struct host_value host_eval_element(struct host_values *v, uint32_t node, int64_t i,
                                    const struct host_frame *f) {
    uint32_t by, bare = host_strip_casts(v->tree, node);
    struct host_value result = {.text = "too deep"};
    if (bare == NO_NODE || v->depth > HOST_DEEPEST)
        return result;
    const struct host_node *n = host_node_at(v, bare);
    if (n->kind == NODE_INIT_LIST)
        return eval_list(v, bare, i, f);
    if (host_is_address(n)) {
        uint32_t inner = host_strip_casts(v->tree, n->child);
        const struct host_node *m = inner == NO_NODE ? NULL : host_node_at(v, inner);
        if (!m || m->kind != NODE_SUBSCRIPT)
            return m && i == 0 ? host_eval(v, inner, f) : host_unknown(v, bare, "not constant");
        struct host_value first = host_eval(v, host_child(v->tree, inner, 1), f);
        if (first.kind != VALUE_INT)
            return first;
        return host_eval_element(v, m->child, first.integer + i, f);
    }
    struct host_place p = host_place_of(v->tree, bare);
    if (p.symbol == NO_SYMBOL || p.index != NO_NODE)
        return host_unknown(v, bare, "not constant");
    if (host_is_argv(v, p.symbol, i, &result))
        return result;
    struct host_expr e = host_expression_of(v, p, i, bare, f, &by);
    if (e.node == NO_NODE)
        return host_cannot(v, bare, e.why);
    v->depth++;
    const struct host_node *w = by == NO_NODE ? NULL : host_node_at(v, by);
    bool element = w && ((w->kind == NODE_BINARY || w->kind == NODE_UNARY)) &&
                   host_place_of(v->tree, w->child).index != NO_NODE;
    if (element)
        result = value_written(v, by, e.node, e.frame);
    else
        result = host_eval_element(v, e.node, i, e.frame);
    v->depth--;
    return result;
}

/* What a function returns, statement by statement; *done is set once it has. */
static struct host_value run(struct host_values *v, uint32_t node, const struct host_frame *f,
                             bool *done) {
    const struct host_node *n = host_node_at(v, node);
    struct host_value result = {.text = "a function that returns nothing"};
    uint32_t branch = NO_NODE;
    switch (n->kind) {
    case NODE_RETURN:
        *done = true;
        return n->child == NO_NODE ? result : host_eval(v, n->child, f);
    case NODE_COMPOUND:
        for (uint32_t c = n->child; c != NO_NODE && !*done; c = host_node_at(v, c)->next)
            result = run(v, c, f, done);
        return result;
    case NODE_IF: {
        struct host_value c = host_eval(v, n->child, f);
        if (c.kind != VALUE_INT) {
            *done = true;
            return c.kind == VALUE_UNKNOWN ? c : host_unknown(v, node, "a condition");
        }
        branch = host_child(v->tree, node, c.integer ? 1 : 2);
        return branch == NO_NODE ? result : run(v, branch, f, done);
    }
    default:
        for (uint32_t i = node + 1; i < v->tree->n && host_is_inside(v->tree, i, node); i++)
            if (host_node_at(v, i)->kind == NODE_RETURN) {
                *done = true;
                return host_unknown(v, i, "returned from a loop");
            }
        return result;
    }
}

/* How many elements the std::vector has that a call of its size() is of, if none were added. */
static struct host_value eval_size(struct host_values *v, uint32_t call,
                                   const struct host_frame *f) {
    uint32_t object = host_node_at(v, host_node_at(v, call)->child)->child;
    struct host_expr e = host_origin_of(v, object, f);
    uint32_t first = e.node == NO_NODE ? NO_NODE : host_argument(v->tree, e.node, 0);
    uint32_t bare = host_strip_casts(v->tree, first);
    if (first == NO_NODE || strcmp(host_node_at(v, e.node)->name, "vector") != 0)
        return host_unknown(v, call, "a size that is not constant");
    if (host_node_at(v, bare)->kind == NODE_INIT_LIST)
        return (struct host_value){.kind = VALUE_INT,
                                   .integer = host_count_children(v->tree, bare)};
    return host_eval(v, first, e.frame);
}

/* What sprintf() leaves in its text: after what was there, for sprintf(x + strlen(x), ...). */
static struct host_value appended(struct host_values *v, uint32_t call, struct host_value made,
                                  const struct host_frame *f) {
    uint32_t to = host_argument(v->tree, call, 0), text = host_text_of(v->tree, to);
    if (text == host_strip(v->tree, to) || made.kind != VALUE_TEXT)
        return made;
    struct host_value before = host_eval(v, text, f);
    if (before.kind == VALUE_TEXT)
        made.text = arena_printf(v->arena, "%s%s", before.text, made.text);
    return before.kind == VALUE_TEXT ? made : before;
}

static struct host_value eval_call(struct host_values *v, uint32_t call,
                                   const struct host_frame *f) {
    const struct host_node *n = host_node_at(v, call);
    struct host_value args[HOST_MOST_ARGUMENTS], result;
    uint32_t count = 0, definition = n->symbol == NO_SYMBOL ? NO_NODE : v->definitions[n->symbol];
    bool done = false;
    if (definition != NO_NODE && n->kind == NODE_CALL) {
        struct host_frame frame = {call, f};
        return run(v, host_last_child(v->tree, definition), &frame, &done);
    }
    host_want(v, n->symbol);
    for (uint32_t a;
         (a = host_argument(v->tree, call, count)) != NO_NODE && count < HOST_MOST_ARGUMENTS;
         count++)
        args[count] = host_eval(v, a, f);
    if (n->kind == NODE_CONSTRUCT && count == 1)
        return args[0];
    if (n->name && host_compute_call(v->arena, n->name, args, count, &result))
        return strstr(n->name, "printf") ? appended(v, call, result, f) : result;
    for (uint32_t i = 0; i < count && host_called(v, call) == NO_NODE && n->kind == NODE_CALL; i++)
        if (args[i].kind == VALUE_UNKNOWN && host_is_computed(n->name))
            return args[i];
    if (n->name && count == 0 && (strcmp(n->name, "size") == 0 || strcmp(n->name, "length") == 0))
        return eval_size(v, call, f);
    if (n->name && count == 0 &&
        (strcmp(n->name, "c_str") == 0 || strcmp(n->name, "data") == 0 ||
         strcmp(n->name, "str") == 0))
        return host_eval(v, host_node_at(v, host_node_at(v, call)->child)->child, f);
    return host_unknown(v, call, arena_printf(v->arena, "%s is not constant", host_label(v, call)));
}

static struct host_value eval_unary(struct host_values *v, uint32_t node,
                                    const struct host_frame *f) {
    const struct host_node *n = host_node_at(v, node);
    struct host_value zero = {.kind = VALUE_INT};
    if (n->op == HOST_POINTEE)
        return host_eval_element(v, n->child, 0, f);
    if (n->op == HOST_ASSIGN) {
        struct host_value old = host_eval(v, n->child, f);
        return n->postfix ? old : value_written(v, node, node, f);
    }
    struct host_value x = host_eval(v, n->child, f);
    if (n->op == HOST_NEGATE)
        return host_compute(HOST_SUB, zero, x, n);
    if (n->op == HOST_INVERT)
        return host_compute(HOST_BIT_XOR, (struct host_value){.kind = VALUE_INT, .integer = -1}, x,
                            n);
    if (n->op == HOST_NOT)
        return host_compute(HOST_EQ, x, zero, n);
    return n->op == HOST_PLUS ? x : host_unknown(v, node, "an address");
}

static struct host_value eval_binary(struct host_values *v, uint32_t node,
                                     const struct host_frame *f) {
    const struct host_node *n = host_node_at(v, node);
    uint32_t right = host_child(v->tree, node, 1);
    if (right == NO_NODE)
        return host_unknown(v, node, "not constant");
    if (n->op == HOST_ASSIGN)
        return n->compound ? value_written(v, node, node, f) : host_eval(v, right, f);
    if (n->op == HOST_COMMA)
        return host_eval(v, right, f);
    struct host_value x = host_eval(v, n->child, f);
    bool decided = x.kind == VALUE_INT &&
                   ((n->op == HOST_AND && !x.integer) || (n->op == HOST_OR && x.integer));
    if (decided)
        return (struct host_value){.kind = VALUE_INT, .integer = n->op == HOST_OR};
    return host_compute(n->op, x, host_eval(v, right, f), n);
}

static struct host_value eval(struct host_values *v, uint32_t node, const struct host_frame *f) {
    const struct host_node *n = host_node_at(v, node);
    switch (n->kind) {
    case NODE_INT:
        return (struct host_value){.kind = VALUE_INT, .integer = n->integer};
    case NODE_FLOAT:
        return (struct host_value){.kind = VALUE_FLOAT, .real = n->real};
    case NODE_STRING:
        return (struct host_value){.kind = VALUE_TEXT, .text = n->name};
    case NODE_CAST:
        if (n->child == NO_NODE)
            break;
        return host_convert(host_eval(v, host_last_child(v->tree, node), f), n);
    case NODE_REF:
    case NODE_MEMBER:
    case NODE_SUBSCRIPT:
        return eval_place(v, node, f);
    case NODE_CALL:
    case NODE_CONSTRUCT:
        return eval_call(v, node, f);
    case NODE_UNARY:
        return eval_unary(v, node, f);
    case NODE_BINARY:
        return eval_binary(v, node, f);
    case NODE_INIT_LIST:
        return eval_list(v, node, 0, f);
    case NODE_CONDITIONAL: {
        struct host_value c = host_eval(v, n->child, f);
        if (c.kind != VALUE_INT)
            return c.kind == VALUE_UNKNOWN ? c : host_unknown(v, node, "a condition");
        return host_eval(v, host_child(v->tree, node, c.integer ? 1 : 2), f);
    }
    default:
        break;
    }
    return host_unknown(v, node, "not constant");
}

struct host_value host_eval(struct host_values *v, uint32_t node, const struct host_frame *f) {
    if (node == NO_NODE)
        return (struct host_value){.text = "missing"};
    if (v->depth == 0)
        v->steps = 0;
    if (v->depth > HOST_DEEPEST || v->steps > HOST_MOST_STEPS)
        return host_unknown(v, node, "too much to follow");
    v->depth++;
    v->steps++;
    struct host_value result = eval(v, node, f);
    v->depth--;
    return result;
}
