#include "driver/run.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/die.h"
#include "base/str.h"
#include "diag/rule_names.h"
#include "driver/analyse.h"
#include "driver/attempts.h"
#include "driver/baseline.h"
#include "driver/budget.h"
#include "driver/config.h"
#include "driver/frontend.h"
#include "driver/host_launches.h"
#include "driver/host_map.h"
#include "driver/launch.h"
#include "driver/outputs.h"
#include "driver/registers.h"
#include "driver/replay.h"
#include "driver/trials.h"
#include "perfmodel/interval.h"

/* How far results and reasons had come before an input. */
struct mark {
    size_t results, reasons;
};

struct run {
    struct arena *arena;
    struct options options;
    struct problems problems; /* what is wrong with the request */
    struct words args;        /* the command line */
    struct jobs jobs;
    struct words configs; /* the .clperf that `options` come from, and what follows from these */
    struct given_launches given;
    VEC(const struct kernel *) kernels; /* those seen */
    VEC(const struct gpu *) gpus;
    VEC(const struct model *) models;
    struct given_launches all_given; /* of all inputs */
    struct suppress suppress;
    struct baseline *baseline; /* or NULL */
    VEC(struct kernel_result) results;
    VEC(struct report_problem) reasons; /* why something was not analysed */
    struct mark *marks;                 /* per input, and one for the end */
    struct attempts attempts;
    struct cache cache;
    struct timespec started;
    const char *key; /* of the analysis in the cache, or NULL */
    struct dependencies dependencies;
};

/* One input, compiled with one list of defines. */
struct unit {
    const struct input *input;
    const char *text;
    size_t bytes;
    struct given_launches given; /* of the input */
    const struct words *defines;
    struct words flags;         /* for the front end */
    const struct host_map *map; /* of a program in a host source; NULL: the input itself */
    bool first;                 /* the first list: kernels that nobody gave a launch belong to it */
    struct registers *registers;
    const struct frontend_request *compiled;
};

static void add_reason(struct run *r, const char *file, struct loc loc, const char *text) {
    vec_push(r->arena, &r->reasons, (struct report_problem){file, loc, SEVERITY_WARNING, text});
}

/* What may well be no kernel at all, so only who asks for remarks is told. */
static void add_quiet_reason(struct run *r, const char *file, struct loc loc, const char *text) {
    vec_push(r->arena, &r->reasons, (struct report_problem){file, loc, SEVERITY_NOTE, text});
}

/* The GPU of that name, at the clocks that were asked for. */
static const struct gpu *find_gpu(struct run *r, const char *name, const char **error) {
    const struct clock_option *c = &r->options.clock;
    const struct gpu *g = gpu_find(r->arena, name, error);
    if (!g || c->core_mhz <= 0)
        return g;
    g = gpu_at_clock(r->arena, g, c->core_mhz, c->mem_mhz, error);
    if (!g)
        *error = arena_printf(r->arena, "-fclperf-clock: %s", *error);
    return g;
}

static void find_gpus(struct run *r) {
    for (size_t i = 0; i < r->options.gpus.n; i++) {
        const char *error = NULL;
        const struct gpu *g = find_gpu(r, r->options.gpus.at[i], &error);
        if (g)
            vec_push(r->arena, &r->gpus, g);
        else
            problems_add(&r->problems, SEVERITY_ERROR, "%s", error);
    }
}

static void list_models(void) {
    for (size_t i = 0; i < model_count; i++)
        fprintf(stderr, "clperf-cc: model '%s': %s; not modelled: %s\n", model_table[i].name,
                model_table[i].model->title, model_table[i].model->not_modelled);
}

/* -fclperf-model=: a name, "all", or "help". */
static void find_models(struct run *r) {
    const char *name = r->options.model;
    bool all = strcmp(name, "all") == 0;
    struct words names = {0};
    for (size_t i = 0; i < model_count; i++) {
        words_add(r->arena, &names, model_table[i].name);
        if (all || strcmp(model_table[i].name, name) == 0)
            vec_push(r->arena, &r->models, model_table[i].model);
    }
    if (strcmp(name, "help") == 0)
        list_models();
    else if (!r->models.n)
        problems_add(&r->problems, SEVERITY_ERROR,
                     "unknown model '%s'; '-fclperf-model=help' lists them", name);
}

