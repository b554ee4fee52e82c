#include "capture/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command_line.h"
#include "base/die.h"
#include "base/folder.h"
#include "base/problems.h"
#include "base/process/forward.h"
#include "base/str.h"
#include "capture/cuda_environment.h"
#include "capture/dry_run.h"
#include "capture/journal.h"
#include "capture/libraries.h"
#include "capture/manifest.h"
#include "capture/no_launch.h"
#include "capture/options.h"
#include "capture/remember.h"
#include "source/compiler/toolchain.h"

enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

static int fail(const char *text, int status) {
    fprintf(stderr, "clperf: error: %s\n", text);
    return status;
}

/* A new folder for journals beside the manifest, whose disk must have the room anyway. NULL with
 * errno set. */
static const char *make_folder(struct arena *a, const char *output) {
    char *path = arena_printf(a, "%s.XXXXXX", capture_files(a, output));
    if (!mkdtemp(path))
        return NULL;
    return path_real(a, path);
}

/* CUDA's driver and HIP, where the machine has them. NULL, or why that cannot be. */
static const char *stand_before_drivers(struct arena *a) {
    static const char name[] = "libclperf-gpu-interposer.so";
    const char *library = capture_library(a, name);
    if (!library)
        return arena_printf(a, "%s is not beside clperf: is it installed as a whole?", name);
    return capture_preload(a, library) ? NULL
                                       : arena_printf(a, "LD_PRELOAD cannot name '%s'", library);
}

/* The environment in which programs are captured. NULL, or why that cannot be. */
static const char *set_environment(struct arena *a, const struct capture_options *o,
                                   const char *folder) {
    bool layer = !o->trace && !o->interpose && capture_loader_has_layers(a);
    const char *name = o->trace ? "libclperf-loops.so"
                       : layer  ? "libclperf-opencl-layer.so"
                                : "libclperf-opencl-interposer.so";
    const char *library = capture_library(a, name);
    if (!library)
        return arena_printf(a, "%s is not beside clperf: is it installed as a whole?", name);
    setenv(JOURNAL_DIRECTORY, folder, 1);
    if (o->buffers)
        setenv(JOURNAL_BUFFERS, o->buffers, 1);
    else
        unsetenv(JOURNAL_BUFFERS);
    if (o->profile)
        setenv(JOURNAL_PROFILES, "1", 1);
    else
        unsetenv(JOURNAL_PROFILES);
    /* The texts of what it has compiled already would not be seen. */
    setenv("PYOPENCL_NO_CACHE", "1", 0);
    if (layer)
        capture_append(a, "OPENCL_LAYERS", library);
    else if (!capture_preload(a, library))
        return arena_printf(a, "LD_PRELOAD cannot name '%s'", library);
    unsetenv(JOURNAL_DEVICE);
    return o->dry_run || o->build ? dry_run_prepare(a, o, folder)
           : o->trace             ? NULL
                                  : stand_before_drivers(a);
}

