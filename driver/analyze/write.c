#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "base/str.h"
#include "diag/finding/causes.h"
#include "driver/analyze/outputs.h"
#include "driver/analyze/run_state.h"
#include "source/compiler/compile_record.h"
#include "source/compiler/toolchain.h"

/* The input that the launch can be of, or NULL. */
static const char *input_of(const struct run *r, const struct given_launch *g) {
    for (size_t i = 0; i < r->jobs.n_inputs; i++) {
        const struct input *in = &r->jobs.inputs[i];
        bool device = in->analysed && !in->unread && front_end_has(in->language, FRONT_DEVICE);
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

void run_report_unused(struct run *r) {
    bool part = r->options.root != NULL;
    for (size_t i = 0; i < r->all_given.n && r->kernels.n && !part; i++) {
        const struct given_launch *g = &r->all_given.at[i];
        const char *input = input_of(r, g), *name = g->launch.kernel;
        if (!input || g->captured || was_seen(r, &g->launch))
            continue;
        const char *nearest = nearest_kernel(r, name);
        problems_add(&r->problems, SEVERITY_WARNING, "%s: no kernel named '%s' in %s%s%s%s",
                     g->where, name, input, nearest ? "; did you mean '" : "",
                     nearest ? nearest : "", nearest ? "'?" : "");
    }
}

/* Files that are read after the front end: sources, manifests, mappings, buffers. */
static void add_dependencies(struct run *r) {
    for (size_t i = 0; i < r->jobs.n_inputs; i++)
        dependencies_add(&r->dependencies, r->jobs.inputs[i].path);
    for (size_t i = 0; i < r->options.launches.n; i++)
        dependencies_add(&r->dependencies, r->options.launches.at[i]);
    for (size_t i = 0; i < r->options.mappings.n; i++)
        dependencies_add(&r->dependencies, r->options.mappings.at[i]);
    for (size_t i = 0; i < r->all_given.n; i++)
        if (r->all_given.at[i].source)
            dependencies_add(&r->dependencies, r->all_given.at[i].source);
    if (r->options.baseline)
        dependencies_add(&r->dependencies, r->options.baseline);
    for (size_t i = 0; i < r->results.n; i++) {
        const struct launch *l = r->results.at[i].launch;
        for (size_t k = 0; k < l->n_args; k++)
            if (l->args[k].kind == ARG_FILE && l->args[k].path)
                dependencies_add(&r->dependencies, l->args[k].path);
    }
}

/* Who asks for a report alone is told what else it depends on. */
static void put_files(struct run *r, struct report *report) {
    if (!r->options.only_outputs.n)
        return;
    add_dependencies(r);
    report->files = r->dependencies.paths.at;
    report->n_files = r->dependencies.paths.n;
}

struct report run_make_report(struct run *r, struct mark from, struct mark to) {
    VEC(struct report_problem) all = {0};
    for (size_t i = 0; i < r->problems.n; i++)
        vec_push(r->arena, &all,
                 (struct report_problem){.severity = r->problems.at[i].severity,
                                         .text = problem_text(r->arena, &r->problems.at[i])});
    for (size_t i = from.reasons; i < to.reasons && !r->options.at_link; i++)
        vec_push(r->arena, &all, r->reasons.at[i]);
    struct report report = {.tool_version = CLPERF_VERSION,
                            .results = r->results.at ? r->results.at + from.results : NULL,
                            .n_results = to.results - from.results,
                            .problems = all.at,
                            .n_problems = all.n,
                            .texts = &r->texts,
                            .whole_program = r->programs == 1 && r->whole_programs == 1};
    put_files(r, &report);
    if (r->baseline)
        report = baseline_compare(r->arena, r->baseline, &report);
    return causes_join(r->arena, &report);
}

static void ask(struct run *r, struct replay *out, long input, struct output_option o) {
    if (diag_writer(o.format))
        vec_push(r->arena, out,
                 (struct replay_output){.to = o.to, .format = o.format, .input = input});
}

static void ask_all(struct run *r, struct replay *out, const struct output_options *o) {
    for (size_t i = 0; i < o->n; i++)
        ask(r, out, REPLAY_ALL, o->at[i]);
}

/* CLPERF_OUTPUT_DIR: one SARIF and one JSON for each input. */
static void ask_collected(struct run *r, struct replay *out, const char *dir) {
    static const char *const formats[] = {"sarif", "json"};
    for (size_t i = 0; i < r->jobs.n_inputs; i++) {
        const struct input *in = &r->jobs.inputs[i];
        const char *object = jobs_object(r->arena, &r->jobs, in);
        for (size_t f = 0; f < 2 && in->analysed; f++) {
            const char *path =
                collected_output(r->arena, dir, object ? object : in->path, formats[f]);
            ask(r, out, (long)i, (struct output_option){formats[f], {.path = path}});
        }
    }
}

/* The outputs that the request asks for, without their bytes. */
static struct replay asked_outputs(struct run *r) {
    struct replay out = {0};
    const char *dir = getenv("CLPERF_OUTPUT_DIR");
    if (r->options.only_outputs.n) {
        ask_all(r, &out, &r->options.only_outputs);
        return out;
    }
    ask(r, &out, r->options.no_text ? REPLAY_PROBLEMS : REPLAY_ALL,
        (struct output_option){.format = "text"});
    ask_all(r, &out, &r->options.outputs);
    if (dir && *dir)
        ask_collected(r, &out, dir);
    return out;
}

/* What is wrong with the request itself, where no text is asked for. */
static void put_problems(struct run *r, struct replay_output *o) {
    struct str text = {.arena = r->arena};
    problems_text(&text, &r->problems);
    o->bytes = str_text(&text);
    o->n = text.n;
}

/* The folder that the pages of the rules are installed in, or NULL. */
static const char *page_folder(struct arena *a) {
    const char *bin = path_dir(a, path_real(a, toolchain_self(a)));
    const char *folder = arena_printf(a, "%s/../share/doc/clperf/diag/rules", bin);
    return access(folder, R_OK) == 0 ? path_real(a, folder) : NULL;
}

/* Of what stderr is read for by a program, which gets none of our text unless the build fails. */
static bool is_for_people(const struct run *r, const struct report *all,
                          const struct replay_output *o) {
    return o->to.path || !r->jobs.style.for_programs || run_has_error(all) ||
           (problems_has_error(&r->problems) && options_fail_on_mistakes(&r->options));
}

static void render(struct run *r, const struct report *all, struct replay_output *o) {
    const struct report one =
        o->input >= 0 ? run_make_report(r, r->marks[o->input], r->marks[o->input + 1]) : *all;
    struct words sources = {0};
    for (size_t i = 0; i < r->jobs.n_inputs; i++)
        words_add(r->arena, &sources, r->jobs.inputs[i].path);
    const struct words folders = jobs_include_folders(r->arena, &r->jobs);
    const bool linked = !o->to.path && message_style_linked(&r->jobs.style);
    const struct writer_options w = {
        .remarks = r->options.remarks,
        .all = r->options.all,
        .compact = r->options.compact,
        .root = r->options.root,
        .style = &r->jobs.style,
        .colour = !o->to.path && message_style_coloured(&r->jobs.style, STDERR_FILENO),
        .links = linked,
        .pages = linked ? page_folder(r->arena) : NULL,
        .folders = &folders,
        .sources = &sources};
    if (is_for_people(r, all, o))
        o->bytes = outputs_render(r->arena, &one, &w, o->format, &o->n);
    else
        o->bytes = "";
}

struct replay run_make_outputs(struct run *r, const struct report *report) {
    struct replay out = asked_outputs(r);
    for (size_t i = 0; i < out.n; i++)
        if (out.at[i].input == REPLAY_PROBLEMS)
            put_problems(r, &out.at[i]);
        else
            render(r, report, &out.at[i]);
    return out;
}

bool run_shows_findings_only(struct run *r) {
    const struct options *o = &r->options;
    struct replay asked = asked_outputs(r);
    return !o->remarks && !o->dumps.n && r->models.n == 1 && asked.n == 1 && !asked.at[0].to.path;
}

bool run_has_error(const struct report *r) {
    for (size_t i = 0; i < r->n_results; i++)
        for (size_t j = 0; j < r->results[i].n_findings; j++)
            if (r->results[i].findings[j].severity == SEVERITY_ERROR &&
                finding_is_reported(&r->results[i].findings[j]))
                return true;
    for (size_t i = 0; i < r->n_problems; i++)
        if (r->problems[i].unanalysed && r->problems[i].severity == SEVERITY_ERROR)
            return true;
    return false;
}

int run_status_of_mistake(const struct run *r) {
    bool fails = r->options.beside_compiler && options_fail_on_mistakes(&r->options);
    return fails ? EXIT_ANALYZER_MISTAKE : EXIT_USAGE;
}

bool run_write_outputs(struct run *r, const struct replay *outputs) {
    struct problems failed = {.arena = r->arena};
    replay_write(r->arena, outputs, &failed);
    problems_print(stderr, &failed);
    add_dependencies(r);
    if (r->key && !failed.n && !r->attempts.by_chance)
        replay_keep(&r->cache, r->key, &r->dependencies, &r->started, outputs);
    return !failed.n;
}

bool run_write_kept(struct run *r, int *status) {
    struct problems failed = {.arena = r->arena};
    struct replay kept = asked_outputs(r);
    if (!r->key || !replay_find(r->arena, &r->cache, r->key, &kept))
        return false;
    replay_write(r->arena, &kept, &failed);
    problems_print(stderr, &failed);
    *status = failed.n ? run_status_of_mistake(r) : kept.status;
    return true;
}