static void check_rules(struct run *r) {
    for (size_t i = 0; i < r->options.rules.n; i++) {
        const struct rule_option *option = &r->options.rules.at[i];
        const char *nearest = rule_is_name(option->rule) ? NULL : rule_nearest(option->rule);
        if (!rule_is_name(option->rule))
            problems_add(&r->problems, SEVERITY_WARNING, "unknown warning option '%s%s'%s%s%s%s",
                         option->spelling, option->rule, nearest ? "; did you mean '" : "",
                         nearest ? option->spelling : "", nearest ? nearest : "",
                         nearest ? "'?" : "");
    }
}

/* What is wrong with the command line's options is not repeated: clperf-cc has said it. */
static void read_options(struct run *r, const struct words *configs, struct words *compiled) {
    struct problems reported = {.arena = r->arena};
    r->configs = *configs;
    r->options = options_default(r->arena);
    config_read(r->arena, &r->options, configs, &r->problems);
    options_command_line(r->arena, &r->options, &r->args, compiled, &reported);
}

/* What the options ask for. */
static void read_request(struct run *r) {
    r->gpus.n = r->models.n = r->suppress.mapping.n = 0;
    find_gpus(r);
    find_models(r);
    check_rules(r);
    outputs_check(&r->options, &r->problems);
    for (size_t i = 0; i < r->options.mappings.n; i++)
        mapping_read(r->arena, r->options.mappings.at[i], &r->suppress.mapping,
                     &r->suppress.problems);
    r->given = launch_given(r->arena, &r->options, &r->problems);
    for (size_t i = 0; i < r->given.n; i++)
        vec_push(r->arena, &r->all_given, r->given.at[i]);
    if (options_dumps(&r->options, "config"))
        options_dump(stderr, &r->options);
}

/* Reads what holds for the input's directory, unless it holds already. */
static void configure(struct run *r, const struct input *in) {
    struct words configs = config_files(r->arena, path_dir(r->arena, in->path)), ignored = {0};
    bool same = configs.n == r->configs.n;
    for (size_t i = 0; i < configs.n && same; i++)
        same = strcmp(configs.at[i], r->configs.at[i]) == 0;
    if (same)
        return;
    r->dependencies.unknown = true;
    read_options(r, &configs, &ignored);
    read_request(r);
}

static void read_baseline(struct run *r) {
    const char *error;
    struct baseline b;
    if (!r->options.baseline)
        return;
    if (baseline_read(r->arena, r->options.baseline, &b, &error))
        r->baseline = arena_memdup(r->arena, &b, sizeof b);
    else
        problems_add(&r->problems, SEVERITY_ERROR, "-fclperf-baseline: %s", error);
}

static void start(struct run *r, int argc, char **argv) {
    struct words none = {0}, compiled = {0}, ignored = {0};
    for (int i = 1; i < argc; i++)
        words_add(r->arena, &r->args, argv[i]);
    r->problems.arena = r->suppress.arena = r->suppress.source.arena = r->arena;
    read_options(r, &none, &compiled);
    r->jobs = jobs_parse(r->arena, &compiled);
    const char *dir = ".";
    for (size_t i = r->jobs.n_inputs; i-- > 0;)
        if (r->jobs.inputs[i].analysed)
            dir = path_dir(r->arena, r->jobs.inputs[i].path);
    struct words configs = config_files(r->arena, dir);
    read_options(r, &configs, &ignored);
    read_request(r);
    read_baseline(r);
    r->cache = cache_open(r->arena, !r->options.no_cache);
    if (!r->jobs.verbose)
        r->key =
            replay_key(r->arena, &(struct replay_request){&r->args, &r->jobs, &r->options,
                                                          &r->problems, r->gpus.at, r->gpus.n});
}

/* Fixes are edits of a source of its own, not of a program in a host source or of a header. */
static void add_fixes(struct run *r, const struct unit *u, const struct analysis_request *request,
                      struct kernel_result *result) {
    bool elsewhere = strcmp(request->file, u->input->path) != 0;
    if (r->options.no_fixes || u->map || !u->text || elsewhere)
        return;
    struct trial_request trial = {u->compiled, request, u->text, u->bytes};
    trials_add_fixes(r->arena, &trial, result);
}

