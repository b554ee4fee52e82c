#include "driver/cc/cc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/process/completion.h"
#include "base/process/exit_reason.h"
#include "base/process/forward.h"
#include "base/process/supervisor.h"
#include "base/store/cache_directory.h"
#include "base/store/whole_file.h"
#include "base/str.h"
#include "driver/cc/traced_build.h"
#include "driver/command_line/options.h"
#include "source/compiler/compile_record.h"
#include "source/compiler/compiler_options.h"
#include "source/compiler/toolchain.h"

/* As of the shell. */
enum { EXIT_NO_COMPILER = 127 };

/* Compilers that call themselves by way of clperf-cc more often than this never end. */
enum { DEEPEST_CALL = 8 };

/* How often clperf-cc is among our parents, and which compilers these started: "2:/a/gcc:/b/gcc".
 * Only the outermost analyses. */
#define DEPTH_VARIABLE "CLPERF_CC_DEPTH"

/* One call of clperf-cc. */
struct call {
    struct arena arena;
    char **argv; /* main's */
    const char *self;
    struct options options;
    struct problems problems;
    struct toolchain compiler;
    struct words args;     /* as given, without the compiler's own words */
    struct words compiled; /* the same without ours */
    struct jobs jobs;
    const char *link; /* a database of the sources of what is linked, or NULL */
    int depth;
    struct words started;         /* by the calls of clperf-cc among our parents */
    struct forwarding forwarding; /* of signals, while there is a compiler beside us */
    pid_t compiling;              /* the compiler beside us, or 0 */
    bool compiled_well;           /* it has ended, and found nothing wrong */
    struct supervised analysis;   /* the analysis on the side */
    struct completion completion; /* by which it learns that the compiler has ended */
    int unfinished;               /* the list of files that it is writing, or -1 */
};

/* The analysis on the side. */
struct side {
    const char *path;       /* of its program */
    int text;               /* what it prints */
    const char *reason;     /* why there is none, or NULL */
    struct timespec latest; /* when it is ended */
};

/* Our own words apart, and what stands for the compiler. */
static void find_compiler(struct call *c, int argc, char **argv) {
    struct arena *a = &c->arena;
    const char *depth = getenv(DEPTH_VARIABLE);
    c->depth = depth ? atoi(depth) : 0;
    c->problems.arena = a;
    c->self = toolchain_self(a);
    c->started =
        depth ? words_split(a, depth + strspn(depth, "0123456789"), ":") : (struct words){0};
    c->compiler = toolchain_named(a, argc, argv, c->self, &c->started);
    for (int i = 1 + (int)c->compiler.used; i < argc; i++)
        words_add(a, &c->args, argv[i]);
    struct words own = c->compiler.words;
    for (size_t i = 1; i < own.n; i++)
        words_add(a, &c->compiled, own.at[i]);
}

/* The words, behind the compiler's where it says what the language is. */
static struct words behind_compiler(struct call *c, const struct words *words) {
    struct words all = {0};
    const char *name = c->compiler.words.n ? c->compiler.words.at[0] : "";
    if (front_end_of_compiler(name))
        words_add(&c->arena, &all, name);
    words_add_all(&c->arena, &all, words);
    return all;
}

static void read_arguments(struct call *c, int argc, char **argv) {
    struct arena *a = &c->arena;
    find_compiler(c, argc, argv);
    c->options = options_default(a);
    options_command_line(a, &c->options, &c->args, &c->compiled, &c->problems);
    const struct words words = behind_compiler(c, &c->compiled);
    c->jobs = jobs_parse(a, &words);
    jobs_take_loops(a, &c->jobs, &c->options.loops);
    if (!c->compiler.found)
        c->compiler = toolchain_default(a, &c->jobs, c->self);
}

static char *const *compiler_argv(struct call *c) {
    struct words argv = {0};
    words_add(&c->arena, &argv, c->compiler.words.at[0]);
    words_add_all(&c->arena, &argv, &c->compiled);
    return words_argv(&c->arena, &argv);
}

