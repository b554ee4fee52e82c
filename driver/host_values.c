#include "driver/host_values.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "driver/host_compute.h"

/* Deepest chain of assignments and calls, and most expressions evaluated for one result. */
enum { DEEPEST = 100, MOST_STEPS = 200 * 1000 };

/* Where something is written: `node` is the assignment, declaration or call. */
struct write {
    uint32_t node;
    uint32_t base;  /* symbol of the object whose field it is, or NO_SYMBOL */
    uint32_t index; /* node of the element's index; NO_NODE: all of it; FIRST */
    uint32_t value; /* node; NO_NODE: what a function that gets the address writes */
};

/* In place of an index: element 0, as of *p. */
#define FIRST (NO_NODE - 1)

struct writes {
    struct write *at;
    size_t n, cap;
};

struct callers {
    uint32_t *at;
    size_t n, cap;
};

struct host_values {
    struct arena *arena;
    const struct host_source *source;
    const struct host_tree *tree;
    struct writes *writes;   /* by symbol */
    struct callers *callers; /* by symbol of the function */
    uint32_t *definitions;   /* by symbol: the function's node, or NO_NODE */
    bool *passed;            /* by symbol: it is the argument of a call */
    int depth;
    size_t steps;
};

/* What an expression names. */
struct place {
    uint32_t symbol, base, index; /* as of struct write; symbol NO_SYMBOL: something else */
};

static const struct host_node *node_at(const struct host_values *v, uint32_t n) {
    return &v->tree->nodes[n];
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

static uint32_t last_child(const struct host_tree *t, uint32_t node) {
    uint32_t c = t->nodes[node].child;
    while (c != NO_NODE && t->nodes[c].next != NO_NODE)
        c = t->nodes[c].next;
    return c;
}

static uint32_t strip_casts(const struct host_tree *t, uint32_t node) {
    while (node != NO_NODE && t->nodes[node].kind == NODE_CAST && t->nodes[node].child != NO_NODE)
        node = last_child(t, node);
    return node;
}

static bool is_address(const struct host_node *n) {
    return n->kind == NODE_UNARY && n->op == HOST_ADDRESS;
}

uint32_t host_strip(const struct host_tree *t, uint32_t node) {
    for (node = strip_casts(t, node); node != NO_NODE && is_address(&t->nodes[node]);)
        node = strip_casts(t, t->nodes[node].child);
    return node;
}

const char *host_where(struct arena *a, const struct host_source *s, uint32_t node) {
    const struct host_node *n = &s->tree.nodes[node];
    return arena_printf(a, "%s:%u", s->files[n->file].path, n->line);
}

static struct host_value unknown(struct host_values *v, uint32_t node, const char *what) {
    const char *where = host_where(v->arena, v->source, node);
    return (struct host_value){.kind = VALUE_UNKNOWN,
                               .text = arena_printf(v->arena, "%s in %s", what, where)};
}

/* What stands for the thing that the node names, in a message. */
static const char *label(struct host_values *v, uint32_t node) {
    node = host_strip(v->tree, node);
    const char *name = node == NO_NODE ? NULL : node_at(v, node)->name;
    if (node != NO_NODE && node_at(v, node)->kind == NODE_SUBSCRIPT)
        return label(v, node_at(v, node)->child);
    if (node != NO_NODE && node_at(v, node)->kind == NODE_CALL && name)
        return arena_printf(v->arena, "%s()", name);
    return name && *name ? arena_printf(v->arena, "'%s'", name) : "it";
}

static struct place place_of(const struct host_tree *t, uint32_t node) {
    struct place p = {NO_SYMBOL, NO_SYMBOL, NO_NODE};
    node = strip_casts(t, node);
    if (node == NO_NODE)
        return p;
    const struct host_node *n = &t->nodes[node];
    uint32_t base = strip_casts(t, n->child);
    if (n->kind == NODE_REF || n->kind == NODE_MEMBER)
        p.symbol = n->symbol;
    if (n->kind == NODE_MEMBER && base != NO_NODE && t->nodes[base].kind == NODE_REF)
        p.base = t->nodes[base].symbol;
    if (n->kind == NODE_UNARY && n->op == HOST_POINTEE) {
        p = place_of(t, n->child);
        p.index = p.index == NO_NODE ? FIRST : node;
    }
    if (n->kind == NODE_SUBSCRIPT) {
        p = place_of(t, n->child);
        p.index = p.index == NO_NODE ? host_child(t, node, 1) : node;
    }
    return p;
}

static void add_write(struct host_values *v, uint32_t node, struct place p, uint32_t value) {
    if (p.symbol == NO_SYMBOL)
        return;
    struct write w = {node, p.base, p.index, value};
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
                                          "setArg"};
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (strcmp(name, readers[i]) == 0)
            return true;
    return false;
}

