#include "launch/launch.h"

#include <stdlib.h>
#include <string.h>

#include "base/store/result_cache.h"
#include "base/str.h"
#include "launch/assume.h"
#include "launch/check.h"
#include "launch/contents.h"
#include "launch/inline_syntax.h"
#include "launch/manifest.h"

struct given_launches launch_given(struct arena *a, const struct words *values,
                                   const struct texts *texts, struct problems *p) {
    struct given_launches given = {0};
    for (size_t i = 0; i < values->n; i++) {
        const char *value = values->at[i], *error = NULL;
        struct given_launch g = {.where = arena_printf(a, "-fclperf-launch=%s", value)};
        if (!launch_is_inline(value))
            manifest_read(a, value, texts, &given, p);
        else if (launch_parse_inline(a, value, &g.launch, &error))
            vec_push(a, &given, g);
        else
            problems_add(p, SEVERITY_ERROR, "%s: %s", g.where, error);
    }
    return given;
}

const char *launch_base_name(struct arena *a, const char *name) {
    size_t n = strcspn(name, "<");
    while (n && name[n - 1] == ' ')
        n--;
    size_t start = n;
    while (start && name[start - 1] != ':')
        start--;
    return arena_strndup(a, name + start, n - start);
}

bool launch_is_of(struct arena *a, const struct launch *l, const struct kernel *k) {
    return strcmp(l->kernel, k->name) == 0 || (k->symbol && strcmp(l->kernel, k->symbol) == 0) ||
           strcmp(l->kernel, launch_base_name(a, k->name)) == 0;
}

static bool names_file(const struct given_launch *g, const char *source_name) {
    return g->file && strcmp(g->file, path_base(source_name)) == 0;
}

/* Whether the launch may be of this source. Kernel names made by macros do not occur
 * in a text, so `by_text` may be too strict. */
static bool concerns(struct arena *a, const struct given_launch *g, const char *source_name,
                     const char *text, size_t bytes, bool by_text) {
    if (g->file)
        return names_file(g, source_name);
    const char *name = launch_base_name(a, g->launch.kernel);
    return !by_text || !text || memmem(text, bytes, name, strlen(name));
}

const char *launch_source_digest(struct arena *a, const char *text, size_t bytes) {
    char digest[CACHE_KEY_TEXT];
    struct cache_key k = cache_key(a, "source 1");
    cache_key_add(&k, text, bytes);
    cache_key_digest(&k, digest);
    return arena_strdup(a, digest);
}

/* The base name of the source where its text is another than it was when its launches were
 * captured; else NULL. */
static const char *changed(struct arena *a, const struct captured_sources *sources,
                           const char *source_name, const char *text, size_t bytes) {
    const char *path = sources && text ? path_real(a, source_name) : NULL;
    for (size_t i = 0; path && i < sources->n; i++)
        if (strcmp(sources->at[i].path, path) == 0 &&
            strcmp(sources->at[i].digest, launch_source_digest(a, text, bytes)) != 0)
            return path_base(source_name);
    return NULL;
}

struct given_launches launch_for_source(struct arena *a, const struct given_launches *given,
                                        const char *source_name, const char *text, size_t bytes) {
    struct given_launches found = {0};
    for (int by_text = 1; by_text >= 0 && !found.n; by_text--)
        for (size_t i = 0; i < given->n; i++)
            if (concerns(a, &given->at[i], source_name, text, bytes, by_text))
                vec_push(a, &found, given->at[i]);
    for (size_t i = 0; i < found.n; i++)
        found.at[i].launch.outdated = changed(a, found.at[i].sources, source_name, text, bytes);
    return found;
}

static bool is_of_text(struct arena *a, const struct given_launch *g, const char *text,
                       size_t bytes) {
    const char *ignored;
    return g->text && text && g->text->bytes == bytes && contents_read(a, g->text, &ignored) &&
           g->text->bytes == bytes && memcmp(g->text->at, text, bytes) == 0;
}