/* Whether the nvcc is its toolkit's own, beside which its profile lies, rather than a script or
 * link elsewhere in PATH that starts one. */
static bool is_in_toolkit(struct arena *a, const char *nvcc) {
    return access(arena_printf(a, "%s/nvcc.profile", path_dir(a, nvcc)), R_OK) == 0;
}

static char *const *analysis_argv(struct call *c) {
    struct words argv = {0};
    words_add(&c->arena, &argv, "clperf-analyze");
    words_add(&c->arena, &argv, "-fclperf-beside-compiler");
    if (c->jobs.style.colour < 0 && message_style_coloured(&c->jobs.style, STDERR_FILENO))
        words_add(&c->arena, &argv, "-fdiagnostics-color=always");
    if (c->jobs.style.links < 0 && message_style_linked(&c->jobs.style))
        words_add(&c->arena, &argv, "-fdiagnostics-urls=always");
    const struct words args = behind_compiler(c, &c->args);
    for (size_t i = 1; i < c->compiler.words.n; i++)
        words_add(&c->arena, &argv, c->compiler.words.at[i]);
    const char *path = c->compiler.path;
    if (path && strcmp(path_base(path), "nvcc") == 0 && is_in_toolkit(&c->arena, path))
        words_add(&c->arena, &argv,
                  arena_printf(&c->arena, "--cuda-path=%s",
                               path_dir(&c->arena, path_dir(&c->arena, path))));
    words_add_all(&c->arena, &argv, &args);
    if (c->link)
        words_add(&c->arena, &argv, arena_printf(&c->arena, "-fclperf-link=%s", c->link));
    return words_argv(&c->arena, &argv);
}

/* Later than it ends by itself: it has to write what it found, on a busy machine perhaps. A link
 * of objects waits less. */
static struct timespec latest_end(const struct call *c) {
    enum { MORE_SECONDS = 5 };
    double seconds = c->options.budget.total_seconds;
    struct timespec t;
    if (!jobs_analysable(&c->jobs) && seconds > OPTIONS_LINK_SECONDS)
        seconds = OPTIONS_LINK_SECONDS;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += (time_t)(seconds * 5 / 4) + MORE_SECONDS;
    return t;
}

static struct side start_analysis(struct call *c) {
    struct side s = {.text = spawn_capture("clperf-analyze"), .latest = latest_end(c)};
    const char *path = toolchain_sibling(&c->arena, c->self, "clperf-analyze");
    if (!jobs_analysable(&c->jobs) && !c->link)
        return s;
    if (!path)
        s.reason = "clperf-analyze is neither beside clperf-cc nor on PATH";
    else if (s.text < 0)
        s.reason = arena_printf(&c->arena, "no memory file: %s", strerror(errno));
    if (s.reason)
        return s;
    c->unfinished = whole_file_list();
    if (jobs_leave_device_code(&c->jobs))
        completion_open(&c->completion);
    s.path = path;
    const struct spawn_request process = {.path = path,
                                          .argv = analysis_argv(c),
                                          .in = -1,
                                          .out = -1,
                                          .err = s.text,
                                          .signals = &c->forwarding.signals};
    if (!supervisor_start(
            &c->analysis,
            &(struct supervision){&process, s.latest, whole_file_remove_left, c->unfinished}))
        s.reason = arena_printf(&c->arena, "cannot start '%s': %s", path, strerror(errno));
    return s;
}

/* Says that nothing is analysed, as the options have it. The exit status that follows. */
static int print_reason(const struct call *c, const char *subject, const char *reason) {
    static const struct {
        const char *kind, *option;
        int status;
    } levels[] = {[UNANALYSED_USUAL] = {"note", "", 0},
                  [UNANALYSED_SILENT] = {NULL, NULL, 0},
                  [UNANALYSED_WARNING] = {"warning", " [-Wclperf-not-analysed]", 0},
                  [UNANALYSED_ERROR] = {"error", " [-Werror=clperf-not-analysed]", EXIT_FINDINGS}};
    const enum unanalysed_level level = options_unanalysed(&c->options);
    if (levels[level].kind && (!c->jobs.style.for_programs || levels[level].status))
        fprintf(stderr, "clperf-cc: %s: %snot analysed: %s%s\n", levels[level].kind, subject,
                reason, levels[level].option);
    return levels[level].status;
}

