#include "driver/analyze/join.h"

#include <string.h>
#include <time.h>

#include "base/str.h"
#include "driver/analyze/not_analysed.h"
#include "driver/analyze/resident.h"
#include "driver/analyze/unit.h"
#include "launch/evaluate/host_launches.h"
#include "launch/host/join.h"
#include "launch/host/units.h"
#include "source/scan/kernel_names.h"

/* Most units that are read for one source, and most times that those read so far name more. */
enum { MOST_UNITS = 24, MOST_ROUNDS = 8 };
/* What compiling and evaluating host code is allowed, in kernels, beside those of the source. */
enum { ALLOWED = 6 };

/* A unit that the analysis died of has this for its kernel. */
#define HOST_CODE "its host code"
/* And a source whose host side is evaluated this. */
#define EVALUATION "the evaluation of its host code"

/* A source and the units that are read with it. */
struct joining {
    struct run *r;
    const struct input *in;
    struct host_units units;
    VEC(const struct host_source *) sources;
    const struct host_source *joined; /* the program of all */
    size_t own;                       /* of the sources: their launches count */
    struct words asked;               /* external names that all units were searched for */
    struct words kernels;             /* that the source defines */
    bool remarked;                    /* that some units are left out */
    clock_t end;
    struct host_launches found;
};

/* Once per source. */
static void remark_left_out(struct joining *j, const char *why) {
    if (!j->remarked)
        not_analysed(j->r,
                     &(struct report_problem){
                         .file = j->in->path,
                         .severity = SEVERITY_NOTE,
                         .kind = PROBLEM_LAUNCH,
                         .text = arena_printf(
                             j->r->arena, "not all other sources are read for launches: %s", why)});
    j->remarked = true;
}

/* Reads the unit, unless an earlier attempt died of it. */
static void take(struct joining *j, struct host_unit *u) {
    struct run *r = j->r;
    const char *file = u->command->file;
    if (u->taken || attempts_lost(&r->attempts, file, HOST_CODE))
        return;
    if (j->sources.n > MOST_UNITS || clock() > j->end) {
        remark_left_out(j, j->sources.n > MOST_UNITS
                               ? arena_printf(r->arena, "more than %d may say more", MOST_UNITS)
                               : "it takes too long");
        return;
    }
    u->taken = true;
    budget_allow(&r->options.budget, 2);
    attempts_note(&r->attempts, file, HOST_CODE);
    const struct host_source *s = host_unit_read(r->arena, u, r->options.root, &r->dependencies);
    attempts_note(&r->attempts, NULL, NULL);
    if (s)
        vec_push(r->arena, &j->sources, s);
}

/* Names of kernels that no launch is known of. */
static struct words without_launch(struct joining *j) {
    struct words names = {0};
    for (size_t i = 0; i < j->kernels.n; i++) {
        bool known = false;
        for (size_t k = 0; k < j->found.n && !known; k++) {
            const struct host_launch *h = &j->found.at[k];
            const char *name = h->label ? h->label : h->launch.kernel;
            known = name && strcmp(name, j->kernels.at[i]) == 0;
        }
        if (!known)
            words_add(j->r->arena, &names, j->kernels.at[i]);
    }
    return names;
}

/* Reads the units that launch kernels of which no launch is known: their launches count as the
 * source's own. */
static void take_launching(struct joining *j) {
    struct words names = without_launch(j);
    for (size_t u = 0; u < j->units.n; u++)
        for (size_t i = 0; i < names.n && !j->units.at[u].taken; i++)
            if (host_unit_launches(&j->units.at[u], names.at[i], j->in->path))
                take(j, &j->units.at[u]);
    j->own = j->sources.n;
}

static bool asked_before(struct joining *j, const struct host_symbol *s) {
    if (words_has(&j->asked, s->external))
        return true;
    words_add(j->r->arena, &j->asked, s->external);
    return false;
}

struct want {
    const struct host_symbol *symbol;
    const char *definition; /* the file that defines it, absolute; or NULL */
};

static const char *definition_of(struct joining *j, const struct host_symbol *s) {
    if (s->definition == NO_NODE)
        return NULL;
    const struct host_node *n = &j->joined->tree.nodes[s->definition];
    const char *path = j->joined->files[n->file].path;
    return path_resolved(j->r->arena, path);
}

static bool says_more(struct joining *j, const struct host_unit *u, const struct want *w) {
    return host_unit_mentions(u, w->symbol) &&
           !(w->definition && host_unit_means_other(&j->units, u, w->symbol, w->definition));
}

/* Reads the units that the launches so far depend on. */
static void take_wanted(struct joining *j) {
    VEC(struct want) wanted = {0};
    for (size_t i = 0; i < j->found.wants.n; i++)
        if (!asked_before(j, j->found.wants.at[i]))
            vec_push(j->r->arena, &wanted,
                     (struct want){j->found.wants.at[i], definition_of(j, j->found.wants.at[i])});
    for (size_t u = 0; u < j->units.n; u++)
        for (size_t i = 0; i < wanted.n && !j->units.at[u].taken; i++)
            if (says_more(j, &j->units.at[u], &wanted.at[i]))
                take(j, &j->units.at[u]);
}

