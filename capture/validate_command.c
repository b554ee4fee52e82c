#include "capture/validate_command.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/die.h"
#include "base/folder.h"
#include "base/problems.h"
#include "base/process/spawn.h"
#include "base/str.h"
#include "diag/report/report_read.h"
#include "diag/report/scatter_plot.h"
#include "hwdb/native_gpu.h"
#include "source/compiler/toolchain.h"

struct validation {
    struct arena *arena;
    const char *gpu;
    const char *manifest; /* NULL: in `folder` */
    const char *folder;   /* for what is not kept */
    const char *plot;     /* a file of SVG, or NULL */
    char *const *program;
};

static const struct command_option options[] = {
    {"--gpu", "NAME", "the GPU that it runs on; default: native, this machine's",
     COMMAND_TEXT(struct validation, gpu), 0},
    {"--output", "MANIFEST", "keeps what was captured, as 'clperf capture -o' does",
     COMMAND_TEXT(struct validation, manifest), 'o'},
    {"--plot", "FILE", "draws predicted over measured times, as SVG",
     COMMAND_TEXT(struct validation, plot), 0},
};

static const struct command_table table = {
    .name = "validate",
    .usage =
        "usage: clperf validate [--gpu NAME] [-o MANIFEST] [--plot FILE] -- PROGRAM [ARGUMENT]...\n"
        "\n"
        "Runs an OpenCL or CUDA program, predicts what it launches, and compares the predictions "
        "with\n"
        "the times of its events. OpenCL's queues are made with profiling on.\n"
        "\n",
    .options = options,
    .n = sizeof options / sizeof *options,
    .after = "\nExit status: 0, 1 if no launch could be compared, or 2 for bad usage.\n",
    .apart = true,
};

