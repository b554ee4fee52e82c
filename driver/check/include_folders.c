/* Where headers of a source are that nothing says how to compile: in folders beside it, as projects
 * lay them out. */
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "driver/check/check.h"

enum { MOST_LEVELS = 4, MOST_BYTES = 4 << 20, MOST_FILES = 200 };

/* The header in the folder; NULL: it is not there. */
static const char *header_in(struct arena *a, const char *folder, const char *header) {
    const char *path = arena_printf(a, "%s/%s", folder, header);
    return access(path, R_OK) == 0 ? path : NULL;
}

/* A line that includes a header; no name: it does not. */
struct include {
    const char *name;
    bool quoted; /* it is looked for beside the file first */
};

/* In angle brackets only what cannot be a header of C's or C++'s library. */
static struct include included(struct arena *a, const char *line) {
    line += strspn(line, " \t");
    if (*line++ != '#')
        return (struct include){0};
    line += strspn(line, " \t");
    if (!str_starts(line, "include"))
        return (struct include){0};
    line += strlen("include");
    line += strspn(line, " \t");
    const char close = *line == '"' ? '"' : *line == '<' ? '>' : 0;
    size_t n = close ? strcspn(line + 1, close == '"' ? "\"\n" : ">\n") : 0;
    if (!n || line[1 + n] != close)
        return (struct include){0};
    const char *name = arena_strndup(a, line + 1, n);
    bool quoted = close == '"';
    bool of_library = !strchr(path_base(name), '.') || header_in(a, "/usr/include", name);
    return (struct include){quoted || !of_library ? name : NULL, quoted};
}

/* The nearest folder that has the header, from the file's own up to the top of the repository;
 * NULL: none has. */
static const char *folder_of(struct arena *a, const char *file, const char *header) {
    static const char *const folders[] = {"include", "inc", "src", "common", "Common"};
    const char *dir = path_dir(a, file);
    for (int level = 0; level < MOST_LEVELS && strcmp(dir, "/") != 0; level++) {
        if (header_in(a, dir, header))
            return dir;
        for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
            const char *folder = arena_printf(a, "%s/%s", dir, folders[i]);
            if (header_in(a, folder, header))
                return folder;
        }
        if (access(arena_printf(a, "%s/.git", dir), F_OK) == 0)
            return NULL;
        dir = path_dir(a, dir);
    }
    return NULL;
}

/* A source and what it includes, as far as that is in the project. */
struct reading {
    struct arena *arena;
    struct words files;   /* to be read, and those that were */
    struct words folders; /* of their headers */
};

static const char *in_folders(struct reading *r, const char *header) {
    const char *path = NULL;
    for (size_t i = 0; i < r->folders.n && !path; i++)
        path = header_in(r->arena, r->folders.at[i], header);
    return path;
}

/* Adds the header that the file includes, and the folder in which it was found. */
static void follow(struct reading *r, const char *file, struct include include) {
    struct arena *a = r->arena;
    const char *path = include.quoted ? header_in(a, path_dir(a, file), include.name) : NULL;
    if (!path)
        path = in_folders(r, include.name);
    const char *folder = path ? NULL : folder_of(a, file, include.name);
    if (folder) {
        words_add(a, &r->folders, folder);
        path = header_in(a, folder, include.name);
    }
    if (path && r->files.n < MOST_FILES && !words_has(&r->files, path))
        words_add(a, &r->files, path);
}

void check_add_include_folders(struct arena *a, const char *source, struct words *arguments,
                               struct words *folders) {
    struct reading r = {.arena = a};
    words_add(a, &r.files, source);
    for (size_t i = 0; i < r.files.n; i++) {
        size_t n;
        const char *text = read_file_within(a, r.files.at[i], MOST_BYTES, &n);
        for (const char *line = text; line && *line; line = strchr(line, '\n')) {
            line += *line == '\n';
            struct include include = included(a, line);
            if (include.name)
                follow(&r, r.files.at[i], include);
        }
    }
    for (size_t i = 0; i < r.folders.n; i++) {
        words_add(a, arguments, arena_printf(a, "-I%s", r.folders.at[i]));
        if (!words_has(folders, r.folders.at[i]))
            words_add(a, folders, r.folders.at[i]);
    }
}
