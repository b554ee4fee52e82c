/* Loops of C and C++: the source is compiled as it is, and loops that its pragmas or the command
 * line name become kernels (analysis/load/loops/). */
#include <string.h>
#include <unistd.h>

#include "analysis/load/load.h"
#include "base/str.h"
#include "base/vec.h"
#include "driver/command_line/loop_pragmas.h"
#include "driver/frontend/loops.h"
#include "driver/process/spawn.h"

void host_add_language(struct arena *a, struct words *w, const struct frontend_request *r) {
    const char *path = r->input->path;
    const char *const words[] = {"-x",
                                 str_ends(path, ".c") || str_ends(path, ".h") ? "c" : "c++",
                                 "-femit-all-decls",
                                 "-fno-math-errno",
                                 "-fignore-exceptions",
                                 "-fno-stack-protector",
                                 "-fno-asynchronous-unwind-tables",
                                 "-U_FORTIFY_SOURCE",
                                 "-Wno-unknown-pragmas",
                                 "-Wno-implicit-function-declaration",
                                 "-Wno-implicit-int",
                                 "-Wno-int-conversion"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        words_add(a, w, words[i]);
}

struct requests {
    struct loop_request *at;
    size_t n, cap;
};

/* What the source and the command line ask for. */
static struct requests requests_of(struct arena *a, const struct frontend_request *r) {
    struct requests all = {0};
    size_t n = r->bytes;
    const char *text = r->text ? r->text : texts_read(a, r->jobs->texts, r->input->path, &n);
    struct loop_pragmas found = loop_pragmas_find(a, text ? text : "", text ? n : 0);
    for (size_t i = 0; i < found.n; i++) {
        const struct loop_pragma *p = &found.at[i];
        if (p->for_line && !p->wrong)
            vec_push(a, &all,
                     (struct loop_request){.name = p->name,
                                           .line = p->for_line,
                                           .column = p->for_column,
                                           .collapse = p->collapse});
    }
    for (size_t i = 0; i < r->jobs->loop_functions.n; i++)
        vec_push(a, &all,
                 (struct loop_request){.function = r->jobs->loop_functions.at[i], .collapse = 1});
    return all;
}

/* The kernels of the host code in b->fd, in its place. */
static void outline(struct arena *a, const struct frontend_request *r, struct bitcode *b) {
    const struct requests all = requests_of(a, r);
    int kernels = spawn_capture("kernels");
    const char *error = kernels < 0
                            ? NULL
                            : load_outline_loops(a, arena_printf(a, "/proc/self/fd/%d", b->fd),
                                                 all.at, all.n, kernels);
    close(b->fd);
    b->fd = kernels;
    b->reason = kernels < 0 ? "no memory file" : error;
    if (b->reason && kernels >= 0) {
        close(kernels);
        b->fd = -1;
    }
}

static struct bitcode compile(struct arena *a, const struct frontend_request *r,
                              const char *clang) {
    struct bitcode b = {.fd = -1, .host = true};
    const char *said;
    b.fd = frontend_attempt(a, r, clang, &b, &b.reason, &said);
    if (b.fd >= 0)
        outline(a, r, &b);
    if (b.fd >= 0)
        b.path = arena_printf(a, "/proc/self/fd/%d", b.fd);
    return b;
}

const struct front_end frontend_loops = {.compile = compile};
