#include "driver/cc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/str.h"
#include "driver/compile_record.h"
#include "driver/failure.h"
#include "driver/spawn.h"
#include "driver/toolchain.h"

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
    const char *self;
    struct options options;
    struct problems problems;
    struct toolchain compiler;
    struct words args;     /* as given, without the compiler's own words */
    struct words compiled; /* the same without ours */
    struct jobs jobs;
    int depth;
    struct words started; /* by the calls of clperf-cc among our parents */
};

/* The analysis on the side. */
struct side {
    pid_t child;        /* -1: not started, see reason */
    int text;           /* what it prints */
    const char *reason; /* why there is none, or NULL */
};

static void read_arguments(struct call *c, int argc, char **argv) {
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
    c->options = options_default(a);
    options_command_line(a, &c->options, &c->args, &c->compiled, &c->problems);
    c->jobs = jobs_parse(a, &c->compiled);
    if (!c->compiler.found)
        c->compiler = toolchain_default(a, &c->jobs, c->self);
}

static char *const *compiler_argv(struct call *c) {
    struct words argv = {0};
    words_add(&c->arena, &argv, c->compiler.words.at[0]);
    words_add_all(&c->arena, &argv, &c->compiled);
    return words_argv(&c->arena, &argv);
}

static char *const *analysis_argv(struct call *c) {
    struct words argv = {0};
    words_add(&c->arena, &argv, "clperf-analyze");
    if (c->jobs.colour < 0 && jobs_coloured(&c->jobs))
        words_add(&c->arena, &argv, "-fdiagnostics-color=always");
    for (size_t i = 1; i < c->compiler.words.n; i++)
        words_add(&c->arena, &argv, c->compiler.words.at[i]);
    words_add_all(&c->arena, &argv, &c->args);
    return words_argv(&c->arena, &argv);
}

static struct side start_analysis(struct call *c, const struct spawn_signals *signals) {
    struct side s = {.child = -1, .text = spawn_capture("clperf-analyze")};
    const char *path = toolchain_sibling(&c->arena, c->self, "clperf-analyze");
    if (!path)
        s.reason = "clperf-analyze is neither beside clperf-cc nor on PATH";
    else if (s.text < 0)
        s.reason = arena_printf(&c->arena, "no memory file: %s", strerror(errno));
    if (s.reason)
        return s;
    s.child = spawn_start(&(struct spawn_request){.path = path,
                                                  .argv = analysis_argv(c),
                                                  .in = -1,
                                                  .out = -1,
                                                  .err = s.text,
                                                  .signals = signals});
    if (s.child < 0)
        s.reason = arena_printf(&c->arena, "cannot start '%s': %s", path, strerror(errno));
    return s;
}

static void print_reason(const struct call *c, const char *reason) {
    const char *file = "";
    size_t files = 0;
    for (size_t i = 0; i < c->jobs.n_inputs; i++) {
        if (!c->jobs.inputs[i].analysed)
            continue;
        file = files++ ? file : c->jobs.inputs[i].path;
    }
    fprintf(stderr, "clperf-cc: note: '%s'", file);
    if (files > 1)
        fprintf(stderr, " and %zu more", files - 1);
    fprintf(stderr, " not analysed: %s\n", reason);
}

/* Prints what the analysis said, and says whether a finding counts as an error. */
static bool finish_analysis(struct call *c, struct side *s) {
    int status = s->child >= 0 ? spawn_wait(s->child) : 0;
    const char *text = s->child >= 0 ? failure_text(&c->arena, s->text, 0) : "";
    if (spawn_was_interrupted(status))
        spawn_end_as(status);
    signal(SIGPIPE, SIG_IGN);
    if (!s->reason)
        s->reason = failure_of(&c->arena, status, text);
    if (s->reason) {
        print_reason(c, s->reason);
        return false;
    }
    fputs(text, stderr);
    return WEXITSTATUS(status) == EXIT_ANALYZER_FINDINGS;
}

/* What a compiler that finds an error does not leave behind. */
static void remove_objects(struct call *c) {
    for (size_t i = 0; i < c->jobs.n_inputs; i++) {
        struct stat st;
        const char *object = jobs_object(&c->arena, &c->jobs, &c->jobs.inputs[i]);
        if (object && stat(object, &st) == 0 && S_ISREG(st.st_mode))
            unlink(object);
    }
}

static int cannot_start(const struct call *c) {
    fprintf(stderr, "clperf-cc: error: cannot start '%s': %s\n", c->compiler.path, strerror(errno));
    return EXIT_NO_COMPILER;
}

static int compile_only(struct call *c) {
    execvp(c->compiler.path, compiler_argv(c));
    return cannot_start(c);
}

/* The compiler and the analysis at the same time. Of a source that does not compile
 * the compiler has said what is to be said. */
static int compile_and_analyse(struct call *c) {
    struct spawn_signals signals = spawn_block_signals();
    pid_t compiler = spawn_start(&(struct spawn_request){.path = c->compiler.path,
                                                         .argv = compiler_argv(c),
                                                         .in = -1,
                                                         .out = -1,
                                                         .err = -1,
                                                         .signals = &signals});
    if (compiler < 0)
        return cannot_start(c);
    struct side side = start_analysis(c, &signals);
    int status = spawn_wait(compiler);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        if (side.child >= 0) {
            kill(side.child, SIGTERM);
            spawn_wait(side.child);
        }
        spawn_end_as(status);
    }
    if (!finish_analysis(c, &side))
        return 0;
    remove_objects(c);
    return EXIT_FINDINGS;
}

static void set_depth(struct call *c) {
    const char *value = arena_printf(&c->arena, "%d", c->depth + 1);
    for (size_t i = 0; i < c->started.n; i++)
        value = arena_printf(&c->arena, "%s:%s", value, c->started.at[i]);
    value = arena_printf(&c->arena, "%s:%s", value, c->compiler.path);
    setenv(DEPTH_VARIABLE, value, 1);
}

/* For clperf merge. */
static void leave_record(struct call *c) {
    const char *dir = getenv("CLPERF_OUTPUT_DIR");
    struct words words = {0};
    if (!dir || !*dir)
        return;
    words_add(&c->arena, &words, c->compiler.words.at[0]);
    for (size_t i = 1; i < c->compiler.words.n; i++)
        words_add(&c->arena, &words, c->compiler.words.at[i]);
    words_add_all(&c->arena, &words, &c->args);
    compile_record_write(&c->arena, dir, &c->jobs, &words);
}

/* Where nobody reads what we say, the compiler still runs. */
static void print_problems(struct call *c) {
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
    return c->depth == 0 && jobs_analysable(&c->jobs) ? compile_and_analyse(c) : compile_only(c);
}

int clperf_cc(int argc, char **argv) {
    struct call c = {0};
    read_arguments(&c, argc, argv);
    int status = run(&c);
    arena_free(&c.arena);
    return status;
}