/* The parameter number i of a function, or NO_NODE. */
static uint32_t parameter(const struct host_values *v, uint32_t function, uint32_t i) {
    for (uint32_t c = node_at(v, function)->child; c != NO_NODE; c = node_at(v, c)->next)
        if (node_at(v, c)->kind == NODE_PARAM && i-- == 0)
            return c;
    return NO_NODE;
}

/* The function of this source that is called, or NO_NODE. */
static uint32_t called(const struct host_values *v, uint32_t call) {
    uint32_t symbol = node_at(v, call)->symbol;
    return symbol == NO_SYMBOL ? NO_NODE : v->definitions[symbol];
}

/* Whether a function may write through its parameter number i. */
static bool writes_through(const struct host_values *v, uint32_t call, uint32_t i) {
    uint32_t function = called(v, call);
    uint32_t p = function == NO_NODE ? NO_NODE : parameter(v, function, i);
    if (p == NO_NODE)
        return function == NO_NODE && !only_reads(node_at(v, call)->name);
    uint32_t symbol = node_at(v, p)->symbol;
    for (size_t k = 0; k < v->writes[symbol].n; k++)
        if (v->writes[symbol].at[k].index != NO_NODE)
            return true;
    return v->passed[symbol];
}

static bool is_array(const struct host_node *n) {
    return (n->kind == NODE_REF || n->kind == NODE_MEMBER) && n->type_name &&
           strchr(n->type_name, '[');
}

static bool writes_text(const char *name) {
    static const char *const writers[] = {"sprintf", "snprintf", "strcpy", "strcat"};
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (strcmp(name, writers[i]) == 0)
            return true;
    return false;
}

/* The text that a function writes into: x, or x in "x + strlen(x)". */
static uint32_t text_of(const struct host_tree *t, uint32_t arg) {
    arg = host_strip(t, arg);
    bool sum = arg != NO_NODE && t->nodes[arg].kind == NODE_BINARY && t->nodes[arg].op == HOST_ADD;
    return sum ? host_strip(t, t->nodes[arg].child) : arg;
}

/* What is handed to a function by its address may be written there. */
static void add_call_writes(struct host_values *v, uint32_t call) {
    const struct host_node *n = node_at(v, call);
    if (!n->name || (n->kind != NODE_CALL && n->kind != NODE_CONSTRUCT))
        return;
    bool text = writes_text(n->name);
    for (uint32_t i = 0;; i++) {
        uint32_t arg = host_argument(v->tree, call, i), bare = strip_casts(v->tree, arg);
        if (arg == NO_NODE)
            return;
        bool by_address =
            bare != NO_NODE && (is_address(node_at(v, bare)) || is_array(node_at(v, bare)));
        if (text && i == 0)
            add_write(v, call, place_of(v->tree, text_of(v->tree, arg)), call);
        else if (by_address && writes_through(v, call, i))
            add_write(v, call, place_of(v->tree, host_strip(v->tree, arg)), NO_NODE);
    }
}

static void note_call(struct host_values *v, uint32_t call) {
    const struct host_node *n = node_at(v, call);
    if (n->symbol != NO_SYMBOL)
        vec_push(v->arena, &v->callers[n->symbol], call);
    for (uint32_t i = 0; !n->name || !only_reads(n->name); i++) {
        uint32_t arg = host_argument(v->tree, call, i);
        if (arg == NO_NODE)
            return;
        const struct host_node *bare = node_at(v, strip_casts(v->tree, arg));
        if (bare->kind == NODE_REF && bare->symbol != NO_SYMBOL)
            v->passed[bare->symbol] = true;
    }
}