/* Ends the analysis, if there is one, and removes what is left of it. */
static struct supervised_end end_analysis(struct call *c) {
    struct supervised_end end = {0};
    if (c->analysis.supervisor)
        end = supervisor_finish(&c->analysis);
    whole_file_remove_left(c->unfinished);
    c->unfinished = -1;
    return end;
}

/* Waits for the analysis; who interrupts us then, ends us. */
static struct supervised_end wait_for_analysis(struct call *c, const struct side *s) {
    enum { MORE_SECONDS = 5 };
    struct timespec latest = s->latest;
    latest.tv_sec += MORE_SECONDS;
    c->forwarding.beside = c->analysis.supervisor;
    int number = c->analysis.supervisor ? forward_wait_beside(&c->forwarding, &latest) : 0;
    struct supervised_end end = end_analysis(c);
    if (number && number != SIGALRM)
        spawn_end_as(number);
    return end;
}

/* EXIT_USAGE where a mistake in the options fails the build. */
static int status_of_mistakes(const struct call *c) {
    bool fails = problems_has_error(&c->problems) && options_fail_on_mistakes(&c->options);
    return fails ? EXIT_USAGE : 0;
}

/* Prints what the analysis said, which ended with that wait status, or why there is none. The exit
 * status that follows. */
static int print_analysis(struct call *c, const char *reason, const char *text, int status) {
    if (reason)
        return print_reason(c,
                            jobs_analysable(&c->jobs)
                                ? arena_printf(&c->arena, "%s ", jobs_subject(&c->arena, &c->jobs))
                                : "what is linked is ",
                            reason);
    fputs(text, stderr);
    return WEXITSTATUS(status) == EXIT_ANALYZER_FINDINGS  ? EXIT_FINDINGS
           : WEXITSTATUS(status) == EXIT_ANALYZER_MISTAKE ? EXIT_USAGE
                                                          : 0;
}

/* Ends the analysis. The exit status: 0 unless a finding, a mistake in the options, or that there
 * is no analysis counts as an error. */
static int finish_analysis(struct call *c, struct side *s) {
    struct supervised_end end = wait_for_analysis(c, s);
    signal(SIGPIPE, SIG_IGN);
    const char *text = s->reason ? "" : failure_text(&c->arena, s->text, 0);
    if (end.error)
        s->reason = arena_printf(&c->arena, "cannot start '%s': %s", s->path, strerror(end.error));
    if (end.late)
        s->reason = arena_printf(&c->arena, "it takes more than %g s, see -fclperf-budget=",
                                 c->options.budget.total_seconds);
    if (!s->reason)
        s->reason = failure_of(&c->arena, end.status, text);
    int status = print_analysis(c, s->reason, text, end.status), mistake = status_of_mistakes(c);
    return mistake ? mistake : status;
}

/* What a compiler that finds an error does not leave behind. */
static void remove_objects(struct arena *a, const struct call *c) {
    for (size_t i = 0; i < c->jobs.n_inputs; i++) {
        struct stat st;
        const char *object = jobs_object(a, &c->jobs, &c->jobs.inputs[i]);
        if (object && stat(object, &st) == 0 && S_ISREG(st.st_mode))
            unlink(object);
    }
}

/* After the compiler has ended well: the exit status, and what goes with it. */
static int end_compilation(struct arena *a, const struct call *c, int status) {
    if (status)
        remove_objects(a, c);
    return status;
}

static int cannot_start(const struct call *c) {
    fprintf(stderr, "clperf-cc: error: cannot start '%s': %s\n", c->compiler.path, strerror(errno));
    return EXIT_NO_COMPILER;
}

