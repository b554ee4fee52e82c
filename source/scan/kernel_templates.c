#include "source/scan/kernel_templates.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "source/scan/kernel_names.h"

/* --- tokens ----------------------------------------------------------------------- */

struct token {
    const char *text;
    size_t n;
    unsigned line;
};

struct tokens {
    struct token *at;
    size_t n, cap;
};

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The end of the comment, the literal or the directive that begins at s; s itself: of none. */
static const char *skipped(const char *s, const char *end, bool first_of_line) {
    const char *to = s;
    if (end - s > 1 && s[0] == '/' && s[1] == '*') {
        to = memmem(s + 2, (size_t)(end - s) - 2, "*/", 2);
        return to ? to + 2 : end;
    }
    if ((end - s > 1 && s[0] == '/' && s[1] == '/') || (first_of_line && *s == '#')) {
        while (to < end && (*to != '\n' || to[-1] == '\\'))
            to++;
        return to;
    }
    if (*s == '"' || *s == '\'') {
        for (to = s + 1; to < end && *to != *s && *to != '\n'; to++)
            to += *to == '\\';
        return to < end ? to + 1 : end;
    }
    return s;
}

static struct tokens tokens_of(struct arena *a, const char *text, size_t n) {
    struct tokens t = {0};
    const char *end = text + n;
    unsigned line = 1;
    bool first = true;
    for (const char *s = text; s < end;) {
        const char *to = skipped(s, end, first);
        if (to > s) {
            for (; s < to; s++)
                line += *s == '\n';
            continue;
        }
        first = *s == '\n' || (first && isspace((unsigned char)*s));
        line += *s == '\n';
        for (to = s + 1; is_name(*s) && to < end && is_name(*to);)
            to++;
        if (!isspace((unsigned char)*s))
            vec_push(a, &t, ((struct token){s, (size_t)(to - s), line}));
        s = to;
    }
    return t;
}

static bool is(const struct tokens *t, size_t i, const char *word) {
    return i < t->n && t->at[i].n == strlen(word) && memcmp(t->at[i].text, word, t->at[i].n) == 0;
}

static bool is_word(const struct tokens *t, size_t i) {
    return i < t->n && is_name(*t->at[i].text);
}

static const char *spelled(struct arena *a, const struct tokens *t, size_t i) {
    return arena_strndup(a, t->at[i].text, t->at[i].n);
}

/* Behind the bracket that closes the one at i. */
static size_t behind(const struct tokens *t, size_t i, char open, char close) {
    int depth = 0;
    for (; i < t->n; i++) {
        depth += *t->at[i].text == open;
        depth -= *t->at[i].text == close;
        if (!depth)
            return i + 1;
    }
    return t->n;
}

/* --- a template --------------------------------------------------------------------- */

static int kind_of(const struct tokens *t, size_t first, size_t last) {
    static const char *const numbers[] = {"int",      "unsigned", "size_t",  "short",   "long",
                                          "uint32_t", "int32_t",  "int64_t", "uint64_t"};
    bool number = false;
    if (is(t, first, "template"))
        return TEMPLATE_OTHER;
    for (size_t i = first; i < last; i++)
        if (*t->at[i].text == '.')
            return TEMPLATE_OTHER;
    if (is(t, first, "typename") || is(t, first, "class"))
        return TEMPLATE_TYPE;
    for (size_t i = first; i < last; i++) {
        if (is(t, i, "bool"))
            return TEMPLATE_BOOL;
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            number |= is(t, i, numbers[k]);
    }
    return number ? TEMPLATE_NUMBER : TEMPLATE_OTHER;
}

static void add_parameter(struct arena *a, const struct tokens *t, size_t first, size_t last,
                          struct kernel_template *k) {
    size_t equals = first;
    while (equals < last && *t->at[equals].text != '=')
        equals++;
    struct template_parameter p = {
        .kind = kind_of(t, first, equals), .name = "", .has_default = equals < last};
    if (equals > first + 1 && is_word(t, equals - 1))
        p.name = spelled(a, t, equals - 1);
    struct {
        struct template_parameter *at;
        size_t n, cap;
    } list = {k->parameters, k->n_parameters, k->cap_parameters};
    vec_push(a, &list, p);
    k->parameters = list.at;
    k->n_parameters = list.n;
    k->cap_parameters = list.cap;
}

