/* What the mangled name of a C++ function says of its parameters: which of them point to
 * constants. What it has in a form that is not looked for counts as written to. */
#include <stdlib.h>

#include "base/str.h"
#include "launch/evaluate/run.h"

static const char *skip_type(const char *s);

/* Behind "4name", with template arguments that follow it. */
static const char *skip_source_name(const char *s) {
    char *end;
    const size_t n = strtoul(s, &end, 10);
    return n <= strlen(end) ? end + n : NULL;
}

/* Behind template arguments, from their 'I' on. */
static const char *skip_arguments(const char *s) {
    for (s++; s && *s && *s != 'E';)
        if (*s == 'L') {
            const char *end = strchr(s, 'E');
            s = end ? end + 1 : NULL;
        } else if (*s == 'J') {
            s = skip_arguments(s);
        } else {
            s = skip_type(s);
        }
    return s && *s == 'E' ? s + 1 : NULL;
}

/* Behind "S_", "S1_", "St", "Ss" and the like. */
static const char *skip_substitution(const char *s) {
    s++;
    if (*s >= 'a' && *s <= 'z')
        return s + 1;
    while ((*s >= '0' && *s <= '9') || (*s >= 'A' && *s <= 'Z'))
        s++;
    return *s == '_' ? s + 1 : NULL;
}

/* Behind a nested name, from its 'N' on. */
static const char *skip_nested(const char *s) {
    s++;
    while (s && *s && *s != 'E') {
        if (*s == 'S')
            s = skip_substitution(s);
        else if (*s == 'I')
            s = skip_arguments(s);
        else if (*s >= '0' && *s <= '9')
            s = skip_source_name(s);
        else if (*s == 'K' || *s == 'L')
            s++;
        else if (*s >= 'a' && *s <= 'z' && s[1])
            s += 2; /* operators */
        else if ((*s == 'C' || *s == 'D') && s[1])
            s += 2;
        else
            return NULL;
    }
    return s && *s == 'E' ? s + 1 : NULL;
}

static const char *skip_type(const char *s) {
    while (*s == 'P' || *s == 'R' || *s == 'O' || *s == 'K' || *s == 'V')
        s++;
    if (*s == 'N')
        return skip_nested(s);
    if (*s == 'S') {
        const bool std = s[1] == 't';
        s = skip_substitution(s);
        if (s && std)
            s = skip_source_name(s);
    } else if (*s >= '0' && *s <= '9') {
        s = skip_source_name(s);
    } else if (*s >= 'a' && *s <= 'z') {
        return s + 1;
    } else {
        return NULL;
    }
    return s && *s == 'I' ? skip_arguments(s) : s;
}

/* Where the parameters begin; *this_first where the object of a method is before them. */
static const char *parameters(const char *name, bool *this_first, bool *constant_this,
                              bool *returns) {
    const char *s = name + 2;
    *this_first = *s == 'N';
    *constant_this = *s == 'N' && s[1] == 'K';
    const char *end = *s == 'N'                ? skip_nested(s)
                      : str_starts(s, "St")    ? skip_source_name(s + 2)
                      : *s >= '0' && *s <= '9' ? skip_source_name(s)
                                               : NULL;
    *returns = end && *s == 'N' && end[-2] == 'E';
    if (end && *end == 'I' && *s != 'N') {
        *returns = true;
        end = skip_arguments(end);
    }
    return end;
}

bool ev_is_constant_parameter(const char *name, uint32_t parameter) {
    bool is_method, constant_this, returns;
    if (!str_starts(name, "_Z"))
        return false;
    const char *s = parameters(name, &is_method, &constant_this, &returns);
    if (s && is_method && parameter == 0)
        return constant_this;
    if (s && returns)
        s = skip_type(s);
    for (uint32_t i = is_method; s && *s && i < parameter; i++)
        s = skip_type(s);
    return s && (*s == 'P' || *s == 'R') && s[1] == 'K';
}
