#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "diag/finding/rule_names.h"
#include "driver/analyze/config_file.h"
#include "driver/analyze/outputs.h"
#include "driver/analyze/run_state.h"
#include "driver/store/overlay.h"
#include "hwdb/native_gpu.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/survey/fit/fitted.h"
#include "source/languages/cuda/cuda_repairs.h"
#include "source/project.h"
#include "source/scan/spaced_launches.h"

/* The GPU of that name, at the clocks that were asked for. */
static const struct gpu *find_gpu(struct run *r, const char *name, const char **error) {
    const struct clock_option *c = &r->options.clock;
    const struct gpu *g = gpu_named(r->arena, name, error);
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

/* A file that `clperf fit` wrote. */
static void read_fitted_model(struct run *r, const char *path) {
    const char *error = NULL;
    const struct model *m = fitted_model(r->arena, path, &error);
    if (m)
        vec_push(r->arena, &r->models, m);
    else
        problems_add(&r->problems, SEVERITY_ERROR, "-fclperf-model: %s", error);
}

/* -fclperf-model=: a name, a file, "all", or "help". */
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
    else if (!r->models.n && (strchr(name, '/') || str_ends(name, ".json")))
        read_fitted_model(r, name);
    else if (!r->models.n)
        problems_add(&r->problems, SEVERITY_ERROR,
                     "unknown model '%s'; '-fclperf-model=help' lists them", name);
}

/* As for GCC, whose -Werror= of a warning that does not exist is an error. */
static void check_rules(struct run *r) {
    for (size_t i = 0; i < r->options.rules.n; i++) {
        const struct rule_option *option = &r->options.rules.at[i];
        const char *nearest = rule_is_name(option->rule) ? NULL : rule_nearest(option->rule);
        if (!rule_is_name(option->rule))
            problems_add(&r->problems,
                         option->effect == RULE_AS_ERROR ? SEVERITY_ERROR : SEVERITY_WARNING,
                         "unknown warning option '%s%s'%s%s%s%s", option->spelling, option->rule,
                         nearest ? "; did you mean '" : "", nearest ? option->spelling : "",
                         nearest ? nearest : "", nearest ? "'?" : "");
    }
}

/* What is wrong with the command line's options, which clperf-cc says beside a compiler, and who
 * else runs us before. */
static void say_mistakes(struct run *r, const struct problems *found) {
    for (size_t i = 0; i < found->n && !r->options.beside_compiler; i++)
        if (found->at[i].severity == SEVERITY_ERROR)
            problems_add(&r->problems, SEVERITY_ERROR, "%s", problem_text(r->arena, &found->at[i]));
}

static void read_options(struct run *r, const struct words *configs, struct words *compiled) {
    struct problems found = {.arena = r->arena};
    r->configs = *configs;
    r->options = options_default(r->arena);
    config_read(r->arena, &r->options, configs, &r->problems);
    options_command_line(r->arena, &r->options, &r->args, compiled, &found);
    say_mistakes(r, &found);
    const char *gpu = options_gpu_is_chosen(&r->options) ? NULL : machine_gpu(r->arena, "");
    if (gpu)
        options_take_machine_gpu(r->arena, &r->options, gpu);
}

static void read_units(struct run *r) {
    const char *error;
    r->commands = (struct compile_commands){0};
    if (r->options.link && !r->options.units)
        r->options.units = r->options.link;
    if (!r->options.units)
        return;
    dependencies_add(&r->dependencies, r->options.units);
    if (!compile_commands_read(r->arena, r->options.units, &r->commands, &error))
        problems_add(&r->problems, SEVERITY_ERROR, "-fclperf-host-units: %s", error);
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
    r->given = launch_given(r->arena, &r->options.launches, &r->texts, &r->problems);
    for (size_t i = 0; i < r->given.n; i++)
        vec_push(r->arena, &r->all_given, r->given.at[i]);
    read_units(r);
    if (options_dumps(&r->options, "config"))
        options_dump(stderr, &r->options);
    if (options_dumps(&r->options, "constants"))
        model_constants_dump(stderr);
}

