#include <string.h>

#include "base/str.h"
#include "launch/host/launch_search.h"

/* Most ways to one call that are told apart, and launches of a source. */
enum { MOST_WAYS = 16, MOST_LAUNCHES = 256 };

static bool same_args(const struct launch *a, const struct launch *b) {
    if (a->n_args != b->n_args || a->n_defines != b->n_defines)
        return false;
    for (size_t i = 0; i < a->n_args; i++)
        if (a->args[i].index != b->args[i].index || a->args[i].kind != b->args[i].kind ||
            a->args[i].number != b->args[i].number || a->args[i].count != b->args[i].count)
            return false;
    for (size_t i = 0; i < a->n_defines; i++)
        if (strcmp(a->defines[i], b->defines[i]) != 0)
            return false;
    return true;
}

static bool same_launch(const struct host_launch *a, const struct host_launch *b) {
    const char *x = a->launch.kernel, *y = b->launch.kernel;
    if (!x || !y)
        return x == y && strcmp(a->where, b->where) == 0;
    return strcmp(x, y) == 0 &&
           memcmp(a->launch.global, b->launch.global, sizeof a->launch.global) == 0 &&
           memcmp(a->launch.local, b->launch.local, sizeof a->launch.local) == 0 &&
           memcmp(a->launch.offset, b->launch.offset, sizeof a->launch.offset) == 0 &&
           same_args(&a->launch, &b->launch);
}

static void finish(struct launching *l) {
    struct finder *f = l->finder;
    struct launch *launch = &l->result.launch;
    launch->global_source = launch->local_source = LAUNCH_HOST;
    launch->where = l->result.where;
    launch->count_known = true;
    launch->args = l->args.at;
    launch->n_args = l->args.n;
    launch->unknowns = l->unknowns.at;
    launch->n_unknowns = l->unknowns.n;
    for (size_t i = 0; i < f->out.n; i++)
        if (same_launch(&f->out.at[i], &l->result))
            return;
    if (f->out.n < MOST_LAUNCHES)
        vec_push(f->arena, &f->out, l->result);
}

/* The launch once for each way that the program comes to it. */
static void each_way(struct finder *f, uint32_t call, int interface, uint32_t at,
                     struct host_frame **way, int depth) {
    struct host_nodes callers = host_callers(f->values, finder_node(f, at)->function);
    if (!callers.n || depth == HOST_DEEPEST_WAY) {
        struct launching l = {
            .finder = f, .call = call, .result = {.where = finder_where(f, call), .call = call}};
        l.frame = depth ? way[0] : NULL;
        launching_read(&l, interface);
        finish(&l);
        return;
    }
    for (size_t i = 0; i < callers.n && i < MOST_WAYS; i++) {
        struct host_frame *frame = NEW(f->arena, struct host_frame), *longer[HOST_DEEPEST_WAY];
        *frame = (struct host_frame){callers.at[i], NULL};
        for (int k = 0; k < depth; k++) {
            longer[k] = NEW(f->arena, struct host_frame);
            *longer[k] = *way[k];
        }
        longer[depth] = frame;
        for (int k = 0; k < depth; k++)
            longer[k]->caller = longer[k + 1];
        each_way(f, call, interface, callers.at[i], longer, depth + 1);
    }
}

static void collect_calls(struct finder *f) {
    for (uint32_t i = 0; i < f->tree->n; i++) {
        if (finder_node(f, i)->kind != NODE_CALL)
            continue;
        if (finder_is_named(f, i, "clSetKernelArg") || finder_is_named(f, i, "setArg") ||
            finder_is_named(f, i, "setArgs"))
            vec_push(f->arena, &f->set_args, i);
        if (finder_is_named(f, i, "clBuildProgram") || finder_is_named(f, i, "build"))
            vec_push(f->arena, &f->builds, i);
    }
}

/* Of a constant there is no more to know than its value. */
static bool is_constant(const struct host_tree *t, const struct host_symbol *s) {
    const struct host_node *n = s->definition == NO_NODE ? NULL : &t->nodes[s->definition];
    return n && n->kind == NODE_VAR && n->child != NO_NODE && str_starts(n->type_name, "const ");
}

static void collect_wants(struct finder *f) {
    const bool *wanted = host_wanted(f->values);
    for (uint32_t i = 0; i < f->tree->n_symbols; i++) {
        const struct host_symbol *s = &f->tree->symbols[i];
        bool findable = s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_VARIABLE;
        if (wanted[i] && s->external && findable && !is_constant(f->tree, s))
            vec_push(f->arena, &f->out.wants, s);
    }
}

struct host_launches host_launches(struct arena *a, const struct host_source *s, const char *argv) {
    struct finder f = {
        .arena = a, .source = s, .tree = &s->tree, .values = host_values(a, s, argv)};
    struct host_frame *way[HOST_DEEPEST_WAY];
    collect_calls(&f);
    for (uint32_t i = 0; i < f.tree->n_own; i++) {
        int interface = launching_interface(&f, i);
        if (interface >= 0)
            each_way(&f, i, interface, i, way, 0);
    }
    finder_only_build(&f);
    collect_wants(&f);
    return f.out;
}

static const char *how_complete(const struct host_launch *h) {
    if (!h->launch.n_unknowns)
        return "complete";
    return h->launch.n_unknowns == h->n_middles ? "complete in the middle of a loop" : "incomplete";
}

void host_launches_dump(FILE *out, const struct host_launches *l) {
    for (size_t i = 0; i < l->n; i++) {
        const struct host_launch *h = &l->at[i];
        fprintf(out, "host launch: %s: ", h->where);
        if (h->kernel_unknown)
            fprintf(out, "kernel unknown: %s\n", h->kernel_unknown);
        else
            fprintf(out, "'%s' %s\n", h->label ? h->label : h->launch.kernel, how_complete(h));
        for (size_t k = 0; k < h->launch.n_unknowns; k++)
            fprintf(out, "  %s unknown: %s\n", h->launch.unknowns[k].what,
                    h->launch.unknowns[k].why);
    }
}
