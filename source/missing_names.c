#include "source/missing_names.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *message, *before, *after;
} kinds[] = {{"use of undeclared identifier '", "extern CLPERF_ANYTHING ", ";\n"},
             {"unknown type name '", "typedef CLPERF_ANYTHING ", ";\n"},
             {"function-like macro '", "#define ", "(...) 0\n"}};

enum { MISSING_VALUE, MISSING_TYPE, MISSING_MACRO, KINDS };

/* The row of the message, or KINDS. */
static size_t kind_of(const char *message) {
    size_t i = 0;
    while (i < KINDS && !str_starts(message, kinds[i].message))
        i++;
    return i;
}

static const char *name_in(struct arena *a, const char *message, size_t kind) {
    const char *start = message + strlen(kinds[kind].message);
    return arena_strndup(a, start, strcspn(start, "'"));
}

static struct words names_of_kind(struct arena *a, const char *messages, size_t kind) {
    static const char error[] = "error: ";
    struct words names = {0};
    for (const char *s = messages; (s = strstr(s, error));) {
        s += strlen(error);
        const char *name = kind_of(s) == kind ? name_in(a, s, kind) : NULL;
        if (name && !words_has(&names, name))
            words_add(a, &names, name);
    }
    return names;
}

static bool has_lower(const char *name) {
    while (*name && !islower((unsigned char)*name))
        name++;
    return *name;
}

struct words missing_names(struct arena *a, const char *messages) {
    struct words names = names_of_kind(a, messages, MISSING_TYPE);
    struct words values = names_of_kind(a, messages, MISSING_VALUE);
    for (size_t i = 0; i < values.n; i++)
        if (!words_has(&names, values.at[i]) && !has_lower(values.at[i]))
            words_add(a, &names, values.at[i]);
    return names;
}

/* "NAME" of "#ifdef NAME" and "#if defined(NAME)", "NAME=VALUE" of "#if NAME == VALUE"; NULL of
 * other conditions. */
static const char *wanted_by(struct arena *a, const char *line) {
    static const char ignored[] = " \t()\r\\";
    struct words w = words_split(a, arena_strndup(a, line, strcspn(line, "\n")), ignored);
    size_t first = w.n > 1 && strcmp(w.at[1], "defined") == 0 ? 2 : 1;
    if (w.n == first + 1 && !isdigit((unsigned char)*w.at[first]) && w.at[first][0] != '!')
        return w.at[first];
    if (w.n == first + 3 && strcmp(w.at[first + 1], "==") == 0)
        return arena_printf(a, "%s=%s", w.at[first], w.at[first + 2]);
    return NULL;
}

/* Whether the line defines the name: as a macro, or by a typedef. */
static bool defines(struct arena *a, const char *line, const char *name) {
    struct words w = words_split(a, arena_strndup(a, line, strcspn(line, "\n")), " \t\r;(");
    bool macro = w.n > 1 && strcmp(w.at[0], "#define") == 0 && strcmp(w.at[1], name) == 0;
    return macro ||
           (w.n > 2 && strcmp(w.at[0], "typedef") == 0 && strcmp(w.at[w.n - 1], name) == 0);
}

enum { DEEPEST_CONDITION = 32 };

const char *missing_name_condition(struct arena *a, const char *text, const char *name) {
    const char *conditions[DEEPEST_CONDITION] = {0};
    size_t depth = 0;
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        line += strspn(line, " \t");
        bool opens = str_starts(line, "#if"), other = str_starts(line, "#el");
        if (opens && depth < DEEPEST_CONDITION)
            depth++;
        if (depth && (opens || other))
            conditions[depth - 1] = wanted_by(a, line);
        if (depth && (str_starts(line, "#ifndef") || str_starts(line, "#else")))
            conditions[depth - 1] = NULL;
        if (str_starts(line, "#endif") && depth)
            depth--;
        if (depth && conditions[depth - 1] && (*line == '#' || *line == 't') &&
            defines(a, line, name))
            return conditions[depth - 1];
    }
    return NULL;
}

static const char unnamed_macro[] = "token is not a valid binary operator in a preprocessor";

bool missing_macro_is_about(const char *messages) {
    return strstr(messages, unnamed_macro) || strstr(messages, kinds[MISSING_MACRO].message);
}

const char *missing_macro_message(struct arena *a, const char *message, const char *text,
                                  unsigned offset) {
    unsigned start = offset;
    if (!str_starts(message, unnamed_macro) || text[offset] != '(')
        return message;
    while (start > 0 && (isalnum((unsigned char)text[start - 1]) || text[start - 1] == '_'))
        start--;
    return arena_printf(a, "%s%.*s' is not defined", kinds[MISSING_MACRO].message,
                        (int)(offset - start), text + start);
}

bool missing_name_declare(struct arena *a, const char *message, struct words *seen,
                          struct str *declarations) {
    size_t kind = kind_of(message);
    const char *name = kind < KINDS ? name_in(a, message, kind) : NULL;
    if (!name || words_has(seen, name))
        return false;
    words_add(a, seen, name);
    str_printf(declarations, "%s%s%s", kinds[kind].before, name, kinds[kind].after);
    return true;
}
