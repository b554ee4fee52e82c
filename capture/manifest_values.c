#include "capture/manifest_values.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum form { SIGNED, UNSIGNED, FLOATING };

/* Names of scalars in OpenCL C, CUDA and what demanglers print. */
static const struct scalar {
    const char *name;
    enum form form;
    size_t bytes;
} scalars[] = {
    {"unsigned long long", UNSIGNED, 8},
    {"unsigned short", UNSIGNED, 2},
    {"unsigned char", UNSIGNED, 1},
    {"unsigned long", UNSIGNED, 8},
    {"unsigned int", UNSIGNED, 4},
    {"signed char", SIGNED, 1},
    {"long long", SIGNED, 8},
    {"longlong", SIGNED, 8},
    {"ulonglong", UNSIGNED, 8},
    {"uint64_t", UNSIGNED, 8},
    {"uint32_t", UNSIGNED, 4},
    {"int64_t", SIGNED, 8},
    {"int32_t", SIGNED, 4},
    {"size_t", UNSIGNED, 8},
    {"double", FLOATING, 8},
    {"float", FLOATING, 4},
    {"ushort", UNSIGNED, 2},
    {"short", SIGNED, 2},
    {"uchar", UNSIGNED, 1},
    {"ulong", UNSIGNED, 8},
    {"char", SIGNED, 1},
    {"bool", UNSIGNED, 1},
    {"uint", UNSIGNED, 4},
    {"long", SIGNED, 8},
    {"int", SIGNED, 4},
};

enum { MOST_BYTES = 128 }; /* of a value: 16 numbers of 8 bytes */

/* A scalar, or a vector of them. */
struct type {
    const struct scalar *of; /* NULL: another type */
    size_t n;                /* numbers, 1: a scalar */
    bool pointer;
};

static const char *skip_qualifiers(const char *text) {
    static const char *const words[] = {"const", "volatile"};
    text += strspn(text, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            return skip_qualifiers(text + strlen(words[i]));
    return text;
}

/* What follows the type's name: "", "4", "*", "4*", " const*". */
static bool read_rest(const char *rest, struct type *t) {
    static const char *const widths[] = {"16", "8", "4", "3", "2"};
    static const size_t numbers[] = {16, 8, 4, 3, 2};
    t->n = 1;
    for (size_t i = 0; i < sizeof widths / sizeof *widths && t->n == 1; i++)
        if (strncmp(rest, widths[i], strlen(widths[i])) == 0) {
            t->n = numbers[i];
            rest += strlen(widths[i]);
        }
    rest = skip_qualifiers(rest);
    t->pointer = *rest == '*';
    return strcmp(rest, t->pointer ? "*" : "") == 0;
}

static struct type read_type(const char *name) {
    struct type t = {0};
    while (strncmp(name, "const ", 6) == 0 || strncmp(name, "volatile ", 9) == 0)
        name += strcspn(name, " ") + 1;
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        size_t n = strlen(scalars[i].name);
        if (strncmp(name, scalars[i].name, n) == 0 && read_rest(name + n, &t)) {
            t.of = &scalars[i];
            return t;
        }
    }
    return t;
}

static size_t read_hex(const char *hex, unsigned char bytes[MOST_BYTES]) {
    size_t n = 0, given = strlen(hex) / 2;
    unsigned byte;
    for (; n < given && n < MOST_BYTES && sscanf(hex + 2 * n, "%2x", &byte) == 1; n++)
        bytes[n] = (unsigned char)byte;
    return n;
}

static int64_t extended(uint64_t value, size_t bytes) {
    unsigned unused = 64 - 8 * (unsigned)bytes;
    return (int64_t)(value << unused) >> unused;
}

static void add_whole(struct journal_text *t, const struct scalar *s, uint64_t value) {
    int64_t number = s->form == SIGNED ? extended(value, s->bytes) : (int64_t)value;
    bool exact = s->form == SIGNED ? number < INT64_C(1) << 53 && number > -(INT64_C(1) << 53)
                                   : value < UINT64_C(1) << 53;
    if (exact)
        journal_text_format(t, "%" PRId64, number);
    else
        journal_text_format(t, "\"0x%" PRIx64 "\"", value);
}

static double floating(const struct scalar *s, const unsigned char *at) {
    float single;
    double number;
    memcpy(&single, at, sizeof single);
    if (s->bytes == sizeof single)
        return single;
    memcpy(&number, at, sizeof number);
    return number;
}

static void add_number(struct journal_text *t, const struct scalar *s, const unsigned char *at) {
    uint64_t value = 0;
    memcpy(&value, at, s->bytes);
    if (s->form == FLOATING)
        journal_text_format(t, s->bytes == 4 ? "%.9g" : "%.17g", floating(s, at));
    else
        add_whole(t, s, value);
}

/* JSON has no infinities. */
static bool all_finite(const struct type *type, const unsigned char *bytes) {
    for (size_t i = 0; i < type->n && type->of->form == FLOATING; i++)
        if (!isfinite(floating(type->of, bytes + i * type->of->bytes)))
            return false;
    return true;
}

static bool is_of_size(const struct type *t, size_t bytes) {
    size_t tight = t->of->bytes * t->n;
    return bytes == tight || (t->n == 3 && bytes == t->of->bytes * 4);
}

void manifest_add_value(struct journal_text *t, const char *name, const char *hex) {
    unsigned char bytes[MOST_BYTES + sizeof(double)] = {0};
    struct type type = read_type(name ? name : "");
    size_t n = strlen(hex) / 2;
    bool known = type.of && !type.pointer && n <= MOST_BYTES && read_hex(hex, bytes) == n &&
                 is_of_size(&type, n) && all_finite(&type, bytes);
    if (!known) {
        journal_text_format(t, "{\"raw\":");
        journal_text_quote(t, hex);
        journal_text_add(t, "}");
        return;
    }
    if (type.n > 1)
        journal_text_add(t, "[");
    for (size_t i = 0; i < type.n; i++) {
        if (i > 0)
            journal_text_add(t, ",");
        add_number(t, type.of, bytes + i * type.of->bytes);
    }
    if (type.n > 1)
        journal_text_add(t, "]");
}

/* Vectors of three have no size that all languages agree on. */
uint64_t manifest_elements(const char *name, uint64_t bytes) {
    struct type type = read_type(name ? name : "");
    return type.of && type.pointer && type.n != 3 ? bytes / (type.of->bytes * type.n) : 0;
}