static void add_writes(struct host_values *v, uint32_t i) {
    const struct host_node *n = node_at(v, i);
    if (n->kind == NODE_VAR && n->child != NO_NODE)
        add_write(v, i, (struct place){n->symbol, NO_SYMBOL, NO_NODE}, n->child);
    if ((n->kind == NODE_BINARY || n->kind == NODE_UNARY) && n->op == HOST_ASSIGN)
        add_write(v, i, place_of(v->tree, n->child), n->compound ? i : host_child(v->tree, i, 1));
    if (n->kind == NODE_CALL || n->kind == NODE_CONSTRUCT)
        note_call(v, i);
    if (n->kind == NODE_FUNCTION && n->symbol != NO_SYMBOL && n->child != NO_NODE &&
        node_at(v, last_child(v->tree, i))->kind == NODE_COMPOUND)
        v->definitions[n->symbol] = i;
}

static int by_node(const void *x, const void *y) {
    const struct write *a = x, *b = y;
    return (a->node > b->node) - (a->node < b->node);
}

struct host_values *host_values(struct arena *a, const struct host_source *s) {
    struct host_values *v = NEW(a, struct host_values);
    size_t n = s->tree.n_symbols;
    *v = (struct host_values){.arena = a,
                              .source = s,
                              .tree = &s->tree,
                              .writes = NEW_ARRAY(a, struct writes, n),
                              .callers = NEW_ARRAY(a, struct callers, n),
                              .definitions = NEW_ARRAY(a, uint32_t, n),
                              .passed = NEW_ARRAY(a, bool, n)};
    memset(v->definitions, 0xff, n * sizeof *v->definitions);
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
    uint32_t symbol = function == NO_NODE ? NO_SYMBOL : node_at(v, function)->symbol;
    if (symbol == NO_SYMBOL)
        return (struct host_nodes){0};
    return (struct host_nodes){v->callers[symbol].at, v->callers[symbol].n};
}

static bool is_inside(const struct host_values *v, uint32_t node, uint32_t outer) {
    while (node != NO_NODE && node != outer)
        node = node_at(v, node)->parent;
    return node == outer;
}

/* Whether control comes by the child of the parent: certainly, never or perhaps. */
static enum host_order passes(struct host_values *v, uint32_t parent, uint32_t child,
                              const struct host_frame *f) {
    const struct host_node *p = node_at(v, parent);
    bool first = p->child == child;
    switch (p->kind) {
    case NODE_IF:
    case NODE_CONDITIONAL: {
        if (first)
            return ORDER_ALWAYS;
        struct host_value c = host_eval(v, p->child, f);
        if (c.kind != VALUE_INT)
            return ORDER_MAYBE;
        return (c.integer != 0) == (host_child(v->tree, parent, 1) == child) ? ORDER_ALWAYS
                                                                             : ORDER_NEVER;
    }
    case NODE_LOOP:
        return first ? ORDER_ALWAYS : ORDER_MAYBE;
    case NODE_SWITCH:
        return first ? ORDER_ALWAYS : ORDER_MAYBE;
    case NODE_BINARY:
        return first || (p->op != HOST_AND && p->op != HOST_OR) ? ORDER_ALWAYS : ORDER_MAYBE;
    default:
        return ORDER_ALWAYS;
    }
}

/* Whether both are statements of one switch, of which a case may hold either. */
static bool in_switch(const struct host_values *v, uint32_t block) {
    uint32_t parent = node_at(v, block)->parent;
    return parent != NO_NODE && node_at(v, parent)->kind == NODE_SWITCH;
}

