#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "driver/outputs.h"
#include "driver/run_state.h"

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
                                         .text = r->problems.at[i].text});
    for (size_t i = from.reasons; i < to.reasons; i++)
        vec_push(r->arena, &all, r->reasons.at[i]);
    struct report report = {.tool_version = CLPERF_VERSION,
                            .results = r->results.at ? r->results.at + from.results : NULL,
                            .n_results = to.results - from.results,
                            .problems = all.at,
                            .n_problems = all.n,
                            .texts = &r->texts};
    put_files(r, &report);
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
        struct report report = run_make_report(r, r->marks[i], r->marks[i + 1]);
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

struct replay run_make_outputs(struct run *r, const struct report *report) {
    struct writer_options plain = {
        .remarks = r->options.remarks, .no_quotes = r->jobs.no_quotes, .root = r->options.root};
    struct writer_options text = plain;
    struct replay out = {0};
    const char *dir = getenv("CLPERF_OUTPUT_DIR");
    if (r->options.only_outputs.n) {
        for (size_t i = 0; i < r->options.only_outputs.n; i++)
            add_output(r, &out, report, &plain, r->options.only_outputs.at[i]);
        return out;
    }
    text.colour = jobs_coloured(&r->jobs);
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

bool run_has_error(const struct report *r) {
    for (size_t i = 0; i < r->n_results; i++)
        for (size_t j = 0; j < r->results[i].n_findings; j++)
            if (r->results[i].findings[j].severity == SEVERITY_ERROR &&
                finding_is_reported(&r->results[i].findings[j]))
                return true;
    return false;
}

/* Whether time ran out on the way: another run may get further. */
static bool was_cut(const struct run *r) {
    bool cut = r->attempts.lost.n || r->attempts.one_by_one;
    for (size_t i = 0; i < r->results.n; i++)
        cut = cut || r->results.at[i].estimate->hurried || r->results.at[i].trace->truncated;
    return cut;
}

void run_write_outputs(struct run *r, const struct replay *outputs) {
    struct problems failed = {.arena = r->arena};
    replay_write(r->arena, outputs, &failed);
    problems_print(stderr, &failed);
    add_dependencies(r);
    if (r->key && !failed.n && !was_cut(r))
        replay_keep(&r->cache, r->key, &r->dependencies, &r->started, outputs);
}

bool run_write_kept(struct run *r, int *status) {
    struct problems failed = {.arena = r->arena};
    struct replay kept;
    if (!r->key || !replay_find(r->arena, &r->cache, r->key, &kept))
        return false;
    replay_write(r->arena, &kept, &failed);
    problems_print(stderr, &failed);
    *status = kept.status;
    return true;
}