struct given_launches launch_of_text(struct arena *a, const struct given_launches *given,
                                     const char *text, size_t bytes) {
    struct given_launches found = {0};
    for (size_t i = 0; i < given->n; i++) {
        const struct given_launch *g = &given->at[i];
        bool better = false;
        for (size_t j = 0; j < given->n && g->source && !is_of_text(a, g, text, bytes); j++)
            better |= strcmp(given->at[j].launch.kernel, g->launch.kernel) == 0 &&
                      is_of_text(a, &given->at[j], text, bytes);
        if (!better)
            vec_push(a, &found, *g);
    }
    return found;
}

static bool same_words(const char *const *words, size_t n, const struct words *others) {
    bool same = n == others->n;
    for (size_t i = 0; i < n && same; i++)
        same = strcmp(words[i], others->at[i]) == 0;
    return same;
}

bool launch_is_of_build(const struct launch *l, const struct build *build) {
    return same_words(l->defines, l->n_defines, &build->defines) &&
           same_words(l->flags, l->n_flags, &build->flags) && l->build_known == build->known;
}

struct builds launch_builds(struct arena *a, const struct given_launches *given) {
    struct builds builds = {0};
    for (size_t i = 0; i < given->n; i++) {
        const struct launch *l = &given->at[i].launch;
        struct build build = {.known = l->build_known};
        bool known = false;
        for (size_t j = 0; j < builds.n; j++)
            known = known || launch_is_of_build(l, &builds.at[j]);
        for (size_t j = 0; j < l->n_defines && !known; j++)
            words_add(a, &build.defines, l->defines[j]);
        for (size_t j = 0; j < l->n_flags && !known; j++)
            words_add(a, &build.flags, l->flags[j]);
        if (!known)
            vec_push(a, &builds, build);
    }
    if (!builds.n)
        vec_push(a, &builds, (struct build){0});
    return builds;
}

/* What `more` says and *l does not. */
static void complete(struct arena *a, struct launch *l, const struct launch *more) {
    if (!l->global[0]) {
        memcpy(l->global, more->global, sizeof l->global);
        memcpy(l->offset, more->offset, sizeof l->offset);
        l->global_source = more->global_source;
        l->where = more->where;
    }
    if (!l->local[0]) {
        memcpy(l->local, more->local, sizeof l->local);
        l->local_source = more->local_source;
    }
    l->count = l->count ? l->count : more->count;
    VEC(struct launch_arg) args = {0};
    for (size_t i = 0; i < l->n_args; i++)
        vec_push(a, &args, l->args[i]);
    for (size_t i = 0; i < more->n_args; i++)
        vec_push(a, &args, more->args[i]);
    l->args = args.at;
    l->n_args = args.n;
    l->unknowns = more->unknowns;
    l->n_unknowns = more->n_unknowns;
}

static bool is_given(const struct launch *l, int index, const char *name) {
    return launch_arg(l, index, name) || launch_arg(l, index, NULL);
}

/* Whether it is what a loop sums up, of which no more is to know. */
static bool is_carried(const struct kernel *k, const char *name) {
    for (size_t i = 0; k->sequential && i < k->sequential->n_carried; i++)
        if (strcmp(k->sequential->carried[i].name, name) == 0)
            return true;
    return false;
}

/* Whether it is an argument known by its name that the kernel does not have, or that is given. */
static bool is_of_no_param(struct arena *a, const struct kernel *k, const struct launch *l,
                           const char *what) {
    if (!str_starts(what, LAUNCH_ARGUMENT))
        return false;
    const char *quoted = what + strlen(LAUNCH_ARGUMENT);
    const char *name = arena_strndup(a, quoted, strcspn(quoted, "'"));
    for (uint32_t i = 0; i < k->n_params; i++)
        if (strcmp(k->params[i].name, name) == 0)
            return is_given(l, (int)i, name) || is_carried(k, name);
    return true;
}

