#include "source/dependencies.h"

#include <string.h>

#include "base/str.h"

static const char not_found[] = "' file not found";

void dependencies_add(struct dependencies *d, const char *path) {
    for (size_t i = 0; i < d->paths.n; i++)
        if (strcmp(d->paths.at[i], path) == 0)
            return;
    words_add(d->arena, &d->paths, arena_strdup(d->arena, path));
}

/* The directories that headers are looked for in, as far as the command line names them. */
static struct words directories(struct arena *a, const struct words *flags, const char *source) {
    static const char *const options[] = {"-I", "-isystem", "-iquote", "-idirafter"};
    struct words dirs = {0};
    words_add(a, &dirs, path_dir(a, source));
    for (size_t i = 0; i < flags->n; i++)
        for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
            const char *dir = flags->at[i] + strlen(options[k]);
            if (!str_starts(flags->at[i], options[k]))
                continue;
            if (*dir)
                words_add(a, &dirs, dir);
            else if (i + 1 < flags->n)
                words_add(a, &dirs, flags->at[i + 1]);
        }
    return dirs;
}

static void add_in_all(struct dependencies *d, const struct words *dirs, const char *name) {
    for (size_t i = 0; i < dirs->n; i++)
        dependencies_add(d, arena_printf(d->arena, "%s/%s", dirs->at[i], name));
}

void dependencies_add_header(struct dependencies *d, const char *path, const struct words *flags,
                             const char *source) {
    struct words dirs = directories(d->arena, flags, source);
    dependencies_add(d, path);
    for (size_t i = 0; i < dirs.n; i++) {
        const char *rest = path + strlen(dirs.at[i]);
        if (str_starts(path, dirs.at[i]) && *rest == '/')
            add_in_all(d, &dirs, rest + 1);
    }
}

void dependencies_add_missing(struct dependencies *d, const char *message,
                              const struct words *flags, const char *source) {
    const char *end = strstr(message, not_found), *name = end;
    if (!end)
        return;
    while (name > message && name[-1] != '\'')
        name--;
    struct words dirs = directories(d->arena, flags, source);
    add_in_all(d, &dirs, arena_strndup(d->arena, name, (size_t)(end - name)));
}

/* "... PATH" with a dot for each #include around it, else NULL. */
static const char *header_of(const char *line) {
    size_t dots = strspn(line, ".");
    return dots && line[dots] == ' ' ? line + dots + 1 : NULL;
}

void dependencies_add_messages(struct dependencies *d, const char *messages,
                               const struct words *flags, const char *source) {
    struct words lines = words_split(d->arena, messages, "\n");
    for (size_t i = 0; i < lines.n; i++) {
        const char *header = header_of(lines.at[i]);
        if (header)
            dependencies_add_header(d, header, flags, source);
        else
            dependencies_add_missing(d, lines.at[i], flags, source);
    }
    for (size_t i = 0; i < flags->n; i++)
        d->unknown |= str_starts(flags->at[i], "-include") || str_starts(flags->at[i], "-imacros");
}
