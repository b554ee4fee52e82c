#include "diag/text/included.h"

#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/uri.h"

/* Files that are read in search of a chain. */
enum { MOST_FILES = 500 };

/* A file that is reached, and by which line. */
struct reached {
    const char *file, *real;
    const struct include_place *from;
};

struct search {
    struct diag_source *source;
    const struct words *folders;
    VEC(struct reached) files;
};

/* The name between the quotes or brackets of an #include, or NULL. */
static const char *name_in(struct arena *a, const struct diag_line *l) {
    const char *end = l->text + l->n, *c = l->text + l->mark;
    const char word[] = "include";
    while (c < end && (*c == ' ' || *c == '\t'))
        c++;
    if (c == end || *c++ != '#')
        return NULL;
    while (c < end && (*c == ' ' || *c == '\t'))
        c++;
    if ((size_t)(end - c) < sizeof word || memcmp(c, word, sizeof word - 1) != 0)
        return NULL;
    for (c += sizeof word - 1; c < end && (*c == ' ' || *c == '\t');)
        c++;
    if (c == end || (*c != '"' && *c != '<'))
        return NULL;
    const char *close = memchr(c + 1, *c == '"' ? '"' : '>', (size_t)(end - c - 1));
    return close ? arena_strndup(a, c + 1, (size_t)(close - c - 1)) : NULL;
}

/* Where the file of that name is that `by` includes, or NULL. */
static const char *find_header(struct search *s, const char *by, const char *name) {
    struct arena *a = s->source->arena;
    if (name[0] == '/')
        return name;
    const char *folder = path_dir(a, by);
    const char *beside = strcmp(folder, ".") == 0 ? name : arena_printf(a, "%s/%s", folder, name);
    if (access(beside, R_OK) == 0)
        return beside;
    for (size_t i = 0; s->folders && i < s->folders->n; i++) {
        const char *path = arena_printf(a, "%s/%s", s->folders->at[i], name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

static void reach(struct search *s, const char *file, const struct include_place *from) {
    struct arena *a = s->source->arena;
    const char *real = diag_absolute(a, file);
    for (size_t i = 0; i < s->files.n; i++)
        if (strcmp(s->files.at[i].real, real) == 0)
            return;
    vec_push(a, &s->files, ((struct reached){file, real, from}));
}

static void read_includes(struct search *s, struct reached by) {
    struct arena *a = s->source->arena;
    const struct diag_file *f = diag_source_file(s->source, by.file);
    const size_t lines = f->lines.n;
    for (uint32_t i = 1; i <= lines; i++) {
        const struct diag_line l = diag_line(s->source, by.file, i);
        const char *name = name_in(a, &l), *path = name ? find_header(s, by.file, name) : NULL;
        if (!path)
            continue;
        struct include_place *place = NEW_ARRAY(a, struct include_place, 1);
        *place = (struct include_place){by.file, i, by.from};
        reach(s, path, place);
    }
}

const struct include_place *included_from(struct diag_source *source, const struct words *folders,
                                          const char *from, const char *file) {
    struct search s = {.source = source, .folders = folders};
    const char *wanted = diag_absolute(source->arena, file);
    reach(&s, from, NULL);
    for (size_t i = 0; i < s.files.n && i < MOST_FILES; i++) {
        if (strcmp(s.files.at[i].real, wanted) == 0)
            return s.files.at[i].from;
        read_includes(&s, s.files.at[i]);
    }
    return NULL;
}