/* Whether it is a size that others said, in OpenCL's words or in CUDA's. */
static bool is_given_size(const struct launch *l, const char *what) {
    bool global = l->global[0] && l->global_source != LAUNCH_HOST;
    bool local = l->local[0] && l->local_source != LAUNCH_HOST;
    return (global && (str_starts(what, "global") || str_starts(what, "grid"))) ||
           (local && (str_starts(what, "local") || str_starts(what, "block")));
}

/* What the host program does not say, with the names of parameters, without what others said. */
static void name_unknowns(struct arena *a, const struct kernel *k, struct launch *l) {
    VEC(struct launch_unknown) unknowns = {0};
    for (size_t i = 0; i < l->n_unknowns; i++) {
        struct launch_unknown u = l->unknowns[i];
        unsigned index = 0;
        bool arg = sscanf(u.what, "argument %u", &index) == 1 && index < k->n_params;
        const char *name = arg ? k->params[index].name : NULL;
        if (arg && is_given(l, (int)index, name))
            continue;
        if (name)
            u.what = arena_printf(a, "%s ('%s')", u.what, name);
        if (is_of_no_param(a, k, l, u.what) || is_given_size(l, u.what))
            continue;
        vec_push(a, &unknowns, u);
    }
    l->unknowns = unknowns.at;
    l->n_unknowns = unknowns.n;
}

void launch_add_unknown(struct arena *a, struct launch *l, const char *what, const char *why) {
    struct launch_unknown *all = NEW_ARRAY(a, struct launch_unknown, l->n_unknowns + 1);
    for (size_t i = 0; i < l->n_unknowns; i++)
        all[i] = l->unknowns[i];
    all[l->n_unknowns++] = (struct launch_unknown){what, why};
    l->unknowns = all;
}

/* What is read off a host program may be wrong, or not be what it comes to, which is no mistake of
 * the user's. */
static void fit_host_sizes(struct arena *a, const struct kernel *k, struct launch *l) {
    bool host_local = l->local[0] && l->local_source == LAUNCH_HOST;
    for (int d = 0; d < 3 && host_local && k->reqd_local[0]; d++)
        if (l->local[d] != (k->reqd_local[d] ? k->reqd_local[d] : 1))
            host_local = false;
    if (l->local[0] && l->local_source == LAUNCH_HOST && !host_local) {
        launch_add_unknown(a, l, "local", "it is not the kernel's reqd_work_group_size");
        l->local[0] = 0;
    }
    bool fits_any = k->uneven_groups || l->global_source != LAUNCH_HOST;
    if (!l->local[0] || !l->global[0] || fits_any)
        return;
    for (int d = 0; d < 3; d++) {
        if (l->global[d] % l->local[d] == 0)
            continue;
        const char *what = arena_printf(a, "global[%d]", d);
        const char *why =
            arena_printf(a, "taken up to a multiple of local size %llu, it is %llu",
                         (unsigned long long)l->local[d], (unsigned long long)l->global[d]);
        l->global[d] = (l->global[d] + l->local[d] - 1) / l->local[d] * l->local[d];
        launch_add_unknown(a, l, what, why);
    }
}

/* Completes and checks one launch, and keeps it if it can be. */
static void add_launch(struct arena *a, const struct kernel *k, struct launch l, const char *where,
                       struct launches *out, struct problems *p) {
    l.kernel = k->name;
    launch_check_args(a, k, &l, where, p);
    name_unknowns(a, k, &l);
    fit_host_sizes(a, k, &l);
    bool by_hand = !l.where && (l.global[0] || l.local[0] || l.n_args);
    const char *wrong = launch_assume(a, k, &l)
                            ? launch_check_sizes(a, k, &l)
                            : "no sizes and arguments were found that go together";
    if (!wrong)
        vec_push(a, out, l);
    else if (by_hand)
        problems_add(p, SEVERITY_ERROR, "%s: '%s' not analysed: %s", where, k->name, wrong);
    else
        out->refused = arena_printf(a, "'%s' not analysed: %s", k->name, wrong);
}

