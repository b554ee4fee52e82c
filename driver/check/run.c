/* The analyses: as many at a time as asked for, each a process of its own. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/die.h"
#include "base/process/exit_reason.h"
#include "base/process/progress_line.h"
#include "base/process/supervisor.h"
#include "base/str.h"
#include "base/uri.h"
#include "driver/check/arguments.h"
#include "driver/check/check.h"
#include "driver/command_line/options.h"
#include "source/compiler/jobs.h"
#include "source/compiler/toolchain.h"

/* The least time between two waits for a signal. */
static const struct timespec no_time = {0};
enum { NANOSECONDS = 1000000000 };

struct child {
    struct supervised analysis; /* without a supervisor: none */
    size_t unit;
    int out, err;
};

struct pool {
    struct arena *arena;
    const struct check_request *request;
    struct check_units *units;
    struct child *children;
    struct spawn_signals signals;
    sigset_t awaited;
    const char *program; /* clperf-analyze */
    size_t running, done;
    struct progress_line progress;
};

/* --- progress -------------------------------------------------------------- */

static int terminal_width(void) {
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

/* On a terminal one line that overwrites itself, in which of a long name the end is shown. */
static void show_progress(struct pool *p, const struct check_unit *u) {
    if (!progress_line_is_due(&p->progress, progress_line_now()))
        return;
    const char *name = diag_path(p->arena, p->request->root, u->file);
    const char *count = arena_printf(p->arena, "[%zu/%zu] ", p->done + 1, p->units->n);
    int room = terminal_width() - 1 - (int)strlen(count), n = (int)strlen(name);
    if (!p->progress.terminal)
        fprintf(stderr, "clperf check: %s%s\n", count, name);
    else
        fprintf(stderr, "\r\33[K%s%s", count, n > room ? name + n - room : name);
    fflush(stderr);
}

static void end_progress(const struct pool *p) {
    if (p->progress.terminal && p->progress.said)
        fputs("\r\33[K", stderr);
}

/* --- one analysis ---------------------------------------------------------- */

/* Whether the command compiles anything that may hold kernels. Files are looked at only. */
static bool holds_kernels(struct check_unit *u) {
    struct arena scratch = {0};
    struct words compiled = {0};
    struct problems ignored = {.arena = &scratch};
    struct options options = options_default(&scratch);
    options_command_line(&scratch, &options, &u->words, &compiled, &ignored);
    struct jobs jobs = jobs_parse(&scratch, &compiled);
    if (u->named)
        jobs_take_unknown(&jobs);
    bool any = jobs_analysable(&jobs);
    arena_free(&scratch);
    return any;
}

/* False if nothing is to be started for the unit. Changes the current directory to the unit's. */
static bool is_wanted(struct arena *a, struct check_unit *u) {
    if (u->skipped)
        return false;
    if (chdir(u->directory) != 0)
        u->reason = arena_printf(a, "cannot enter '%s': %s", u->directory, strerror(errno));
    else if (access(u->file, R_OK) != 0)
        u->reason = arena_printf(a, "cannot read it: %s", strerror(errno));
    else
        u->skipped = !holds_kernels(u);
    return !u->reason && !u->skipped;
}

/* A compilation's words with others in front, but behind the compiler's name where that is there.
 */
static void add_compilation(struct arena *a, struct words *argv, const struct words *own,
                            const struct words *before) {
    const bool named = own->n && front_end_of_compiler(own->at[0]);
    if (named)
        words_add(a, argv, own->at[0]);
    words_add_all(a, argv, before);
    for (size_t i = named; i < own->n; i++)
        words_add(a, argv, own->at[i]);
}

static char *const *command_of(struct pool *p, const struct check_unit *u) {
    static const char *const outputs[] = {"sarif", "json", "text"};
    struct arena *a = p->arena;
    struct words argv = {0};
    words_add(a, &argv, "clperf-analyze");
    add_compilation(a, &argv, &u->words, &p->request->before);
    words_add_all(a, &argv, &p->request->passed);
    if (p->units->database)
        words_add(a, &argv, arena_printf(a, "-fclperf-host-units=%s", p->units->database));
    words_add(a, &argv, arena_printf(a, "-fclperf-root=%s", p->request->root));
    const struct check_arguments run =
        check_arguments_of(a, u, p->units->database, p->request->root);
    if (run.text) {
        words_add(a, &argv, arena_printf(a, "-fclperf-build-argv=%s ", run.text));
        words_add(a, &argv, arena_printf(a, "-fclperf-build-argv-from=%s", run.from));
    }
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        words_add(a, &argv, arena_printf(a, "-fclperf-only-output=%s:file=-", outputs[i]));
    return words_argv(a, &argv);
}

static void start(struct pool *p, struct child *c, size_t unit) {
    struct check_unit *u = &p->units->at[unit];
    *c = (struct child){.unit = unit, .out = spawn_capture("results"), .err = spawn_capture("log")};
    const struct spawn_request process = {.path = p->program,
                                          .argv = command_of(p, u),
                                          .in = -1,
                                          .out = c->out,
                                          .err = c->err,
                                          .dir = u->directory,
                                          .signals = &p->signals};
    const struct supervision supervision = {.process = &process, .descriptor = -1};
    if (c->out >= 0 && c->err >= 0 && supervisor_start(&c->analysis, &supervision)) {
        p->running++;
        return;
    }
    u->reason = arena_printf(p->arena, "cannot start an analysis: %s", strerror(errno));
    close(c->out);
    close(c->err);
    p->done++;
}

static void finish(struct pool *p, struct child *c) {
    struct check_unit *u = &p->units->at[c->unit];
    const struct supervised_end end = supervisor_wait(&c->analysis);
    const int status = end.status;
    u->results = failure_text(p->arena, c->out, 0);
    u->messages = failure_text(p->arena, c->err, 0);
    u->reason = end.error
                    ? arena_printf(p->arena, "cannot start an analysis: %s", strerror(end.error))
                    : failure_of(p->arena, status, u->messages);
    u->failed = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_ANALYZER_FINDINGS;
    u->misused = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_USAGE;
    close(c->out);
    close(c->err);
    p->running--;
    p->done++;
}

static void reap(struct pool *p) {
    for (int i = 0; i < p->request->jobs; i++) {
        struct child *c = &p->children[i];
        if (c->analysis.supervisor && spawn_has_ended(c->analysis.supervisor))
            finish(p, c);
    }
}

static void end_children(struct pool *p) {
    for (int i = 0; i < p->request->jobs; i++)
        if (p->children[i].analysis.supervisor)
            supervisor_finish(&p->children[i].analysis);
}

/* --- all ------------------------------------------------------------------- */

static struct child *free_child(struct pool *p) {
    for (int i = 0; i < p->request->jobs; i++)
        if (!p->children[i].analysis.supervisor)
            return &p->children[i];
    return NULL;
}

/* Waits for a signal, or until there is something to say. The signal, or -1. */
static int wait_for_signal(const struct pool *p) {
    const double left = progress_line_wait(&p->progress, progress_line_now());
    const struct timespec most = {.tv_sec = (time_t)left, .tv_nsec = NANOSECONDS - 1};
    if (p->progress.silent || p->progress.terminal)
        return sigwaitinfo(&p->awaited, NULL);
    return sigtimedwait(&p->awaited, NULL, &most);
}

/* The signal that ends it all, or 0; waits for a child where `wait` says so. */
static int watch(struct pool *p, bool wait) {
    int number = wait ? wait_for_signal(p) : sigtimedwait(&p->awaited, NULL, &no_time);
    reap(p);
    return number > 0 && number != SIGCHLD ? number : 0;
}

/* A unit that is being analysed, or NULL. */
static const struct check_unit *running_unit(const struct pool *p) {
    for (int i = 0; i < p->request->jobs; i++)
        if (p->children[i].analysis.supervisor)
            return &p->units->at[p->children[i].unit];
    return NULL;
}

static int run_all(struct pool *p, size_t next, size_t end) {
    while (next < end || p->running) {
        struct child *c = next < end ? free_child(p) : NULL;
        if (c) {
            struct check_unit *u = &p->units->at[next];
            show_progress(p, u);
            if (is_wanted(p->arena, u))
                start(p, c, next);
            else
                p->done++;
            next++;
        }
        int number = watch(p, !c && p->running);
        if (!p->progress.terminal && running_unit(p))
            show_progress(p, running_unit(p));
        if (number)
            return number;
    }
    return 0;
}

static void go_back(char *here) {
    if (here && chdir(here) != 0)
        die("cannot go back to '%s': %s", here, strerror(errno));
    free(here);
}

void check_select(struct arena *a, struct check_units *units) {
    char *here = getcwd(NULL, 0);
    for (size_t i = 0; i < units->n; i++)
        is_wanted(a, &units->at[i]);
    go_back(here);
}

static sigset_t awaited_signals(void) {
    static const int numbers[] = {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&set, numbers[i]);
    return set;
}

int check_run(struct arena *a, const struct check_request *r, struct check_units *units,
              size_t first, size_t end) {
    struct pool p = {.arena = a,
                     .request = r,
                     .units = units,
                     .children = NEW_ARRAY(a, struct child, r->jobs),
                     .awaited = awaited_signals(),
                     .program = toolchain_sibling(a, toolchain_self(a), "clperf-analyze"),
                     .done = first,
                     .progress = progress_line_begin(progress_line_now(), r->quiet)};
    char *here = getcwd(NULL, 0);
    if (!p.program)
        die("clperf-analyze is neither beside clperf nor on PATH");
    p.signals = spawn_block_signals();
    int number = run_all(&p, first, end);
    if (number)
        end_children(&p);
    end_progress(&p);
    sigprocmask(SIG_SETMASK, &p.signals.before, NULL);
    go_back(here);
    return number;
}
