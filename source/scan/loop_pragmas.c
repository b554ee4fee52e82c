#include "source/scan/loop_pragmas.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "base/words.h"

/* The directives that make a loop a kernel, by their words. */
static const struct directive {
    const char *language, *words[6];
} directives[] = {
    {"clperf", {"clperf", "kernel"}},
    {"OpenMP", {"omp", "target", "teams", "distribute", "parallel", "for"}},
    {"OpenMP", {"omp", "target", "teams", "loop"}},
    {"OpenMP", {"omp", "target", "parallel", "for"}},
    {"OpenMP", {"omp", "target", "parallel", "loop"}},
    {"OpenACC", {"acc", "parallel", "loop"}},
    {"OpenACC", {"acc", "kernels", "loop"}},
};

enum {
    DIRECTIVES = sizeof directives / sizeof *directives,
    MOST_WORDS = sizeof directives->words / sizeof *directives->words
};

/* A reading position in a text. */
struct at {
    const char *text;
    size_t i, n;
};

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool stands(const struct at *t, const char *what) {
    size_t n = strlen(what);
    return t->n - t->i >= n && memcmp(t->text + t->i, what, n) == 0;
}

/* Past blanks, and line ends that a backslash takes back. */
static void skip_blanks(struct at *t) {
    while (t->i < t->n) {
        if (stands(t, "\\\n"))
            t->i += 2;
        else if (stands(t, "\\\r\n"))
            t->i += 3;
        else if (strchr(" \t", t->text[t->i]) && t->text[t->i])
            t->i++;
        else
            return;
    }
}

/* The name here, which is stepped over; "" if there is none. */
static const char *take_name(struct arena *a, struct at *t) {
    size_t start = t->i;
    while (t->i < t->n && is_name(t->text[t->i]))
        t->i++;
    return arena_strndup(a, t->text + start, t->i - start);
}

/* Steps over the words, each with blanks before it. */
static bool take_words(struct at *t, const char *const words[MOST_WORDS]) {
    struct at next = *t;
    for (int i = 0; i < MOST_WORDS && words[i]; i++) {
        skip_blanks(&next);
        if (!stands(&next, words[i]))
            return false;
        next.i += strlen(words[i]);
        if (next.i < next.n && is_name(next.text[next.i]))
            return false;
    }
    *t = next;
    return true;
}

/* The text in the parentheses that follow, which are stepped over; NULL: there are none. */
static const char *take_arguments(struct arena *a, struct at *t) {
    skip_blanks(t);
    if (t->i >= t->n || t->text[t->i] != '(')
        return NULL;
    size_t start = ++t->i;
    for (int depth = 1; t->i < t->n && t->text[t->i] != '\n'; t->i++) {
        depth += t->text[t->i] == '(' ? 1 : t->text[t->i] == ')' ? -1 : 0;
        if (!depth)
            return arena_strndup(a, t->text + start, t->i++ - start);
    }
    return NULL;
}

/* Up to three sizes between commas; false if the text is something else. */
static bool read_sizes(const char *text, uint64_t out[3]) {
    for (int d = 0; d < 3; d++) {
        char *end;
        out[d] = text ? strtoull(text, &end, 10) : 1;
        if (!out[d])
            return false;
        if (!text)
            continue;
        end += strspn(end, " \t");
        if (*end && *end != ',')
            return false;
        text = *end ? end + 1 : NULL;
    }
    return !text;
}

/* Clauses of other languages that say nothing of how a loop runs are skipped. */
static void read_clause(struct arena *a, struct loop_pragma *p, const char *name,
                        const char *arguments) {
    uint64_t sizes[3] = {0};
    bool own = strcmp(p->language, "clperf") == 0;
    bool collapse = strcmp(name, "collapse") == 0;
    bool block = strcmp(name, own ? "block" : "thread_limit") == 0 ||
                 (!own && strcmp(name, "vector_length") == 0);
    bool sized = arguments && read_sizes(arguments, sizes);
    if (collapse && sized)
        p->collapse = (unsigned)sizes[0];
    else if (block && sized)
        memcpy(p->block, sizes, sizeof sizes);
    else if (own && strcmp(name, "name") == 0 && arguments && *arguments)
        p->name = arguments;
    else if (own)
        p->wrong = arena_printf(a, "'%s' is none of collapse(N), block(X[,Y[,Z]]) and name(NAME)",
                                arguments ? arena_printf(a, "%s(%s)", name, arguments) : name);
}

