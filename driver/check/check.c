#include "driver/check/check.h"

#include <cjson/cJSON.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/die.h"
#include "base/message_style.h"
#include "base/process/spawn.h"
#include "base/str.h"
#include "base/uri.h"
#include "diag/report/sarif.h"
#include "driver/check/missing_launches.h"
#include "driver/command_line/options.h"
#include "launch/launch.h"

/* What a run has come to. */
struct check {
    struct arena *arena;
    const struct check_request *request;
    struct check_units units;
    struct merge_request merged;
    struct merge merge;
    struct check_text text;
    size_t analysed;
    struct problems problems;
};

/* --- what was analysed ----------------------------------------------------- */

/* The next JSON value of what an analysis wrote; *rest is what follows. */
static const char *take_json(struct arena *a, const char **rest) {
    const char *text = *rest, *end = text;
    cJSON *json = cJSON_ParseWithOpts(text, &end, false);
    if (!json)
        return NULL;
    cJSON_Delete(json);
    *rest = end + strspn(end, "\n");
    return arena_strndup(a, text, (size_t)(end - text));
}

static void add_results(struct check *c, struct check_unit *u) {
    const char *rest = u->results, *error = NULL;
    const char *log = take_json(c->arena, &rest), *report = take_json(c->arena, &rest);
    if (!log || !report)
        u->reason = "the analysis ended without a result";
    else if (!merge_add_log(&c->merge, log, &error) || !merge_add_report(&c->merge, report, &error))
        u->reason = error;
    else
        check_text_add(&c->text, rest);
    c->analysed += !u->reason;
}

static const char *path_of(const struct check *c, const char *file) {
    return diag_path(c->arena, c->request->root, file);
}

/* A file that somebody named and that cannot be read is a mistake, whatever the options say. */
static void add_reason(struct check *c, const struct check_unit *u) {
    static const struct {
        const char *kind, *option;
    } levels[] = {[UNANALYSED_USUAL] = {"note", ""},
                  [UNANALYSED_SILENT] = {NULL, NULL},
                  [UNANALYSED_WARNING] = {"warning", " [-Wclperf-not-analysed]"},
                  [UNANALYSED_ERROR] = {"error", " [-Werror=clperf-not-analysed]"}};
    const enum unanalysed_level level = c->request->unanalysed;
    const char *kind = u->named ? "error" : levels[level].kind;
    if (kind)
        check_text_add(&c->text,
                       arena_printf(c->arena, "%s: %s: not analysed: %s%s\n", path_of(c, u->file),
                                    kind, u->reason, u->named ? "" : levels[level].option));
}

/* No compiler is there to say what does not compile. */
static void add_problem(struct check *c, const cJSON *problem) {
    const cJSON *line = sarif_at(problem, "line"), *col = sarif_at(problem, "col");
    const char *file = sarif_text(problem, "file"), *place = file;
    bool note = strcmp(sarif_text(problem, "severity"), "note") == 0;
    if (strcmp(sarif_text(problem, "id"), "does-not-compile") != 0 || !*file || !note ||
        c->request->remarks)
        return;
    if (cJSON_IsNumber(line) && cJSON_IsNumber(col))
        place = arena_printf(c->arena, "%s:%d:%d", file, line->valueint, col->valueint);
    check_text_add(&c->text,
                   arena_printf(c->arena, "%s: note: %s\n", place, sarif_text(problem, "text")));
}

static void collect(struct check *c) {
    for (size_t i = 0; i < c->units.n; i++) {
        struct check_unit *u = &c->units.at[i];
        if (u->results && !u->reason)
            add_results(c, u);
        if (u->reason)
            add_reason(c, u);
        if (u->messages && *u->messages)
            fputs(u->messages, stderr);
    }
    for (size_t i = 0; i < c->merge.reports.n; i++) {
        const cJSON *problem, *problems = sarif_at(c->merge.reports.at[i], "problems");
        cJSON_ArrayForEach (problem, problems)
            add_problem(c, problem);
    }
}

static bool has_kernel(const struct check *c, const char *name) {
    for (size_t i = 0; i < c->merge.reports.n; i++) {
        const cJSON *kernel, *kernels = sarif_at(c->merge.reports.at[i], "kernels");
        cJSON_ArrayForEach (kernel, kernels)
            if (strcmp(sarif_text(kernel, "name"), name) == 0)
                return true;
    }
    return false;
}

/* Launches that somebody wrote down and that no unit has a kernel for. */
static void note_unused(struct check *c) {
    struct arena *a = c->arena;
    struct options options = options_default(a);
    struct problems ignored = {.arena = a};
    struct words rest = {0};
    options_command_line(a, &options, &c->request->passed, &rest, &ignored);
    const struct given_launches given = launch_given(a, &options.launches, NULL, &ignored);
    for (size_t i = 0; i < given.n; i++) {
        const struct given_launch *g = &given.at[i];
        const char *end = strchr(g->launch.kernel, '<');
        size_t n = end ? (size_t)(end - g->launch.kernel) : strlen(g->launch.kernel);
        if (!g->captured && !has_kernel(c, arena_strndup(a, g->launch.kernel, n)))
            problems_add(&c->problems, SEVERITY_WARNING, "%s: no kernel named '%s'", g->where,
                         g->launch.kernel);
    }
}

/* --- the two passes -------------------------------------------------------- */

