#include "codegen/backend/query.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/load/load.h"
#include "base/process/exit_reason.h"
#include "base/process/sandbox.h"
#include "base/process/supervisor.h"
#include "codegen/backend/device_library.h"
#include "codegen/object/amdgpu.h"
#include "source/clang/compile.h"
#include "source/compiler/toolchain.h"
#include "source/languages/cuda/architectures.h"
#include "source/languages/lowerings.h"

static void close_all(const int *fds, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

static void add_internal(struct arena *a, struct words *w, const char *word) {
    words_add(a, w, "-Xclang");
    words_add(a, w, word);
}

/* An object, or assembly where LLVM does not disassemble objects. With lines of the source, which
 * do not change the code; options of the source that come before may say otherwise. ptxas takes
 * anything more for a debug build, in which it optimises nothing. */
static void add_output(struct arena *a, struct words *w, const struct register_query *q) {
    bool read_by_us = !q->back_end->reader;
    if (read_by_us && amdgpu_has_disassembler(q->arch))
        add_internal(a, w, "-emit-obj");
    add_internal(a, w,
                 read_by_us ? "-debug-info-kind=line-tables-only"
                            : "-debug-info-kind=line-directives-only");
}

static void add_library(struct arena *a, struct words *w, const struct register_request *r,
                        const struct register_query *q) {
    const struct words files = back_end_library(a, q->back_end, r, q->arch, w);
    for (size_t i = 0; i < files.n; i++) {
        add_internal(a, w, "-mlink-builtin-bitcode");
        add_internal(a, w, files.at[i]);
    }
}

/* Only clang within our own program leaves kernels out. */
static void leave_out(struct arena *a, struct words *w, const struct frontend_request *input) {
    for (size_t i = 0; input->skipped && i < input->skipped->n; i++)
        words_add(a, w, arena_printf(a, CLANG_WITHOUT_OPTION "%s", input->skipped->at[i]));
}

struct words register_query_command(struct arena *a, const struct register_request *r,
                                    const struct register_query *q, const char *clang,
                                    const char **path) {
    const struct back_end *b = q->back_end;
    const char *const target[] = {"-target", b->target,
                                  arena_printf(a, "%s%s", b->cpu, cuda_known_arch(a, q->arch))};
    const char *const words[] = {"-nogpulib",
                                 "-O3",
                                 "-Rpass-analysis=kernel-resource-usage",
                                 "-fno-caret-diagnostics",
                                 "-fno-color-diagnostics",
                                 "-fno-crash-diagnostics",
                                 "-w",
                                 "-S",
                                 "-o",
                                 "-"};
    struct frontend_request input = *r->input;
    struct words w = frontend_compiler(a, clang, path);
    bool targets = b->of_bitcode || !r->bitcode->cuda;
    if (*path != clang && !b->of_bitcode && !r->bitcode->cuda)
        leave_out(a, &w, r->input);
    for (size_t i = 0; i < sizeof target / sizeof *target && targets; i++)
        words_add(a, &w, target[i]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        words_add(a, &w, words[i]);
    for (size_t i = 0; b->options[i]; i++)
        words_add(a, &w, b->options[i]);
    for (size_t i = 0; b->unrolls && load_unroll_options[i]; i++) {
        words_add(a, &w, "-mllvm");
        words_add(a, &w, load_unroll_options[i]);
    }
    input.arch = q->arch;
    if (b->of_bitcode)
        words_add(a, &w, "-xir");
    if (b->of_bitcode)
        words_add(a, &w, "-");
    else
        frontend_add_source(a, &w, &input, r->bitcode);
    add_library(a, &w, r, q);
    add_output(a, &w, q);
    return w;
}

static struct words reader_command(struct arena *a, const struct register_query *q) {
    struct words w = {0};
    words_add(a, &w, q->back_end->reader);
    words_add(a, &w, "-v");
    words_add(a, &w, arena_printf(a, "-arch=%s", q->arch));
    words_add(a, &w, "-lineinfo");
    words_add(a, &w, "/dev/stdin");
    words_add(a, &w, "-o");
    words_add(a, &w, "/dev/stdout");
    return w;
}

/* Whether the word says nothing more than what the bitcode was compiled from: it defines a macro of
 * the configuration, which may be none that the source uses; or it names a file in memory. Not told
 * apart: sources that use such a macro for AMD's target only, and not for the bitcode's. */
static bool is_in_bitcode(const struct words *compile, size_t word,
                          const struct frontend_request *input) {
    const char *text = compile->at[word];
    for (size_t i = 0; i < input->defines.n && str_starts(text, "-D"); i++)
        if (strcmp(text + strlen("-D"), input->defines.at[i]) == 0)
            return true;
    const char *before = word ? compile->at[word - 1] : "";
    return strcmp(before, "-ivfsoverlay") == 0 || strcmp(before, "-include-pch") == 0;
}

void register_query_make_key(struct arena *a, struct register_query *q,
                             const struct register_request *r, const struct words *compile,
                             const char *clang, const char *reader) {
    q->key = cache_key(a, "registers 8");
    cache_key_file(&q->key, clang);
    cache_key_file(&q->key, q->back_end->of_bitcode ? toolchain_self(a) : "");
    const struct words library = back_end_library(a, q->back_end, r, q->arch, compile);
    for (size_t i = 0; i < library.n; i++)
        cache_key_file(&q->key, library.at[i]);
    cache_key_file(&q->key, reader ? reader : "");
    cache_key_contents(&q->key, r->bitcode->path);
    cache_key_add(&q->key, &r->seconds, sizeof r->seconds);
    for (size_t i = 0; i < compile->n; i++)
        if (!is_in_bitcode(compile, i, r->input))
            cache_key_text(&q->key, compile->at[i]);
}

bool register_query_knows_arch(struct arena *a, const struct cache *cache,
                               const struct register_query *q, const char *reader) {
    if (!cache->dir)
        return true;
    struct cache_key key = cache_key(a, "ptxas 1");
    cache_key_file(&key, reader);
    cache_key_text(&key, q->arch);
    size_t n;
    const char *known = cache_get(a, cache, &key, &n);
    if (known)
        return *known == 'y';
    struct words w = reader_command(a, q);
    supervisor_use_folder();
    const char *program = arena_printf(a, ".version 6.0\n.target %s\n.address_size 64\n", q->arch);
    int in = spawn_capture("program"), null = open("/dev/null", O_RDWR | O_CLOEXEC);
    bool written = in >= 0 && pwrite(in, program, strlen(program), 0) > 0;
    int status =
        !written
            ? -1
            : spawn_run(&(struct spawn_request){
                  .path = reader, .argv = words_argv(a, &w), .in = in, .out = null, .err = null});
    close_all((int[]){in, null}, 2);
    known = status == 0 ? "yes" : "no";
    if (status != -1 && WIFEXITED(status))
        cache_put(a, cache, &key, known, strlen(known));
    return *known == 'y';
}

int register_query_take_part(struct arena *a, const struct register_query *q,
                             const struct register_request *r, struct words *compile) {
    const struct back_end *b = q->back_end;
    if (!b->library || b->of_bitcode || r->bitcode->cuda || !r->convert)
        return -1;
    const struct words names = load_called_names(a, r->bitcode->path);
    int part = device_library_part(a, r->cache, device_library_libclc(a, b->library), &names);
    if (part < 0)
        return -1;
    words_add(a, compile, arena_printf(a, CLANG_PART_OPTION "%s", spawn_shared_path(a, part)));
    for (size_t i = 0; i < names.n; i++)
        words_add(a, compile, arena_printf(a, CLANG_NAME_OPTION "%s", names.at[i]));
    return part;
}

/* --- processes ------------------------------------------------------------- */

typedef pid_t start(const struct spawn_request *r);

static pid_t start_step(struct arena *a, start *start, const char *path, const struct words *w,
                        int in, int out, int err) {
    pid_t child = start(&(struct spawn_request){.path = path,
                                                .argv = words_argv(a, w),
                                                .in = in,
                                                .out = out,
                                                .err = err,
                                                .death_signal = SIGKILL});
    return child < 0 ? 0 : child;
}

/* A file in memory with the kernels for AMD's back end, or -1. */
static int open_amdgpu(struct arena *a, struct register_query *q,
                       const struct register_request *r) {
    const struct amdgpu_request kernels = {.bitcode = r->bitcode->path,
                                           .lowerings = &language_lowerings,
                                           .library =
                                               device_library_libclc(a, q->back_end->library)};
    unsigned stood_in = 0;
    int fd = spawn_capture("kernels");
    if (fd < 0 || load_write_amdgpu(a, &kernels, fd, &stood_in) || lseek(fd, 0, SEEK_SET) != 0) {
        close_all(&fd, 1);
        return -1;
    }
    q->stands_in = stood_in > 0;
    return fd;
}

/* What clang reads. */
static int open_input(struct arena *a, struct register_query *q, const struct register_request *r) {
    if (q->back_end->of_bitcode)
        return open_amdgpu(a, q, r);
    return r->input->text ? frontend_stdin(r->input) : open("/dev/null", O_RDWR | O_CLOEXEC);
}

void register_query_start(struct arena *a, struct register_query *q,
                          const struct register_request *r, const struct words *compile,
                          const char *clang, const char *reader) {
    int report[2] = {-1, -1}, between[2] = {-1, -1};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int in = open_input(a, q, r);
    q->code = spawn_capture("code");
    if (in >= 0 && q->code >= 0 && pipe2(report, O_CLOEXEC) == 0 &&
        (!reader || pipe2(between, O_CLOEXEC) == 0)) {
        struct words read = reader ? reader_command(a, q) : (struct words){0};
        q->steps[0] = start_step(a, sandbox_start, clang, compile, in,
                                 reader ? between[1] : q->code, reader ? null : report[1]);
        if (reader && q->steps[0]) {
            supervisor_use_folder();
            q->steps[1] = start_step(a, spawn_start, reader, &read, between[0], q->code, report[1]);
        }
    }
    if (q->steps[0]) {
        q->report = report[0];
        report[0] = -1;
    }
    close_all((int[]){in, report[0], report[1], between[0], between[1], null}, 6);
}

static double seconds_of(struct timespec t) {
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return seconds_of(t);
}

void patience_renew(struct patience *p) {
    p->deadline = now() + p->seconds;
}

/* Adds what clang or its reader left to the report. */
static void add_code(struct arena *a, const struct register_query *q, struct str *text) {
    size_t n;
    const char *code = spawn_captured(a, q->code, &n);
    str_addn(text, "", 1);
    str_addn(text, code, n);
}

/* Whether one of the processes has computed since this was asked last. */
static bool goes_on(struct register_query *q) {
    bool any = false;
    for (size_t i = 0; i < STEPS; i++) {
        clockid_t clock;
        struct timespec t;
        if (!q->steps[i] || clock_getcpuclockid(q->steps[i], &clock) != 0 ||
            clock_gettime(clock, &t) != 0)
            continue;
        double seconds = seconds_of(t);
        any |= seconds > q->computed[i];
        q->computed[i] = seconds;
    }
    return any;
}

static bool read_all(struct register_query *q, struct patience *patience, struct str *text) {
    for (char buffer[4096];;) {
        struct pollfd p = {.fd = q->report, .events = POLLIN};
        double left = patience->deadline - now();
        int ready = left > 0 ? poll(&p, 1, (int)(left * 1000) + 1) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0 && goes_on(q)) {
            patience_renew(patience);
            continue;
        }
        ssize_t n = ready > 0 ? read(q->report, buffer, sizeof buffer) : -1;
        if (n <= 0)
            return n == 0;
        str_addn(text, buffer, (size_t)n);
    }
}

bool register_query_read(struct arena *a, struct register_query *q, struct patience *p) {
    struct str text = {.arena = a};
    if (q->stands_in)
        str_printf(&text, "%s\n", back_end_stand_ins);
    bool complete = read_all(q, p, &text);
    if (q->code >= 0 && complete)
        add_code(a, q, &text);
    q->text = str_text(&text);
    q->bytes = text.n;
    return complete;
}

const struct code *register_query_code(struct arena *a, struct register_query *q,
                                       const char *kernel) {
    size_t report = strlen(q->text) + 1;
    if (q->bytes <= report)
        return NULL;
    if (!q->module) {
        struct code_module m = q->back_end->read(a, q->text + report, q->bytes - report);
        for (size_t i = 0; i < m.kernels.n; i++)
            m.kernels.at[i].library = back_end_library_name(q->back_end);
        q->module = arena_memdup(a, &m, sizeof m);
    }
    return code_find(q->module, kernel);
}

void register_query_forget(struct register_query *q) {
    q->text = "";
    q->bytes = 0;
}

bool register_query_reap(struct register_query *q, bool stop) {
    bool repeatable = true, good = true;
    for (size_t i = 0; i < STEPS; i++) {
        int status;
        if (!q->steps[i])
            continue;
        if (stop)
            kill(q->steps[i], SIGKILL);
        while (waitpid(q->steps[i], &status, 0) < 0 && errno == EINTR)
            continue;
        repeatable &= ended_by_itself(status);
        good &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
        q->steps[i] = 0;
    }
    if (!good)
        register_query_forget(q);
    close_all((int[]){q->report, q->code}, 2);
    q->report = q->code = -1;
    return repeatable;
}
