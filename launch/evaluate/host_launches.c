#include "launch/evaluate/host_launches.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/uri.h"
#include "launch/inline_syntax.h"
#include "launch/launch.h"

/* Launches of one call that are kept apart: the largest, the smallest, and some in between. */
enum { MOST_OF_CALL = 4 };

/* The launches of one call, from both. */
struct site {
    struct arena *arena;
    const struct host_source *source;
    uint32_t line;
    const char *file, *kernel;
    VEC(struct host_launch) evaluated;
    VEC(struct host_launch) read;
};

/* --- a launch as evaluated --- */

/* Sizes, if all are known and may be such. */
static bool take_sizes(struct arena *a, struct launch *l, const char *what,
                       const struct ev_value from[3], uint64_t least, uint64_t to[3],
                       const struct evaluated *e) {
    for (int d = 0; d < 3; d++) {
        const bool good = ev_is_known(from[d]) && from[d].bits >= least &&
                          from[d].bits <= (uint64_t)LAUNCH_MOST_ITEMS;
        if (good) {
            to[d] = from[d].bits;
            continue;
        }
        memset(to, 0, 3 * sizeof *to);
        launch_add_unknown(a, l, arena_printf(a, "%s[%d]", what, d),
                           ev_is_known(from[d]) ? "not a size" : ev_why(e, from[d].why));
        return false;
    }
    return true;
}

static void take_arguments(struct arena *a, struct launch *l, const struct ev_launch *from,
                           const char *where, const struct evaluated *e) {
    struct launch_arg *args = NEW_ARRAY(a, struct launch_arg, from->n_args + 2);
    size_t n = 0;
    for (size_t i = 0; i < from->n_args; i++) {
        const struct ev_argument *x = &from->args[i];
        struct launch_arg arg = {.index = (int)x->index, .source = LAUNCH_HOST, .where = where};
        if (x->kind == EV_ARGUMENT_UNKNOWN) {
            launch_add_unknown(a, l, arena_printf(a, "argument %u", x->index), ev_why(e, x->why));
            continue;
        }
        arg.kind = x->kind == EV_ARGUMENT_VALUE    ? ARG_RAW
                   : x->kind == EV_ARGUMENT_BUFFER ? ARG_BUFFER_BYTES
                                                   : ARG_LOCAL_BYTES;
        arg.count = x->kind == EV_ARGUMENT_VALUE ? x->bytes : x->buffer;
        arg.zeros = x->kind == EV_ARGUMENT_BUFFER && x->zero;
        if (x->kind == EV_ARGUMENT_BUFFER && !x->zero)
            arg.bytes = x->contents;
        if (x->kind == EV_ARGUMENT_VALUE)
            arg.bytes = arena_memdup(a, x->value, sizeof x->value);
        args[n++] = arg;
    }
    if (ev_is_known(from->shared) && from->shared.bits)
        args[n++] = (struct launch_arg){.index = LAUNCH_DYNAMIC,
                                        .kind = ARG_LOCAL_BYTES,
                                        .count = from->shared.bits,
                                        .source = LAUNCH_HOST,
                                        .where = where};
    else if (!ev_is_known(from->shared))
        launch_add_unknown(a, l, "shared memory", ev_why(e, from->shared.why));
    l->args = args;
    l->n_args = n;
}

/* The -D's of the options that a program is built with. */
static void take_options(struct arena *a, struct launch *l, const char *options) {
    const struct words words = words_unquote(a, options);
    struct words defines = {0};
    for (size_t i = 0; i < words.n; i++) {
        const char *word = words.at[i];
        if (strcmp(word, "-D") == 0 && i + 1 < words.n)
            words_add(a, &defines, words.at[++i]);
        else if (str_starts(word, "-D"))
            words_add(a, &defines, word + 2);
    }
    l->defines = defines.at;
    l->n_defines = defines.n;
}

static const char *where_of(struct arena *a, const struct host_source *s,
                            const struct ev_launch *l) {
    const char *path = l->file + (str_starts(l->file, "./") ? 2 : 0);
    for (size_t i = 0; i < s->n_files; i++)
        if (strcmp(path_base(s->files[i].path), path_base(path)) == 0)
            path = s->files[i].path;
    return arena_printf(a, "%s:%u", s->root ? diag_path(a, s->root, path) : path, l->line);
}

