#include <string.h>

#include "base/str.h"
#include "launch/inline_syntax.h"

/* A line of a source without its indentation. */
struct line {
    const char *text;
    size_t n;
};

static struct line trimmed(const char *from, const char *end) {
    while (from < end && strchr(" \t", *from))
        from++;
    while (from < end && strchr(" \t\r", end[-1]))
        end--;
    return (struct line){from, (size_t)(end - from)};
}

/* Of a line that is a string literal of a host program, what the literal holds. */
static struct line unquoted(struct line l) {
    const char *from = l.text, *end = l.text + l.n;
    if (from == end || *from != '"')
        return l;
    while (end > from + 1 && strchr(" \t\\,", end[-1]))
        end--;
    if (end > from + 1 && end[-1] == '"')
        end--;
    if (end > from + 2 && memcmp(end - 2, "\\n", 2) == 0)
        end -= 2;
    return trimmed(from + 1, end);
}

/* The lines before line `before` (from 1), without a byte order mark. */
static struct line *split_lines(struct arena *a, const char *text, uint32_t before, size_t *n) {
    struct line *lines = NEW_ARRAY(a, struct line, before);
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3;
    for (*n = 0; *n + 1 < before && *text;) {
        size_t length = strcspn(text, "\n");
        lines[(*n)++] = unquoted(trimmed(text, text + length));
        text += length + (text[length] == '\n');
    }
    return lines;
}

static bool is_comment(struct line l) {
    return l.n >= 1 && (*l.text == '*' || (l.n >= 2 && *l.text == '/' && strchr("/*", l.text[1])));
}

/* The words of "// clperf: launch ...", or NULL. */
static const char *launch_words(struct arena *a, struct line l) {
    static const char mark[] = "clperf: launch ";
    const char *text = arena_strndup(a, l.text, l.n);
    if (!str_starts(text, "//"))
        return NULL;
    text += 2 + strspn(text + 2, " \t");
    return str_starts(text, mark) ? text + sizeof mark - 1 : NULL;
}

/* Whether a line can stand between a comment and the name of its kernel. */
static bool belongs_to_kernel(struct line l) {
    return is_comment(l) || (l.n && !memchr(l.text, ';', l.n) && !memchr(l.text, '}', l.n));
}

struct launches launch_comments(struct arena *a, const struct kernel *k, const char *text,
                                struct problems *p) {
    struct launches found = {0};
    struct arena scratch = {0};
    size_t n = 0;
    struct line *lines = split_lines(&scratch, text, k->loc.line ? k->loc.line : 1, &n);
    size_t first = n;
    while (first > 0 && belongs_to_kernel(lines[first - 1]))
        first--;
    for (size_t i = first; i < n; i++) {
        const char *words = launch_words(a, lines[i]), *error = NULL;
        struct launch l = {.kernel = k->name};
        if (!words)
            continue;
        struct words w = words_split(a, words, " \t");
        const char *file = k->loc.file ? k->loc.file : k->file;
        if (launch_parse_words(a, &w, LAUNCH_COMMENT, path_dir(a, file), &l, &error))
            vec_push(a, &found, l);
        else
            problems_add(p, SEVERITY_ERROR, "%s:%zu: %s", file, i + 1, error);
    }
    arena_free(&scratch);
    return found;
}
