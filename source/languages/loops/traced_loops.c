/* A source of C or C++ to assembly, with loops that note what their launches would be. */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/exit_reason.h"
#include "base/process/spawn.h"
#include "base/str.h"
#include "source/compiler/toolchain.h"
#include "source/languages/loops/loops.h"

/* Before any pass, since pragmas are found by their places. */
static struct words bitcode_command(struct arena *a, const struct jobs *j, const struct input *in) {
    const char *const fixed[] = {CLANG,
                                 "-x",
                                 str_ends(in->path, ".c") || str_ends(in->path, ".h") ? "c" : "c++",
                                 "-O1",
                                 "-Xclang",
                                 "-disable-llvm-passes",
                                 "-Xclang",
                                 "-disable-lifetime-markers",
                                 "-g",
                                 "-gcolumn-info",
                                 "-fno-discard-value-names",
                                 "-fPIC",
                                 "-w",
                                 "-emit-llvm",
                                 "-c",
                                 "-o",
                                 "-"};
    struct words w = {0};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        words_add(a, &w, fixed[i]);
    words_add_all(a, &w, &j->front_flags);
    words_add(a, &w, in->path);
    return w;
}

/* NULL, or what went wrong. */
static const char *run_clang(struct arena *a, const struct words *w, int out) {
    const char *clang = frontend_clang(a);
    int messages = spawn_capture("messages");
    if (!clang || messages < 0)
        return clang ? "no memory file" : CLANG " not found";
    int status = spawn_run(&(struct spawn_request){
        .path = clang, .argv = words_argv(a, w), .in = -1, .out = out, .err = messages});
    const char *text = failure_text(a, messages, 0), *error = strstr(text, "error: ");
    close(messages);
    if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return NULL;
    return error ? arena_printf(a, "%.*s", (int)strcspn(error, "\n"), error) : CLANG " failed";
}

static const char *compile_traced(struct arena *a, int bitcode, const char *output) {
    struct words w =
        words_split(a, CLANG " -x ir -O2 -fPIC -fno-integrated-as -fno-addrsig -w -S -o", " ");
    words_add(a, &w, output);
    words_add(a, &w, spawn_shared_path(a, bitcode));
    return run_clang(a, &w, -1);
}

static const char *write_traced(struct arena *a, const struct jobs *j, const struct input *in,
                                const struct loop_requests *wanted, int files[2],
                                const char *output, size_t *traced) {
    struct words w = bitcode_command(a, j, in);
    const char *error = run_clang(a, &w, files[0]);
    if (!error)
        error = loops_trace(a, arena_printf(a, "/proc/self/fd/%d", files[0]), wanted->at, wanted->n,
                            files[1], traced);
    return error || !*traced ? error : compile_traced(a, files[1], output);
}

const char *loops_write_traced(struct arena *a, const struct jobs *j, const struct input *in,
                               const char *output, size_t *traced) {
    size_t n = 0;
    const char *text = texts_read(a, j->texts, in->path, &n);
    const struct loop_requests wanted = loops_wanted(a, j, text, text ? n : 0);
    int files[2] = {spawn_capture("bitcode"), spawn_capture("traced")};
    const char *error = NULL;
    *traced = 0;
    if (files[0] < 0 || files[1] < 0)
        error = arena_printf(a, "no memory file: %s", strerror(errno));
    else if (wanted.n)
        error = write_traced(a, j, in, &wanted, files, output, traced);
    for (int i = 0; i < 2; i++)
        if (files[i] >= 0)
            close(files[i]);
    return error;
}
