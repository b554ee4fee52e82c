#include "source/frontend.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/exit_reason.h"
#include "base/process/sandbox.h"
#include "base/str.h"
#include "source/clang/compile.h"
#include "source/compiler/toolchain.h"
#include "source/languages/host/host.h"
#include "source/languages/loops/loops.h"
#include "source/languages/opencl/opencl.h"
#include "source/project.h"

const char frontend_too_slow[] = "its compilation takes more time than -fclperf-budget= allows";

const char *frontend_clang(struct arena *a) {
    static const char beside[] = CLPERF_LLVM_PROGRAMS "/clang";
    return access(beside, X_OK) == 0 ? beside : toolchain_find(a, CLANG, "");
}

struct words frontend_compiler(struct arena *a, const char *clang, const char **path) {
    struct words w = {0};
    *path = clang;
#ifdef CLPERF_OWN_CLANG
    const char *own = arena_printf(a, "%s/clperf-analyze", path_dir(a, toolchain_self(a)));
    if (access(own, X_OK) == 0) {
        *path = own;
        words_add(a, &w, "clperf-analyze");
        words_add(a, &w, arena_printf(a, CLANG_COMPILE_OPTION "%s", clang));
        return w;
    }
#endif
    words_add(a, &w, CLANG);
    return w;
}

void frontend_add_source(struct arena *a, struct words *w, const struct frontend_request *r,
                         const struct bitcode *b) {
    if (b->cuda)
        cuda_add_language(a, w, r->jobs, b->cuda, r->arch);
    else if (b->host && r->host_side)
        host_side_add_language(a, w, r);
    else if (b->host)
        host_add_language(a, w, r);
    else
        opencl_add_language(a, w, r, b->standard);
    words_add_all(a, w, &r->flags);
    for (size_t i = 0; i < r->defines.n; i++)
        words_add(a, w, arena_printf(a, "-D%s", r->defines.at[i]));
    if (b->cuda)
        cuda_add_edits(a, w, b->cuda);
    words_add(a, w, r->text ? "-" : r->input->path);
}

static struct words command(struct arena *a, const struct frontend_request *r,
                            const struct bitcode *b) {
    static const char *const opencl[] = {"-target", "spir64-unknown-unknown", "-cl-kernel-arg-info",
                                         "-ferror-limit=100"};
    static const char *const fixed[] = {"-O1",
                                        "-funroll-loops",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-Xclang",
                                        "-disable-lifetime-markers",
                                        "-g",
                                        "-gcolumn-info",
                                        "-fno-discard-value-names",
                                        "-w",
                                        "-fno-color-diagnostics",
                                        "-fno-crash-diagnostics",
                                        "-H",
                                        "-emit-llvm",
                                        "-c",
                                        "-o",
                                        "-"};
    struct words w = {0};
    words_add(a, &w, CLANG);
    for (size_t i = 0; i < sizeof opencl / sizeof opencl[0] && !b->cuda && !b->host; i++)
        words_add(a, &w, opencl[i]);
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        words_add(a, &w, fixed[i]);
    frontend_add_source(a, &w, r, b);
    return w;
}

/* The first error of a compiler's output, without the name of the file. */
static const char *first_error(struct arena *a, const char *text, const char *file) {
    const char *error = strstr(text, "error: ");
    if (!error)
        return CLANG " failed";
    const char *line = error;
    while (line > text && line[-1] != '\n')
        line--;
    if (str_starts(line, file) && line[strlen(file)] == ':')
        line += strlen(file) + 1;
    const char *message = error + strlen("error: ");
    return arena_printf(a, "%.*s%.*s", (int)(error - line), line, (int)strcspn(message, "\n"),
                        message);
}

static const char *describe_failure(struct arena *a, int status, const char *messages,
                                    const char *file) {
    if (status == -1)
        return arena_printf(a, "cannot start " CLANG ": %s", strerror(errno));
    const char *error = strstr(messages, "error: ");
    if (!error && failure_of_memory(messages))
        return arena_printf(a, "to compile, %s", failure_of_memory(messages));
    const char *words = WIFSIGNALED(status) ? failure_words(a, messages) : NULL;
    if (words)
        return arena_printf(a, CLANG " crashed: %s", words);
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGXCPU
                   ? frontend_too_slow
                   : arena_printf(a, CLANG " crashed (%s)", strsignal(WTERMSIG(status)));
    return arena_printf(a, FRONTEND_DOES_NOT_COMPILE "%s", first_error(a, messages, file));
}

static void print_command(const struct words *w) {
    for (size_t i = 0; i < w->n; i++)
        fprintf(stderr, " %s", w->at[i]);
    fputc('\n', stderr);
}

