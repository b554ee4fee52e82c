#include "analysis/builtins.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const struct builtin table[] = {
#define BUILTIN(name, op, cls, imm) {name, OP_##op, CLASS_##cls, imm},
#include "analysis/builtins.def"
#undef BUILTIN
};

const struct builtin *builtin_find(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

/* Type code behind qualifiers of vectors and pointers: "Dv4_f" is 'f'. */
static char type_code(const char *s) {
    if (str_starts(s, "Dv")) {
        const char *under = strchr(s, '_');
        return under ? under[1] : 0;
    }
    return *s;
}

const char *builtin_demangle(struct arena *a, const char *mangled, char *first_type) {
    *first_type = 0;
    if (!str_starts(mangled, "_Z"))
        return mangled;
    char *rest;
    unsigned long n = strtoul(mangled + 2, &rest, 10);
    if (n == 0 || n > strlen(rest))
        return mangled;
    *first_type = type_code(rest + n);
    return arena_strndup(a, rest, n);
}

bool builtin_is_atomic(const char *name) {
    return str_starts(name, "atomic_") || str_starts(name, "atom_");
}

bool is_unsigned_code(char code) {
    return code && strchr("htjmy", code);
}