/* What the launch depends on, behind its place. */
static const char *where_and_when(struct arena *a, const char *where, const struct ev_launch *l,
                                  const struct evaluated *e) {
    if (e->run_as)
        where = arena_printf(a, "%s, %s", where, e->run_as);
    if (l->without_arguments)
        return arena_printf(a, "%s, run without arguments", where);
    return l->condition ? arena_printf(a, "%s, if line %u decides so", where, l->condition) : where;
}

static bool is_one(struct ev_value size) {
    return ev_is_known(size) && size.bits == 1;
}

static struct host_launch convert(struct arena *a, const struct host_source *s,
                                  const struct ev_launch *from, const struct evaluated *e) {
    struct host_launch h = {.where = where_of(a, s, from), .call = NO_NODE};
    struct launch *l = &h.launch;
    h.loop = from->in_loop;
    h.kernel_unknown = from->kernel ? NULL : "its address is not known";
    l->kernel = from->kernel;
    h.label = from->kernel && !from->opencl ? ev_label(a, from->kernel) : NULL;
    l->where = where_and_when(a, h.where, from, e);
    l->global_source = l->local_source = LAUNCH_HOST;
    l->count = from->count;
    l->count_known = !from->condition;
    const bool global =
        take_sizes(a, l, from->opencl ? "global" : "grid", from->grid, 1, l->global, e);
    l->one_dimension = !global && !from->opencl && is_one(from->grid[1]) && is_one(from->grid[2]);
    if (!from->no_block)
        take_sizes(a, l, from->opencl ? "local" : "block", from->block, 1, l->local, e);
    if (from->opencl)
        take_sizes(a, l, "offset", from->offset, 0, l->offset, e);
    for (int d = 0; d < 3 && global && !from->opencl; d++)
        l->global[d] *= l->local[d];
    take_arguments(a, l, from, h.where, e);
    if (from->options)
        take_options(a, l, from->options);
    return h;
}

/* --- of one call --- */

static double items(const struct host_launch *h) {
    return launch_items(&h->launch);
}

static int larger_first(const void *x, const void *y) {
    const double a = items(x), b = items(y);
    return (a < b) - (a > b);
}

static bool same_sizes(const struct host_launch *a, const struct host_launch *b) {
    return memcmp(a->launch.global, b->launch.global, sizeof a->launch.global) == 0 &&
           memcmp(a->launch.local, b->launch.local, sizeof a->launch.local) == 0 &&
           memcmp(a->launch.offset, b->launch.offset, sizeof a->launch.offset) == 0;
}

/* Launches of the same sizes as one, with the arguments of the middle one. Those of a loop that
 * nobody knows the length of count where there are no others; `loop` is that of such a launch here.
 */
static void join_same_sizes(struct site *site) {
    size_t n = 0;
    for (size_t i = 0; i < site->evaluated.n; n++) {
        size_t end = i;
        uint64_t count = 0, once = 0;
        for (; end < site->evaluated.n &&
               same_sizes(&site->evaluated.at[end], &site->evaluated.at[i]);
             end++)
            if (site->evaluated.at[end].loop)
                once = site->evaluated.at[end].launch.count;
            else
                count += site->evaluated.at[end].launch.count;
        site->evaluated.at[n] = site->evaluated.at[i + (end - i) / 2];
        site->evaluated.at[n].launch.count = count ? count : once;
        site->evaluated.at[n].launch.count_known &= !once;
        site->evaluated.at[n].loop = false;
        i = end;
    }
    site->evaluated.n = n;
}

/* The launch's place among those that are kept, the largest first. */
static size_t place_of_kept(const struct site *site, size_t kept) {
    return kept * (site->evaluated.n - 1) / (MOST_OF_CALL - 1);
}

/* Launches of sizes that are not kept count as parts of the next larger and the next smaller one
 * that are, the more of that the nearer its size. */
static void count_dropped(struct site *site) {
    struct host_launch *at = site->evaluated.at;
    size_t kept = 0;
    for (size_t i = 0; i + 1 < site->evaluated.n; i++) {
        kept += i == place_of_kept(site, kept + 1);
        struct host_launch *larger = &at[place_of_kept(site, kept)];
        struct host_launch *smaller = &at[place_of_kept(site, kept + 1)];
        if (larger == &at[i])
            continue;
        const double range = items(larger) - items(smaller);
        const double part = range > 0 ? (items(&at[i]) - items(smaller)) / range : 1;
        larger->launch.others_alike += part * (double)at[i].launch.count;
        smaller->launch.others_alike += (1 - part) * (double)at[i].launch.count;
    }
}

