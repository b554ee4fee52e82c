#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "driver/check/check.h"
#include "source/compiler/jobs.h"

/* Directories below each other beyond this are a loop of links. */
enum { DEEPEST = 32 };

struct walk {
    struct arena *arena;
    bool (*wanted)(const struct language *l);
    struct words *out;
};

static bool is_build(struct arena *a, const char *dir) {
    static const char *const files[] = {"CMakeCache.txt", "build.ninja", "compile_commands.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (access(arena_printf(a, "%s/%s", dir, files[i]), F_OK) == 0)
            return true;
    return false;
}

/* What `clperf capture` kept beside a manifest. */
static bool is_captured(struct arena *a, const char *dir) {
    return str_ends(dir, ".files") && access(arena_printf(a, "%s/sources", dir), F_OK) == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void walk_in(const struct walk *w, const char *dir, int depth);

static void take(const struct walk *w, const char *path, int depth) {
    struct stat st;
    if (lstat(path, &st) != 0)
        return;
    if (S_ISDIR(st.st_mode) && depth < DEEPEST && !is_build(w->arena, path) &&
        !is_captured(w->arena, path))
        walk_in(w, path, depth + 1);
    if (S_ISREG(st.st_mode) && w->wanted(jobs_language(path)))
        words_add(w->arena, w->out, path);
}

static void walk_in(const struct walk *w, const char *dir, int depth) {
    struct dirent **names;
    int n = scandir(dir, &names, NULL, by_name);
    for (int i = 0; i < n; i++) {
        if (names[i]->d_name[0] != '.')
            take(w, arena_printf(w->arena, "%s/%s", dir, names[i]->d_name), depth);
        free(names[i]);
    }
    if (n >= 0)
        free(names);
}

void check_walk(struct arena *a, const char *dir, bool (*wanted)(const struct language *l),
                struct words *out) {
    walk_in(&(struct walk){a, wanted, out}, dir, 0);
}
