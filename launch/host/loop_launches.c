/* Loops that are taken as kernels, as launches: sizes from what they count, arguments from what
 * they use. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "launch/host/launch_search.h"

/* The outermost loop on a line of the source itself. */
static bool is_outermost_on_line(const struct finder *f, uint32_t node) {
    const struct host_node *n = finder_node(f, node);
    for (uint32_t p = n->parent; p != NO_NODE; p = finder_node(f, p)->parent)
        if (finder_node(f, p)->kind == NODE_LOOP && finder_node(f, p)->line == n->line)
            return false;
    return n->file == 0;
}

static const struct loop_pragma *pragma_of(const struct finder *f, uint32_t node) {
    const struct host_node *n = finder_node(f, node);
    for (size_t i = 0; i < f->source->loops.n; i++) {
        const struct loop_pragma *p = &f->source->loops.at[i];
        if (p->for_line == n->line && p->for_line && !p->wrong && is_outermost_on_line(f, node))
            return p;
    }
    return NULL;
}

/* Whether it is an outermost loop of a function that is taken as a whole. */
static bool is_of_function(const struct finder *f, uint32_t node) {
    const struct host_node *n = finder_node(f, node);
    if (n->function == NO_NODE || n->file != 0)
        return false;
    for (uint32_t p = n->parent; p != NO_NODE && p != n->function; p = finder_node(f, p)->parent)
        if (finder_node(f, p)->kind == NODE_LOOP)
            return false;
    return words_has(&f->source->loop_functions, finder_node(f, n->function)->name);
}

bool launching_is_loop(const struct finder *f, uint32_t node) {
    const struct host_node *n = finder_node(f, node);
    return n->kind == NODE_LOOP && n->function != NO_NODE &&
           (pragma_of(f, node) || is_of_function(f, node));
}

/* As source/languages/loops/outline/outline.cpp names kernels. */
static const char *kernel_name(const struct finder *f, uint32_t node, const struct loop_pragma *p) {
    const struct host_node *n = finder_node(f, node);
    const char *function = finder_node(f, n->function)->name;
    size_t same = 0;
    if (p && p->name)
        return p->name;
    for (uint32_t i = 0; i < f->tree->n_own; i++) {
        bool loop = finder_node(f, i)->function == n->function && launching_is_loop(f, i);
        const struct loop_pragma *other = loop ? pragma_of(f, i) : NULL;
        same += loop && !(other && other->name);
    }
    return same > 1 ? arena_printf(f->arena, "%s:%u", function, n->line) : function;
}

/* The loop that is all of a loop's body, or NO_NODE. */
static uint32_t inner_loop(const struct finder *f, uint32_t loop) {
    uint32_t body = host_last_child(f->tree, loop);
    while (body != NO_NODE && finder_node(f, body)->kind == NODE_COMPOUND &&
           host_count_children(f->tree, body) == 1)
        body = host_child(f->tree, body, 0);
    return body != NO_NODE && finder_node(f, body)->kind == NODE_LOOP ? body : NO_NODE;
}

/* Sizes in whole work-groups, of which each dimension has one work-item for each iteration. */
static void read_sizes(struct launching *l, const struct loop_pragma *p) {
    struct launch *launch = &l->result.launch;
    struct host_values *v = l->finder->values;
    struct host_value trips[3];
    uint32_t dims = 0, loop = l->call;
    uint32_t wanted = p && p->collapse < 3 ? p->collapse : p ? 3 : 1;
    host_assume_middle_iteration(v);
    for (; dims < wanted && loop != NO_NODE; dims++, loop = inner_loop(l->finder, loop)) {
        memmove(trips + 1, trips, dims * sizeof *trips);
        trips[0] = host_trips(v, loop, l->frame);
    }
    const uint64_t *group = loop_pragmas_group(p, dims);
    memcpy(launch->local, group, sizeof launch->local);
    if (!launching_sizes(l, "global", trips, dims, 1, launch->global))
        return;
    for (int d = 0; d < 3; d++)
        launch->global[d] = (launch->global[d] + group[d] - 1) / group[d] * group[d];
}

/* --- arguments --------------------------------------------------------------------- */

/* The elements of "float[8][16]", or of what "float (*)[16]" points to; 0: its type does not say.
 */
static uint64_t declared_elements(const char *type) {
    uint64_t n = 1;
    const char *at = type ? strchr(type, '[') : NULL;
    if (!at || strstr(type, "(*)"))
        return 0;
    for (; at; at = strchr(at + 1, '['))
        n *= strtoull(at + 1, NULL, 10);
    return n;
}

/* A definition, or what stands for one. */
static uint32_t declaration(const struct host_tree *t, uint32_t symbol) {
    if (symbol == NO_SYMBOL || t->symbols[symbol].definition != NO_NODE)
        return symbol == NO_SYMBOL ? NO_NODE : t->symbols[symbol].definition;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->nodes[i].kind == NODE_VAR && t->nodes[i].symbol == symbol)
            return i;
    return NO_NODE;
}

/* The declaration of what is handed to the function as that parameter, through all calls. */
static uint32_t handed(struct launching *l, uint32_t symbol) {
    const struct host_tree *t = l->finder->tree;
    for (const struct host_frame *f = l->frame; f; f = f->caller) {
        uint32_t argument = host_strip(t, host_argument_for(l->finder->values, symbol, f));
        if (argument == NO_NODE || t->nodes[argument].kind != NODE_REF)
            break;
        symbol = t->nodes[argument].symbol;
    }
    return declaration(t, symbol);
}

static void add_argument(struct launching *l, uint32_t reference) {
    const struct host_node *n = finder_node(l->finder, reference);
    uint32_t declared = handed(l, n->symbol);
    const char *type = declared == NO_NODE ? NULL : finder_node(l->finder, declared)->type_name;
    uint64_t elements = declared_elements(type);
    elements = elements ? elements : declared_elements(n->type_name);
    if (elements)
        vec_push(l->finder->arena, &l->args,
                 ((struct launch_arg){.index = -1,
                                      .name = n->name,
                                      .kind = ARG_ELEMENTS,
                                      .count = elements,
                                      .source = LAUNCH_HOST,
                                      .where = finder_where(l->finder, reference)}));
    else
        launching_named(l, n->name, reference, l->call, l->frame);
}

/* Variables that the loop uses and does not declare, each once. */
static void read_arguments(struct launching *l) {
    const struct host_tree *t = l->finder->tree;
    bool *seen = NEW_ARRAY(l->finder->arena, bool, t->n_symbols);
    for (uint32_t i = l->call + 1; i < t->n && host_is_inside(t, i, l->call); i++) {
        const struct host_node *n = &t->nodes[i];
        if (n->kind != NODE_REF || n->symbol == NO_SYMBOL || seen[n->symbol])
            continue;
        const struct host_symbol *s = &t->symbols[n->symbol];
        seen[n->symbol] = true;
        bool inside = s->definition != NO_NODE && host_is_inside(t, s->definition, l->call);
        if (s->kind != SYMBOL_FUNCTION && !inside)
            add_argument(l, i);
    }
}

void launching_loop(struct launching *l) {
    const struct loop_pragma *p = pragma_of(l->finder, l->call);
    l->result.launch.kernel = kernel_name(l->finder, l->call, p);
    l->result.loop = true;
    read_sizes(l, p);
    read_arguments(l);
}