static const char *source_text(struct arena *a, const struct kernel *k, const char *text) {
    const char *other = k->loc.file ? read_file(a, k->loc.file, NULL) : text;
    return other ? other : "";
}

/* The launches of the kernel: those of the host program, or those that somebody wrote down. */
static struct given_launches of_kernel(struct arena *a, const struct given_launches *given,
                                       const struct kernel *k, bool host) {
    struct given_launches found = {0};
    for (size_t i = 0; i < given->n; i++)
        if (launch_is_of(a, &given->at[i].launch, k) && given->at[i].host == host)
            vec_push(a, &found, given->at[i]);
    return found;
}

struct launches launch_resolve(struct arena *a, const struct kernel *k,
                               const struct given_launches *given, const char *text,
                               struct problems *p) {
    struct launches found = {0};
    struct launches comments = launch_comments(a, k, source_text(a, k, text), p);
    const char *here = arena_printf(a, "%s:%u", k->loc.file ? k->loc.file : k->file, k->loc.line);
    struct given_launches written = of_kernel(a, given, k, false);
    struct given_launches host = of_kernel(a, given, k, true);
    const bool only_comments = !written.n;
    for (size_t i = 0; i < comments.n && only_comments; i++)
        vec_push(a, &written, (struct given_launch){.launch = comments.at[i], .where = here});
    bool by_hand = written.n > 0;
    for (size_t i = 0; i < written.n; i++) {
        struct launch l = written.at[i].launch;
        if (comments.n && !only_comments)
            complete(a, &l, &comments.at[0]);
        if (host.n == 1)
            complete(a, &l, &host.at[0].launch);
        add_launch(a, k, l, written.at[i].where, &found, p);
    }
    for (size_t i = 0; i < host.n && !by_hand; i++)
        add_launch(a, k, host.at[i].launch, host.at[i].where, &found, p);
    if (!by_hand && !host.n)
        add_launch(a, k, (struct launch){.kernel = k->name}, here, &found, p);
    return found;
}

/* A captured launch by its place among the given, and its work-items in all. */
struct weighed {
    const char *kernel;
    size_t place;
    double items;
};

static int by_kernel_and_items(const void *x, const void *y) {
    const struct weighed *a = x, *b = y;
    const int order = strcmp(a->kernel, b->kernel);
    if (order)
        return order;
    if (a->items != b->items)
        return a->items < b->items ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

static double all_items(const struct launch *l) {
    const double count = l->count ? (double)l->count : 1;
    return count * launch_items(l);
}

/* The first and the last of the kernel's launches, and those as far apart between them as can be.
 */
static void choose(const struct weighed *of_kernel, size_t n, size_t most, bool *chosen) {
    const size_t wanted = most && most < n ? most : n;
    for (size_t i = 0; i < wanted; i++)
        chosen[of_kernel[wanted > 1 ? i * (n - 1) / (wanted - 1) : 0].place] = true;
}

struct given_launches launch_sample(struct arena *a, const struct given_launches *given,
                                    size_t most) {
    struct given_launches found = {0};
    struct weighed *captured = NEW_ARRAY(a, struct weighed, given->n + 1);
    bool *chosen = NEW_ARRAY(a, bool, given->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < given->n; i++) {
        const struct launch *l = &given->at[i].launch;
        if (given->at[i].captured)
            captured[n++] = (struct weighed){l->kernel, i, all_items(l)};
        chosen[i] = !given->at[i].captured;
    }
    qsort(captured, n, sizeof *captured, by_kernel_and_items);
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first; end < n && !strcmp(captured[end].kernel, captured[first].kernel);)
            end++;
        choose(captured + first, end - first, most, chosen);
    }
    for (size_t i = 0; i < given->n; i++)
        if (chosen[i])
            vec_push(a, &found, given->at[i]);
    return found;
}