/* Reads the parameters between the < at i and its >, behind which it returns. */
static size_t read_parameters(struct arena *a, const struct tokens *t, size_t i,
                              struct kernel_template *k) {
    int angle = 0, round = 0;
    size_t first = i + 1;
    for (; i < t->n; i++) {
        char c = *t->at[i].text;
        round += (c == '(') - (c == ')');
        if (round)
            continue;
        angle += c == '<';
        if ((c == ',' && angle == 1) || (c == '>' && angle == 1)) {
            if (i > first)
                add_parameter(a, t, first, i, k);
            first = i + 1;
        }
        angle -= c == '>';
        if (!angle)
            return i + 1;
    }
    return t->n;
}

/* The token with the kernel's name where a declaration from i on is one of a kernel with a body; 0:
 * it is not. */
static size_t name_of_kernel(struct arena *a, const struct tokens *t, size_t i) {
    bool global = false;
    size_t name = 0;
    for (; i < t->n && !strchr(";{}=", *t->at[i].text); i++) {
        global |= is(t, i, "__global__");
        if (*t->at[i].text == '<')
            i = behind(t, i, '<', '>') - 1;
        if (i + 1 >= t->n || *t->at[i + 1].text != '(' || !is_word(t, i))
            continue;
        if (!name && global && !kernel_names_is_attribute(spelled(a, t, i)))
            name = i;
        i = behind(t, i + 1, '(', ')') - 1;
    }
    return global && i < t->n && *t->at[i].text == '{' ? name : 0;
}

/* --- the text ------------------------------------------------------------------------ */

struct scopes {
    struct {
        const char *name;
        int depth;
    } at[16];
    size_t n;
};

static void enter(struct arena *a, const struct tokens *t, size_t i, int depth, struct scopes *s) {
    bool type = is(t, i, "struct") || is(t, i, "class");
    if ((!type && !is(t, i, "namespace")) || s->n == sizeof s->at / sizeof *s->at)
        return;
    size_t end = i + 1;
    const char *name = "";
    for (; end < t->n && !strchr("{;=(", *t->at[end].text); end++)
        if (is_word(t, end) && !(type && *name))
            name = arena_printf(a, "%s%s::", name, spelled(a, t, end));
    if (end < t->n && *t->at[end].text == '{') {
        s->at[s->n].name = name;
        s->at[s->n++].depth = depth;
    }
}

static const char *scope_name(struct arena *a, const struct scopes *s) {
    const char *name = "";
    for (size_t i = 0; i < s->n; i++)
        name = arena_printf(a, "%s%s", name, s->at[i].name);
    return name;
}

/* Where it is launched: name<arguments><<<...>>>. */
static void find_launch(struct arena *a, const struct tokens *t, struct kernel_template *k) {
    for (size_t i = 0; i < t->n && !k->launch_line; i++) {
        if (!is(t, i, k->name))
            continue;
        size_t next = i + 1;
        bool arguments = is(t, next, "<") && !is(t, next + 1, "<");
        if (arguments)
            next = behind(t, next, '<', '>');
        if (!is(t, next, "<") || !is(t, next + 1, "<") || !is(t, next + 2, "<"))
            continue;
        k->launch_line = t->at[i].line;
        if (arguments)
            k->launch_arguments = arena_strndup(a, t->at[i + 2].text,
                                                (size_t)(t->at[next - 1].text - t->at[i + 2].text));
    }
}

struct kernel_templates kernel_templates(struct arena *a, const char *text, size_t n) {
    struct kernel_templates all = {0};
    struct scopes scopes = {.n = 0};
    struct tokens t = {0};
    if (memmem(text, n, "__global__", strlen("__global__")))
        t = tokens_of(a, text, n);
    int depth = 0;
    for (size_t i = 0; i < t.n; i++) {
        struct kernel_template k = {.scope = ""};
        depth += (*t.at[i].text == '{') - (*t.at[i].text == '}');
        while (scopes.n && depth <= scopes.at[scopes.n - 1].depth && *t.at[i].text == '}')
            scopes.n--;
        if (!is(&t, i, "template") || !is(&t, i + 1, "<")) {
            enter(a, &t, i, depth, &scopes);
            continue;
        }
        size_t behind_parameters = read_parameters(a, &t, i + 1, &k);
        size_t name = name_of_kernel(a, &t, behind_parameters);
        i = behind_parameters - 1;
        if (!name || !k.n_parameters)
            continue;
        k.name = spelled(a, &t, name);
        k.line = t.at[name].line;
        k.scope = scope_name(a, &scopes);
        find_launch(a, &t, &k);
        vec_push(a, &all, k);
    }
    return all;
}
