#include "capture/cuda/nvcc/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "base/texts.h"
#include "capture/cuda/nvcc/blank.h"
#include "capture/cuda/nvcc/parameters.h"

/* More rounds than this find nothing new. */
enum { MOST_TRIES = 20, FAILED = 1 };

/* A source with bodies of device code emptied, and where the changed text is. */
struct changed {
    const char *path;
    char *text;
    const char *copy;
};

struct attempt {
    const struct nvcc *nvcc;
    const char *source;
    struct {
        struct changed *at;
        size_t n, cap;
    } changed;
    const char *overlay; /* NULL: nothing is changed */
};

/* --- running ------------------------------------------------------------------ */

int nvcc_run(const struct nvcc *n, const char *path, const struct words *words, int err) {
    if (n->options->verbose) {
        for (size_t i = 0; i < words->n; i++)
            fprintf(stderr, "%s%s", i ? " " : "#$ ", words_quote(n->arena, words->at[i]));
        fputc('\n', stderr);
    }
    int status = spawn_run(&(struct spawn_request){
        .path = path, .argv = words_argv(n->arena, words), .in = -1, .out = -1, .err = err});
    if (status == -1)
        perror(path);
    return status == -1 || !WIFEXITED(status) ? FAILED : WEXITSTATUS(status);
}

static bool write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "we");
    bool good = file && fputs(text, file) >= 0;
    if (file)
        good = fclose(file) == 0 && good;
    if (!good)
        perror(path);
    return good;
}

/* Words that make clang compile the host's part, without what comes out. What nvcc's compiler lets
 * pass is no error. */
static struct words command(const struct attempt *t) {
    static const char *const fixed[] = {"-xcuda",
                                        "--cuda-host-only",
                                        "-nocudainc",
                                        "-nocudalib",
                                        "--cuda-path=/nonexistent",
                                        "-Xclang",
                                        "-target-sdk-version=12.4",
                                        "-w",
                                        "-Wno-register",
                                        "-Wno-c++11-narrowing",
                                        "-Wno-reserved-user-defined-literal",
                                        "-Wno-non-pod-varargs",
                                        "-Xclang",
                                        "-fcuda-allow-variadic-functions",
                                        "-Wno-dynamic-exception-spec",
                                        "-Wno-implicit-function-declaration",
                                        "-Wno-implicit-int",
                                        "-Qunused-arguments",
                                        "-fno-color-diagnostics",
                                        "-ferror-limit=0"};
    const struct nvcc *n = t->nvcc;
    struct words w = {0};
    words_add(n->arena, &w, "clang++");
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        words_add(n->arena, &w, fixed[i]);
    words_add(n->arena, &w, "-include");
    words_add(n->arena, &w, "cuda_runtime.h");
    words_add_all(n->arena, &w, &n->options->compile);
    words_add(n->arena, &w, arena_printf(n->arena, "-I%s/include", n->sdk));
    words_add(n->arena, &w, "-idirafter");
    words_add(n->arena, &w, arena_printf(n->arena, "%s/include/clperf/samples", n->sdk));
    words_add(n->arena, &w, "-idirafter");
    words_add(n->arena, &w, arena_printf(n->arena, "%s/include/clperf/openmp", n->sdk));
    if (t->overlay) {
        words_add(n->arena, &w, "-ivfsoverlay");
        words_add(n->arena, &w, t->overlay);
    }
    return w;
}

/* --- device code that does not compile ---------------------------------------- */

static struct changed *changed_file(struct attempt *t, const char *path) {
    struct arena *a = t->nvcc->arena;
    for (size_t i = 0; i < t->changed.n; i++)
        if (strcmp(t->changed.at[i].path, path) == 0)
            return &t->changed.at[i];
    size_t n;
    const char *text = texts_read(a, &(struct texts){0}, path, &n);
    struct changed c = {.path = path, .text = text ? arena_strdup(a, text) : NULL};
    c.copy = arena_printf(a, "%s/changed-%zu", t->nvcc->scratch, t->changed.n);
    if (!text)
        return NULL;
    vec_push(a, &t->changed, c);
    return &t->changed.at[t->changed.n - 1];
}

/* "FILE:LINE:COLUMN: error: ..." or a note that says where from. */
static bool blank_message(struct attempt *t, const char *message) {
    struct arena *a = t->nvcc->arena;
    size_t n = strcspn(message, ":\n");
    char *end;
    long line = message[n] == ':' ? strtol(message + n + 1, &end, 10) : 0;
    if (line <= 0 || *end != ':')
        return false;
    const char *path = path_real(a, arena_strndup(a, message, n));
    if (!path || str_starts(path, t->nvcc->sdk))
        return false;
    struct changed *c = changed_file(t, path);
    if (!c)
        return false;
    if (nvcc_join_brackets(c->text))
        return true;
    char *before = arena_strdup(a, c->text);
    return nvcc_blank(c->text, (size_t)line) && strcmp(before, c->text) != 0;
}