/* The status that a shell would give. */
static int shell_status(int status) {
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Builds with the stand-in's nvcc, so that the program is linked with the stand-in as well. */
static int build(struct arena *a, const struct capture_options *o) {
    int status = capture_cuda_build(a, o->build);
    return status ? fail(arena_printf(a, "'%s' failed", o->build), status) : 0;
}

/* True if it started; its status then, else ours. */
static bool run_program(struct arena *a, char *const *argv, int *status) {
    struct forwarding forwarding;
    const char *path = strchr(argv[0], '/') ? argv[0] : toolchain_find(a, argv[0], "");
    pid_t pid = -1;
    errno = ENOENT;
    if (path)
        pid = forward_start(&forwarding,
                            &(struct spawn_request){.path = path,
                                                    .argv = argv,
                                                    .in = -1,
                                                    .out = -1,
                                                    .err = -1,
                                                    .death_signal = SIGTERM},
                            argv);
    if (pid > 0) {
        *status = shell_status(forward_wait(&forwarding, pid));
        forward_end(&forwarding);
        return true;
    }
    const char *why = strerror(errno);
    *status = errno == ENOENT ? NOT_FOUND : NOT_EXECUTABLE;
    fail(arena_printf(a, "cannot run '%s': %s", argv[0], why), *status);
    return false;
}

static const char *program_text(struct arena *a, char *const *argv) {
    struct str line = {.arena = a};
    for (size_t i = 0; argv[i]; i++)
        str_printf(&line, "%s%s", i ? " " : "", words_quote(a, argv[i]));
    return str_text(&line);
}

static const char *plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

/* A program without traced loops is one that was compiled without them. */
static void print_hint(const struct capture_totals *t, bool trace) {
    if (trace && !t->launches)
        fputs("clperf: note: no loop was traced; is the program compiled by clperf-cc with "
              "-fclperf-trace?\n",
              stderr);
}

static void print_totals(const struct capture_totals *t, const char *output) {
    fprintf(stderr, "clperf: %" PRIu64 " launch%s of %zu kernel%s in %s\n", t->launches,
            t->launches == 1 ? "" : "es", t->kernels, plural(t->kernels), output);
    if (t->calls)
        fprintf(stderr, "clperf: %" PRIu64 " call%s of libraries, whose kernels are not known\n",
                t->calls, plural(t->calls));
    if (t->lost)
        fprintf(stderr, "clperf: warning: no room on the disk for %" PRIu64 " more\n", t->lost);
}

/* Writes the manifest and says what is in it. False if it cannot be written. */
static bool write_manifest(struct arena *a, const struct capture_request *r,
                           struct capture_totals *totals) {
    const char *error = capture_write_manifest(a, r, totals);
    if (error) {
        fprintf(stderr, "clperf: error: %s\n", error);
        return false;
    }
    print_totals(totals, r->output);
    print_hint(totals, r->trace);
    return true;
}

/* The exit status where the program's is this one: that of a program which fails stands. */
static int status_of(struct arena *a, const struct capture_options *o, const char *journals,
                     const struct capture_totals *totals, int status) {
    const struct no_launch none = {
        .options = o, .totals = totals, .journals = journals, .status = status};
    if (totals->launches || totals->lost)
        return status;
    if (!o->trace)
        capture_say_no_launch(a, &none);
    return status ? status : EXIT_FINDINGS;
}

/* A manifest without launches is of no use to later analyses. */
static void remember(struct arena *a, const struct capture_options *o,
                     const struct capture_totals *totals) {
    const char *error = o->remember && totals->launches ? capture_remember(a, o->output) : NULL;
    if (error)
        fprintf(stderr, "clperf: warning: not remembered: %s\n", error);
    else if (o->remember && totals->launches)
        fprintf(stderr, "clperf: later analyses use %s, which .clperf names\n", o->output);
}

static int write_interrupted(struct arena *a, const struct capture_options *o) {
    const struct capture_request r = {.journals = o->from, .output = o->output};
    struct capture_totals totals;
    return write_manifest(a, &r, &totals) ? status_of(a, o, o->from, &totals, 0) : EXIT_USAGE;
}

static int capture(struct arena *a, const struct capture_options *o) {
    const char *folder = make_folder(a, o->output);
    if (!folder)
        return fail(arena_printf(a, "cannot write beside '%s': %s", o->output, strerror(errno)),
                    EXIT_USAGE);
    const char *error = set_environment(a, o, folder);
    int status = error ? fail(error, EXIT_USAGE) : 0;
    if (!error && o->build)
        status = build(a, o);
    bool started = !status && run_program(a, o->program, &status);
    struct capture_request r = {.journals = folder,
                                .output = o->output,
                                .program = program_text(a, o->program),
                                .directory = path_real(a, "."),
                                .trace = o->trace};
    struct capture_totals totals;
    if (started && !write_manifest(a, &r, &totals)) {
        fprintf(stderr, "clperf: what was captured is in %s\n", folder);
        return status ? status : 1;
    }
    if (started) {
        remember(a, o, &totals);
        status = status_of(a, o, folder, &totals, status);
    }
    folder_remove(folder);
    return status;
}

int capture_command(struct arena *a, int argc, char **argv) {
    struct capture_options o;
    (void)argc;
    int status = capture_read_options(a, argv, &o);
    if (status != COMMAND_RUNS)
        return status;
    return o.from ? write_interrupted(a, &o) : capture(a, &o);
}
