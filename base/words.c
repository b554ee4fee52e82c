#include "base/words.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"

enum { DEEPEST_RESPONSE_FILE = 16 };

void words_add(struct arena *a, struct words *w, const char *word) {
    vec_push(a, w, word);
}

bool words_has(const struct words *w, const char *word) {
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->at[i], word) == 0)
            return true;
    return false;
}

void words_add_all(struct arena *a, struct words *w, const struct words *more) {
    for (size_t i = 0; i < more->n; i++)
        words_add(a, w, more->at[i]);
}

void words_add_list(struct arena *a, struct words *w, const char *const *list) {
    for (size_t i = 0; list[i]; i++)
        words_add(a, w, list[i]);
}

char *const *words_argv(struct arena *a, const struct words *w) {
    char **argv = NEW_ARRAY(a, char *, w->n + 1);
    for (size_t i = 0; i < w->n; i++)
        argv[i] = arena_strdup(a, w->at[i]);
    return argv;
}

struct words words_split(struct arena *a, const char *text, const char *separators) {
    struct words w = {0};
    for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
        size_t n = strcspn(text, separators);
        words_add(a, &w, arena_strndup(a, text, n));
        text += n;
    }
    return w;
}

/* One word from *text, which is moved behind it. */
static const char *unquote_one(struct arena *a, const char **text) {
    struct str word = {.arena = a};
    char quote = 0;
    const char *s = *text;
    for (; *s && (quote || !isspace((unsigned char)*s)); s++) {
        if (*s == '\\' && s[1])
            str_addn(&word, ++s, 1);
        else if (*s == quote)
            quote = 0;
        else if (!quote && (*s == '\'' || *s == '"'))
            quote = *s;
        else
            str_addn(&word, s, 1);
    }
    *text = s;
    return str_text(&word);
}

struct words words_unquote(struct arena *a, const char *text) {
    struct words w = {0};
    for (;;) {
        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            return w;
        words_add(a, &w, unquote_one(a, &text));
    }
}

const char *words_quote(struct arena *a, const char *word) {
    struct str s = {.arena = a};
    for (; *word; word++)
        str_printf(&s, "%s%c", isspace((unsigned char)*word) || strchr("'\"\\", *word) ? "\\" : "",
                   *word);
    return str_text(&s);
}

/* The text of a response file, or NULL: it is none, or too much. */
static const char *response_file(struct arena *a, const char *word, struct expansion *e) {
    enum { LEAST_BYTES = 4096 };
    size_t n = 0;
    if (word[0] != '@' || e->ended)
        return NULL;
    const char *text = read_file_within(a, word + 1, e->bytes, &n);
    n = n > LEAST_BYTES ? n : LEAST_BYTES;
    e->ended = text ? n > e->bytes : errno == EFBIG;
    e->bytes -= text && !e->ended ? n : 0;
    return e->ended ? NULL : text;
}

static void expand(struct arena *a, struct words *out, const char *word, int depth,
                   struct expansion *e) {
    const char *text = depth < DEEPEST_RESPONSE_FILE ? response_file(a, word, e) : NULL;
    if (!text) {
        words_add(a, out, word);
        return;
    }
    struct words inside = words_unquote(a, text);
    for (size_t i = 0; i < inside.n && !e->ended; i++)
        expand(a, out, inside.at[i], depth + 1, e);
}

struct words words_expand(struct arena *a, const char *word, struct expansion *e) {
    struct words w = {0};
    expand(a, &w, word, 0, e);
    if (e->ended) {
        w.n = 0;
        words_add(a, &w, word);
    }
    return w;
}

const char *words_nearest(const char *word, const struct words *candidates) {
    return nearest_word(word, candidates->at, candidates->n);
}
