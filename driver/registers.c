#include "driver/registers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/load.h"
#include "base/str.h"
#include "driver/spawn.h"
#include "driver/spill_code.h"
#include "driver/toolchain.h"

/* Bitcode of the built-in functions, as the package libclc-19 installs it. */
#define LIBCLC "/usr/lib/clc/"

/* A back end that computes nothing for so many times the CPU time it may take is given up. One that
 * waits for a busy machine's processors gets a little of them in that time. */
enum { WALL_PER_CPU = 3 };

/* Most processes that one back end consists of. */
enum { STEPS = 2 };

/* A back end: clang-19 for its target, and what reads clang's output. */
struct back_end {
    const char *source; /* as in the report */
    const char *vendor;
    const char *target;
    const char *library; /* in LIBCLC; NULL: it compiles our bitcode, with functions stood in for */
    const char *cpu;     /* how clang is told the architecture */
    bool unrolls;        /* as the machine view; else as clang does */
    const char *const *options; /* of clang, up to NULL */
    const char *reader; /* a program that reads what clang writes, and reports; NULL: clang itself
                           reports, and what it writes is read for spills */
    void (*parse)(const char *line, struct register_use *use, bool *complete);
    const char *function; /* what stands before a kernel's name in the report */
};

/* One architecture's compilation. */
struct query {
    const struct back_end *back_end;
    const char *arch;
    struct cache_key key;
    pid_t steps[STEPS];     /* 0: none */
    double computed[STEPS]; /* seconds of CPU time when that was asked last */
    int report;             /* what they print, -1: nothing runs */
    int code;               /* what clang writes if nobody else reads it, else -1 */
    const char *text;       /* the report; NULL: not known yet */
};

struct registers {
    struct arena *arena;
    struct register_request request;
    VEC(struct query) queries; /* of an architecture, one that is asked first comes first */
    double patience;           /* seconds */
    double deadline;           /* of the monotonic clock; moves on while a back end computes */
    bool given_up;
};

/* --- reports --------------------------------------------------------------- */

static uint32_t number_after(const char *line, const char *label, uint32_t otherwise) {
    const char *at = strstr(line, label);
    return at ? (uint32_t)strtoul(at + strlen(label), NULL, 10) : otherwise;
}

/* The number in front of the words, as in "8 bytes spill stores". */
static uint32_t number_before(const char *line, const char *words) {
    const char *at = strstr(line, words);
    while (at && at > line && strchr("0123456789", at[-1]))
        at--;
    return at ? (uint32_t)strtoul(at, NULL, 10) : 0;
}

/* "Used 20 registers, ..." is the last line of a kernel. */
static void parse_ptxas(const char *line, struct register_use *use, bool *complete) {
    if (strstr(line, " bytes stack frame")) {
        use->private_bytes = number_before(line, " bytes stack frame");
        use->spill_bytes = number_before(line, " bytes spill stores");
    }
    if (strstr(line, "Used "))
        use->per_item = number_after(line, "Used ", 0);
    *complete |= strstr(line, "Used ") != NULL;
}

/* Accumulation registers follow the others from a multiple of four. A kernel that calls what is not
 * there has a dynamic stack and guessed registers. */
static void parse_amdgpu(const char *line, struct register_use *use, bool *complete) {
    uint32_t accumulators = number_after(line, " AGPRs: ", 0);
    use->per_item = number_after(line, " VGPRs: ", use->per_item);
    if (accumulators)
        use->per_item = (use->per_item + 3) / 4 * 4 + accumulators;
    use->private_bytes = number_after(line, "ScratchSize [bytes/lane]: ", use->private_bytes);
    use->spill_bytes = 4 * number_after(line, "VGPRs Spill: ", use->spill_bytes / 4);
    if (strstr(line, "Dynamic Stack: "))
        *complete = strstr(line, "Dynamic Stack: False");
}

/* NVIDIA's compiler unrolls as the machine view does (analysis/load.c), and its loops end with one
 * jump: with the ends of the lives of variables marked, clang's for loops end with two, and ptxas
 * does not unroll those. Against nvcc 13 on 242 kernels, ptxas's counts are 12.6 % off on average
 * on sm_75 and 8.3 % on sm_80; without this 15.5 and 10.0 %. */
static const char *const one_jump[] = {"-Xclang", "-disable-lifetime-markers", NULL};
static const char *const as_it_is[] = {NULL};