void run_configure(struct run *r, const struct input *in) {
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

static double monotonic_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What was found stays in memory until it is written, which takes as much again. */
const char *run_exhausted(struct run *r) {
    const char *why = NULL;
    if (monotonic_seconds() > r->latest)
        why = "with what was analysed before it takes more time than -fclperf-budget= allows";
    else if (r->arena->total / 2 > (size_t)r->options.budget.mib << 18)
        why = "with what was analysed before it takes more memory than -fclperf-budget= allows";
    return why;
}

/* Whether nothing is asked for that needs no input. */
static bool lacks_input(const struct run *r) {
    const struct options *o = &r->options;
    return !r->jobs.n_inputs && !r->jobs.no_analysis && !o->beside_compiler && !o->dumps.n &&
           !o->help && !o->version && strcmp(o->model, "help") != 0;
}

/* That there are inputs and that they can be read, which a compiler beside us says. */
static void check_inputs(struct run *r) {
    if (lacks_input(r))
        problems_add(&r->problems, SEVERITY_ERROR, "no input files");
    for (size_t i = 0; i < r->jobs.n_inputs && !r->options.beside_compiler; i++) {
        struct input *in = &r->jobs.inputs[i];
        if (!in->analysed || texts_find(&r->texts, in->path) || access(in->path, R_OK) == 0)
            continue;
        in->analysed = strcmp(in->path, "-") == 0;
        if (!in->analysed)
            problems_add(&r->problems, SEVERITY_ERROR, "cannot read '%s': %s", in->path,
                         strerror(errno));
    }
}

/* Sources that clang reads as nvcc does once the brackets of their launches are closed up. */
static void close_launches(struct run *r) {
    for (size_t i = 0; i < r->jobs.n_inputs; i++) {
        const struct input *in = &r->jobs.inputs[i];
        size_t n = 0;
        if (!in->analysed || in->unread || !front_end_is_single_source(in->language) ||
            texts_find(&r->texts, in->path))
            continue;
        struct arena scratch = {0};
        const char *text = read_file(&scratch, in->path, &n);
        const char *closed = text ? spaced_launches_closed(r->arena, text, n) : NULL;
        if (closed)
            vec_push(r->arena, &r->texts, (struct text){.path = in->path, .text = closed, .n = n});
        arena_free(&scratch);
    }
}

/* How long a build waits at most is for its command line to say, not for a .clperf. */
void run_start(struct run *r, int argc, char **argv) {
    struct words none = {0}, compiled = {0}, ignored = {0};
    for (int i = 1; i < argc; i++)
        words_add(r->arena, &r->args, argv[i]);
    r->problems.arena = r->suppress.arena = r->suppress.source.arena = r->arena;
    read_options(r, &none, &compiled);
    r->latest = monotonic_seconds() + r->options.budget.total_seconds;
    r->jobs = jobs_parse(r->arena, &compiled);
    jobs_take_loops(r->arena, &r->jobs, &r->options.loops);
    if (!r->options.beside_compiler)
        jobs_take_unknown(&r->jobs);
    r->jobs.root = r->options.root;
    r->texts = overlay_read(r->arena, &r->options.overlays, &r->problems);
    close_launches(r);
    overlay_apply(r->arena, &r->texts, &r->jobs, &r->problems);
    struct words dirs = project_directories(r->arena, &r->jobs);
    r->texts.dirs = dirs.at;
    r->texts.n_dirs = dirs.n;
    r->suppress.source.texts = &r->texts;
    const char *dir = ".";
    for (size_t i = r->jobs.n_inputs; i-- > 0;)
        if (r->jobs.inputs[i].analysed)
            dir = path_dir(r->arena, r->jobs.inputs[i].path);
    struct words configs = config_files(r->arena, dir);
    read_options(r, &configs, &ignored);
    read_request(r);
    check_inputs(r);
    read_baseline(r);
    r->cache = cache_open(r->arena, !r->options.no_cache);
    r->jobs.store = &r->cache;
    r->jobs.repairs = NEW(r->arena, struct cuda_repairs);
    r->jobs.repairs->arena = r->arena;
    if (r->cache.refused)
        problems_add(&r->problems, SEVERITY_NOTE, "no cache: %s", r->cache.refused);
    if (!r->jobs.verbose)
        r->key =
            replay_key(r->arena, &(struct replay_request){&r->args, &r->jobs, &r->options,
                                                          &r->problems, r->gpus.at, r->gpus.n});
}