static bool blank_messages(struct attempt *t, const char *messages) {
    bool any = false;
    for (const char *line = messages; *line;) {
        const char *end = line + strcspn(line, "\n");
        char *text = arena_strndup(t->nvcc->arena, line, (size_t)(end - line));
        if (strstr(text, " error: ") || strstr(text, " note: in instantiation of"))
            any |= blank_message(t, text);
        line = *end ? end + 1 : end;
    }
    return any;
}

static bool write_overlay(struct attempt *t) {
    struct str s = {.arena = t->nvcc->arena};
    str_add(&s, "{\"version\":0,\"use-external-names\":false,\"roots\":[\n");
    for (size_t i = 0; i < t->changed.n; i++) {
        const struct changed *c = &t->changed.at[i];
        if (!write_file(c->copy, c->text))
            return false;
        str_printf(&s, "%s{\"type\":\"file\",\"name\":\"%s\",\"external-contents\":\"%s\"}",
                   i ? ",\n" : "", c->path, c->copy);
    }
    str_add(&s, "]}\n");
    t->overlay = arena_printf(t->nvcc->arena, "%s/overlay.yaml", t->nvcc->scratch);
    return write_file(t->overlay, str_text(&s));
}

/* --- passes ------------------------------------------------------------------- */

static const char *read_all(struct arena *a, int fd) {
    struct str s = {.arena = a};
    char part[4096];
    ssize_t n;
    lseek(fd, 0, SEEK_SET);
    while ((n = read(fd, part, sizeof part)) > 0)
        str_addn(&s, part, (size_t)n);
    return str_text(&s);
}

/* The IR of the host's part in a file; what does not compile of device code is emptied. */
static int make_ir(struct attempt *t, const char *ir) {
    struct arena *a = t->nvcc->arena;
    const char *messages = "";
    int status = FAILED;
    for (int i = 0; i < MOST_TRIES; i++) {
        struct words w = command(t);
        const char *const last[] = {
            "-S",      "-emit-llvm",           "-O0", "-g", "-fno-standalone-debug",
            "-Xclang", "-disable-llvm-passes", "-o",  ir,   t->source};
        for (size_t k = 0; k < sizeof last / sizeof *last; k++)
            words_add(a, &w, last[k]);
        int err = spawn_capture("messages");
        status = nvcc_run(t->nvcc, t->nvcc->clang, &w, err);
        messages = read_all(a, err);
        close(err);
        if (!status || !blank_messages(t, messages) || !write_overlay(t))
            break;
    }
    if (status && !t->nvcc->toolkit)
        fputs(messages, stderr);
    return status;
}

/* A text of kernels in a file. */
static int make_kernels(struct attempt *t, const char *path) {
    struct arena *a = t->nvcc->arena;
    const char *ir = arena_printf(a, "%s/host.ll", t->nvcc->scratch);
    int status = make_ir(t, ir);
    if (status)
        return status;
    size_t n;
    const char *text = texts_read(a, &(struct texts){0}, ir, &n);
    unlink(ir);
    return text && write_file(path, nvcc_parameters(a, text)) ? 0 : FAILED;
}

/* The embedded text must end with a zero byte, which a file of text has not. */
static bool terminate(const char *path) {
    FILE *file = fopen(path, "ae");
    bool good = file && fputc(0, file) == 0;
    return file && fclose(file) == 0 && good;
}

int nvcc_compile(const struct nvcc *n, const char *source, const char *object) {
    struct attempt t = {.nvcc = n, .source = source};
    const char *kernels = arena_printf(n->arena, "%s/kernels", n->scratch);
    int status = make_kernels(&t, kernels);
    if (status || !terminate(kernels))
        return FAILED;
    struct words w = command(&t);
    const char *const last[] = {
        "-Xclang", "-fcuda-include-gpubinary", "-Xclang", kernels, "-c", "-o", object, source};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        words_add(n->arena, &w, last[i]);
    return nvcc_run(n, n->clang, &w, -1);
}

int nvcc_device_code(const struct nvcc *n, const char *source, const char *output) {
    struct attempt t = {.nvcc = n, .source = source};
    return make_kernels(&t, output);
}

int nvcc_preprocess(const struct nvcc *n, const char *source) {
    struct attempt t = {.nvcc = n, .source = source};
    struct words w = command(&t);
    if (n->options->output) {
        words_add(n->arena, &w, "-o");
        words_add(n->arena, &w, n->options->output);
    }
    words_add(n->arena, &w, source);
    return nvcc_run(n, n->clang, &w, -1);
}