static void analyse_with(struct run *r, const struct unit *u,
                         const struct analysis_request *request) {
    struct kernel_result result;
    const char *reason = launch_limit(r->arena, request->launch, request->gpu);
    budget_allow(&r->options.budget, 1);
    if (reason || !analyse_launch(r->arena, request, &result, &reason)) {
        const char *text =
            arena_printf(r->arena, "'%s' not analysed: %s", request->source->name, reason);
        if (request->launch->where)
            add_quiet_reason(r, request->file, request->source->loc, text);
        else
            add_reason(r, request->file, request->source->loc, text);
        return;
    }
    analyse_dump(stderr, r->arena, &r->options, &result);
    add_fixes(r, u, request, &result);
    vec_push(r->arena, &r->results, result);
}

/* The results of one launch by several models, from `first` on. */
static void join_models(struct run *r, size_t first) {
    size_t n = r->results.n - first;
    struct estimate *all = NEW_ARRAY(r->arena, struct estimate, n);
    for (size_t i = 0; i < n; i++)
        all[i] = *r->results.at[first + i].estimate;
    interval_spread(all, n);
    for (size_t i = 0; i < n; i++)
        r->results.at[first + i].estimate = &all[i];
}

/* With each model; the rules are checked with the first. */
static void analyse_models(struct run *r, const struct unit *u, struct analysis_request *request) {
    size_t first = r->results.n;
    for (size_t i = 0; i < r->models.n; i++) {
        request->model = r->models.at[i];
        request->no_findings = i > 0;
        analyse_with(r, u, request);
    }
    if (r->results.n > first + 1)
        join_models(r, first);
}

static void dump_kernel(struct run *r, const struct kernel *k, const struct kernel *machine) {
    if (options_dumps(&r->options, "cfg")) {
        dump_cfg(stderr, k);
        dump_cfg(stderr, machine);
    }
    if (options_dumps(&r->options, "loops"))
        dump_loops(stderr, k);
    if (options_dumps(&r->options, "expr"))
        dump_expr(stderr, r->arena, k);
}

/* The launches given for the kernel with this unit's defines. False if it belongs to
 * another unit of the same input. */
static bool choose_given(struct run *r, const struct unit *u, const struct kernel *k,
                         struct given_launches *chosen) {
    bool any = false, ir = u->input->language == LANGUAGE_IR;
    for (size_t i = 0; i < u->given.n; i++) {
        const struct given_launch *g = &u->given.at[i];
        if (!launch_is_of(r->arena, &g->launch, k))
            continue;
        any = true;
        if (ir || launch_has_defines(&g->launch, u->defines))
            vec_push(r->arena, chosen, *g);
    }
    return chosen->n || (!any && u->first);
}

/* Where the kernel is written: the input, or a header of it, with its text for comments. */
static const char *file_of(struct run *r, const struct unit *u, const struct kernel *k,
                           const char **text) {
    *text = u->text;
    if (u->map || u->input->language == LANGUAGE_IR || strcmp(k->file, u->input->path) == 0)
        return u->input->path;
    *text = read_file(r->arena, k->file, NULL);
    return k->file;
}

static void analyse_kernel(struct run *r, const struct unit *u, const struct module *m, size_t i) {
    const struct kernel *k = m->source[i];
    const char *text, *file = file_of(r, u, k, &text);
    struct given_launches chosen = {0};
    vec_push(r->arena, &r->kernels, k);
    if (!choose_given(r, u, k, &chosen))
        return;
    dump_kernel(r, k, m->machine[i]);
    struct launches launches = launch_resolve(r->arena, k, &chosen, text, &r->problems);
    for (size_t j = 0; j < launches.n; j++) {
        if (options_dumps(&r->options, "launch"))
            launch_dump(stderr, &launches.at[j]);
        for (size_t g = 0; g < r->gpus.n; g++) {
            struct register_use use;
            bool known = registers_find(u->registers, k->symbol, r->gpus.at[g], &use);
            struct analysis_request request = {.options = &r->options,
                                               .suppress = &r->suppress,
                                               .source = k,
                                               .machine = m->machine[i],
                                               .file = file,
                                               .launch = &launches.at[j],
                                               .gpu = r->gpus.at[g],
                                               .registers = known ? &use : NULL};
            analyse_models(r, u, &request);
        }
    }
}

