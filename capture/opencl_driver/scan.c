/* Kernels in a program's text, without a compiler: what macros hide is not seen. */
#include <ctype.h>
#include <string.h>

#include "capture/opencl_driver/driver.h"

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_line(const char *s) {
    while (*s && *s != '\n')
        s += s[0] == '\\' && s[1] ? 2 : 1;
    return s;
}

/* The next place that is neither blank, comment nor preprocessor's line. */
static const char *skip_blanks(const char *s) {
    for (;;) {
        if (isspace((unsigned char)*s)) {
            s++;
        } else if (s[0] == '/' && s[1] == '*') {
            const char *end = strstr(s + 2, "*/");
            s = end ? end + 2 : s + strlen(s);
        } else if ((s[0] == '/' && s[1] == '/') || s[0] == '#') {
            s = skip_line(s);
        } else {
            return s;
        }
    }
}

static const char *skip_quoted(const char *s) {
    char quote = *s++;
    while (*s && *s != quote && *s != '\n')
        s += s[0] == '\\' && s[1] ? 2 : 1;
    return *s ? s + 1 : s;
}

/* The end of the token that begins here. */
static const char *token_end(const char *s) {
    if (*s == '"' || *s == '\'')
        return skip_quoted(s);
    if (!is_word(*s))
        return *s ? s + 1 : s;
    while (is_word(*s))
        s++;
    return s;
}

static bool token_is(const char *s, const char *end, const char *text) {
    return (size_t)(end - s) == strlen(text) && memcmp(s, text, (size_t)(end - s)) == 0;
}

/* Behind the bracket that closes the one that begins here. */
static const char *skip_brackets(const char *s) {
    int depth = 0;
    while (*s) {
        const char *end = token_end(s);
        depth += *s == '(' || *s == '[';
        depth -= *s == ')' || *s == ']';
        s = skip_blanks(end);
        if (!depth)
            return s;
    }
    return s;
}

static cl_uint qualifier_of(const char *s, const char *end) {
    static const struct {
        const char *word;
        cl_uint qualifier;
    } words[] = {{"global", CL_KERNEL_ARG_ADDRESS_GLOBAL},
                 {"__global", CL_KERNEL_ARG_ADDRESS_GLOBAL},
                 {"local", CL_KERNEL_ARG_ADDRESS_LOCAL},
                 {"__local", CL_KERNEL_ARG_ADDRESS_LOCAL},
                 {"constant", CL_KERNEL_ARG_ADDRESS_CONSTANT},
                 {"__constant", CL_KERNEL_ARG_ADDRESS_CONSTANT}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(s, end, words[i].word))
            return words[i].qualifier;
    return 0;
}

/* Reads one parameter, up to its comma or the bracket behind the last. Its name is the last word
 * outside brackets. */
static const char *read_parameter(const char *s, struct parameter *p, bool *any) {
    *p = (struct parameter){0};
    *any = false;
    while (*s && *s != ',' && *s != ')') {
        const char *end = token_end(s);
        cl_uint qualifier = qualifier_of(s, end);
        p->qualifier = qualifier ? qualifier : p->qualifier;
        *any = true;
        if (is_word(*s) && !isdigit((unsigned char)*s)) {
            p->name = s;
            p->n = (size_t)(end - s);
        }
        s = *s == '(' || *s == '[' ? skip_brackets(s) : skip_blanks(end);
    }
    return s;
}

/* Reads what follows the opening bracket. NULL where it is no list of parameters. */
static const char *read_parameters(const char *s, struct signature *to) {
    to->n_parameters = 0;
    for (;;) {
        struct parameter p;
        bool any;
        s = read_parameter(s, &p, &any);
        bool nothing = !any || (p.n == 4 && memcmp(p.name, "void", 4) == 0 && *s == ')');
        if (!nothing && to->n_parameters < MOST_PARAMETERS)
            to->parameters[to->n_parameters++] = p;
        if (*s == ')')
            return skip_blanks(s + 1);
        if (*s != ',')
            return NULL;
        s = skip_blanks(s + 1);
    }
}

/* Reads a kernel behind its qualifier: the word before the first bracket that is not an
 * attribute's is its name. NULL where there is none, or no body. */
static const char *read_kernel(const char *s, struct signature *to) {
    to->n = 0;
    while (*s && *s != ';' && *s != '{' && *s != '}') {
        const char *end = token_end(s);
        if (token_is(s, end, "__attribute__")) {
            s = skip_brackets(skip_blanks(end));
            continue;
        }
        if (*s == '(') {
            s = to->n ? read_parameters(skip_blanks(end), to) : NULL;
            while (s && token_is(s, token_end(s), "__attribute__"))
                s = skip_brackets(skip_blanks(token_end(s)));
            return s && *s == '{' ? s : NULL;
        }
        if (is_word(*s)) {
            to->name = s;
            to->n = (size_t)(end - s);
        }
        s = skip_blanks(end);
    }
    return NULL;
}

/* The next kernel's body, or NULL; *s moves on. */
static bool next_kernel(const char **s, struct signature *to) {
    while (**s) {
        const char *at = *s, *end = token_end(at);
        bool kernel = token_is(at, end, "kernel") || token_is(at, end, "__kernel");
        *s = skip_blanks(end);
        if (kernel && read_kernel(*s, to))
            return true;
    }
    return false;
}

size_t scan_kernels(const char *text, struct signature *to, size_t room) {
    struct signature one;
    size_t n = 0;
    for (const char *s = skip_blanks(text); next_kernel(&s, &one); n++)
        if (n < room)
            to[n] = one;
    return n;
}

/* Whether directives choose among the parameters, so that only a preprocessor knows them. */
static bool is_conditional(const struct signature *kernel) {
    return memchr(kernel->name, '#', strcspn(kernel->name, "{")) != NULL;
}

bool scan_kernel(const char *text, const char *name, struct signature *to) {
    for (const char *s = skip_blanks(text); next_kernel(&s, to);)
        if (token_is(to->name, to->name + to->n, name))
            return !is_conditional(to);
    return false;
}
