#include "driver/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/str.h"

enum { DEEPEST_RESPONSE_FILE = 16, LONGEST_SUGGESTION = 63 };

void words_add(struct arena *a, struct words *w, const char *word) {
    vec_push(a, w, word);
}

void words_add_all(struct arena *a, struct words *w, const struct words *more) {
    for (size_t i = 0; i < more->n; i++)
        words_add(a, w, more->at[i]);
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

static void expand(struct arena *a, struct words *out, const char *word, int depth) {
    char *text = NULL;
    if (word[0] == '@' && depth < DEEPEST_RESPONSE_FILE)
        text = read_regular_file(a, word + 1, NULL);
    if (!text) {
        words_add(a, out, word);
        return;
    }
    struct words inside = words_unquote(a, text);
    for (size_t i = 0; i < inside.n; i++)
        expand(a, out, inside.at[i], depth + 1);
}

struct words words_expand(struct arena *a, const char *word) {
    struct words w = {0};
    expand(a, &w, word, 0);
    return w;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Levenshtein's distance between two words of at most LONGEST_SUGGESTION characters. */
static unsigned distance(const char *a, size_t n, const char *b, size_t m) {
    unsigned row[LONGEST_SUGGESTION + 1];
    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(changed, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[m];
}

const char *words_nearest(const char *word, const struct words *candidates) {
    const char *best = NULL;
    size_t n = strlen(word);
    unsigned best_distance = (unsigned)(n + 2) / 3;
    for (size_t i = 0; i < candidates->n && n <= LONGEST_SUGGESTION; i++) {
        size_t m = strlen(candidates->at[i]);
        unsigned d = m <= LONGEST_SUGGESTION ? distance(word, n, candidates->at[i], m) : UINT32_MAX;
        if (d < best_distance || (d == best_distance && !best)) {
            best = candidates->at[i];
            best_distance = d;
        }
    }
    return best;
}