static void map_kernels(const struct host_map *map, const struct module *m) {
    for (size_t i = 0; i < m->n; i++) {
        host_map_kernel(map, m->source[i]);
        host_map_kernel(map, m->machine[i]);
    }
}

static struct registers *start_registers(struct run *r, const struct frontend_request *input,
                                         const struct bitcode *b) {
    return registers_start(r->arena,
                           &(struct register_request){.input = input,
                                                      .bitcode = b,
                                                      .gpus = r->gpus.at,
                                                      .n_gpus = r->gpus.n,
                                                      .cache = &r->cache,
                                                      .seconds = r->options.budget.seconds});
}

/* All kernels of the bitcode, or only the one of that number. NULL with *error if it is not valid.
 */
static const struct module *analyse_bitcode(struct run *r, const struct unit *u, const char *path,
                                            size_t only, const char **error) {
    const char *file = u->input->path;
    struct left_out out = attempts_left_out(&r->attempts, file, only);
    const struct module *m =
        an_load(r->arena, path, u->map ? FRONTEND_TEXT : file, &out.refusals, error);
    if (m && u->map)
        map_kernels(u->map, m);
    for (size_t i = 0; m && i < m->n; i++) {
        if (only != SIZE_MAX && only != i)
            continue;
        attempts_note(&r->attempts, file, m->source[i]->name);
        analyse_kernel(r, u, m, i);
    }
    attempts_note(&r->attempts, NULL, NULL);
    return m;
}

/* CUDA is compiled once, for the first GPU that it can be for. */
static const char *cuda_arch(const struct run *r) {
    for (size_t i = 0; i < r->gpus.n; i++)
        if (str_starts(r->gpus.at[i]->arch, "sm_"))
            return r->gpus.at[i]->arch;
    return "sm_80";
}

/* False, with the reason and its place, if it cannot be compiled. */
static bool analyse_unit(struct run *r, struct unit *u, struct report_problem *why) {
    const struct host_text *text = u->map ? &u->map->program->text : NULL;
    struct frontend_request input = {.jobs = &r->jobs,
                                     .input = u->input,
                                     .flags = u->flags,
                                     .defines = *u->defines,
                                     .cuda_arch = cuda_arch(r),
                                     .text = text ? text->text : NULL,
                                     .bytes = text ? text->n : 0,
                                     .dependencies = &r->dependencies};
    struct bitcode b = frontend_compile(r->arena, &input);
    const char *error = b.reason;
    u->compiled = &input;
    bool one_by_one = r->attempts.one_by_one;
    u->registers = start_registers(r, &input, &b);
    const struct module *m =
        b.path ? analyse_bitcode(r, u, b.path, one_by_one ? 0 : SIZE_MAX, &error) : NULL;
    for (size_t i = 1; one_by_one && m && i < m->n; i++) {
        budget_allow(&r->options.budget, 1);
        analyse_bitcode(r, u, b.path, i, &error);
    }
    r->dependencies.unknown |= registers_given_up(u->registers);
    registers_end(u->registers);
    frontend_release(&b);
    if (!m) {
        *why = (struct report_problem){.file = u->input->path, .loc = b.loc, .text = error};
        return false;
    }
    return true;
}

static size_t count_word(const char *text, size_t bytes, const char *word) {
    size_t n = 0;
    for (const char *s = text; (s = memmem(s, bytes - (size_t)(s - text), word, strlen(word))); s++)
        n++;
    return n;
}

/* Roughly, and at least one: macros of that name make kernels, too. */
static size_t count_kernels(const char *text, size_t bytes) {
    size_t n = count_word(text, bytes, "kernel") + count_word(text, bytes, "KERNEL");
    return n ? n : 1;
}