static int compile_only(struct call *c) {
    char *const *argv = compiler_argv(c);
    execvp(c->compiler.path, argv);
    return cannot_start(c);
}

/* Without a second process the compiler takes our place, unless an analysis has to be. */
static int compile_alone(struct call *c, const char *why) {
    if (options_unanalysed(&c->options) != UNANALYSED_ERROR)
        return compile_only(c);
    return print_reason(c, "", arena_printf(&c->arena, "cannot start a process: %s", why));
}

/* Waits for the compiler. Does not return if that finds an error: it has said what is to be said
 * then. */
static void wait_for_compiler(struct call *c) {
    c->forwarding.beside = c->analysis.supervisor;
    int status = forward_wait(&c->forwarding, c->compiling);
    c->compiled_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    completion_end(&c->completion, c->compiled_well);
    if (c->compiled_well)
        return;
    end_analysis(c);
    spawn_end_as(status);
}

static struct words words_of(struct arena *a, char *const *argv) {
    struct words all = {0};
    for (; *argv; argv++)
        words_add(a, &all, *argv);
    return all;
}

/* Once the compiler has ended, compiles again with loops that are traced. */
static int compile_traced(struct call *c) {
    struct arena *a = &c->arena;
    const char *analyzer = toolchain_sibling(a, c->self, "clperf-analyze");
    wait_for_compiler(c);
    if (analyzer)
        traced_build(a, &(struct traced_build){.analyzer = analyzer,
                                               .compiler = c->compiler.path,
                                               .analysis = words_of(a, analysis_argv(c)),
                                               .words = words_of(a, compiler_argv(c)),
                                               .jobs = &c->jobs,
                                               .forwarding = &c->forwarding});
    else
        fputs("clperf-cc: note: loops are not traced: no clperf-analyze\n", stderr);
    return end_compilation(a, c, status_of_mistakes(c));
}

/* The compiler and the analysis, if there is anything to analyse, at the same time. Where there
 * cannot be two processes, the compiler takes our place. */
static int compile_and_analyse(struct call *c) {
    char *const *argv = compiler_argv(c);
    pid_t compiler = forward_start(&c->forwarding,
                                   &(struct spawn_request){.path = c->compiler.path,
                                                           .argv = argv,
                                                           .in = -1,
                                                           .out = -1,
                                                           .err = -1,
                                                           .death_signal = SIGTERM},
                                   c->argv);
    if (compiler < 0)
        return compile_alone(c, strerror(errno));
    c->compiling = compiler;
    if (c->options.trace)
        return compile_traced(c);
    struct side side = start_analysis(c);
    wait_for_compiler(c);
    return end_compilation(&c->arena, c, finish_analysis(c, &side));
}

static void set_depth(struct call *c) {
    const char *value = arena_printf(&c->arena, "%d", c->depth + 1);
    for (size_t i = 0; i < c->started.n; i++)
        value = arena_printf(&c->arena, "%s:%s", value, c->started.at[i]);
    value = arena_printf(&c->arena, "%s:%s", value, c->compiler.path);
    setenv(DEPTH_VARIABLE, value, 1);
}

/* The command, for clperf merge and for a link; what is linked is looked up. Where no file may
 * grow, there is no record. */
static void leave_record(struct call *c) {
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    const char *dir = getenv("CLPERF_OUTPUT_DIR"), *refused = NULL;
    const char *store = c->options.no_cache ? NULL : cache_directory(&c->arena, &refused);
    struct words words = {0};
    words_add_all(&c->arena, &words, &c->compiler.words);
    words_add_all(&c->arena, &words, &c->args);
    if (dir && *dir)
        compile_record_write(&c->arena, dir, &c->jobs, &words);
    if (store)
        link_record_write(&c->arena, store, &c->jobs, &words);
    if (store && !c->jobs.mode && !c->jobs.no_code)
        c->link = link_record_database(&c->arena, store, &c->jobs, &words);
    signal(SIGXFSZ, before);
}