/* The rest of the directive's line. */
static void read_clauses(struct arena *a, struct loop_pragma *p, struct at *t) {
    while (t->i < t->n) {
        skip_blanks(t);
        if (t->i >= t->n || strchr("\r\n", t->text[t->i]) || stands(t, "//") || stands(t, "/*"))
            return;
        const char *name = take_name(a, t);
        if (*name)
            read_clause(a, p, name, take_arguments(a, t));
        else
            t->i++;
    }
}

static void skip_line(struct at *t) {
    while (t->i < t->n && t->text[t->i] != '\n')
        t->i += t->text[t->i] == '\\' && t->i + 1 < t->n ? 2 : 1;
}

/* Past what may stand between a pragma and its loop: blanks, comments and other directives. */
static void skip_to_statement(struct at *t) {
    for (size_t before = t->n + 1; before != t->i && t->i < t->n;) {
        before = t->i;
        while (t->i < t->n && isspace((unsigned char)t->text[t->i]))
            t->i++;
        if (stands(t, "//") || stands(t, "#"))
            skip_line(t);
        if (!stands(t, "/*"))
            continue;
        const char *end = memmem(t->text + t->i, t->n - t->i, "*/", 2);
        t->i = end ? (size_t)(end - t->text) + 2 : t->n;
    }
}

static uint32_t line_of(const char *text, size_t i) {
    uint32_t line = 1;
    for (const char *s = text; (s = memchr(s, '\n', i - (size_t)(s - text))); s++)
        line++;
    return line;
}

static void find_loop(struct loop_pragma *p, struct at *t) {
    skip_line(t);
    skip_to_statement(t);
    if (!stands(t, "for") || (t->i + 3 < t->n && is_name(t->text[t->i + 3])))
        return;
    size_t start = t->i;
    while (start && t->text[start - 1] != '\n')
        start--;
    p->for_line = line_of(t->text, t->i);
    p->for_column = (uint32_t)(t->i - start) + 1;
}

/* The directive whose word "pragma" ends at t->i, which goes behind its words; NULL: another. */
static const struct directive *directive_at(struct at *t) {
    size_t hash = t->i - strlen("pragma");
    while (hash && strchr(" \t", t->text[hash - 1]))
        hash--;
    if (!hash || t->text[hash - 1] != '#')
        return NULL;
    for (int i = 0; i < DIRECTIVES; i++)
        if (take_words(t, directives[i].words))
            return &directives[i];
    return NULL;
}

/* The next directive from t->i on; t->i goes behind its words. */
static const struct directive *next_directive(struct at *t) {
    const char *s;
    while ((s = memmem(t->text + t->i, t->n - t->i, "pragma", strlen("pragma")))) {
        t->i = (size_t)(s - t->text) + strlen("pragma");
        const struct directive *d = directive_at(t);
        if (d)
            return d;
    }
    return NULL;
}

bool loop_pragmas_begins(const char *text, size_t n, size_t i) {
    struct at t = {text, i, n};
    return directive_at(&t) != NULL;
}

bool loop_pragmas_any(const char *text, size_t n) {
    struct at t = {text, 0, n};
    return next_directive(&t) != NULL;
}

struct loop_pragmas loop_pragmas_find(struct arena *a, const char *text, size_t n) {
    struct loop_pragmas all = {0};
    struct at t = {text, 0, n};
    const struct directive *d;
    while ((d = next_directive(&t))) {
        struct loop_pragma p = {.language = d->language, .line = line_of(text, t.i), .collapse = 1};
        read_clauses(a, &p, &t);
        find_loop(&p, &t);
        vec_push(a, &all, p);
    }
    return all;
}

const uint64_t *loop_pragmas_group(const struct loop_pragma *p, unsigned dims) {
    static const uint64_t usual[3][3] = {{256, 1, 1}, {32, 8, 1}, {32, 4, 2}};
    return p && p->block[0] ? p->block : usual[dims - 1];
}
