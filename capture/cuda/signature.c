#include "capture/cuda/signature.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t bytes;
} scalars[] = {{"bool", 1},          {"char", 1},         {"signed char", 1},
               {"unsigned char", 1}, {"short", 2},        {"unsigned short", 2},
               {"int", 4},           {"unsigned int", 4}, {"long", 8},
               {"unsigned long", 8}, {"long long", 8},    {"unsigned long long", 8},
               {"float", 4},         {"double", 8},       {"__half", 2},
               {"_Float16", 2},      {"__nv_bfloat16", 2}};

/* Names of vectors are those of scalars with 1 to 4 behind; three elements take as much as three.
 */
static const struct {
    const char *name;
    size_t bytes;
} vectors[] = {{"char", 1},     {"uchar", 1},     {"short", 2}, {"ushort", 2},
               {"int", 4},      {"uint", 4},      {"long", 8},  {"ulong", 8},
               {"longlong", 8}, {"ulonglong", 8}, {"float", 4}, {"double", 8}};

enum { SCALARS = sizeof scalars / sizeof *scalars, VECTORS = sizeof vectors / sizeof *vectors };

static bool is_text(const char *text, size_t n, const char *word) {
    return strlen(word) == n && memcmp(text, word, n) == 0;
}

static size_t bytes_of(const char *type, size_t n) {
    for (size_t i = 0; i < SCALARS; i++)
        if (is_text(type, n, scalars[i].name))
            return scalars[i].bytes;
    if (is_text(type, n, "dim3"))
        return 12;
    for (size_t i = 0; i < VECTORS && n; i++)
        if (is_text(type, n - 1, vectors[i].name) && type[n - 1] >= '1' && type[n - 1] <= '4')
            return vectors[i].bytes * (size_t)(type[n - 1] - '0');
    return 0;
}

struct parameter signature_type(const char *type, size_t n) {
    static const char volatile_words[][10] = {" const", " volatile", " restrict"};
    for (size_t i = 0; i < sizeof volatile_words / sizeof *volatile_words; i++) {
        size_t word = strlen(volatile_words[i]);
        if (n > word && memcmp(type + n - word, volatile_words[i], word) == 0)
            return signature_type(type, n - word);
    }
    struct parameter p = {.pointer = n && (type[n - 1] == '*' || type[n - 1] == '&')};
    p.bytes = p.pointer ? sizeof(void *) : bytes_of(type, n);
    p.type = strndup(type, n);
    return p;
}

/* --- demangled names ---------------------------------------------------------- */

/* The C++ library demangles, be it the program's or the system's. */
static void *find_demangler(void) {
    void *call = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    void *library = call ? NULL : dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    return library ? dlsym(library, "__cxa_demangle") : call;
}

static char *demangle(const char *symbol) {
    char *(*call)(const char *, char *, size_t *, int *);
    int status = -1;
    if (symbol[0] != '_' || symbol[1] != 'Z')
        return NULL;
    *(void **)&call = find_demangler();
    char *text = call ? call(symbol, NULL, NULL, &status) : NULL;
    return status == 0 ? text : NULL;
}

/* "> >" as other demanglers write it: ">>". */
static void close_up(char *text) {
    char *out = text;
    for (const char *s = text; *s; s++)
        if (!(*s == ' ' && s > text && s[-1] == '>' && s[1] == '>'))
            *out++ = *s;
    *out = 0;
}

/* How deep in brackets of templates and functions a text is after c. */
static int deeper(int depth, char c) {
    return depth + (c == '<' || c == '(') - (c == '>' || c == ')');
}

/* The list of parameters of "void scope::f<2>(int)", and the name "scope::f<2>" in *name. */
static const char *parameters_in(const char *text, const char **name) {
    int depth = 0;
    *name = text;
    for (const char *s = text; *s; s++) {
        if (depth == 0 && *s == ' ')
            *name = s + 1;
        if (depth == 0 && *s == '(' && strncmp(s, "(anonymous namespace)", 21) != 0)
            return s;
        depth = deeper(depth, *s);
    }
    return NULL;
}

static void add_parameter(struct signature *s, struct parameter p) {
    struct parameter *more = realloc(s->parameters, (s->n + 1) * sizeof p);
    if (!more) {
        free((char *)p.type);
        free((char *)p.name);
        return;
    }
    s->parameters = more;
    more[s->n++] = p;
}

/* "(int, float*)" */
static void add_types(struct signature *s, const char *list) {
    const char *start = list + 1;
    int depth = 0;
    s->known = true;
    for (const char *c = list; *c; c++) {
        bool ends = depth == 1 && (*c == ',' || *c == ')');
        depth = deeper(depth, *c);
        if (!ends)
            continue;
        while (*start == ' ')
            start++;
        if (c > start && !is_text(start, (size_t)(c - start), "void"))
            add_parameter(s, signature_type(start, (size_t)(c - start)));
        start = c + 1;
    }
}

/* --- texts of kernels ----------------------------------------------------------- */

/* The field up to the bar or the end of the line; *line moves behind it. */
static char *next_field(const char **line) {
    size_t n = strcspn(*line, "|\n");
    char *field = strndup(*line, n);
    *line += n + ((*line)[n] == '|');
    return field;
}

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return *line ? line + 1 : NULL;
}

static struct parameter read_parameter(const char *line) {
    char *bytes = next_field(&line), *type = next_field(&line), *name = next_field(&line);
    struct parameter p = {.type = type, .bytes = bytes ? strtoul(bytes, NULL, 10) : 0};
    p.pointer = type && *type && type[strlen(type) - 1] == '*';
    if (name && *name)
        p.name = name;
    else
        free(name);
    free(bytes);
    return p;
}

/* Machine code has sizes alone: what the mangled name says of types holds where it agrees.
 * Where it says nothing, a word may be an address, as in PTX. */
static struct parameter with_type(struct parameter p, const struct parameter *named) {
    bool lacks_type = !p.type || !*p.type;
    if (!lacks_type || (named && named->bytes && named->bytes != p.bytes))
        return p;
    free((char *)p.type);
    if (!named)
        return (struct parameter){
            .name = p.name, .type = strdup(p.bytes == 8 ? "u64" : ""), .bytes = p.bytes};
    return (struct parameter){
        .name = p.name, .type = named->type, .bytes = p.bytes, .pointer = named->pointer};
}

static void read_parameters(struct signature *s, const char *line) {
    const struct signature named = *s;
    s->parameters = NULL;
    s->n = 0;
    s->known = true;
    for (; line && isdigit((unsigned char)*line); line = next_line(line))
        add_parameter(
            s, with_type(read_parameter(line), s->n < named.n ? &named.parameters[s->n] : NULL));
}

static const char *parameters_of(const char *symbol, const char *text) {
    size_t n = strlen(symbol);
    for (const char *line = text; line; line = next_line(line))
        if (strncmp(line, "kernel ", 7) == 0 && strncmp(line + 7, symbol, n) == 0 &&
            line[7 + n] == '\n')
            return line + n + 8;
    return NULL;
}

struct signature signature_of(const char *symbol, const char *text) {
    struct signature s = {.name = symbol};
    char *full = demangle(symbol);
    if (full) {
        close_up(full);
        const char *list = parameters_in(full, &s.name);
        if (list)
            add_types(&s, list);
        if (list)
            full[list - full] = 0;
    }
    const char *lines = text ? parameters_of(symbol, text) : NULL;
    if (lines)
        read_parameters(&s, lines);
    return s;
}
