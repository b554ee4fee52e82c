#include "source/compiler/toolchain.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

static bool is_program(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static bool same_file(const char *a, const char *b) {
    struct stat s, t;
    return stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

const char *toolchain_self(struct arena *a) {
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    return n > 0 ? arena_strndup(a, path, (size_t)n) : "";
}

static bool is_among(const char *file, const struct words *files) {
    for (size_t i = 0; i < files->n; i++)
        if (same_file(file, files->at[i]))
            return true;
    return false;
}

/* An empty piece of PATH is the current directory, as for the shell. */
static const char *find_on_path(struct arena *a, const char *name, const struct words *none_of) {
    const char *path = getenv("PATH");
    for (path = path ? path : "/usr/local/bin:/usr/bin:/bin";; path++) {
        size_t n = strcspn(path, ":");
        const char *file =
            n ? arena_printf(a, "%.*s/%s", (int)n, path, name) : arena_printf(a, "./%s", name);
        if (is_program(file) && !is_among(file, none_of))
            return file;
        path += n;
        if (!*path)
            return NULL;
    }
}

const char *toolchain_find(struct arena *a, const char *name, const char *not_this) {
    if (!strchr(name, '/'))
        return find_on_path(a, name, &(struct words){.at = &not_this, .n = 1});
    return is_program(name) ? name : NULL;
}

const char *toolchain_sibling(struct arena *a, const char *self, const char *name) {
    const char *beside = arena_printf(a, "%s/%s", path_dir(a, self), name);
    return is_program(beside) ? beside : toolchain_find(a, name, "");
}

/* The compiler called `name`, with argv[0] as given or where it was found. */
static struct toolchain named(struct arena *a, const char *name, const char *self) {
    struct toolchain t = {.found = true, .path = toolchain_find(a, name, self)};
    if (!t.path)
        t.error = arena_printf(a, "compiler '%s' not found", name);
    words_add(a, &t.words, name);
    return t;
}

/* Linkers mark shared libraries executable. */
static bool is_shared_library(const char *path) {
    const char *so = strstr(path_base(path), ".so");
    return so && (!so[3] || so[3] == '.');
}

/* A first argument that is neither an option nor an input names a compiler, even one
 * that is missing. */
static bool names_compiler(struct arena *a, const char *word) {
    if (word[0] == '-' || word[0] == '@' || !word[0] || jobs_language(word) ||
        is_shared_library(word))
        return false;
    return toolchain_find(a, word, "") || (access(word, F_OK) != 0 && !strchr(word, '.'));
}

static struct toolchain from_environment(struct arena *a, const char *text, const char *self) {
    struct words words = words_split(a, text, " \t\n");
    if (is_program(text) && strchr(text, '/'))
        return named(a, text, self);
    if (!words.n)
        return (struct toolchain){0};
    struct toolchain t = named(a, words.at[0], self);
    t.words = words;
    return t;
}

/* Called by a compiler's name: the next program of that name, by its full path, since
 * compilers look for their own files beside the path they were called by. */
static struct toolchain masquerade(struct arena *a, const char *name, const char *self,
                                   const struct words *started) {
    struct toolchain t = named(a, name, self);
    struct words not_these = {0};
    words_add_all(a, &not_these, started);
    words_add(a, &not_these, self);
    const char *next = find_on_path(a, name, &not_these);
    if (next)
        t.path = next;
    if (t.path)
        t.words.at[0] = t.path;
    return t;
}

struct toolchain toolchain_named(struct arena *a, int argc, char **argv, const char *self,
                                 const struct words *started) {
    const char *name = argc > 0 ? path_base(argv[0]) : "clperf-cc";
    const char *environment = getenv("CLPERF_CC");
    if (!str_starts(name, "clperf-cc"))
        return masquerade(a, name, self, started);
    if (argc > 1 && names_compiler(a, argv[1])) {
        struct toolchain t = named(a, argv[1], self);
        t.used = 1;
        return t;
    }
    return from_environment(a, environment ? environment : "", self);
}

struct toolchain toolchain_default(struct arena *a, const struct jobs *j, const char *self) {
    bool device = j->n_inputs && front_end_has(j->inputs[0].language, FRONT_DEVICE);
    return named(a, device ? CLANG : "cc", self);
}
