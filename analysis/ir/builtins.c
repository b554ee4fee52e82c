#include "analysis/ir/builtins.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const struct builtin table[] = {
#define BUILTIN(name, op, cls, imm) {name, OP_##op, CLASS_##cls, imm},
#include "analysis/ir/builtins.def"
#undef BUILTIN
};

const struct builtin *builtin_find(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

const char *builtin_math_name(int64_t function) {
    for (size_t i = 0; i < sizeof table / sizeof *table && function != MATH_OTHER; i++)
        if (table[i].op == OP_MATH && table[i].imm == function)
            return table[i].name;
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

static unsigned scalar_bytes(const char *code) {
    return str_starts(code, "Dh") ? 2
           : !*code               ? 0
           : strchr("cha", *code) ? 1
           : strchr("st", *code)  ? 2
           : strchr("ijf", *code) ? 4
           : strchr("lmd", *code) ? 8
                                  : 0;
}

/* A vector of three is as large as one of four. */
unsigned builtin_element_bytes(const char *mangled) {
    char *s;
    unsigned long n = str_starts(mangled, "_Z") ? strtoul(mangled + 2, &s, 10) : 0;
    if (!n || n > strlen(s) || s[n] != 'P')
        return 0;
    s += n + 1;
    if (str_starts(s, "U3AS"))
        s += strlen("U3AS0");
    s += *s == 'K';
    if (!str_starts(s, "Dv"))
        return scalar_bytes(s);
    unsigned long comps = strtoul(s + 2, &s, 10);
    return *s == '_' ? (unsigned)(comps == 3 ? 4 : comps) * scalar_bytes(s + 1) : 0;
}

bool builtin_is_atomic(const char *name) {
    return str_starts(name, "atomic_") || str_starts(name, "atom_");
}

bool is_unsigned_code(char code) {
    return code && strchr("htjmy", code);
}

static const struct {
    const char *name;
    enum atomic_function of, of_unsigned;
} atomics[] = {
    {"add", ATOMIC_ADD, ATOMIC_ADD},        {"sub", ATOMIC_SUB, ATOMIC_SUB},
    {"inc", ATOMIC_INC, ATOMIC_INC},        {"dec", ATOMIC_DEC, ATOMIC_DEC},
    {"and", ATOMIC_AND, ATOMIC_AND},        {"or", ATOMIC_OR, ATOMIC_OR},
    {"xor", ATOMIC_XOR, ATOMIC_XOR},        {"min", ATOMIC_MIN, ATOMIC_UMIN},
    {"max", ATOMIC_MAX, ATOMIC_UMAX},       {"fetch_add", ATOMIC_ADD, ATOMIC_ADD},
    {"fetch_sub", ATOMIC_SUB, ATOMIC_SUB},  {"fetch_and", ATOMIC_AND, ATOMIC_AND},
    {"fetch_or", ATOMIC_OR, ATOMIC_OR},     {"fetch_xor", ATOMIC_XOR, ATOMIC_XOR},
    {"fetch_min", ATOMIC_MIN, ATOMIC_UMIN}, {"fetch_max", ATOMIC_MAX, ATOMIC_UMAX},
};

enum atomic_function builtin_atomic_function(struct arena *a, const char *mangled) {
    char code;
    const char *name = builtin_demangle(a, mangled, &code);
    const char *what = name + (str_starts(name, "atom_") ? strlen("atom_") : strlen("atomic_"));
    bool is_unsigned = is_unsigned_code(mangled[strlen(mangled) - 1]);
    for (size_t i = 0; builtin_is_atomic(name) && i < sizeof atomics / sizeof *atomics; i++)
        if (strcmp(what, atomics[i].name) == 0)
            return is_unsigned ? atomics[i].of_unsigned : atomics[i].of;
    return ATOMIC_OTHER;
}