/* The names of files that an analysis has read. */
static void add_files(struct arena *a, const struct check_unit *u, struct words *out) {
    const char *rest = u->results ? u->results : "";
    const char *log = take_json(a, &rest);
    cJSON *report = log ? cJSON_ParseWithOpts(rest, NULL, false) : NULL;
    const cJSON *file, *files = sarif_at(report, "files");
    cJSON_ArrayForEach (file, files) {
        const char *path = cJSON_IsString(file) ? file->valuestring : "";
        if (*path && path[0] != '/')
            path = arena_printf(a, "%s/%s", u->directory, path);
        words_add(a, out, diag_absolute(a, path));
    }
    cJSON_Delete(report);
}

/* Those first that stand for themselves. */
static size_t put_rest_last(struct arena *a, struct check_units *units) {
    struct check_unit *sorted = NEW_ARRAY(a, struct check_unit, units->n + 1);
    size_t n = 0, first;
    for (size_t i = 0; i < units->n; i++)
        if (!units->at[i].rest)
            sorted[n++] = units->at[i];
    first = n;
    for (size_t i = 0; i < units->n; i++)
        if (units->at[i].rest)
            sorted[n++] = units->at[i];
    units->at = sorted;
    units->cap = units->n;
    return first;
}

/* Files that the others have read are analysed with them. */
static void skip_read(struct check *c, size_t first) {
    struct words read = {0};
    for (size_t i = 0; i < first && first < c->units.n; i++)
        add_files(c->arena, &c->units.at[i], &read);
    for (size_t i = first; i < c->units.n; i++)
        c->units.at[i].skipped = words_has(&read, c->units.at[i].file);
}

static int run(struct check *c) {
    size_t first = put_rest_last(c->arena, &c->units);
    int number = check_run(c->arena, c->request, &c->units, 0, first);
    if (!number)
        skip_read(c, first);
    return number ? number : check_run(c->arena, c->request, &c->units, first, c->units.n);
}

/* --- what comes of it ------------------------------------------------------ */

static void put_total(struct check *c, FILE *out) {
    if (c->request->quiet)
        return;
    size_t failed = 0;
    for (size_t i = 0; i < c->units.n; i++)
        failed += c->units.at[i].reason != NULL;
    fprintf(out, "clperf: %zu of %zu %s may hold kernels", c->analysed, c->units.n,
            c->units.n == 1 ? "source" : "sources");
    if (failed)
        fprintf(out, "; %zu could not be analysed", failed);
    for (size_t i = 0; i < c->units.folders.n; i++)
        fprintf(out, "%s%s", i ? ", " : "; no command says so, but headers were found in ",
                diag_path(c->arena, c->request->root, c->units.folders.at[i]));
    fputc('\n', out);
    if (c->merge.reports.n) {
        merge_total(&c->merge, out);
        check_say_missing(c->arena, &c->merge, &c->units, c->request->root, out);
    }
}

static void write_outputs(struct check *c) {
    bool text = true;
    for (size_t i = 0; i < c->request->outputs.n; i++) {
        const struct check_output *o = &c->request->outputs.at[i];
        text &= descriptor_named(o->path) != STDOUT_FILENO;
        c->merged.format = o->format;
        c->merged.output = o->path;
        merge_write(&c->merge);
    }
    if (text)
        check_text_write(&c->text, stdout, message_style_coloured(&MESSAGE_STYLE, STDOUT_FILENO));
    put_total(c, text ? stdout : stderr);
    if (fflush(stdout) != 0 || ferror(stdout))
        problems_add(&c->problems, SEVERITY_ERROR, "cannot write the report");
}

static void print_problems(const struct problems *p, size_t first) {
    for (size_t i = first; i < p->n; i++)
        fprintf(stderr, "clperf: %s: %s\n",
                p->at[i].severity == SEVERITY_ERROR ? "error" : "warning", p->at[i].text);
}

static int status_of(const struct check *c) {
    bool failed = false, wrong = false;
    for (size_t i = 0; i < c->units.n; i++) {
        const struct check_unit *u = &c->units.at[i];
        failed |= u->failed || (u->reason && c->request->unanalysed == UNANALYSED_ERROR);
        wrong |= u->misused || (u->reason && u->named);
    }
    if (problems_has_error(&c->problems) || problems_has_error(&c->merge.problems) || wrong)
        return EXIT_USAGE;
    return failed ? EXIT_FINDINGS : 0;
}

static int list(struct check *c) {
    struct words names = {0};
    check_select(c->arena, &c->units);
    for (size_t i = 0; i < c->units.n; i++) {
        const char *name = path_of(c, c->units.at[i].file);
        if (!c->units.at[i].skipped && !c->units.at[i].reason && !words_has(&names, name)) {
            words_add(c->arena, &names, name);
            puts(name);
        }
    }
    return 0;
}

int check_project(struct arena *a, const struct check_request *r) {
    struct check c = {
        .arena = a,
        .request = r,
        .merged = {.root = r->root, .category = r->category, .most_bytes = SARIF_MOST_BYTES},
        .text = {.arena = a},
        .problems = {.arena = a}};
    c.merge = (struct merge){.arena = a, .request = &c.merged, .problems = {.arena = a}};
    bool found = check_units_find(a, r, &c.units, &c.problems);
    print_problems(&c.problems, 0);
    if (!found)
        return EXIT_USAGE;
    if (r->list)
        return list(&c);
    int number = run(&c);
    if (number)
        spawn_end_as(number);
    size_t before = c.problems.n;
    collect(&c);
    note_unused(&c);
    write_outputs(&c);
    print_problems(&c.merge.problems, 0);
    print_problems(&c.problems, before);
    int status = status_of(&c);
    merge_release(&c.merge);
    return status;
}