/* The first and the last by size, and those as far apart between them as can be. */
static void choose_few(struct site *site) {
    const size_t n = site->evaluated.n;
    if (n > 1)
        qsort(site->evaluated.at, n, sizeof *site->evaluated.at, larger_first);
    join_same_sizes(site);
    if (site->evaluated.n <= MOST_OF_CALL)
        return;
    count_dropped(site);
    for (size_t i = 1; i < MOST_OF_CALL; i++)
        site->evaluated.at[i] =
            site->evaluated.at[i * (site->evaluated.n - 1) / (MOST_OF_CALL - 1)];
    site->evaluated.n = MOST_OF_CALL;
}

static bool knows_sizes(const struct host_launch *h) {
    bool block = true;
    for (size_t i = 0; i < h->launch.n_unknowns && block; i++)
        block = !str_starts(h->launch.unknowns[i].what, "block") &&
                !str_starts(h->launch.unknowns[i].what, "local") &&
                !str_starts(h->launch.unknowns[i].what, "global") &&
                !str_starts(h->launch.unknowns[i].what, "grid");
    return h->launch.kernel && h->launch.global[0] && block;
}

static bool all_know_sizes(const struct host_launch *at, size_t n) {
    bool all = n > 0;
    for (size_t i = 0; i < n && all; i++)
        all = knows_sizes(&at[i]);
    return all;
}

static bool knows_contents(const struct host_launch *h) {
    for (size_t i = 0; i < h->launch.n_args; i++)
        if (h->launch.args[i].kind == ARG_BUFFER_BYTES &&
            (h->launch.args[i].bytes || h->launch.args[i].zeros))
            return true;
    return false;
}

/* Whether evaluation found what the tree says, and no more. */
static bool adds_nothing(const struct site *site) {
    bool same = site->evaluated.n == site->read.n;
    for (size_t i = 0; i < site->evaluated.n && same; i++) {
        const struct host_launch *e = &site->evaluated.at[i];
        bool found = false;
        for (size_t k = 0; k < site->read.n && !found; k++)
            found = same_sizes(e, &site->read.at[k]) && !site->read.at[k].launch.n_unknowns;
        same = found && !knows_contents(e) && e->launch.count <= 1 &&
               strcmp(e->launch.where, e->where) == 0;
    }
    return same;
}

/* What evaluation does not know of the arguments and the only launch of the tree does. */
static void complete(struct arena *a, struct host_launch *e, const struct host_launch *read) {
    VEC(struct launch_arg) args = {0};
    VEC(struct launch_unknown) unknowns = {0};
    for (size_t i = 0; i < e->launch.n_args; i++)
        vec_push(a, &args, e->launch.args[i]);
    for (size_t i = 0; i < e->launch.n_unknowns; i++) {
        unsigned index = 0;
        const struct launch_unknown *u = &e->launch.unknowns[i];
        const struct launch_arg *known = NULL;
        if (sscanf(u->what, "argument %u", &index) == 1)
            known = launch_arg(&read->launch, (int)index, NULL);
        if (known)
            vec_push(a, &args, *known);
        else
            vec_push(a, &unknowns, *u);
    }
    e->launch.args = args.at;
    e->launch.n_args = args.n;
    e->launch.unknowns = unknowns.at;
    e->launch.n_unknowns = unknowns.n;
    if (!e->launch.n_defines) {
        e->launch.defines = read->launch.defines;
        e->launch.n_defines = read->launch.n_defines;
    }
    e->loop = read->loop;
    e->call = read->call;
}

/* Calls of templates keep what was read for each of their kernels. */
static void push_once(struct arena *a, struct host_launches *out, const struct host_launch *h) {
    for (size_t i = 0; i < out->n; i++)
        if (memcmp(&out->at[i], h, sizeof *h) == 0)
            return;
    vec_push(a, out, *h);
}

static bool all_know_kernels(const struct host_launch *at, size_t n) {
    bool all = n > 0;
    for (size_t i = 0; i < n && all; i++)
        all = at[i].launch.kernel != NULL;
    return all;
}

/* Whether only the tree says which kernel it is, or sizes: what evaluation knows, and why it does
 * not know more, is never overruled by a reading that knows no more. */
