#include "driver/analyze/linked_units.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/die.h"
#include "base/process/spawn.h"
#include "base/str.h"
#include "source/compiler/toolchain.h"

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Sources that this command compiles, and analyses with the others anyway. */
static struct words own_inputs(struct run *r) {
    struct words own = {0};
    for (size_t i = 0; i < r->jobs.n_inputs; i++)
        if (r->jobs.inputs[i].analysed)
            words_add(r->arena, &own, path_resolved(r->arena, r->jobs.inputs[i].path));
    return own;
}

/* Whether it compiles anything that may hold kernels. */
static bool has_kernels(struct run *r, const struct words *words, const char *directory) {
    struct words compiled = {0};
    struct problems ignored = {.arena = r->arena};
    struct options options = options_default(r->arena);
    options_command_line(r->arena, &options, words, &compiled, &ignored);
    if (chdir(directory) != 0)
        return false;
    const struct jobs jobs = jobs_parse(r->arena, &compiled);
    return jobs_analysable(&jobs);
}

/* As its compilation analysed it, but with the other units and for text alone, in which names of
 * files are relative to where the link runs. */
static char *const *command_of(struct run *r, const char *root, const struct words *words,
                               double left) {
    const struct budget *b = &r->options.budget;
    struct words argv = {0};
    words_add(r->arena, &argv, "clperf-analyze");
    words_add(r->arena, &argv, "-fclperf-beside-compiler");
    if (message_style_coloured(&r->jobs.style, STDERR_FILENO))
        words_add(r->arena, &argv, "-fdiagnostics-color=always");
    if (message_style_linked(&r->jobs.style))
        words_add(r->arena, &argv, "-fdiagnostics-urls=always");
    words_add_all(r->arena, &argv, words);
    words_add(r->arena, &argv, arena_printf(r->arena, "-fclperf-host-units=%s", r->options.link));
    words_add(r->arena, &argv, "-fclperf-at-link");
    words_add(r->arena, &argv, arena_printf(r->arena, "-fclperf-root=%s", root));
    words_add(r->arena, &argv, "-fclperf-only-output=text:file=-");
    words_add(r->arena, &argv,
              arena_printf(r->arena, "-fclperf-budget=%g,%lu,%g", b->seconds, b->mib,
                           left < b->total_seconds ? left : b->total_seconds));
    return words_argv(r->arena, &argv);
}

/* The larger of both statuses. */
static int analyse(struct run *r, const char *root, const struct compile_command *unit, double left,
                   int status) {
    const struct words words = compile_command_arguments(r->arena, unit);
    const int end = spawn_run(&(struct spawn_request){.path = toolchain_self(r->arena),
                                                      .argv = command_of(r, root, &words, left),
                                                      .in = -1,
                                                      .out = STDERR_FILENO,
                                                      .err = -1,
                                                      .dir = unit->directory});
    const bool found = end >= 0 && WIFEXITED(end) && WEXITSTATUS(end) == EXIT_ANALYZER_FINDINGS;
    return found && !status ? EXIT_ANALYZER_FINDINGS : status;
}

int linked_units_analyse(struct run *r, int status) {
    const double end = seconds() + OPTIONS_LINK_SECONDS;
    const struct words own = own_inputs(r);
    char *here = getcwd(NULL, 0);
    unsetenv("CLPERF_OUTPUT_DIR");
    for (size_t i = 0; i < r->commands.n && here; i++) {
        const struct compile_command *unit = &r->commands.at[i];
        const double left = end - seconds();
        const struct words words = compile_command_arguments(r->arena, unit);
        if (left <= 0 || words_has(&own, path_resolved(r->arena, unit->file)) ||
            !has_kernels(r, &words, unit->directory))
            continue;
        status = analyse(r, here, unit, left, status);
    }
    free(here);
    return status;
}