enum host_order host_order(struct host_values *v, uint32_t before, uint32_t node,
                           const struct host_frame *f) {
    enum host_order order = ORDER_ALWAYS;
    for (uint32_t n = before;;) {
        uint32_t parent = node_at(v, n)->parent;
        if (parent == NO_NODE || node_at(v, parent)->kind == NODE_FUNCTION)
            return order;
        const struct host_node *p = node_at(v, parent);
        if (is_inside(v, node, parent)) {
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
    const uint32_t first = node_at(v, loop)->child;
    return host_count_children(v->tree, loop) > 2 && is_inside(v, node, first);
}

/* Whether a loop around the node repeats `again`, but not `once`. */
static bool loop_between(const struct host_values *v, uint32_t node, uint32_t once,
                         uint32_t again) {
    for (uint32_t n = node_at(v, node)->parent; n != NO_NODE; n = node_at(v, n)->parent)
        if (node_at(v, n)->kind == NODE_LOOP && is_inside(v, again, n) &&
            (!is_inside(v, once, n) || in_loop_start(v, once, n)) && !in_loop_start(v, node, n))
            return true;
    return false;
}

/* Whether a write is of the place. */
enum match { MATCH_NOT, MATCH_MAYBE, MATCH_CERTAIN };

static enum match matches(struct host_values *v, const struct write *w, struct place p,
                          int64_t index, const struct host_frame *f) {
    if (w->base != p.base && w->base != NO_SYMBOL && p.base != NO_SYMBOL)
        return MATCH_NOT;
    if (w->index == NO_NODE)
        return MATCH_CERTAIN;
    struct host_value i = {.kind = VALUE_INT};
    if (w->index != FIRST)
        i = host_eval(v, w->index, f);
    if (i.kind != VALUE_INT || index < 0)
        return MATCH_MAYBE;
    return i.integer == index ? MATCH_CERTAIN : MATCH_NOT;
}

/* Whether the write comes before a reading at the node: as of host_order(), and never if it is
 * of another place. Of a function's body the end is meant. */
static enum host_order precedes(struct host_values *v, const struct write *w, uint32_t node,
                                const struct host_frame *f) {
    bool at_end = node_at(v, node)->kind == NODE_COMPOUND;
    if (node_at(v, w->node)->function != node_at(v, node)->function ||
        (w->node >= node && !at_end) || is_inside(v, node, w->node))
        return ORDER_NEVER;
    return host_order(v, w->node, node, f);
}

static const struct write no_write = {.node = NO_NODE};

/* The last write before the node in its function. NO_NODE if there is none, or if that is not
 * certain, with the reason in *why. */
static struct write last_write(struct host_values *v, struct place p, int64_t index, uint32_t node,
                               const struct host_frame *f, const char **why) {
    const struct writes *all = &v->writes[p.symbol];
    for (size_t i = all->n; i-- > 0;) {
        const struct write *w = &all->at[i];
        enum host_order order = precedes(v, w, node, f);
        enum match match = order == ORDER_NEVER ? MATCH_NOT : matches(v, w, p, index, f);
        if (match == MATCH_NOT)
            continue;
        if (order == ORDER_ALWAYS && match == MATCH_CERTAIN)
            return *w;
        *why = unknown(v, w->node,
                       order == ORDER_MAYBE ? "set under a condition or in a loop"
                                            : "an element is set whose index is not constant")
                   .text;
        return no_write;
    }
    return no_write;
}

/* A write that a loop around the node repeats, but not the one that is last before it. */
static uint32_t repeated_write(struct host_values *v, uint32_t last, struct place p, int64_t index,
                               uint32_t node, const struct host_frame *f) {
    const struct writes *all = &v->writes[p.symbol];
    for (size_t i = 0; i < all->n; i++) {
        uint32_t other = all->at[i].node;
        if (other != last && node_at(v, other)->function == node_at(v, node)->function &&
            loop_between(v, node, last, other) && matches(v, &all->at[i], p, index, f))
            return other;
    }
    return NO_NODE;
}

/* The writes of other functions: how many, one of them, and the variable's initial value. */
struct elsewhere {
    size_t n;
    struct write one, initial;
};

static struct elsewhere writes_elsewhere(struct host_values *v, struct place p, int64_t index,
                                         uint32_t node) {
    const struct writes *all = &v->writes[p.symbol];
    struct elsewhere e = {0, no_write, no_write};
    for (size_t i = 0; i < all->n; i++) {
        const struct write *w = &all->at[i];
        if (node_at(v, w->node)->function == node_at(v, node)->function ||
            matches(v, w, p, index, NULL) == MATCH_NOT)
            continue;
        bool initial = node_at(v, w->node)->kind == NODE_VAR;
        *(initial ? &e.initial : &e.one) = *w;
        e.n += !initial;
    }
    return e;
}

/* The write that a reading at the node sees. */
static struct write reaching(struct host_values *v, struct place p, int64_t index, uint32_t node,
                             const struct host_frame *f, const char **why) {
    *why = NULL;
    struct write local = last_write(v, p, index, node, f, why);
    if (*why)
        return no_write;
    uint32_t again =
        local.node == NO_NODE ? NO_NODE : repeated_write(v, local.node, p, index, node, f);
    if (again != NO_NODE)
        *why = unknown(v, again, "changes in a loop").text;
    struct elsewhere e = writes_elsewhere(v, p, index, node);
    bool local_only = local.node != NO_NODE && e.n == 0;
    if (!*why && !local_only && e.n > (local.node == NO_NODE))
        *why = "set in several functions";
    if (!*why && !local_only && e.n == 1 && e.initial.node != NO_NODE &&
        host_order(v, e.one.node, e.one.node, NULL) != ORDER_ALWAYS)
        *why = unknown(v, e.one.node, "set under a condition or in a loop").text;
    if (*why)
        return no_write;
    return local_only ? local : e.n ? e.one : e.initial;
}

/* The argument of the frame's call for the parameter; NO_NODE if there is none. */
static uint32_t argument_for(struct host_values *v, uint32_t symbol, const struct host_frame *f) {
    if (!f)
        return NO_NODE;
    uint32_t function = called(v, f->call), p;
    if (function == NO_NODE)
        return NO_NODE;
    for (uint32_t i = 0; (p = parameter(v, function, i)) != NO_NODE; i++)
        if (node_at(v, p)->symbol == symbol)
            return host_argument(v->tree, f->call, i);
    return NO_NODE;
}

/* What a function of this source writes to where its argument points. */
static struct host_expr written_by_call(struct host_values *v, uint32_t call, uint32_t symbol,
                                        int64_t index, const struct host_frame *f, uint32_t *by) {
    struct host_expr e = {NO_NODE, f, NULL};
    uint32_t function = called(v, call), i = 0, arg;
    while ((arg = host_argument(v->tree, call, i)) != NO_NODE &&
           place_of(v->tree, host_strip(v->tree, arg)).symbol != symbol)
        i++;
    uint32_t p = function == NO_NODE || arg == NO_NODE ? NO_NODE : parameter(v, function, i);
    if (p == NO_NODE || v->depth > DEEPEST)
        return e;
    struct host_frame *frame = NEW(v->arena, struct host_frame);
    *frame = (struct host_frame){call, f};
    struct place place = {node_at(v, p)->symbol, NO_SYMBOL, FIRST};
    v->depth++;
    struct write w =
        reaching(v, place, index < 0 ? 0 : index, last_child(v->tree, function), frame, &e.why);
    v->depth--;
    if (w.node == NO_NODE || w.value == NO_NODE || w.index == NO_NODE)
        return e;
    *by = w.node;
    return (struct host_expr){w.value, frame, NULL};
}

static bool is_parameter(const struct host_values *v, uint32_t symbol, uint32_t function) {
    uint32_t p;
    for (uint32_t i = 0; (p = parameter(v, function, i)) != NO_NODE; i++)
        if (node_at(v, p)->symbol == symbol)
            return true;
    return false;
}

/* The expression whose value the place has at the node; write.node in *by. */
static struct host_expr expression_of(struct host_values *v, struct place p, int64_t index,
                                      uint32_t node, const struct host_frame *f, uint32_t *by) {
    struct host_expr e = {NO_NODE, f, NULL};
    *by = NO_NODE;
    struct write w = reaching(v, p, index, node, f, &e.why);
    if (w.node != NO_NODE) {
        *by = w.node;
        e.node = w.value;
        if (node_at(v, w.node)->function != node_at(v, node)->function)
            e.frame = NULL;
        if (w.value == NO_NODE)
            e = written_by_call(v, w.node, p.symbol, index, e.frame, by);
        if (e.node == NO_NODE && !e.why)
            e.why = unknown(v, w.node, arena_printf(v->arena, "set by %s", label(v, w.node))).text;
        return e;
    }
    if (e.why)
        return e;
    e.node = argument_for(v, p.symbol, f);
    if (e.node != NO_NODE) {
        e.frame = f->caller;
        return e;
    }
    uint32_t function = node_at(v, node)->function;
    bool parameter = function != NO_NODE && !f && is_parameter(v, p.symbol, function);
    e.why = parameter ? arena_printf(v->arena, "a parameter of %s(), which nothing here calls",
                                     node_at(v, function)->name)
                      : "no value in this source";
    return e;
}

static struct host_value cannot(struct host_values *v, uint32_t node, const char *why) {
    return (struct host_value){
        .text = arena_printf(v->arena, "%s: %s", label(v, node), why ? why : "unknown")};
}

/* The value of what is written by a node: of ++ and += from the value before. */
static struct host_value value_written(struct host_values *v, uint32_t by, uint32_t value,
                                       const struct host_frame *f) {
    const struct host_node *n = node_at(v, by);
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
    struct place p = place_of(v->tree, node);
    int64_t index = -1;
    uint32_t by;
    if (p.symbol == NO_SYMBOL)
        return unknown(v, node, "not constant");
    if (p.index == FIRST)
        return host_eval_element(v, node_at(v, strip_casts(v->tree, node))->child, 0, f);
    if (p.index != NO_NODE) {
        struct host_value i = host_eval(v, p.index, f);
        if (i.kind != VALUE_INT || p.index == node)
            return unknown(v, node, "an element whose index is not constant");
        return host_eval_element(v, node_at(v, strip_casts(v->tree, node))->child, i.integer, f);
    }
    struct host_expr e = expression_of(v, p, index, node, f, &by);
    if (e.node == NO_NODE)
        return cannot(v, node, e.why);
    if (by != NO_NODE)
        return host_convert(value_written(v, by, e.node, e.frame), node_at(v, node));
    return host_eval(v, e.node, e.frame);
}

/* Element i of an initialiser; what it does not say is 0. */
static struct host_value eval_list(struct host_values *v, uint32_t list, int64_t i,
                                   const struct host_frame *f) {
    uint32_t n = host_count_children(v->tree, list);
    if (i < 0 || i > INT32_MAX)
        return unknown(v, list, "no such element");
    if (i >= n)
        return (struct host_value){.kind = VALUE_INT};
    return host_eval(v, host_child(v->tree, list, (uint32_t)i), f);
}

struct host_value host_eval_element(struct host_values *v, uint32_t node, int64_t i,
                                    const struct host_frame *f) {
    uint32_t by, bare = strip_casts(v->tree, node);
    struct host_value result = {.text = "too deep"};
    if (bare == NO_NODE || v->depth > DEEPEST)
        return result;
    const struct host_node *n = node_at(v, bare);
    if (n->kind == NODE_INIT_LIST)
        return eval_list(v, bare, i, f);
    if (is_address(n)) {
        uint32_t inner = strip_casts(v->tree, n->child);
        const struct host_node *m = inner == NO_NODE ? NULL : node_at(v, inner);
        if (!m || m->kind != NODE_SUBSCRIPT)
            return m && i == 0 ? host_eval(v, inner, f) : unknown(v, bare, "not constant");
        struct host_value first = host_eval(v, host_child(v->tree, inner, 1), f);
        if (first.kind != VALUE_INT)
            return first;
        return host_eval_element(v, m->child, first.integer + i, f);
    }
    struct place p = place_of(v->tree, bare);
    if (p.symbol == NO_SYMBOL || p.index != NO_NODE)
        return unknown(v, bare, "not constant");
    struct host_expr e = expression_of(v, p, i, bare, f, &by);
    if (e.node == NO_NODE)
        return cannot(v, bare, e.why);
    v->depth++;
    const struct host_node *w = by == NO_NODE ? NULL : node_at(v, by);
    bool element = w && ((w->kind == NODE_BINARY || w->kind == NODE_UNARY)) &&
                   place_of(v->tree, w->child).index != NO_NODE;
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
    const struct host_node *n = node_at(v, node);
    struct host_value result = {.text = "a function that returns nothing"};
    uint32_t branch = NO_NODE;
    switch (n->kind) {
    case NODE_RETURN:
        *done = true;
        return n->child == NO_NODE ? result : host_eval(v, n->child, f);
    case NODE_COMPOUND:
        for (uint32_t c = n->child; c != NO_NODE && !*done; c = node_at(v, c)->next)
            result = run(v, c, f, done);
        return result;
    case NODE_IF: {
        struct host_value c = host_eval(v, n->child, f);
        if (c.kind != VALUE_INT) {
            *done = true;
            return c.kind == VALUE_UNKNOWN ? c : unknown(v, node, "a condition");
        }
        branch = host_child(v->tree, node, c.integer ? 1 : 2);
        return branch == NO_NODE ? result : run(v, branch, f, done);
    }
    default:
        for (uint32_t i = node + 1; i < v->tree->n && is_inside(v, i, node); i++)
            if (node_at(v, i)->kind == NODE_RETURN) {
                *done = true;
                return unknown(v, i, "returned from a loop");
            }
        return result;
    }
}

/* How many elements the std::vector has that a call of its size() is of, if none were added. */
static struct host_value eval_size(struct host_values *v, uint32_t call,
                                   const struct host_frame *f) {
    uint32_t object = node_at(v, node_at(v, call)->child)->child;
    struct host_expr e = host_origin_of(v, object, f);
    uint32_t first = e.node == NO_NODE ? NO_NODE : host_argument(v->tree, e.node, 0);
    uint32_t bare = strip_casts(v->tree, first);
    if (first == NO_NODE || strcmp(node_at(v, e.node)->name, "vector") != 0)
        return unknown(v, call, "a size that is not constant");
    if (node_at(v, bare)->kind == NODE_INIT_LIST)
        return (struct host_value){.kind = VALUE_INT,
                                   .integer = host_count_children(v->tree, bare)};
    return host_eval(v, first, e.frame);
}

/* What sprintf() leaves in its text: after what was there, for sprintf(x + strlen(x), ...). */
static struct host_value appended(struct host_values *v, uint32_t call, struct host_value made,
                                  const struct host_frame *f) {
    uint32_t to = host_argument(v->tree, call, 0), text = text_of(v->tree, to);
    if (text == host_strip(v->tree, to) || made.kind != VALUE_TEXT)
        return made;
    struct host_value before = host_eval(v, text, f);
    if (before.kind == VALUE_TEXT)
        made.text = arena_printf(v->arena, "%s%s", before.text, made.text);
    return before.kind == VALUE_TEXT ? made : before;
}

static struct host_value eval_call(struct host_values *v, uint32_t call,
                                   const struct host_frame *f) {
    const struct host_node *n = node_at(v, call);
    struct host_value args[HOST_MOST_ARGUMENTS], result;
    uint32_t count = 0, definition = n->symbol == NO_SYMBOL ? NO_NODE : v->definitions[n->symbol];
    bool done = false;
    if (definition != NO_NODE && n->kind == NODE_CALL) {
        struct host_frame frame = {call, f};
        return run(v, last_child(v->tree, definition), &frame, &done);
    }
    for (uint32_t a;
         (a = host_argument(v->tree, call, count)) != NO_NODE && count < HOST_MOST_ARGUMENTS;
         count++)
        args[count] = host_eval(v, a, f);
    if (n->kind == NODE_CONSTRUCT && count == 1)
        return args[0];
    if (n->name && host_compute_call(v->arena, n->name, args, count, &result))
        return strstr(n->name, "printf") ? appended(v, call, result, f) : result;
    for (uint32_t i = 0; i < count && called(v, call) == NO_NODE && n->kind == NODE_CALL; i++)
        if (args[i].kind == VALUE_UNKNOWN && host_is_computed(n->name))
            return args[i];
    if (n->name && count == 0 && (strcmp(n->name, "size") == 0 || strcmp(n->name, "length") == 0))
        return eval_size(v, call, f);
    if (n->name && count == 0 &&
        (strcmp(n->name, "c_str") == 0 || strcmp(n->name, "data") == 0 ||
         strcmp(n->name, "str") == 0))
        return host_eval(v, node_at(v, node_at(v, call)->child)->child, f);
    return unknown(v, call, arena_printf(v->arena, "%s is not constant", label(v, call)));
}

static struct host_value eval_unary(struct host_values *v, uint32_t node,
                                    const struct host_frame *f) {
    const struct host_node *n = node_at(v, node);
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
    return n->op == HOST_PLUS ? x : unknown(v, node, "an address");
}

static struct host_value eval_binary(struct host_values *v, uint32_t node,
                                     const struct host_frame *f) {
    const struct host_node *n = node_at(v, node);
    uint32_t right = host_child(v->tree, node, 1);
    if (right == NO_NODE)
        return unknown(v, node, "not constant");
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
    const struct host_node *n = node_at(v, node);
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
        return host_convert(host_eval(v, last_child(v->tree, node), f), n);
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
            return c.kind == VALUE_UNKNOWN ? c : unknown(v, node, "a condition");
        return host_eval(v, host_child(v->tree, node, c.integer ? 1 : 2), f);
    }
    default:
        break;
    }
    return unknown(v, node, "not constant");
}

