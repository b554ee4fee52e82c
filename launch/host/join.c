#include "launch/host/join.h"

#include <string.h>

#include "base/str.h"
#include "base/vec.h"

enum { GROUP_BUCKETS = 4096 };

/* A unit's definition of a symbol. */
struct definer {
    uint32_t unit, node;
    const char *path;
    uint32_t line;
    uint32_t number; /* of the symbol in the program */
};

/* What units call by one external name. */
struct group {
    struct group *next;
    const char *external;
    VEC(struct definer) definers;
    uint32_t number; /* where nobody defines it; NO_SYMBOL: none yet */
};

struct part {
    const struct host_source *source;
    const char **paths; /* by file: absolute */
    uint32_t *symbols;  /* by symbol: its number in the program */
    bool *gone;         /* by node: part of a definition that another unit has, too */
    uint32_t first_node, first_file;
};

struct joint {
    struct arena *arena;
    struct part *parts;
    size_t n;
    struct group **groups;
    VEC(struct host_symbol) symbols;
};

size_t host_join_common(const char *x, const char *y) {
    size_t n = 0;
    for (size_t i = 0; x[i] && x[i] == y[i]; i++)
        n += x[i] == '/';
    return n;
}

static uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static struct group *group_of(struct joint *j, const char *external) {
    struct group **list = &j->groups[hash(external) % GROUP_BUCKETS];
    for (struct group *g = *list; g; g = g->next)
        if (strcmp(g->external, external) == 0)
            return g;
    struct group *g = NEW(j->arena, struct group);
    *g = (struct group){.next = *list, .external = external, .number = NO_SYMBOL};
    return *list = g;
}

static uint32_t new_symbol(struct joint *j, const struct host_symbol *s) {
    struct host_symbol copy = *s;
    copy.definition = NO_NODE;
    vec_push(j->arena, &j->symbols, copy);
    return (uint32_t)j->symbols.n - 1;
}

static const char *path_of(struct joint *j, struct part *p, uint32_t file) {
    const char *path = p->source->files[file].path;
    if (!p->paths[file])
        p->paths[file] = path_resolved(j->arena, path);
    return p->paths[file];
}

/* --- definitions ------------------------------------------------------------- */

/* The node past those under this one. */
static uint32_t end_of(const struct host_tree *t, uint32_t node) {
    uint32_t end = node + 1;
    while (end < t->n && t->nodes[end].parent != NO_NODE && t->nodes[end].parent >= node)
        end++;
    return end;
}

static bool same_text(const char *x, const char *y) {
    return x && y ? strcmp(x, y) == 0 : x == y;
}

/* Macros may make another definition of the same lines. */
static bool same_definition(const struct host_tree *t, uint32_t x, const struct host_tree *u,
                            uint32_t y) {
    uint32_t n = end_of(t, x) - x;
    if (end_of(u, y) - y != n)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const struct host_node *a = &t->nodes[x + i], *b = &u->nodes[y + i];
        if (a->kind != b->kind || a->type != b->type || a->op != b->op ||
            a->compound != b->compound || a->integer != b->integer || a->real != b->real ||
            !same_text(a->name, b->name))
            return false;
    }
    return true;
}

static void remove_definition(struct part *p, uint32_t node) {
    for (uint32_t i = node; i < end_of(&p->source->tree, node); i++)
        p->gone[i] = true;
}

static void add_definition(struct joint *j, uint32_t unit, uint32_t symbol) {
    struct part *p = &j->parts[unit];
    const struct host_tree *t = &p->source->tree;
    const struct host_symbol *s = &t->symbols[symbol];
    const struct host_node *n = &t->nodes[s->definition];
    struct group *g = group_of(j, s->external);
    struct definer d = {unit, s->definition, path_of(j, p, n->file), n->line, 0};
    for (size_t i = 0; i < g->definers.n; i++) {
        const struct definer *other = &g->definers.at[i];
        if (other->line != d.line || strcmp(other->path, d.path) != 0 ||
            !same_definition(&j->parts[other->unit].source->tree, other->node, t, d.node))
            continue;
        p->symbols[symbol] = other->number;
        remove_definition(p, d.node);
        return;
    }
    d.number = p->symbols[symbol] = new_symbol(j, s);
    vec_push(j->arena, &g->definers, d);
}

/* --- references -------------------------------------------------------------- */

/* The definition that is nearest to the file; NULL if two are as near. */
static const struct definer *nearest(const struct group *g, const char *path) {
    const struct definer *best = NULL;
    size_t most = 0;
    bool tie = false;
    for (size_t i = 0; i < g->definers.n; i++) {
        size_t common = host_join_common(g->definers.at[i].path, path);
        tie = best && common == most ? true : !best || common > most ? false : tie;
        if (!best || common > most) {
            best = &g->definers.at[i];
            most = common;
        }
    }
    return tie ? NULL : best;
}