/* Compiles and analyses the unit with each list of defines. */
static bool analyse_with_defines(struct run *r, struct unit *u, struct report_problem *why) {
    struct define_sets sets = {0};
    bool all = true;
    if (u->input->language == LANGUAGE_IR)
        vec_push(r->arena, &sets, (struct words){0});
    else
        sets = launch_define_sets(r->arena, &u->given);
    for (size_t i = 0; i < sets.n; i++, u->first = false) {
        u->defines = &sets.at[i];
        all = analyse_unit(r, u, why) && all;
    }
    return all;
}

/* The launches that a source of CUDA makes of its own kernels. */
static void add_cuda_launches(struct run *r, struct unit *u) {
    const char *reason = NULL;
    const struct host_source *s =
        host_source_read(r->arena, &r->jobs, u->input, &r->dependencies, &reason);
    if (!s)
        return;
    struct host_launches found = host_launches(r->arena, s);
    if (options_dumps(&r->options, "launch"))
        host_launches_dump(stderr, &found);
    for (size_t i = 0; i < found.n; i++)
        vec_push(r->arena, &u->given,
                 (struct given_launch){
                     .launch = found.at[i].launch, .where = found.at[i].where, .host = true});
}

static void analyse_input(struct run *r, const struct input *in) {
    struct unit u = {.input = in, .flags = r->jobs.front_flags, .first = true};
    const char *text = read_file(r->arena, in->path, &u.bytes);
    struct report_problem why;
    budget_allow(&r->options.budget, count_kernels(text ? text : "", u.bytes));
    u.given = launch_for_source(r->arena, &r->given, in->path, text, u.bytes);
    u.text = in->language == LANGUAGE_IR ? NULL : text;
    if (in->language == LANGUAGE_CUDA)
        add_cuda_launches(r, &u);
    if (!analyse_with_defines(r, &u, &why))
        add_reason(r, why.file, why.loc, arena_printf(r->arena, "not analysed: %s", why.text));
}

/* Whether a launch may be of a kernel in the text; names that macros make do not occur in it. */
static bool is_launched(const struct host_launches *l, size_t i, const char *text, size_t bytes) {
    const char *name = l->at[i].launch.kernel;
    return name && memmem(text, bytes, name, strlen(name));
}

/* Adds the host program's launches of kernels in the text to those that somebody wrote down. The
 * latter need the defines of the former where they name none. */
static void add_host_launches(struct run *r, struct unit *u, const struct host_launches *l,
                              const char *text, size_t bytes) {
    const size_t n = u->given.n;
    for (size_t i = 0; i < l->n; i++) {
        const struct launch *launch = &l->at[i].launch;
        if (!is_launched(l, i, text, bytes))
            continue;
        for (size_t k = 0; k < n; k++) {
            struct launch *g = &u->given.at[k].launch;
            if (strcmp(g->kernel, launch->kernel) == 0 && !g->n_defines) {
                g->defines = launch->defines;
                g->n_defines = launch->n_defines;
            }
        }
        vec_push(r->arena, &u->given,
                 (struct given_launch){.launch = *launch, .where = l->at[i].where, .host = true});
    }
    for (size_t i = 0; i < l->defines.n && !u->given.n; i++)
        words_add(r->arena, &u->flags, arena_printf(r->arena, "-D%s", l->defines.at[i]));
}

/* One program of a host source, or its parts where it does not compile as a whole. */
static void analyse_program(struct run *r, const struct unit *host, const struct host_source *s,
                            const struct host_launches *launches, const struct host_program *p) {
    struct host_map map = host_map(r->arena, s, p);
    struct unit u = *host;
    struct report_problem why;
    u.map = &map;
    add_host_launches(r, &u, launches, p->text.text, p->text.n);
    budget_allow(&r->options.budget, count_kernels(p->text.text, p->text.n));
    if (analyse_with_defines(r, &u, &why))
        return;
    for (size_t i = 0; i < p->n_parts && p->n_parts > 1; i++)
        analyse_program(r, host, s, launches, &p->parts[i]);
    if (p->n_parts > 1)
        return;
    struct loc start = {.line = 1, .col = 1};
    const char *hole = host_text_hole(r->arena, p->text.text);
    if (hole)
        why.text = arena_printf(
            r->arena, "it does not compile, perhaps for its printf-like '%s': %s", hole, why.text);
    add_quiet_reason(r, why.file, host_locate(&map, why.loc.line ? why.loc : start),
                     arena_printf(r->arena, "text with a kernel not analysed: %s", why.text));
}