struct host_value host_eval(struct host_values *v, uint32_t node, const struct host_frame *f) {
    if (node == NO_NODE)
        return (struct host_value){.text = "missing"};
    if (v->depth > DEEPEST || v->steps > MOST_STEPS)
        return unknown(v, node, "too much to follow");
    v->depth++;
    v->steps++;
    struct host_value result = eval(v, node, f);
    v->depth--;
    if (v->depth == 0)
        v->steps = 0;
    return result;
}

/* The expression that a function returns, if it has one only. */
static uint32_t only_return(const struct host_values *v, uint32_t function) {
    uint32_t found = NO_NODE;
    for (uint32_t i = function + 1; i < v->tree->n && is_inside(v, i, function); i++) {
        if (node_at(v, i)->kind != NODE_RETURN)
            continue;
        if (found != NO_NODE)
            return NO_NODE;
        found = node_at(v, i)->child;
    }
    return found;
}

/* What a copy is made of: the argument of a constructor that has one, which is an object too. */
static uint32_t copied(const struct host_values *v, uint32_t node) {
    const struct host_node *n = node_at(v, node);
    uint32_t only = host_argument(v->tree, node, 0);
    if (n->kind != NODE_CONSTRUCT || only == NO_NODE || host_argument(v->tree, node, 1) != NO_NODE)
        return NO_NODE;
    const struct host_node *from = node_at(v, host_strip(v->tree, only));
    bool object = from->kind == NODE_REF || from->kind == NODE_MEMBER || from->kind == NODE_CALL ||
                  from->kind == NODE_CONSTRUCT;
    return object && from->type == HOST_OTHER ? only : NO_NODE;
}

