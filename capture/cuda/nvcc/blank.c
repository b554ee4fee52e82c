#include "capture/cuda/nvcc/blank.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

/* Behind a comment, a text, or a single character. */
static char *skip(char *s) {
    if (str_starts(s, "//"))
        return s + strcspn(s, "\n");
    if (str_starts(s, "/*")) {
        char *end = strstr(s + 2, "*/");
        return end ? end + 2 : s + strlen(s);
    }
    if (*s != '"' && *s != '\'')
        return s + 1;
    char quote = *s++;
    while (*s && *s != quote && *s != '\n')
        s += *s == '\\' && s[1] ? 2 : 1;
    return *s ? s + 1 : s;
}

static bool is_word_character(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind the brace that closes the one at s. */
static char *closing(char *s) {
    int depth = 0;
    while (*s) {
        depth += (*s == '{') - (*s == '}');
        if (depth == 0)
            return s + 1;
        s = skip(s);
    }
    return s;
}

/* What stands between the last end of a declaration and here. */
struct declaration {
    char *start; /* of its first word about where code runs; NULL: none */
    bool host, parameters, initialized;
    int depth; /* of parentheses */
};

static void note_word(struct declaration *d, char *word, size_t n) {
    bool device = (n == 10 && memcmp(word, "__device__", n) == 0) ||
                  (n == 10 && memcmp(word, "__global__", n) == 0);
    if (device && !d->start)
        d->start = word;
    d->host |= n == 8 && memcmp(word, "__host__", n) == 0;
}

static void note_character(struct declaration *d, char c) {
    d->depth += (c == '(') - (c == ')');
    d->parameters |= c == '(';
    d->initialized |= c == '=' && d->depth == 0 && !d->parameters;
    if (d->depth == 0 && (c == ';' || c == '}'))
        *d = (struct declaration){0};
}

static void empty(char *body, const char *end) {
    for (char *s = body + 1; s < end - 1; s++)
        if (*s != '\n')
            *s = ' ';
}

bool nvcc_blank(char *text, size_t line) {
    struct declaration d = {0};
    for (char *s = text; *s;) {
        bool body = *s == '{' && d.depth == 0;
        if (body && d.start && d.parameters && !d.initialized) {
            char *end = closing(s);
            if (line >= str_line(text, d.start) && line <= str_line(text, end - 1)) {
                if (!d.host)
                    empty(s, end);
                return !d.host;
            }
            s = end;
            d = (struct declaration){0};
        } else if (is_word_character(*s)) {
            size_t n = 0;
            while (is_word_character(s[n]))
                n++;
            note_word(&d, s, n);
            s += n;
        } else {
            note_character(&d, *s);
            if (body)
                d = (struct declaration){0};
            s = skip(s);
        }
    }
    return false;
}

bool nvcc_join_brackets(char *text) {
    bool any = false;
    for (char *s = text; (s = strstr(s, "<< <"));) {
        char *end = strstr(s, ">> >");
        if (!end)
            return any;
        memcpy(s, "<<< ", 4);
        memcpy(end, ">>> ", 4);
        s = end;
        any = true;
    }
    return any;
}