static uint32_t referred(struct joint *j, struct part *p, const struct host_symbol *s) {
    struct group *g = group_of(j, s->external);
    const struct definer *d = nearest(g, path_of(j, p, 0));
    if (d)
        return d->number;
    if (g->definers.n)
        return new_symbol(j, s);
    if (g->number == NO_SYMBOL)
        g->number = new_symbol(j, s);
    return g->number;
}

static void number_symbols(struct joint *j) {
    for (uint32_t u = 0; u < j->n; u++) {
        const struct host_tree *t = &j->parts[u].source->tree;
        for (uint32_t s = 0; s < t->n_symbols; s++)
            if (t->symbols[s].external && t->symbols[s].definition != NO_NODE)
                add_definition(j, u, s);
    }
    for (uint32_t u = 0; u < j->n; u++) {
        struct part *p = &j->parts[u];
        const struct host_tree *t = &p->source->tree;
        for (uint32_t i = 0; i < t->n_symbols; i++) {
            const struct host_symbol *s = &t->symbols[i];
            if (!s->external)
                p->symbols[i] = new_symbol(j, s);
            else if (s->definition == NO_NODE)
                p->symbols[i] = referred(j, p, s);
        }
    }
}

/* --- the whole --------------------------------------------------------------- */

static uint32_t moved(uint32_t node, uint32_t by) {
    return node == NO_NODE ? NO_NODE : node + by;
}

static struct host_node moved_node(const struct part *p, uint32_t i) {
    struct host_node n = p->source->tree.nodes[i];
    n.parent = moved(n.parent, p->first_node);
    n.next = moved(n.next, p->first_node);
    n.child = moved(n.child, p->first_node);
    n.function = moved(n.function, p->first_node);
    n.file += p->first_file;
    if (n.symbol != NO_SYMBOL)
        n.symbol = p->symbols[n.symbol];
    if (p->gone[i]) {
        n.kind = NODE_OTHER;
        n.symbol = NO_SYMBOL;
        n.name = n.type_name = NULL;
    }
    return n;
}

static struct host_file *join_files(struct joint *j, size_t n_files) {
    struct host_file *files = NEW_ARRAY(j->arena, struct host_file, n_files);
    for (size_t u = 0; u < j->n; u++)
        for (uint32_t f = 0; f < j->parts[u].source->n_files; f++)
            files[j->parts[u].first_file + f] = j->parts[u].source->files[f];
    return files;
}

static struct host_node *join_nodes(struct joint *j, uint32_t n) {
    struct host_node *nodes = NEW_ARRAY(j->arena, struct host_node, n);
    for (size_t u = 0; u < j->n; u++) {
        const struct part *p = &j->parts[u];
        for (uint32_t i = 0; i < p->source->tree.n; i++)
            nodes[p->first_node + i] = moved_node(p, i);
        for (uint32_t s = 0; s < p->source->tree.n_symbols; s++) {
            uint32_t definition = p->source->tree.symbols[s].definition;
            if (definition != NO_NODE && !p->gone[definition])
                j->symbols.at[p->symbols[s]].definition = p->first_node + definition;
        }
    }
    return nodes;
}

struct host_source *host_join(struct arena *a, const struct host_source *const *units, size_t n,
                              size_t own) {
    struct joint j = {.arena = a,
                      .n = n,
                      .parts = NEW_ARRAY(a, struct part, n),
                      .groups = NEW_ARRAY(a, struct group *, GROUP_BUCKETS)};
    struct host_source *s = NEW(a, struct host_source);
    uint32_t nodes = 0, own_nodes = 0;
    size_t files = 0;
    for (size_t i = 0; i < n; i++) {
        const struct host_tree *t = &units[i]->tree;
        j.parts[i] = (struct part){.source = units[i],
                                   .paths = NEW_ARRAY(a, const char *, units[i]->n_files),
                                   .symbols = NEW_ARRAY(a, uint32_t, t->n_symbols),
                                   .gone = NEW_ARRAY(a, bool, t->n),
                                   .first_node = nodes,
                                   .first_file = (uint32_t)files};
        nodes += t->n;
        files += units[i]->n_files;
        own_nodes = i < own ? nodes : own_nodes;
    }
    number_symbols(&j);
    *s = *units[0];
    s->files = join_files(&j, files);
    s->n_files = files;
    s->tree = (struct host_tree){.nodes = join_nodes(&j, nodes),
                                 .n = nodes,
                                 .n_symbols = (uint32_t)j.symbols.n,
                                 .symbols = j.symbols.at,
                                 .n_own = own_nodes};
    return s;
}
