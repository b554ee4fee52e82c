#include "driver/analyze/run.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "analysis/load/load.h"
#include "base/die.h"
#include "base/process/spawn.h"
#include "base/store/whole_file.h"
#include "base/str.h"
#include "driver/analyze/built_input.h"
#include "driver/analyze/join.h"
#include "driver/analyze/linked_units.h"
#include "driver/analyze/not_analysed.h"
#include "driver/analyze/object_input.h"
#include "driver/analyze/remarks.h"
#include "driver/analyze/trace.h"
#include "driver/analyze/unit.h"
#include "driver/process/limits.h"
#include "launch/host/find_launches.h"
#include "source/scan/launch_scan.h"

/* The launches that a source of CUDA makes of its own kernels. */
static struct host_launches add_cuda_launches(struct run *r, struct unit *u) {
    struct host_launches found = {0};
    const char *reason = NULL;
    const bool alone = !r->commands.n && !r->options.at_link;
    if (alone && u->text && !launch_scan_text(u->text, u->bytes))
        return found;
    const struct host_source *s =
        host_source_read(r->arena, &r->jobs, u->input, r->commands.n, &r->dependencies, &reason);
    if (!s)
        return found;
    found = run_join_units(r, u->input, s);
    if (options_dumps(&r->options, "launch"))
        host_launches_dump(stderr, &found);
    u->all_launches = found.all;
    for (size_t i = 0; i < found.n; i++)
        if (found.at[i].launch.kernel)
            vec_push(r->arena, &u->given,
                     (struct given_launch){
                         .launch = found.at[i].launch, .where = found.at[i].where, .host = true});
    return found;
}

/* The launches that other units make of the kernels in a file of them. */
static void add_units_launches(struct run *r, struct unit *u) {
    struct host_launches found = run_join_launchers(r, u->input, u->text, u->bytes);
    if (options_dumps(&r->options, "launch"))
        host_launches_dump(stderr, &found);
    words_add_all(r->arena, &u->flags, &found.flags);
    run_add_host_launches(r, u, &found, u->text, u->bytes);
}

/* What is allowed for reading the source, and for compiling it, in kernels: libraries in headers
 * take their time. */
static size_t kernels_to_read(const struct input *in, const char *text, size_t bytes) {
    enum { LIBRARIES = 5 };
    size_t n = run_count_kernels(text ? text : "", bytes);
    return front_end_is_single_source(in->language) ? n + LIBRARIES : n;
}

/* The input does not compile: names the kernels that it would have, those of headers of the user's
 * included. Who has the text open sees them. */
static void refuse_input(struct run *r, const struct input *in, const char *const *system_folders,
                         struct report_problem *why) {
    struct words names = run_kernels_read(r, in, system_folders);
    if (names.n && !texts_find(r->jobs.texts, in->path))
        why->text =
            arena_printf(r->arena, "%s; it has the %s %s", why->text,
                         names.n > 1 ? "kernels" : "kernel", quoted_names(r->arena, &names));
    why->kernels = names.at;
    why->n_kernels = names.n;
    not_analysed_input(r, why);
}

static void analyse_input(struct run *r, const struct input *in) {
    struct unit u = {.input = in, .first = true};
    run_add_build_options(r, in->language, &u.flags);
    words_add_all(r->arena, &u.flags, &r->jobs.front_flags);
    const char *text = texts_read(r->arena, r->jobs.texts, in->path, &u.bytes);
    struct report_problem why = {.file = in->path,
                                 .severity = SEVERITY_WARNING,
                                 .kind = PROBLEM_COMPILE,
                                 .text = r->built_only};
    const size_t allowed = kernels_to_read(in, text, u.bytes);
    budget_allow(&r->options.budget, allowed);
    u.given = run_launches(r, in, text, u.bytes);
    u.text = front_end_has(in->language, FRONT_SOURCE) ? text : NULL;
    struct host_launches launches = {0};
    const bool read = !r->built_only;
    if (read && front_end_is_single_source(in->language))
        launches = add_cuda_launches(r, &u);
    else if (read && u.text)
        add_units_launches(r, &u);
    const size_t first_kernel = r->kernels.n, first_result = r->results.n,
                 first_reason = r->reasons.n;
    const struct given_launches given = u.given;
    budget_allow(&r->options.budget, allowed);
    const bool compiled = read && run_unit(r, &u, &why);
    if (!compiled && !run_built(r, in, &given, first_result, first_reason))
        refuse_input(r, in, u.system_folders, &why);
    if (compiled && run_lacks_compiled(r, first_reason))
        run_built(r, in, &given, first_result, first_reason);
    if (!compiled)
        return;
    if (front_end_is_single_source(in->language)) {
        run_count_program(r, &launches);
        run_remark_launches(r, in, &launches, first_kernel);
        run_remark_kernels(r, in, first_result);
        run_remark_no_instance(r, in, first_kernel, (struct mark){first_result, first_reason},
                               u.system_folders);
    }
}

