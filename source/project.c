#include "source/project.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"

/* As far as kernels are looked for above their host source. */
enum { LEVELS = 3 };

static bool has_marker(struct arena *a, const char *dir) {
    return access(arena_printf(a, "%s/.git", dir), F_OK) == 0 ||
           access(arena_printf(a, "%s/.clperf", dir), F_OK) == 0;
}

/* Whether other projects, or more than projects, lie in it: directories of the root directory, and
 * the home directory with what it is in. */
static bool is_shared(struct arena *a, const char *dir) {
    const char *home = getenv("HOME"), *real = home ? path_real(a, home) : NULL;
    size_t n = strlen(dir);
    bool of_home = real && strncmp(real, dir, n) == 0 && (!real[n] || real[n] == '/');
    return of_home || strchr(dir + 1, '/') == NULL;
}

static const char *top_of(struct arena *a, const char *dir) {
    const char *top = dir;
    for (const char *at = dir; at && !is_shared(a, at); at = path_dir(a, at))
        if (has_marker(a, at))
            return at;
    for (int i = 0; i < LEVELS && !is_shared(a, path_dir(a, top)); i++)
        top = path_dir(a, top);
    return top;
}

static void add(struct arena *a, struct words *dirs, const char *dir) {
    const char *real = path_real(a, dir);
    if (real)
        words_add(a, dirs, real);
}

/* Those that follow any of the options, up to NULL. */
static void add_directories(struct arena *a, struct words *dirs, const struct words *flags,
                            const char *const *options) {
    for (size_t i = 0; i < flags->n; i++)
        for (size_t k = 0; options[k]; k++) {
            if (!str_starts(flags->at[i], options[k]))
                continue;
            const char *dir = flags->at[i] + strlen(options[k]);
            if (*dir)
                add(a, dirs, dir);
            else if (i + 1 < flags->n)
                add(a, dirs, flags->at[i + 1]);
        }
}

const char *const *project_system_folders(struct arena *a, const struct words *flags,
                                          const struct bitcode *b) {
    static const char *const options[] = {"-isystem", "-idirafter", NULL};
    static const char *const systems[] = {"/usr/include", "/usr/local/include", "/usr/lib",
                                          "/usr/local/cuda", "/opt/rocm"};
    struct words dirs = {0};
    add_directories(a, &dirs, flags, options);
    words_add(a, &dirs, CUDA_HEADERS);
    if (b->cuda && b->cuda->sdk.include)
        add(a, &dirs, b->cuda->sdk.include);
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        add(a, &dirs, systems[i]);
    return (const char *const *)words_argv(a, &dirs);
}

struct words project_directories(struct arena *a, const struct jobs *j) {
    static const char *const options[] = {"-I",         "-isystem",  "-iquote",
                                          "-idirafter", "-isysroot", NULL};
    static const char *const systems[] = {"/usr/include", "/usr/local/include", "/usr/lib",
                                          "/usr/local/cuda", "/opt"};
    struct words dirs = {0};
    add(a, &dirs, ".");
    for (size_t i = 0; i < j->n_inputs; i++) {
        const char *dir = path_real(a, path_dir(a, j->inputs[i].path));
        if (dir && j->inputs[i].analysed)
            words_add(a, &dirs, top_of(a, dir));
    }
    add_directories(a, &dirs, &j->front_flags, options);
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        add(a, &dirs, systems[i]);
    return dirs;
}

/* Past the blanks, comments and spliced line ends at `at`. */
static const char *skip_blanks(const char *at) {
    for (;;) {
        const char *end = strncmp(at, "/*", 2) == 0 ? strstr(at + 2, "*/") : NULL;
        if (end)
            at = end + 2;
        else if (*at == ' ' || *at == '\t' || *at == '\f' || *at == '\v')
            at++;
        else
            return at;
    }
}

/* The text without backslashes at the ends of lines, and blanks after them, as compilers read it.
 */
static const char *spliced(struct arena *a, const char *text) {
    char *out = arena_strdup(a, text), *to = out;
    for (const char *at = out; *at; at++) {
        const char *end = *at == '\\' ? at + 1 + strspn(at + 1, " \t\f\v\r") : at;
        if (*at == '\\' && *end == '\n')
            at = end;
        else
            *to++ = *at;
    }
    *to = 0;
    return out;
}

const char *project_embeds(const char *text, size_t n) {
    struct arena a = {0};
    bool found = false;
    if (strlen(text) != n)
        return "has a NUL byte";
    for (const char *at = spliced(&a, text); *at && !found; at++) {
        size_t hash = *at == '#'                     ? 1
                      : strncmp(at, "%:", 2) == 0    ? 2
                      : strncmp(at, "\?\?=", 3) == 0 ? 3
                                                     : 0;
        found = hash && str_starts(skip_blanks(at + hash), "embed");
    }
    arena_free(&a);
    return found ? "has #embed" : NULL;
}

static const char *objection_to(struct arena *a, const struct texts *project, const char *header) {
    if (!texts_may_read(project, header))
        return arena_printf(a, "it includes '%s', which is not of this project", header);
    size_t n = 0;
    const char *text = read_file(a, header, &n), *embeds = text ? project_embeds(text, n) : NULL;
    return embeds ? arena_printf(a, "'%s' %s", header, embeds) : NULL;
}

const char *project_objection(struct arena *a, const struct texts *project, const char *messages) {
    struct words lines = words_split(a, messages, "\n");
    for (size_t i = 0; i < lines.n; i++) {
        size_t dots = strspn(lines.at[i], ".");
        bool header = dots && lines.at[i][dots] == ' ';
        const char *objection = header ? objection_to(a, project, lines.at[i] + dots + 1) : NULL;
        if (objection)
            return objection;
    }
    return NULL;
}