/* The flags, with what -I names relative to the directory that the program runs in, and that
 * directory itself. */
static void add_run_directory(struct run *r, struct words *out, const struct words *flags,
                              const char *dir) {
    for (size_t i = 0; i < flags->n; i++) {
        words_add(r->arena, out, flags->at[i]);
        if (str_starts(flags->at[i], "-I") && flags->at[i][2] != '/')
            words_add(r->arena, out, arena_printf(r->arena, "-I%s/%s", dir, flags->at[i] + 2));
    }
    words_add(r->arena, out, arena_printf(r->arena, "-I%s", dir));
}

static void analyse_kernel_file(struct run *r, const struct unit *host,
                                const struct host_launches *launches,
                                const struct host_file_found *found) {
    const char *path = found->path;
    struct input in = {.path = path, .language = LANGUAGE_OPENCL, .analysed = true};
    struct unit u = *host;
    struct report_problem why;
    u.input = &in;
    u.flags = (struct words){0};
    add_run_directory(r, &u.flags, &host->flags, found->dir);
    u.text = read_file(r->arena, path, &u.bytes);
    u.given = launch_for_source(r->arena, &r->given, path, u.text, u.bytes);
    if (u.text)
        add_host_launches(r, &u, launches, u.text, u.bytes);
    budget_allow(&r->options.budget, count_kernels(u.text ? u.text : "", u.bytes));
    if (!analyse_with_defines(r, &u, &why))
        add_quiet_reason(r, why.file, why.loc,
                         arena_printf(r->arena, "not analysed: %s", why.text));
}

/* The kernels in a host source's strings, and in the files that it names. */
static void analyse_host(struct run *r, const struct input *in) {
    struct unit u = {.input = in, .first = true};
    struct words files = {0};
    const char *reason = NULL;
    budget_allow(&r->options.budget, 1);
    const struct host_source *s =
        host_source_read(r->arena, &r->jobs, in, &r->dependencies, &reason);
    if (!s) {
        add_quiet_reason(r, in->path, (struct loc){0},
                         arena_printf(r->arena, "not analysed: %s", reason));
        return;
    }
    u.text = s->files[0].text;
    u.bytes = s->files[0].bytes;
    u.given = launch_for_source(r->arena, &r->given, in->path, u.text, u.bytes);
    words_add(r->arena, &u.flags, arena_printf(r->arena, "-I%s", path_dir(r->arena, in->path)));
    struct host_launches launches = host_launches(r->arena, s);
    if (options_dumps(&r->options, "launch"))
        host_launches_dump(stderr, &launches);
    words_add_all(r->arena, &u.flags, &launches.flags);
    struct host_programs programs = host_kernels(r->arena, s, &files);
    for (size_t i = 0; i < programs.n; i++)
        analyse_program(r, &u, s, &launches, &programs.at[i]);
    for (size_t i = 0; i < files.n; i++) {
        struct host_file_found found =
            host_kernel_file(r->arena, in->path, files.at[i], &r->dependencies);
        if (found.path)
            analyse_kernel_file(r, &u, &launches, &found);
    }
}

/* The outputs are those that the first input's options ask for. */
static void analyse_inputs(struct run *r) {
    const struct options first = r->options;
    r->marks = NEW_ARRAY(r->arena, struct mark, r->jobs.n_inputs + 1);
    for (size_t i = 0; i < r->jobs.n_inputs; i++) {
        r->marks[i] = (struct mark){r->results.n, r->reasons.n};
        if (r->jobs.inputs[i].analysed)
            configure(r, &r->jobs.inputs[i]);
        if (r->jobs.inputs[i].analysed && r->jobs.inputs[i].language == LANGUAGE_HOST)
            analyse_host(r, &r->jobs.inputs[i]);
        else if (r->jobs.inputs[i].analysed)
            analyse_input(r, &r->jobs.inputs[i]);
    }
    for (size_t i = 0; i < r->suppress.problems.n; i++)
        vec_push(r->arena, &r->reasons, r->suppress.problems.at[i]);
    r->marks[r->jobs.n_inputs] = (struct mark){r->results.n, r->reasons.n};
    r->options = first;
}