/* The outputs are those that the first input's options ask for. */
static void analyse_inputs(struct run *r) {
    const struct options first = r->options;
    r->findings_only = run_shows_findings_only(r);
    r->marks = NEW_ARRAY(r->arena, struct mark, r->jobs.n_inputs + 1);
    for (size_t i = 0; i < r->jobs.n_inputs; i++) {
        r->marks[i] = (struct mark){r->results.n, r->reasons.n};
        if (r->jobs.inputs[i].analysed)
            run_configure(r, &r->jobs.inputs[i]);
        if (!r->jobs.inputs[i].analysed)
            continue;
        if (r->jobs.inputs[i].unread)
            run_remark_unread(r, &r->jobs.inputs[i]);
        else if (run_object(r, &r->jobs.inputs[i]))
            continue;
        else if (front_end_has(r->jobs.inputs[i].language, FRONT_DEVICE))
            analyse_input(r, &r->jobs.inputs[i]);
        else if (front_end_has(r->jobs.inputs[i].language, FRONT_SCRIPT))
            run_script(r, &r->jobs.inputs[i]);
        else
            run_host(r, &r->jobs.inputs[i]);
    }
    run_remark_gpu(r);
    for (size_t i = 0; i < r->suppress.problems.n; i++)
        vec_push(r->arena, &r->reasons, r->suppress.problems.at[i]);
    r->marks[r->jobs.n_inputs] = (struct mark){r->results.n, r->reasons.n};
    r->options = first;
}

/* A mistake in the request makes whatever was found beside the point. */
static int status_of(const struct run *r, const struct report *report) {
    for (size_t i = 0; i < report->n_problems; i++)
        if (report->problems[i].kind == PROBLEM_REQUEST &&
            report->problems[i].severity == SEVERITY_ERROR)
            return run_status_of_mistake(r);
    return run_has_error(report) ? EXIT_ANALYZER_FINDINGS : 0;
}

static int analyse_and_write(void *context) {
    struct run *r = context;
    load_init();
    budget_limit_memory(&r->options.budget);
    analyse_inputs(r);
    run_report_unused(r);
    const struct report report = run_make_report(r, r->marks[0], r->marks[r->jobs.n_inputs]);
    struct replay outputs = run_make_outputs(r, &report);
    outputs.status = status_of(r, &report);
    return run_write_outputs(r, &outputs) ? outputs.status : run_status_of_mistake(r);
}

/* Reports that the analysis of its one source ended, with the kernels that it concerns. Nothing of
 * it is kept. */
static int report_end(struct run *r, const char *reason) {
    r->marks = NEW_ARRAY(r->arena, struct mark, 2);
    r->marks[0] = (struct mark){r->results.n, r->reasons.n};
    struct report_problem why = {.file = r->jobs.inputs->path,
                                 .severity = SEVERITY_WARNING,
                                 .kind = PROBLEM_COMPILE,
                                 .text = reason};
    refuse_input(r, r->jobs.inputs, NULL, &why);
    r->marks[1] = (struct mark){r->results.n, r->reasons.n};
    const struct report report = run_make_report(r, r->marks[0], r->marks[1]);
    struct replay outputs = run_make_outputs(r, &report);
    outputs.status = status_of(r, &report);
    return run_write_outputs(r, &outputs) ? outputs.status : run_status_of_mistake(r);
}

/* Further time for what the compiler makes of a source, of that for a command line. The process
 * group has a quarter more than that. */
static const double built_seconds = 0.125;

/* The analysis ended as a whole, at a limit for example. What the compiler beside it makes of the
 * source is analysed instead; else it says so, where the source tells which kernels it has. */
static int give_up(void *context, const char *reason) {
    struct run *r = context;
    const struct input *in = r->jobs.inputs;
    if (r->jobs.n_inputs != 1 || !in->analysed || !front_end_is_single_source(in->language) ||
        !run_kernels_read(r, in, NULL).n)
        return -1;
    r->key = NULL;
    if (r->built_only || !run_object_path(r, in))
        return report_end(r, reason);
    r->built_only = reason;
    r->latest += r->options.budget.total_seconds * built_seconds;
    r->attempts.again = r->attempts.one_by_one = false;
    return attempts_run(&r->attempts, analyse_and_write, r);
}

/* What `clperf lsp` sends a process that was started ahead: a directory and the arguments, each
 * ended by a NUL. False if it ends without. */
static bool wait_for_arguments(struct arena *a, int *argc, char ***argv) {
    struct str text = {.arena = a};
    struct words words = {0};
    char buffer[4096];
    for (ssize_t n; (n = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;)
        str_addn(&text, buffer, (size_t)n);
    const char *dir = str_text(&text), *end = dir + text.n;
    for (const char *at = dir + strlen(dir) + 1; at < end; at += strlen(at) + 1)
        words_add(a, &words, at);
    *argc = (int)words.n;
    *argv = (char **)words_argv(a, &words);
    return words.n && chdir(dir) == 0;
}

int clperf_analyze(int argc, char **argv) {
    struct arena arena = {0};
    struct run r = {.arena = &arena,
                    .attempts.arena = &arena,
                    .attempts.budget = &r.options.budget,
                    .attempts.skipped = &r.options.skipped,
                    .dependencies.arena = &arena};
    int status;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    spawn_occupy_standard();
    whole_file_use_list();
    bool waits = argc == 2 && strcmp(argv[1], "-fclperf-wait") == 0;
    r.attempts.says_why = !waits;
    r.attempts.give_up = give_up;
    if (waits && !wait_for_arguments(&arena, &argc, &argv)) {
        arena_free(&arena);
        return EXIT_USAGE;
    }
    clock_gettime(CLOCK_REALTIME_COARSE, &r.started);
    run_start(&r, argc, argv);
    if (r.options.trace_into && *r.options.trace_into)
        status = run_trace(&r);
    else if (r.options.link && !jobs_analysable(&r.jobs))
        status = 0;
    else if (!run_write_kept(&r, &status)) {
        if (r.options.beside_compiler && options_unanalysed(&r.options) == UNANALYSED_ERROR)
            r.attempts.blamed = jobs_subject(&arena, &r.jobs);
        status = attempts_run(&r.attempts, analyse_and_write, &r);
    }
    if (r.options.link)
        status = linked_units_analyse(&r, status);
    arena_free(&arena);
    return status;
}
