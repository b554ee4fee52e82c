#include "bench/table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/str.h"
#include "base/vec.h"
#include "bench/tuner_cache.h"

static const char *const names[COLUMNS] = {"dataset",  "kernel",   "source",  "gpu",     "global_x",
                                           "global_y", "global_z", "local_x", "local_y", "local_z",
                                           "defines",  "args",     "time_ms", "extra"};

struct reader {
    struct arena *arena;
    const char *path, *at;
    bool untimed;
    size_t line;
    const char *error;
};

static void fail(struct reader *r, const char *wrong) {
    if (!r->error)
        r->error = arena_printf(r->arena, "%s:%zu: %s", r->path, r->line, wrong);
}

/* The whole file, uncompressed if it is compressed. */
static const char *read_gzip(struct reader *r) {
    struct str text = {.arena = r->arena};
    char part[1 << 16];
    int n, code = Z_OK;
    gzFile f = gzopen(r->path, "rb");
    if (!f) {
        r->error = arena_printf(r->arena, "cannot read table '%s': %s", r->path, strerror(errno));
        return NULL;
    }
    while ((n = gzread(f, part, sizeof part)) > 0)
        str_addn(&text, part, (size_t)n);
    const char *wrong = gzerror(f, &code);
    if (n < 0 || code != Z_OK)
        r->error = arena_printf(r->arena, "cannot read table '%s': %s", r->path,
                                code == Z_ERRNO ? strerror(errno) : wrong);
    gzclose(f);
    if (text.text && strlen(text.text) != text.n)
        r->error = arena_printf(r->arena, "'%s' is not a text file", r->path);
    return str_text(&text);
}

/* In double quotes, doubled ones stand for one. */
static const char *read_quoted(struct reader *r) {
    struct str s = {.arena = r->arena};
    for (r->at++; *r->at && (*r->at != '"' || r->at[1] == '"'); r->at++) {
        r->at += *r->at == '"';
        str_addn(&s, r->at, 1);
    }
    if (*r->at)
        r->at++;
    else
        fail(r, "the quoted field has no end");
    return str_text(&s);
}

static const char *read_field(struct reader *r) {
    if (*r->at == '"')
        return read_quoted(r);
    size_t n = strcspn(r->at, ",\r\n");
    const char *field = arena_strndup(r->arena, r->at, n);
    r->at += n;
    return field;
}

/* One line into at most COLUMNS fields; how many it has. */
static size_t read_line(struct reader *r, const char *fields[COLUMNS]) {
    size_t n = 0;
    r->line++;
    for (;;) {
        const char *field = read_field(r);
        if (n < COLUMNS)
            fields[n] = field;
        n++;
        if (*r->at != ',')
            break;
        r->at++;
    }
    r->at += *r->at == '\r';
    if (*r->at && *r->at != '\n')
        fail(r, "expected ',' or the end of the line");
    r->at += *r->at == '\n';
    return n;
}

static void read_header(struct reader *r) {
    const char *fields[COLUMNS];
    bool good = read_line(r, fields) == COLUMNS;
    for (size_t i = 0; i < COLUMNS && good; i++)
        good = strcmp(fields[i], names[i]) == 0;
    struct str wanted = {.arena = r->arena};
    for (size_t i = 0; i < COLUMNS; i++)
        str_printf(&wanted, "%s%s", i ? "," : "", names[i]);
    if (!good)
        fail(r, arena_printf(r->arena, "the header is not %s", str_text(&wanted)));
}

static void read_pairs(struct reader *r, struct row *row) {
    static const enum column columns[] = {COLUMN_DEFINES, COLUMN_ARGS, COLUMN_EXTRA};
    VEC(struct pair) pairs = {0};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const char *s = row->column[columns[i]];
        while (*s) {
            size_t n = strcspn(s, ";"), name = strcspn(s, "=;");
            if (name == 0 || name == n)
                fail(r, arena_printf(r->arena, "'%.*s' in column %s is not NAME=VALUE", (int)n, s,
                                     names[columns[i]]));
            else
                vec_push(r->arena, &pairs,
                         (struct pair){columns[i], arena_strndup(r->arena, s, name),
                                       arena_strndup(r->arena, s + name + 1, n - name - 1)});
            s += n + (s[n] == ';');
        }
    }
    row->pairs = pairs.at;
    row->n_pairs = pairs.n;
}

static bool number_of(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out);
}

static struct row read_row(struct reader *r) {
    struct row row = {0};
    size_t n = read_line(r, row.column);
    row.line = r->line;
    if (n != COLUMNS)
        fail(r, arena_printf(r->arena, "%zu columns, expected %d", n, COLUMNS));
    if (r->error)
        return row;
    if (!*row.column[COLUMN_KERNEL] || !*row.column[COLUMN_GPU])
        fail(r, "the kernel or the gpu is missing");
    bool measured = *row.column[COLUMN_TIME_MS] || !r->untimed;
    if (measured && (!number_of(row.column[COLUMN_TIME_MS], &row.time_ms) || row.time_ms <= 0))
        fail(r, "time_ms is not a positive number");
    read_pairs(r, &row);
    return row;
}

bool table_read(struct arena *a, const char *path, bool untimed, struct table *out,
                const char **error) {
    struct reader r = {.arena = a, .path = path, .untimed = untimed};
    VEC(struct row) rows = {0};
    r.at = read_gzip(&r);
    if (!r.error && *r.at == '{')
        return tuner_cache_read(a, path, r.at, out, error);
    if (!r.error)
        read_header(&r);
    while (!r.error && *r.at)
        vec_push(a, &rows, read_row(&r));
    *out = (struct table){rows.at, rows.n};
    if (r.error)
        *error = r.error;
    return !r.error;
}

/* "f32[256*256]" */
static bool elements_of(const char *text, double *out) {
    const char *open = strchr(text, '['), *error = NULL;
    size_t n = strlen(text);
    if (!open || text[n - 1] != ']')
        return false;
    struct arena scratch = {0};
    const char *inside = arena_strndup(&scratch, open + 1, (size_t)(text + n - 1 - open - 1));
    const struct formula *f = formula_parse(&scratch, inside, &error);
    bool good = f && formula_number(&scratch, f, NULL, out, &error);
    arena_free(&scratch);
    return good;
}

static struct formula_value value_of(const char *text) {
    struct formula_value v = {0};
    if (!number_of(text, &v.number) && !elements_of(text, &v.number))
        v.text = text;
    return v;
}

bool row_find(const struct row *r, const char *name, struct formula_value *out) {
    const char *value = NULL;
    for (int c = 0; c < COLUMNS && !value; c++)
        if (strcmp(names[c], name) == 0 && *r->column[c])
            value = r->column[c];
    for (size_t i = 0; i < r->n_pairs && !value; i++)
        if (strcmp(r->pairs[i].name, name) == 0)
            value = r->pairs[i].value;
    if (value)
        *out = value_of(value);
    return value;
}