/* The input that the launch can be of, or NULL. */
static const char *input_of(const struct run *r, const struct given_launch *g) {
    for (size_t i = 0; i < r->jobs.n_inputs; i++) {
        const struct input *in = &r->jobs.inputs[i];
        bool device = in->analysed && in->language != LANGUAGE_HOST;
        if (device && (!g->file || strcmp(path_base(in->path), g->file) == 0))
            return in->path;
    }
    return NULL;
}

static bool was_seen(const struct run *r, const struct launch *l) {
    for (size_t i = 0; i < r->kernels.n; i++)
        if (launch_is_of(r->arena, l, r->kernels.at[i]))
            return true;
    return false;
}

static const char *nearest_kernel(const struct run *r, const char *name) {
    struct words names = {0};
    for (size_t i = 0; i < r->kernels.n; i++)
        words_add(r->arena, &names, r->kernels.at[i]->name);
    return words_nearest(name, &names);
}

/* Launches of kernels that do not exist; if nothing could be compiled, nobody knows. */
static void report_unused(struct run *r) {
    for (size_t i = 0; i < r->all_given.n && r->kernels.n; i++) {
        const struct given_launch *g = &r->all_given.at[i];
        const char *input = input_of(r, g), *name = g->launch.kernel;
        if (!input || was_seen(r, &g->launch))
            continue;
        const char *nearest = nearest_kernel(r, name);
        problems_add(&r->problems, SEVERITY_WARNING, "%s: no kernel named '%s' in %s%s%s%s",
                     g->where, name, input, nearest ? "; did you mean '" : "",
                     nearest ? nearest : "", nearest ? "'?" : "");
    }
}

/* The report of the inputs between two marks. */
static struct report make_report(struct run *r, struct mark from, struct mark to) {
    VEC(struct report_problem) all = {0};
    for (size_t i = 0; i < r->problems.n; i++)
        vec_push(r->arena, &all,
                 (struct report_problem){.severity = r->problems.at[i].severity,
                                         .text = r->problems.at[i].text});
    for (size_t i = from.reasons; i < to.reasons; i++)
        vec_push(r->arena, &all, r->reasons.at[i]);
    struct report report = {.tool_version = CLPERF_VERSION,
                            .results = r->results.at ? r->results.at + from.results : NULL,
                            .n_results = to.results - from.results,
                            .problems = all.at,
                            .n_problems = all.n};
    return r->baseline ? baseline_compare(r->arena, r->baseline, &report) : report;
}

static void add_output(struct run *r, struct replay *out, const struct report *report,
                       const struct writer_options *w, struct output_option o) {
    struct replay_output *output;
    if (!diag_writer(o.format))
        return;
    vec_push(r->arena, out, (struct replay_output){.path = o.path});
    output = &out->at[out->n - 1];
    output->bytes = outputs_render(r->arena, report, w, o.format, &output->n);
}

/* CLPERF_OUTPUT_DIR: one SARIF and one JSON for each input. */
static void add_collected(struct run *r, struct replay *out, const struct writer_options *w,
                          const char *dir) {
    static const char *const formats[] = {"sarif", "json"};
    for (size_t i = 0; i < r->jobs.n_inputs; i++) {
        const struct input *in = &r->jobs.inputs[i];
        const char *object = jobs_object(r->arena, &r->jobs, in);
        struct report report = make_report(r, r->marks[i], r->marks[i + 1]);
        for (size_t f = 0; f < 2 && in->analysed; f++) {
            const char *path =
                outputs_collected(r->arena, dir, object ? object : in->path, formats[f]);
            add_output(r, out, &report, w, (struct output_option){formats[f], path});
        }
    }
}

/* What is wrong with the request itself, where no text is asked for. */
static struct replay_output only_problems(struct run *r) {
    struct str text = {.arena = r->arena};
    problems_text(&text, &r->problems);
    return (struct replay_output){NULL, str_text(&text), text.n};
}