/* Where nobody reads what we say, the compiler still runs. Who reads a document from stderr gets
 * what does not fail the build from our outputs alone. */
static void print_problems(struct call *c) {
    if (c->jobs.style.for_programs && !status_of_mistakes(c))
        return;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    problems_print(stderr, &c->problems);
    signal(SIGPIPE, before);
}

/* The exit status of what only prints. */
static int end_of_output(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    fprintf(stderr, "clperf-cc: error: cannot write standard output: %s\n", strerror(errno));
    return EXIT_USAGE;
}

static int run(struct call *c) {
    if (c->options.help)
        options_help(stdout);
    if (c->options.version)
        printf("clperf-cc %s\n", CLPERF_VERSION);
    if (c->options.help || c->options.version)
        return end_of_output();
    if (!c->compiler.error && c->depth >= DEEPEST_CALL)
        c->compiler.error = arena_printf(&c->arena, "compiler '%s' leads back to clperf-cc",
                                         c->compiler.words.at[0]);
    if (c->compiler.error) {
        fprintf(stderr, "clperf-cc: error: %s\n", c->compiler.error);
        return EXIT_NO_COMPILER;
    }
    set_depth(c);
    if (c->depth == 0) {
        print_problems(c);
        leave_record(c);
    }
    bool judged = jobs_analysable(&c->jobs) || c->link || status_of_mistakes(c);
    return c->depth == 0 && judged ? compile_and_analyse(c) : compile_only(c);
}

/* The compiler alone, with its arguments. Response files are left to it. */
static int compile_from_reserve(int argc, char **argv, void *reserve, size_t bytes) {
    struct call c = {0};
    arena_begin_in(&c.arena, reserve, bytes);
    find_compiler(&c, argc, argv);
    for (size_t i = 0; i < c.args.n; i++) {
        if (options_is_ours(c.args.at[i]))
            continue;
        words_add(&c.arena, &c.compiled, c.args.at[i]);
        if (options_takes_next(c.args.at[i]) && i + 1 < c.args.n)
            words_add(&c.arena, &c.compiled, c.args.at[++i]);
    }
    struct input first = {0};
    for (size_t i = 0; i < c.compiled.n && !first.language; i++)
        first.language = jobs_language(c.compiled.at[i]);
    if (!c.compiler.found)
        c.compiler =
            toolchain_default(&c.arena, &(struct jobs){.inputs = &first, .n_inputs = 1}, c.self);
    return compile_only(&c);
}

/* However far the call came, the compiler's result is ours. */
static int finish_without_memory(struct call *c, int argc, char **argv, void *reserve,
                                 size_t bytes) {
    static const char reason[] = "out of memory";
    if (!c->compiling && options_unanalysed(&c->options) == UNANALYSED_ERROR)
        return print_reason(c, "", reason);
    if (!c->compiling)
        return compile_from_reserve(argc, argv, reserve, bytes);
    if (!c->compiled_well)
        wait_for_compiler(c);
    end_analysis(c);
    struct arena spare = {0};
    arena_begin_in(&spare, reserve, bytes);
    int status = print_reason(c, "", reason), mistake = status_of_mistakes(c);
    return end_compilation(&spare, c, mistake ? mistake : status);
}

static int run_call(struct call *c, int argc, char **argv, void *reserve, size_t bytes) {
    jmp_buf no_memory;
    c->arena.no_memory = &no_memory;
    int status;
    if (setjmp(no_memory)) {
        status = finish_without_memory(c, argc, argv, reserve, bytes);
    } else {
        read_arguments(c, argc, argv);
        status = run(c);
    }
    c->arena.no_memory = NULL;
    return status;
}

int clperf_cc(int argc, char **argv, void *reserve, size_t bytes) {
    struct call c = {.argv = argv, .unfinished = -1, .completion = {-1, -1}};
    int status = run_call(&c, argc, argv, reserve, bytes);
    if (c.compiling)
        forward_end(&c.forwarding);
    arena_free(&c.arena);
    return status;
}
