/* Loops of C and C++: the source is compiled as it is, and loops that its pragmas or the command
 * line name become kernels (source/languages/loops/outline/). */
#include <string.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "base/vec.h"
#include "source/languages/loops/loops.h"
#include "source/scan/loop_pragmas.h"

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

/* With the work-groups that it has where nobody says other ones. */
static struct loop_request request_of(const struct loop_pragma *p) {
    struct loop_request r = {.collapse = p ? p->collapse : 1};
    const uint64_t *group = loop_pragmas_group(p, r.collapse < 3 ? r.collapse : 3);
    memcpy(r.group, group, sizeof r.group);
    if (p) {
        r.name = p->name;
        r.line = p->for_line;
        r.column = p->for_column;
    }
    return r;
}

struct loop_requests loops_wanted(struct arena *a, const struct jobs *j, const char *text,
                                  size_t n) {
    struct loop_requests all = {0};
    struct loop_pragmas found = loop_pragmas_find(a, text ? text : "", text ? n : 0);
    for (size_t i = 0; i < found.n; i++) {
        const struct loop_pragma *p = &found.at[i];
        if (p->for_line && !p->wrong)
            vec_push(a, &all, request_of(p));
    }
    for (size_t i = 0; i < j->loop_functions.n; i++) {
        struct loop_request r = request_of(NULL);
        r.function = j->loop_functions.at[i];
        vec_push(a, &all, r);
    }
    return all;
}

/* The kernels of the host code in b->fd, in its place. */
static void outline(struct arena *a, const struct frontend_request *r, struct bitcode *b) {
    size_t n = r->bytes;
    const char *text = r->text ? r->text : texts_read(a, r->jobs->texts, r->input->path, &n);
    const struct loop_requests all = loops_wanted(a, r->jobs, text, text ? n : 0);
    int kernels = spawn_capture("kernels");
    const char *error = kernels < 0 ? NULL
                                    : loops_outline(a, arena_printf(a, "/proc/self/fd/%d", b->fd),
                                                    all.at, all.n, kernels);
    close(b->fd);
    b->fd = kernels;
    b->reason = kernels < 0 ? "no memory file" : error;
    if (b->reason && kernels >= 0) {
        close(kernels);
        b->fd = -1;
    }
}

/* What of OpenMP's runtime sources with such loops call. */
static const char runtime[] = "#pragma GCC system_header\n"
                              "#ifdef __cplusplus\n"
                              "extern \"C\" {\n"
                              "#endif\n"
                              "int omp_get_num_threads(void), omp_get_max_threads(void);\n"
                              "int omp_get_thread_num(void), omp_get_num_procs(void);\n"
                              "int omp_get_team_num(void), omp_get_num_teams(void);\n"
                              "int omp_get_num_devices(void), omp_get_default_device(void);\n"
                              "int omp_get_initial_device(void), omp_is_initial_device(void);\n"
                              "void omp_set_num_threads(int), omp_set_default_device(int);\n"
                              "void *omp_target_alloc(unsigned long, int);\n"
                              "void omp_target_free(void *, int);\n"
                              "double omp_get_wtime(void);\n"
                              "#ifdef __cplusplus\n"
                              "}\n"
                              "#endif\n";

/* Files in memory that stand for <omp.h> where it is not installed; -1: there is none. */
struct stand_in {
    int text, overlay;
};

static struct stand_in open_stand_in(struct arena *a, struct words *flags) {
    struct stand_in s = {.text = spawn_text("omp.h", runtime, strlen(runtime)), .overlay = -1};
    if (s.text < 0)
        return s;
    const char *overlay = arena_printf(
        a,
        "{\"version\":0,\"use-external-names\":false,\"roots\":[{\"type\":\"file\",\"name\":"
        "\"/clperf/loops/omp.h\",\"external-contents\":\"%s\"}]}",
        spawn_shared_path(a, s.text));
    s.overlay = spawn_text("overlay", overlay, strlen(overlay));
    const char *const words[] = {"-ivfsoverlay", spawn_shared_path(a, s.overlay), "-idirafter",
                                 "/clperf/loops"};
    for (size_t i = 0; s.overlay >= 0 && i < sizeof words / sizeof *words; i++)
        words_add(a, flags, words[i]);
    return s;
}

static void close_stand_in(const struct stand_in *s) {
    if (s->text >= 0)
        close(s->text);
    if (s->overlay >= 0)
        close(s->overlay);
}

static struct bitcode compile(struct arena *a, const struct frontend_request *r,
                              const char *clang) {
    struct bitcode b = {.fd = -1, .host = true};
    struct frontend_request with = *r;
    const char *said;
    with.flags = (struct words){0};
    words_add_all(a, &with.flags, &r->flags);
    const struct stand_in s = open_stand_in(a, &with.flags);
    b.fd = frontend_attempt(a, &with, clang, &b, &b.reason, &said);
    close_stand_in(&s);
    if (b.fd >= 0)
        outline(a, r, &b);
    if (b.fd >= 0)
        b.path = arena_printf(a, "/proc/self/fd/%d", b.fd);
    return b;
}

const struct front_end frontend_loops = {.compile = compile};