/* What the program is called with: as the user says, else as its build does. */
static const char *argv_of(const struct run *r) {
    return r->options.argv ? r->options.argv : r->options.build_argv;
}

/* Again with all units so far. */
static void find_launches(struct joining *j) {
    struct run *r = j->r;
    const struct host_source *s = j->sources.at[0];
    budget_allow(&r->options.budget, 2);
    if (j->sources.n > 1)
        s = host_join(r->arena, j->sources.at, j->sources.n, j->own);
    j->joined = s;
    j->found = host_launches(r->arena, s, argv_of(r));
}

static void open_units(struct joining *j) {
    struct run *r = j->r;
    j->units = host_units_open(r->arena, &r->commands, j->in->path, &r->dependencies);
    j->end = clock() + (clock_t)(r->options.budget.seconds * CLOCKS_PER_SEC);
    if (j->units.left_out)
        remark_left_out(j, "they have too many bytes");
}

static void join(struct joining *j) {
    size_t before = 0;
    for (int round = 0; round < MOST_ROUNDS && j->sources.n > before; round++) {
        before = j->sources.n;
        take_wanted(j);
        if (j->sources.n > before)
            find_launches(j);
    }
}

/* Of other units' launches those of this source's kernels. */
static void keep_own(struct joining *j, uint32_t n_nodes) {
    size_t n = 0;
    for (size_t i = 0; i < j->found.n; i++) {
        const struct host_launch *h = &j->found.at[i];
        const char *name = h->label ? h->label : h->launch.kernel;
        if (h->call < n_nodes || (name && words_has(&j->kernels, name)))
            j->found.at[n++] = *h;
    }
    j->found.n = n;
}

static bool lacks_nothing(const struct host_launches *l) {
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].kernel_unknown || l->at[i].launch.n_unknowns)
            return false;
    return !l->wants.n;
}

/* The units as files that may be linked with the source. */
static const struct ev_file *files_of(struct joining *j) {
    struct arena *a = j->r->arena;
    struct ev_file *files = NEW_ARRAY(a, struct ev_file, j->units.n + 1);
    for (size_t i = 0; i < j->units.n; i++) {
        const struct host_unit *u = &j->units.at[i];
        struct input in;
        const struct jobs jobs = host_unit_jobs(a, u, &in);
        files[i] = (struct ev_file){.jobs = arena_memdup(a, &jobs, sizeof jobs),
                                    .input = arena_memdup(a, &in, sizeof in),
                                    .text = u->text,
                                    .bytes = u->bytes};
    }
    return files;
}

/* The evaluation of the file's host code, which is that of `input`, with the files of units. */
static struct evaluated evaluate_file(struct joining *j, const struct ev_file *file,
                                      size_t n_units) {
    struct run *r = j->r;
    const struct ev_request request = {.file = *file,
                                       .units = files_of(j),
                                       .n_units = n_units,
                                       .seconds = ALLOWED * r->options.budget.seconds,
                                       .store = &r->cache,
                                       .gpu = r->gpus.n ? r->gpus.at[0] : NULL,
                                       .resident = resident_count,
                                       .kernels = r->gpus.n ? resident_of(r, j->in) : NULL,
                                       .argv = argv_of(r),
                                       .argv_from =
                                           r->options.argv ? NULL : r->options.build_argv_from,
                                       .dependencies = &r->dependencies};
    const char *path = file->input->path;
    if (attempts_lost(&r->attempts, path, EVALUATION))
        return (struct evaluated){0};
    budget_allow(&r->options.budget,
                 ALLOWED + (file->text ? run_count_kernels(file->text, file->bytes) : 0));
    attempts_note(&r->attempts, path, EVALUATION);
    const struct evaluated e = evaluate_host(r->arena, &request);
    attempts_note(&r->attempts, NULL, NULL);
    return e;
}

/* What evaluation says of the source's own launches. */
static void evaluate(struct joining *j, const struct host_source *s, size_t n_units) {
    const struct ev_file file = {
        .jobs = &j->r->jobs, .input = j->in, .text = s->files[0].text, .bytes = s->files[0].bytes};
    const struct evaluated e = evaluate_file(j, &file, n_units);
    host_take_evaluated(j->r->arena, j->joined, s->tree.n, &e, &j->found);
}

/* --- launches by other units --- */

static bool is_of_kernel(const struct host_launch *h, const char *kernel) {
    const char *name = h->label ? h->label : h->launch.kernel;
    return name && strcmp(name, kernel) == 0;
}

/* Takes what evaluation of a unit says of a kernel in place of what was read off its tree. */
static void take_kernel(struct joining *j, const struct host_launches *l, const char *kernel) {
    size_t n = 0;
    bool any = false;
    for (size_t i = 0; i < l->n; i++)
        any |= is_of_kernel(&l->at[i], kernel) && l->at[i].launch.global[0];
    for (size_t i = 0; i < j->found.n && any; i++)
        if (!is_of_kernel(&j->found.at[i], kernel))
            j->found.at[n++] = j->found.at[i];
    j->found.n = any ? n : j->found.n;
    for (size_t i = 0; i < l->n && any; i++)
        if (is_of_kernel(&l->at[i], kernel) && l->at[i].launch.global[0])
            vec_push(j->r->arena, &j->found, l->at[i]);
}