static const struct back_end back_ends[] = {
    {"ptxas", "nvidia", "nvptx64-unknown-nvidiacl", "nvptx64--nvidiacl.bc", "-march=", true,
     one_jump, "ptxas", parse_ptxas, "Compiling entry function '"},
    {"amdgpu", "amd", "amdgcn-amd-amdhsa", "amdgcn--amdhsa.bc", "-mcpu=", false, as_it_is, NULL,
     parse_amdgpu, "Function Name: "},
    {"amdgpu-ir", "amd", "amdgcn-amd-amdhsa", NULL, "-mcpu=", false, as_it_is, NULL, parse_amdgpu,
     "Function Name: "},
};

static bool names_kernel(const char *line, const struct back_end *b, const char *kernel) {
    const char *at = strstr(line, b->function);
    size_t n = strlen(kernel);
    return at && strncmp(at + strlen(b->function), kernel, n) == 0 &&
           strchr("' \n", at[strlen(b->function) + n]);
}

static bool read_report(struct arena *a, const struct query *q, const char *kernel,
                        struct register_use *use) {
    struct words lines = words_split(a, q->text, "\n");
    bool inside = false, complete = false;
    *use = (struct register_use){.source = q->back_end->source};
    for (size_t i = 0; i < lines.n; i++) {
        if (strstr(lines.at[i], q->back_end->function))
            inside = names_kernel(lines.at[i], q->back_end, kernel);
        if (inside)
            q->back_end->parse(lines.at[i], use, &complete);
        spill_code_read(lines.at[i], kernel, use->spills);
    }
    return complete;
}

/* --- processes ------------------------------------------------------------- */

static double seconds_of(struct timespec t) {
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return seconds_of(t);
}

static const char *library_path(struct arena *a, const struct back_end *b) {
    return arena_printf(a, LIBCLC "%s", b->library);
}