static struct replay make_outputs(struct run *r, const struct report *report) {
    struct writer_options plain = {.remarks = r->options.remarks}, text = plain;
    struct replay out = {0};
    const char *dir = getenv("CLPERF_OUTPUT_DIR");
    text.colour = r->jobs.colour == 1 || (r->jobs.colour < 0 && isatty(STDERR_FILENO));
    if (r->options.no_text)
        vec_push(r->arena, &out, only_problems(r));
    else
        add_output(r, &out, report, &text, (struct output_option){"text", NULL});
    for (size_t i = 0; i < r->options.outputs.n; i++)
        add_output(r, &out, report, &plain, r->options.outputs.at[i]);
    if (dir && *dir)
        add_collected(r, &out, &plain, dir);
    return out;
}

static bool has_error(const struct report *r) {
    for (size_t i = 0; i < r->n_results; i++)
        for (size_t j = 0; j < r->results[i].n_findings; j++)
            if (r->results[i].findings[j].severity == SEVERITY_ERROR &&
                finding_is_reported(&r->results[i].findings[j]))
                return true;
    return false;
}

/* Files that are read after the front end: sources, manifests, mappings, buffers. */
static void add_dependencies(struct run *r) {
    for (size_t i = 0; i < r->jobs.n_inputs; i++)
        dependencies_add(&r->dependencies, r->jobs.inputs[i].path);
    for (size_t i = 0; i < r->options.launches.n; i++)
        dependencies_add(&r->dependencies, r->options.launches.at[i]);
    for (size_t i = 0; i < r->options.mappings.n; i++)
        dependencies_add(&r->dependencies, r->options.mappings.at[i]);
    if (r->options.baseline)
        dependencies_add(&r->dependencies, r->options.baseline);
    for (size_t i = 0; i < r->results.n; i++) {
        const struct launch *l = r->results.at[i].launch;
        for (size_t k = 0; k < l->n_args; k++)
            if (l->args[k].kind == ARG_FILE)
                dependencies_add(&r->dependencies, l->args[k].path);
    }
}

/* Whether time ran out on the way: another run may get further. */
static bool was_cut(const struct run *r) {
    bool cut = r->attempts.lost.n || r->attempts.one_by_one;
    for (size_t i = 0; i < r->results.n; i++)
        cut = cut || r->results.at[i].estimate->hurried || r->results.at[i].trace->truncated;
    return cut;
}

/* Writes the outputs, and keeps them for the next time if all of it went well. */
static void write_outputs(struct run *r, const struct replay *outputs) {
    struct problems failed = {.arena = r->arena};
    replay_write(r->arena, outputs, &failed);
    problems_print(stderr, &failed);
    add_dependencies(r);
    if (r->key && !failed.n && !was_cut(r))
        replay_keep(&r->cache, r->key, &r->dependencies, &r->started, outputs);
}

static int analyse_and_write(void *context) {
    struct run *r = context;
    an_init();
    analyse_inputs(r);
    report_unused(r);
    const struct report report = make_report(r, r->marks[0], r->marks[r->jobs.n_inputs]);
    struct replay outputs = make_outputs(r, &report);
    outputs.status = has_error(&report)                 ? EXIT_ANALYZER_FINDINGS
                     : problems_has_error(&r->problems) ? EXIT_USAGE
                                                        : 0;
    write_outputs(r, &outputs);
    return outputs.status;
}

/* Writes again what the same analysis wrote before. */
static bool write_kept(struct run *r, int *status) {
    struct problems failed = {.arena = r->arena};
    struct replay kept;
    if (!r->key || !replay_find(r->arena, &r->cache, r->key, &kept))
        return false;
    replay_write(r->arena, &kept, &failed);
    problems_print(stderr, &failed);
    *status = kept.status;
    return true;
}

int clperf_analyze(int argc, char **argv) {
    struct arena arena = {0};
    struct run r = {.arena = &arena, .attempts.arena = &arena, .dependencies.arena = &arena};
    int status;
    clock_gettime(CLOCK_REALTIME_COARSE, &r.started);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    start(&r, argc, argv);
    if (!write_kept(&r, &status))
        status = attempts_run(&r.attempts, analyse_and_write, &r);
    arena_free(&arena);
    return status;
}
