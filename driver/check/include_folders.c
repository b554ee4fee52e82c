/* Where headers of a source are that nothing says how to compile: in folders beside it, as projects
 * lay them out. */
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "driver/check/check.h"

enum { MOST_LEVELS = 4, MOST_BYTES = 4 << 20 };

/* The name of an #include in quotes, or in angle brackets if it cannot be a header of C++'s
 * library; NULL if the line has none. */
static const char *included(struct arena *a, const char *line) {
    line += strspn(line, " \t");
    if (*line++ != '#')
        return NULL;
    line += strspn(line, " \t");
    if (!str_starts(line, "include"))
        return NULL;
    line += strlen("include");
    line += strspn(line, " \t");
    const char close = *line == '"' ? '"' : *line == '<' ? '>' : 0;
    size_t n = close ? strcspn(line + 1, close == '"' ? "\"\n" : ">\n") : 0;
    if (!n || line[1 + n] != close)
        return NULL;
    const char *name = arena_strndup(a, line + 1, n);
    return close == '"' || strchr(path_base(name), '.') ? name : NULL;
}

/* The nearest folder that has the header, going up to the top of the repository; NULL: none has. */
static const char *folder_of(struct arena *a, const char *source, const char *header) {
    static const char *const folders[] = {"include", "inc", "src", "common", "Common"};
    const char *dir = path_dir(a, source);
    for (int level = 0; level < MOST_LEVELS && strcmp(dir, "/") != 0; level++) {
        for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
            const char *folder = arena_printf(a, "%s/%s", dir, folders[i]);
            if (access(arena_printf(a, "%s/%s", folder, header), R_OK) == 0)
                return folder;
        }
        if (level && access(arena_printf(a, "%s/%s", dir, header), R_OK) == 0)
            return dir;
        if (access(arena_printf(a, "%s/.git", dir), F_OK) == 0)
            return NULL;
        dir = path_dir(a, dir);
    }
    return NULL;
}

void check_add_include_folders(struct arena *a, const char *source, struct words *arguments,
                               struct words *folders) {
    size_t n;
    const char *text = read_file_within(a, source, MOST_BYTES, &n);
    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *header = included(a, line);
        const char *beside = header ? arena_printf(a, "%s/%s", path_dir(a, source), header) : NULL;
        const char *folder =
            header && access(beside, R_OK) != 0 ? folder_of(a, source, header) : NULL;
        const char *argument = folder ? arena_printf(a, "-I%s", folder) : NULL;
        if (argument && !words_has(arguments, argument))
            words_add(a, arguments, argument);
        if (folder && !words_has(folders, folder))
            words_add(a, folders, folder);
    }
}
