#include "source/scan/spaced_launches.h"

#include <stdbool.h>
#include <string.h>

enum { BRACKETS = 3 };

struct scan {
    const char *text;
    size_t n, at;
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Past the comment or the literal that begins at s->at; the next character where none does. */
static void step(struct scan *s) {
    const char *here = s->text + s->at, *end = NULL;
    size_t left = s->n - s->at;
    if (left > 1 && here[0] == '/' && here[1] == '/')
        end = memchr(here, '\n', left);
    else if (left > 1 && here[0] == '/' && here[1] == '*')
        end = (end = memmem(here + 2, left - 2, "*/", 2)) ? end + 1 : NULL;
    else if (*here == '"' || *here == '\'')
        for (end = here + 1; end < s->text + s->n && *end != *here && *end != '\n'; end++)
            end += *end == '\\';
    else
        end = here;
    s->at = end && end < s->text + s->n ? (size_t)(end - s->text) + 1 : s->n;
}

/* How long "<< <" is at s->at, with these brackets and any blanks; 0 if it is not there. */
static size_t triple(const struct scan *s, char bracket) {
    size_t i = s->at, brackets = 0;
    for (; i < s->n && brackets < BRACKETS && (s->text[i] == bracket || is_blank(s->text[i])); i++)
        brackets += s->text[i] == bracket;
    return s->text[s->at] == bracket && brackets == BRACKETS ? i - s->at : 0;
}

static void close_up(char *text, size_t length, char bracket) {
    memset(text, bracket, BRACKETS);
    memset(text + BRACKETS, ' ', length - BRACKETS);
}

char *spaced_launches_closed(struct arena *a, const char *text, size_t n) {
    struct scan s = {text, n, 0};
    char *copy = NULL;
    bool open = false;
    while (s.at < n) {
        char bracket = open ? '>' : '<';
        size_t length = triple(&s, bracket);
        if (!length) {
            step(&s);
            continue;
        }
        if (length > BRACKETS) {
            copy = copy ? copy : arena_memdup(a, text, n + 1);
            close_up(copy + s.at, length, bracket);
        }
        s.at += length;
        open = !open;
    }
    return copy;
}