static bool tree_knows_more(const struct site *site) {
    if (!all_know_kernels(site->evaluated.at, site->evaluated.n))
        return all_know_kernels(site->read.at, site->read.n);
    bool more = all_know_sizes(site->read.at, site->read.n);
    for (size_t i = 0; i < site->evaluated.n; i++)
        more &= !knows_sizes(&site->evaluated.at[i]);
    return more;
}

static void finish(struct site *site, struct host_launches *out) {
    struct arena *a = site->arena;
    const bool tree = tree_knows_more(site);
    choose_few(site);
    if (site->read.n && (tree || adds_nothing(site))) {
        for (size_t i = 0; i < site->read.n; i++)
            push_once(a, out, &site->read.at[i]);
        return;
    }
    for (size_t i = 0; i < site->evaluated.n; i++) {
        if (site->read.n)
            site->evaluated.at[i].call = site->read.at[0].call;
        if (site->read.n == 1)
            complete(a, &site->evaluated.at[i], &site->read.at[0]);
        vec_push(a, out, site->evaluated.at[i]);
    }
}

/* --- all --- */

/* In the order of the source, as far as its calls are known there. */
static void sort_by_call(struct host_launches *l) {
    for (size_t i = 1; i < l->n; i++) {
        const struct host_launch moved = l->at[i];
        size_t at = i;
        for (; at && l->at[at - 1].call > moved.call; at--)
            l->at[at] = l->at[at - 1];
        l->at[at] = moved;
    }
}

static bool same_name(const char *a, const char *b) {
    return !a || !b || strcmp(a, b) == 0;
}

/* Whether both are of one call and kernel, as evaluated: a template's call is of several. */
static bool is_with(const struct host_launch *h, const struct host_launch *site) {
    return strcmp(h->where, site->where) == 0 && same_name(h->launch.kernel, site->launch.kernel);
}

/* Whether a launch that was read is of the call: in this line, and of the same kernel if both are
 * known. */
static bool is_at(const struct host_launch *h, const struct host_launch *site) {
    const char *x = h->label ? h->label : h->launch.kernel;
    const char *y = site->label ? site->label : site->launch.kernel;
    return strcmp(h->where, site->where) == 0 && same_name(x, y);
}

/* Launches by functions that have no model. */
static bool is_beyond(const struct host_source *s, const struct host_launch *h) {
    static const char *const names[] = {
        "cuLaunch",           "hipModuleLaunch", "hipExt", "cudaLaunchKernelExC",
        "hipLaunchKernelExC", "enqueue"};
    const struct host_node *n = &s->tree.nodes[h->call];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (n->name && str_starts(n->name, names[i]))
            return true;
    return h->loop;
}

void host_take_evaluated(struct arena *a, const struct host_source *s, uint32_t n_own,
                         const struct evaluated *e, struct host_launches *l) {
    struct host_launches out = *l;
    bool *taken = NEW_ARRAY(a, bool, l->n + 1), *done = NEW_ARRAY(a, bool, e->launches.n + 1);
    struct host_launch *all = NEW_ARRAY(a, struct host_launch, e->launches.n + 1);
    out.at = NULL;
    out.n = out.cap = 0;
    /* Evaluation that comes to no launch may have missed all of them. */
    if (!e->known || !e->launches.n)
        return;
    for (size_t i = 0; i < e->launches.n; i++)
        all[i] = convert(a, s, &e->launches.at[i], e);
    for (size_t i = 0; i < e->launches.n; i++) {
        struct site site = {.arena = a, .source = s};
        if (done[i])
            continue;
        for (size_t k = i; k < e->launches.n; k++)
            if (!done[k] && is_with(&all[k], &all[i])) {
                done[k] = true;
                vec_push(a, &site.evaluated, all[k]);
            }
        for (size_t k = 0; k < l->n; k++)
            if (is_at(&l->at[k], &all[i])) {
                taken[k] = true;
                vec_push(a, &site.read, l->at[k]);
            }
        finish(&site, &out);
    }
    for (size_t k = 0; k < l->n; k++)
        if (!taken[k] && (!e->complete || l->at[k].call >= n_own || is_beyond(s, &l->at[k])))
            vec_push(a, &out, l->at[k]);
    sort_by_call(&out);
    out.all = e->from_main;
    out.whole = e->from_main && !e->n_linked;
    for (size_t i = 0; i < e->launches.n; i++)
        if (e->launches.at[i].text && !words_has(&out.texts, e->launches.at[i].text))
            words_add(a, &out.texts, e->launches.at[i].text);
    *l = out;
}