static struct words clang_command(struct arena *a, const struct register_request *r,
                                  const struct query *q) {
    const struct back_end *b = q->back_end;
    const char *const target[] = {"-target", b->target, arena_printf(a, "%s%s", b->cpu, q->arch)};
    const char *const words[] = {"-nogpulib",
                                 "-O3",
                                 "-Rpass-analysis=kernel-resource-usage",
                                 "-fno-caret-diagnostics",
                                 "-fno-color-diagnostics",
                                 "-w",
                                 "-S",
                                 "-o",
                                 "-"};
    struct frontend_request input = *r->input;
    struct words w = {0};
    words_add(a, &w, "clang-19");
    for (size_t i = 0; i < sizeof target / sizeof *target && !(b->library && r->bitcode->cuda); i++)
        words_add(a, &w, target[i]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        words_add(a, &w, words[i]);
    for (size_t i = 0; b->options[i]; i++)
        words_add(a, &w, b->options[i]);
    for (size_t i = 0; b->unrolls && an_unroll_options[i]; i++) {
        words_add(a, &w, "-mllvm");
        words_add(a, &w, an_unroll_options[i]);
    }
    if (!b->library) {
        words_add(a, &w, "-xir");
        words_add(a, &w, "-");
        return w;
    }
    words_add(a, &w, "-Xclang");
    words_add(a, &w, "-mlink-builtin-bitcode");
    words_add(a, &w, "-Xclang");
    words_add(a, &w, library_path(a, b));
    input.cuda_arch = q->arch;
    frontend_add_source(a, &w, &input, r->bitcode);
    return w;
}

static struct words reader_command(struct arena *a, const struct query *q) {
    struct words w = {0};
    words_add(a, &w, q->back_end->reader);
    words_add(a, &w, "-v");
    words_add(a, &w, arena_printf(a, "-arch=%s", q->arch));
    words_add(a, &w, "/dev/stdin");
    words_add(a, &w, "-o");
    words_add(a, &w, "/dev/null");
    return w;
}

/* Everything that the report depends on. */
static void make_key(struct arena *a, struct query *q, const struct register_request *r,
                     const struct words *compile, const char *clang, const char *reader) {
    q->key = cache_key(a, "registers 3");
    cache_key_file(&q->key, clang);
    cache_key_file(&q->key, q->back_end->library ? "" : toolchain_self(a));
    cache_key_file(&q->key, q->back_end->library ? library_path(a, q->back_end) : "");
    cache_key_file(&q->key, reader ? reader : "");
    cache_key_contents(&q->key, r->bitcode->path);
    cache_key_add(&q->key, &r->seconds, sizeof r->seconds);
    for (size_t i = 0; i < compile->n; i++)
        if (!i || strcmp(compile->at[i - 1], "-ivfsoverlay") != 0)
            cache_key_text(&q->key, compile->at[i]);
}

static pid_t start_step(struct arena *a, const char *path, const struct words *w, int in, int out,
                        int err) {
    pid_t child = spawn_start(&(struct spawn_request){
        .path = path, .argv = words_argv(a, w), .in = in, .out = out, .err = err});
    return child < 0 ? 0 : child;
}

static void close_all(const int *fds, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

/* A file in memory with the kernels for AMD's back end, or -1. */
static int open_amdgpu(struct arena *a, const struct register_request *r) {
    int fd = spawn_capture("kernels");
    if (fd >= 0 && !an_write_amdgpu(a, r->bitcode->path, fd) && lseek(fd, 0, SEEK_SET) == 0)
        return fd;
    close_all(&fd, 1);
    return -1;
}

/* What clang reads. */
static int open_input(struct arena *a, const struct query *q, const struct register_request *r) {
    if (!q->back_end->library)
        return open_amdgpu(a, r);
    return r->input->text ? frontend_stdin(r->input) : open("/dev/null", O_RDWR | O_CLOEXEC);
}

/* clang reports itself, or writes into its reader, which reports. */
static void start(struct arena *a, struct query *q, const struct register_request *r,
                  const struct words *compile, const char *clang, const char *reader) {
    int report[2] = {-1, -1}, between[2] = {-1, -1};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int in = open_input(a, q, r);
    if (!reader)
        q->code = spawn_capture("code");
    if (in >= 0 && pipe2(report, O_CLOEXEC) == 0 &&
        (reader ? pipe2(between, O_CLOEXEC) == 0 : q->code >= 0)) {
        struct words read = reader ? reader_command(a, q) : (struct words){0};
        q->steps[0] = start_step(a, clang, compile, in, reader ? between[1] : q->code,
                                 reader ? null : report[1]);
        if (reader && q->steps[0])
            q->steps[1] = start_step(a, reader, &read, between[0], null, report[1]);
    }
    if (q->steps[0]) {
        q->report = report[0];
        report[0] = -1;
    }
    close_all((int[]){in, report[0], report[1], between[0], between[1], null}, 6);
}

/* What a child has written to the file in memory; "" if it cannot be read. */
static const char *captured(struct arena *a, int fd) {
    struct str text = {.arena = a};
    char buffer[1 << 16];
    ssize_t n;
    for (off_t at = 0; (n = pread(fd, buffer, sizeof buffer, at)) > 0; at += n)
        str_addn(&text, buffer, (size_t)n);
    return str_text(&text);
}

/* Whether one of the processes has computed since this was asked last. */
static bool goes_on(struct query *q) {
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

/* Reads until nobody writes any more; false if they stand still. */
static bool read_all(struct registers *r, struct query *q, struct str *text) {
    for (char buffer[4096];;) {
        struct pollfd p = {.fd = q->report, .events = POLLIN};
        double left = r->deadline - now();
        int ready = left > 0 ? poll(&p, 1, (int)(left * 1000) + 1) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0 && goes_on(q)) {
            r->deadline = now() + r->patience;
            continue;
        }
        ssize_t n = ready > 0 ? read(q->report, buffer, sizeof buffer) : -1;
        if (n <= 0)
            return n == 0;
        str_addn(text, buffer, (size_t)n);
    }
}

/* Waits for what was started. True if all went well, or at least would go the same way again. */
static bool reap(struct query *q, bool stop) {
    bool repeatable = true, good = true;
    for (size_t i = 0; i < STEPS; i++) {
        int status;
        if (!q->steps[i])
            continue;
        if (stop)
            kill(q->steps[i], SIGKILL);
        while (waitpid(q->steps[i], &status, 0) < 0 && errno == EINTR)
            continue;
        repeatable &= WIFEXITED(status) || WTERMSIG(status) == SIGXCPU;
        good &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
        q->steps[i] = 0;
    }
    if (!good)
        q->text = "";
    close_all((int[]){q->report, q->code}, 2);
    q->report = q->code = -1;
    return repeatable;
}

/* What failed for good is remembered as an empty report. */
static void finish(struct registers *r, struct query *q) {
    struct str text = {.arena = r->arena};
    bool complete = read_all(r, q, &text);
    if (q->code >= 0 && complete)
        str_add(&text, spill_code_summary(r->arena, captured(r->arena, q->code)));
    q->text = str_text(&text);
    if (reap(q, !complete) && complete) {
        cache_put(r->arena, r->request.cache, &q->key, q->text, strlen(q->text));
    } else {
        q->text = "";
        r->given_up = true;
    }
}

/* Whether the reader compiles for the architecture; asked once with an empty program. */
static bool knows_arch(struct registers *r, const struct query *q, const char *reader) {
    struct arena *a = r->arena;
    struct cache_key key = cache_key(a, "ptxas 1");
    cache_key_file(&key, reader);
    cache_key_text(&key, q->arch);
    size_t n;
    const char *known = cache_get(a, r->request.cache, &key, &n);
    if (known)
        return *known == 'y';
    struct words w = reader_command(a, q);
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
        cache_put(a, r->request.cache, &key, known, strlen(known));
    return *known == 'y';
}

/* --- queries --------------------------------------------------------------- */

/* Whether the back end has what it needs for the input. */
static bool can_compile(struct arena *a, const struct back_end *b,
                        const struct register_request *r) {
    bool cuda_elsewhere = r->bitcode->cuda && strcmp(b->vendor, "nvidia") != 0;
    if (!b->library)
        return r->convert;
    return (r->bitcode->standard || r->bitcode->cuda) && !cuda_elsewhere &&
           access(library_path(a, b), R_OK) == 0;
}

static struct query *find_query(struct registers *r, const struct gpu *g,
                                const struct back_end *b) {
    for (size_t i = 0; i < r->queries.n; i++)
        if (strcmp(r->queries.at[i].arch, g->arch) == 0 && r->queries.at[i].back_end == b)
            return &r->queries.at[i];
    return NULL;
}

/* What is not asked yet; false if the back end or one of its programs is not there. */
static bool ask(struct registers *r, const struct gpu *g, const struct back_end *b) {
    struct arena *a = r->arena;
    struct query q = {.back_end = b, .arch = g->arch, .report = -1, .code = -1};
    const char *clang = frontend_clang(a), *reader = NULL;
    if (find_query(r, g, b))
        return true;
    if (!clang || !can_compile(a, b, &r->request))
        return false;
    if (b->reader && (!(reader = toolchain_find(a, b->reader, "")) || !knows_arch(r, &q, reader)))
        return false;
    struct words compile = clang_command(a, &r->request, &q);
    size_t n;
    make_key(a, &q, &r->request, &compile, clang, reader);
    q.text = cache_get(a, r->request.cache, &q.key, &n);
    if (!q.text) {
        r->deadline = now() + r->patience;
        start(a, &q, &r->request, &compile, clang, reader);
    }
    vec_push(a, &r->queries, q);
    return true;
}

/* The first of the vendor's back ends that is there. */
static void ask_first(struct registers *r, const struct gpu *g) {
    for (size_t i = 0; i < sizeof back_ends / sizeof *back_ends; i++)
        if (strcmp(back_ends[i].vendor, g->vendor) == 0 && ask(r, g, &back_ends[i]))
            return;
}

void registers_add_tools(struct cache_key *k) {
    const char *clang = frontend_clang(k->arena);
    cache_key_file(k, clang ? clang : "");
    for (size_t i = 0; i < sizeof back_ends / sizeof *back_ends; i++) {
        const char *name = back_ends[i].reader;
        const char *reader = name ? toolchain_find(k->arena, name, "") : NULL;
        const char *library = back_ends[i].library;
        cache_key_file(k, library ? library_path(k->arena, &back_ends[i]) : "");
        cache_key_file(k, reader ? reader : "");
    }
}

struct registers *registers_start(struct arena *a, const struct register_request *request) {
    struct registers *r = NEW(a, struct registers);
    r->arena = a;
    r->request = *request;
    r->patience = request->seconds * WALL_PER_CPU;
    for (size_t i = 0; i < request->n_gpus && request->bitcode->path; i++)
        ask_first(r, request->gpus[i]);
    return r;
}

bool registers_given_up(const struct registers *r) {
    return r->given_up;
}

void registers_wait(struct registers *r) {
    for (size_t i = 0; i < r->queries.n; i++)
        if (!r->queries.at[i].text && r->queries.at[i].report >= 0)
            finish(r, &r->queries.at[i]);
}

static bool answered(struct registers *r, struct query *q, const char *kernel,
                     struct register_use *use) {
    if (!q->text && q->report >= 0)
        finish(r, q);
    return q->text && read_report(r->arena, q, kernel, use);
}

/* What a vendor's back end cannot compile with its library, one may that needs none. */
static struct query *ask_again(struct registers *r, const struct gpu *g, const struct back_end *b) {
    if (!b->library && r->request.bitcode->path)
        ask(r, g, b);
    return find_query(r, g, b);
}

bool registers_find(struct registers *r, const char *kernel, const struct gpu *g,
                    struct register_use *use) {
    for (size_t i = 0; i < sizeof back_ends / sizeof *back_ends; i++) {
        const struct back_end *b = &back_ends[i];
        struct query *q = strcmp(b->vendor, g->vendor) == 0 ? ask_again(r, g, b) : NULL;
        if (q && answered(r, q, kernel, use))
            return true;
    }
    return false;
}

void registers_end(struct registers *r) {
    for (size_t i = 0; i < r->queries.n; i++)
        if (r->queries.at[i].report >= 0)
            reap(&r->queries.at[i], true);
}