/* Evaluates the unit, of which text says that it launches one of the kernels by its name. */
static void evaluate_launcher(struct joining *j, size_t unit, const struct words *kernels) {
    struct run *r = j->r;
    const struct host_unit *u = &j->units.at[unit];
    const struct host_source *s = host_unit_read(r->arena, u, r->options.root, &r->dependencies);
    struct host_launches l = {0};
    if (!s)
        return;
    const struct evaluated e = evaluate_file(j, &files_of(j)[unit], j->units.n);
    host_take_evaluated(r->arena, s, s->tree.n, &e, &l);
    for (size_t i = 0; i < kernels->n; i++)
        take_kernel(j, &l, kernels->at[i]);
}

/* Launches by name of kernels that no launch is completely known of. */
static void evaluate_launchers(struct joining *j) {
    enum { MOST_LAUNCHERS = 4 };
    struct words kernels = {0};
    size_t n = 0;
    for (size_t i = 0; i < j->kernels.n; i++) {
        bool known = false;
        for (size_t k = 0; k < j->found.n && !known; k++)
            known = is_of_kernel(&j->found.at[k], j->kernels.at[i]) &&
                    j->found.at[k].launch.global[0] && !j->found.at[k].launch.n_unknowns;
        if (!known)
            words_add(j->r->arena, &kernels, j->kernels.at[i]);
    }
    for (size_t u = 0; u < j->units.n && n < MOST_LAUNCHERS; u++) {
        bool launches = false;
        for (size_t i = 0; i < kernels.n && !launches; i++)
            launches = host_unit_launches(&j->units.at[u], kernels.at[i], j->in->path);
        if (launches)
            evaluate_launcher(j, u, &kernels);
        n += launches;
    }
}

/* --- at a link --- */

static bool same_sizes(const struct launch *a, const struct launch *b) {
    return memcmp(a->global, b->global, sizeof a->global) == 0 &&
           memcmp(a->local, b->local, sizeof a->local) == 0;
}

/* Whether the launch was known by the source alone, as its compilation reported it. */
static bool was_known(const struct host_launches *alone, const struct host_launch *h) {
    for (size_t i = 0; i < alone->n; i++) {
        const struct host_launch *x = &alone->at[i];
        const bool named = x->launch.kernel && h->launch.kernel;
        if (named && strcmp(x->launch.kernel, h->launch.kernel) == 0 && x->launch.global[0] &&
            same_sizes(&x->launch, &h->launch) && x->launch.n_unknowns <= h->launch.n_unknowns)
            return true;
    }
    return false;
}

/* Leaves launches that only the other units say. */
static void keep_new(struct joining *j, const struct host_source *s) {
    struct joining alone = {.r = j->r, .in = j->in, .own = 1};
    size_t n = 0;
    vec_push(j->r->arena, &alone.sources, s);
    find_launches(&alone);
    evaluate(&alone, s, 0);
    for (size_t i = 0; i < j->found.n; i++)
        if (j->found.at[i].launch.global[0] && !was_known(&alone.found, &j->found.at[i]))
            j->found.at[n++] = j->found.at[i];
    j->found.n = n;
}

/* With other units, where the source alone does not say all. */
static void find_with_units(struct joining *j, const struct host_source *s) {
    const struct host_file *f = &s->files[0];
    const bool single = front_end_is_single_source(j->in->language);
    j->kernels = (single ? kernel_names_cuda : kernel_names)(j->r->arena, f->text, f->bytes);
    if (lacks_nothing(&j->found) && !without_launch(j).n)
        return;
    take_launching(j);
    if (j->sources.n > 1)
        find_launches(j);
    join(j);
    keep_own(j, s->tree.n);
}

struct host_launches run_join_units(struct run *r, const struct input *in,
                                    const struct host_source *s) {
    struct joining j = {.r = r, .in = in, .own = 1};
    vec_push(r->arena, &j.sources, s);
    find_launches(&j);
    if (r->commands.n)
        open_units(&j);
    if (r->commands.n)
        find_with_units(&j, s);
    evaluate(&j, s, j.units.n);
    evaluate_launchers(&j);
    if (r->options.at_link)
        keep_new(&j, s);
    return j.found;
}

struct host_launches run_join_launchers(struct run *r, const struct input *in, const char *text,
                                        size_t bytes) {
    struct joining j = {.r = r, .in = in};
    if (!r->commands.n)
        return j.found;
    j.kernels = kernel_names(r->arena, text, bytes);
    open_units(&j);
    take_launching(&j);
    if (!j.sources.n)
        return j.found;
    find_launches(&j);
    join(&j);
    keep_own(&j, 0);
    evaluate_launchers(&j);
    return j.found;
}