/* Runs this program with those words. Its exit status, or -1. */
static int run_self(struct arena *a, struct words *words) {
    int status = spawn_run(&(struct spawn_request){
        .path = toolchain_self(a), .argv = words_argv(a, words), .in = -1, .out = -1, .err = -1});
    return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static struct words command(struct arena *a, const char *name) {
    struct words w = {0};
    words_add(a, &w, "clperf");
    words_add(a, &w, name);
    return w;
}

/* Launches of captured manifests begin with their kernel; in texts quotes are escaped. */
static bool has_launches(struct arena *a, const char *manifest) {
    const char *text = read_text_file(a, manifest);
    return text && strstr(text, "{\"kernel\":");
}

/* The program may fail and leave launches all the same. */
static bool capture(struct validation *v) {
    struct words w = command(v->arena, "capture");
    words_add(v->arena, &w, "--profile");
    words_add(v->arena, &w, "-o");
    words_add(v->arena, &w, v->manifest);
    words_add(v->arena, &w, "--");
    for (char *const *at = v->program; *at; at++)
        words_add(v->arena, &w, *at);
    int status = run_self(v->arena, &w);
    if (!has_launches(v->arena, v->manifest))
        return false;
    if (status != 0)
        fprintf(stderr, "clperf: warning: the program ended with status %d\n", status);
    return true;
}

static bool predict(struct validation *v, struct report_file *report, const char **error) {
    struct arena *a = v->arena;
    const char *path = arena_printf(a, "%s/report.json", v->folder);
    struct words w = command(a, "check");
    words_add(a, &w, v->manifest);
    words_add(a, &w, "--gpu");
    words_add(a, &w, v->gpu);
    words_add(a, &w, "-fclperf-captured-launches=0");
    words_add(a, &w, "-fclperf-no-fixes");
    words_add(a, &w, "-Wno-clperf");
    words_add(a, &w, "--quiet");
    words_add(a, &w, "--output");
    words_add(a, &w, arena_printf(a, "json:%s", path));
    if (run_self(a, &w) == EXIT_USAGE)
        return *error = "the launches cannot be analysed", false;
    return report_read(a, path, report, error);
}

static int compare_numbers(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* Errors relative to the measured time, over all rows. */
static void print_total(double *errors, size_t n, size_t within) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += errors[i];
    qsort(errors, n, sizeof *errors, compare_numbers);
    printf("\n%zu launch%s: MAPE %.1f %%, median %.1f %%, within the interval %.0f %%\n", n,
           n == 1 ? "" : "es", 100 * sum / (double)n, 50 * (errors[(n - 1) / 2] + errors[n / 2]),
           100.0 * (double)within / (double)n);
}

/* A launch's measured and predicted time. False where one of them is missing. */
static bool print_row(const struct report_kernel *k, double *error) {
    if (k->captured_ms <= 0 || k->time_ms < 0)
        return false;
    *error = fabs(k->time_ms / k->captured_ms - 1);
    printf("%-28s %8.0f %12.4g %12.4g %10.4g %10.4g %+8.0f %%  %s\n", k->name, k->captured_launches,
           k->captured_ms, k->time_ms, k->low_ms, k->high_ms,
           100 * (k->time_ms / k->captured_ms - 1), k->bound);
    return true;
}

/* Exit status. */
static int print_table(struct validation *v, const struct report_file *report, const char *gpu,
                       const char **error) {
    struct arena *a = v->arena;
    double *errors = NEW_ARRAY(a, double, report->kernels.n + 1);
    struct scatter_point *points = NEW_ARRAY(a, struct scatter_point, report->kernels.n + 1);
    size_t n = 0, within = 0;
    printf("%-28s %8s %12s %12s %10s %10s %8s    bound on %s\n", "kernel", "launches",
           "measured, ms", "predicted", "low", "high", "error", gpu);
    for (size_t i = 0; i < report->kernels.n; i++) {
        const struct report_kernel *k = &report->kernels.at[i];
        if (!print_row(k, &errors[n]))
            continue;
        points[n++] = (struct scatter_point){k->name, k->captured_ms, k->time_ms};
        within += k->captured_ms >= k->low_ms && k->captured_ms <= k->high_ms;
    }
    if (!n) {
        *error = arena_printf(a,
                              "none of %zu analysed launches has a time: does the program end "
                              "before its queue is finished?",
                              report->kernels.n);
        return 1;
    }
    print_total(errors, n, within);
    return v->plot && !scatter_plot(a, v->plot, gpu, points, n, error);
}

static int validate(struct validation *v) {
    struct report_file report = {0};
    const char *error = NULL;
    const struct gpu *gpu = gpu_named(v->arena, v->gpu, &error);
    if (!gpu)
        return problems_fail(error);
    v->folder = mkdtemp(arena_printf(v->arena, "%s/clperf-validate.XXXXXX", folder_temporary()));
    if (!v->folder)
        return problems_fail(arena_printf(v->arena, "no folder for times: %s", strerror(errno)));
    if (!v->manifest)
        v->manifest = arena_printf(v->arena, "%s/launch.json", v->folder);
    int status = 1;
    if (!capture(v))
        fputs("clperf: error: there is nothing to compare\n", stderr);
    else if (predict(v, &report, &error))
        status = print_table(v, &report, gpu->name, &error);
    if (error)
        fprintf(stderr, "clperf: error: %s\n", error);
    folder_remove(v->folder);
    return status;
}

int validate_command(struct arena *a, int argc, char **argv) {
    struct validation v = {.arena = a, .gpu = "native"};
    struct command_words words;
    (void)argc;
    int status = command_line_read(a, &table, argv, &v, &words);
    if (status != COMMAND_RUNS)
        return status;
    if (words.operands.n)
        return problems_fail(arena_printf(
            a, "unknown argument '%s'; the program stands behind '--'", words.operands.at[0]));
    if (!words.behind.n)
        return problems_fail("no program is given behind '--'");
    v.program = words_argv(a, &words.behind);
    return validate(&v);
}