/* A file in memory that holds the text, or -1. */
int frontend_stdin(const struct frontend_request *r) {
    int fd = spawn_capture("program");
    for (size_t done = 0; fd >= 0 && done < r->bytes;) {
        ssize_t n = write(fd, r->text + done, r->bytes - done);
        if (n <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)n;
    }
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    return fd;
}

int frontend_attempt(struct arena *a, const struct frontend_request *r, const char *clang,
                     const struct bitcode *b, const char **reason, const char **said) {
    struct words words = command(a, r, b);
    int out = spawn_capture("bitcode"), messages = spawn_capture("messages");
    int in = r->text ? frontend_stdin(r) : -1;
    if (out < 0 || messages < 0 || (r->text && in < 0)) {
        *reason = arena_printf(a, "no memory file: %s", strerror(errno));
        return -1;
    }
    if (r->jobs->verbose)
        print_command(&words);
    const char *path;
    struct words run = frontend_compiler(a, clang, &path);
    words_add_all(a, &run, &(struct words){.at = words.at + 1, .n = words.n - 1});
    int status = sandbox_run(&(struct spawn_request){
        .path = path, .argv = words_argv(a, &run), .in = in, .out = out, .err = messages});
    bool good = status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    const char *text = failure_text(a, messages, 0);
    const char *objection = r->project ? project_objection(a, r->project, text) : NULL;
    good = good && !objection;
    if (!good) {
        const char *file = r->text ? FRONTEND_TEXT : r->input->path;
        *reason = objection ? objection : describe_failure(a, status, text, file);
        *said = objection ? "" : text;
        close(out);
    }
    if (r->dependencies) {
        dependencies_add_messages(r->dependencies, text, &r->flags, r->input->path);
        r->dependencies->unknown |= status == -1 || !ended_by_itself(status);
    }
    if (in >= 0)
        close(in);
    close(messages);
    return good ? out : -1;
}

#define FRONT_END(id, names, compilers, taken, editors, headers, words, traits)                    \
    extern const struct front_end frontend_##id;
#include "source/front_ends.def"
#undef FRONT_END

const struct front_end *frontend_in_row(size_t row) {
    static const struct front_end *const all[] = {
#define FRONT_END(id, names, compilers, taken, editors, headers, words, traits) &frontend_##id,
#include "source/front_ends.def"
#undef FRONT_END
    };
    return all[row];
}

const struct front_end *frontend_of(const struct language *l) {
    return l ? frontend_in_row(front_end_row(l)) : NULL;
}

/* Why a text may read files that no message names, or NULL. */
static const char *may_embed(struct arena *a, const struct frontend_request *r) {
    size_t n = r->bytes;
    const char *text = r->text ? r->text : read_file(a, r->input->path, &n);
    return text ? project_embeds(text, n) : NULL;
}

static struct bitcode compile_source(struct arena *a, const struct frontend_request *r) {
    const char *clang = frontend_clang(a);
    if (!clang)
        return (struct bitcode){.fd = -1, .reason = CLANG " not found"};
    const char *embeds = r->project ? may_embed(a, r) : NULL;
    if (embeds)
        return (struct bitcode){.fd = -1, .reason = arena_printf(a, "it %s", embeds)};
    return frontend_of(r->input->language)->compile(a, r, clang);
}

void frontend_take_unsaved(struct arena *a, struct frontend_request *r) {
    const char *path = r->input->path;
    const struct text *unsaved = texts_find(r->jobs->texts, path);
    if (r->text || !unsaved || access(path, F_OK) == 0)
        return;
    r->text = unsaved->text;
    r->bytes = unsaved->n;
    words_add(a, &r->flags, "-iquote");
    words_add(a, &r->flags, path_dir(a, path));
}

/* As read_file() would: compilers wait for pipes. */
static bool can_be_read(const char *path) {
    size_t bytes;
    int fd = open_file_within(path, (size_t)READ_FILE_MIB << 20, &bytes);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

struct bitcode frontend_compile(struct arena *a, const struct frontend_request *r) {
    const char *path = r->input->path;
    if (r->text && front_end_has(r->input->language, FRONT_SOURCE))
        return compile_source(a, r);
    if (r->text)
        return frontend_of(r->input->language)->compile(a, r, NULL);
    if (!texts_find(r->jobs->texts, path) && !can_be_read(path))
        return (struct bitcode){.fd = -1, .reason = read_file_error(a, errno)};
    if (!front_end_has(r->input->language, FRONT_SOURCE))
        return frontend_of(r->input->language)->compile(a, r, NULL);
    return compile_source(a, r);
}

void frontend_release(struct bitcode *b) {
    if (b->fd >= 0)
        close(b->fd);
    b->fd = -1;
    if (b->cuda)
        cuda_headers_close(b->cuda);
    b->cuda = NULL;
}