/* What a function of this source returns, seen from the call; node NO_NODE if it is none. */
static struct host_expr returned(struct host_values *v, uint32_t call, const struct host_frame *f) {
    uint32_t function = called(v, call);
    struct host_frame *frame = NEW(v->arena, struct host_frame);
    *frame = (struct host_frame){call, f};
    return (struct host_expr){function == NO_NODE ? NO_NODE : only_return(v, function), frame,
                              NULL};
}

/* One step of host_origin_of() from what a variable, element or parameter holds. */
static struct host_expr held(struct host_values *v, struct host_expr e) {
    struct place p = place_of(v->tree, e.node);
    int64_t index = p.index == FIRST ? 0 : -1;
    uint32_t by;
    if (p.symbol == NO_SYMBOL)
        return (struct host_expr){NO_NODE, NULL, "not followed"};
    if (p.index != NO_NODE && p.index != FIRST) {
        struct host_value i = host_eval(v, p.index, e.frame);
        if (i.kind != VALUE_INT)
            return (struct host_expr){NO_NODE, NULL, i.text};
        index = i.integer;
    }
    struct host_expr next = expression_of(v, p, index, e.node, e.frame, &by);
    if (next.node == NO_NODE)
        return (struct host_expr){NO_NODE, NULL, cannot(v, e.node, next.why).text};
    uint32_t list = strip_casts(v->tree, next.node);
    if (index >= 0 && list != NO_NODE && node_at(v, list)->kind == NODE_INIT_LIST)
        next.node = host_child(v->tree, list, (uint32_t)index);
    return next;
}

struct host_expr host_origin_of(struct host_values *v, uint32_t node, const struct host_frame *f) {
    struct host_expr e = {host_strip(v->tree, node), f, "not followed"};
    for (int depth = 0; depth < DEEPEST && e.node != NO_NODE; depth++) {
        const struct host_node *n = node_at(v, e.node);
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
