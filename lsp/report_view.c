#include "lsp/report_view.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "diag/finding/phrase.h"

const char *view_file(const struct document *d, const cJSON *kernel, const cJSON *place) {
    const char *file = json_string(place, "file");
    file = *file ? file : json_string(kernel, "file");
    return strcmp(file, d->path) == 0 || !*file ? NULL : file;
}

/* A document that is open, or the file as it is. */
static struct document text_of(struct arena *a, const struct documents *all, const char *file) {
    const struct document *open = document_of_path(all, file);
    struct document other = {0};
    size_t n = 0;
    if (open)
        return *open;
    const char *text = read_file(a, file, &n);
    other.text = source_text(a, text ? text : "", n);
    return other;
}

struct span view_span(struct arena *a, const struct documents *all, const struct document *d,
                      const char *file, const cJSON *place, enum encoding e) {
    struct document text = file ? text_of(a, all, file) : *d;
    return document_span_at(&text, json_number(place, "line", 0), json_number(place, "col", 0), e);
}

struct span view_expression(struct arena *a, const struct documents *all, const struct document *d,
                            const char *file, const cJSON *place, enum encoding e) {
    struct document text = file ? text_of(a, all, file) : *d;
    return document_expression_at(&text, json_number(place, "line", 0),
                                  json_number(place, "col", 0), e);
}

bool view_is_own(const struct document *d, const cJSON *kernel) {
    return strcmp(json_string(kernel, "file"), d->path) == 0 && json_number(kernel, "line", 0) >= 1;
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The name as its declaration has it: without scopes and template arguments. */
static const char *plain_name(struct arena *a, const char *name, size_t *n) {
    const char *end = name + strcspn(name, "<("), *from = end;
    while (from > name && is_name(from[-1]))
        from--;
    *n = (size_t)(end - from);
    return arena_strndup(a, from, *n);
}

/* Where the word is in the line, or the line's length. */
static size_t find_word(const char *line, size_t n, const char *word, size_t length) {
    for (size_t i = 0; length && i + length <= n; i++) {
        bool begins = !i || !is_name(line[i - 1]);
        bool ends = i + length == n || !is_name(line[i + length]);
        if (begins && ends && memcmp(line + i, word, length) == 0)
            return i;
    }
    return n;
}

struct span view_name(const struct document *d, const cJSON *kernel, enum encoding e) {
    struct arena a = {0};
    size_t n, line = (size_t)json_number(kernel, "line", 1) - 1;
    const char *bytes, *name = plain_name(&a, json_string(kernel, "name"), &n);
    size_t length = source_line(&d->text, line, &bytes), at = find_word(bytes, length, name, n);
    struct span span = at < length ? document_span(d, line, at, at + n, e)
                                   : document_span_at(d, (double)line + 1, 0, e);
    arena_free(&a);
    return span;
}

struct span view_kernel(const struct document *d, const cJSON *kernel, enum encoding e) {
    size_t first = (size_t)json_number(kernel, "line", 1) - 1, line = first;
    const struct section *x = view_section(d, json_string(kernel, "name"));
    const char *bytes;
    int open = 0;
    bool begun = false;
    if (x) {
        size_t last = x->first + x->n - 1;
        return (struct span){
            {x->head, 0}, source_position(&d->text, last, source_line(&d->text, last, &bytes), e)};
    }
    for (; line < d->text.n_lines && !(begun && open <= 0); line++) {
        size_t n = source_line(&d->text, line, &bytes);
        for (size_t i = 0; i < n; i++) {
            open += (bytes[i] == '{') - (bytes[i] == '}');
            begun |= open > 0;
        }
    }
    line -= line > first;
    return (struct span){{first, 0},
                         source_position(&d->text, line, source_line(&d->text, line, &bytes), e)};
}

const struct section *view_section(const struct document *d, const char *kernel) {
    for (size_t i = 0; i < d->sections.n; i++)
        if (strcmp(d->sections.at[i].name, kernel) == 0)
            return &d->sections.at[i];
    return NULL;
}

const char *view_ms(struct arena *a, double ms) {
    return ms >= 0 ? arena_printf(a, "%s ms", diag_ms(a, ms)) : "unknown";
}

static void add_size(struct str *s, const cJSON *size, int dims) {
    for (int i = 0; i < dims; i++) {
        const cJSON *n = cJSON_GetArrayItem(size, i);
        str_printf(s, "%s%.0f", i ? "x" : "", cJSON_IsNumber(n) ? n->valuedouble : 0);
    }
}

static double size_at(const cJSON *size, int i) {
    const cJSON *n = cJSON_GetArrayItem(size, i);
    return cJSON_IsNumber(n) ? n->valuedouble : 0;
}

const char *view_launch(struct arena *a, const cJSON *kernel) {
    const cJSON *global = json_at(kernel, "launch.global"),
                *local = json_at(kernel, "launch.local");
    struct str s = {.arena = a};
    int dims = 3;
    while (dims > 1 && size_at(global, dims - 1) <= 1 && size_at(local, dims - 1) <= 1)
        dims--;
    add_size(&s, global, dims);
    if (size_at(local, 0) > 0) {
        str_add(&s, "/");
        add_size(&s, local, dims);
    }
    return str_text(&s);
}

const char *view_source(struct arena *a, const cJSON *kernel) {
    struct str s = {.arena = a};
    const char *where = json_string(kernel, "launch.where");
    const cJSON *arg, *assumed = json_at(kernel, "launch.assumed");
    size_t n = 0;
    str_add(&s, json_string(kernel, "launch.source"));
    if (*where)
        str_printf(&s, " in %s", path_base(where));
    cJSON_ArrayForEach (arg, assumed)
        if (cJSON_IsNumber(arg))
            str_printf(&s, "%s%s = %.0f", n++ ? ", " : ", assuming ", arg->string,
                       arg->valuedouble);
    return str_text(&s);
}

const char *view_bound(const cJSON *kernel) {
    const char *name = json_string(kernel, "bound");
    const char *words = diag_bound_named(name);
    return words ? words : name;
}

/* What the launch does not say, briefly. */
static void add_unknown(struct str *s, const cJSON *kernel) {
    int n = cJSON_GetArraySize(json_at(kernel, "launch.unknown"));
    if (n)
        str_printf(s, " · unknown: %s%s",
                   json_string(cJSON_GetArrayItem(json_at(kernel, "launch.unknown"), 0), "what"),
                   n > 1 ? " and more" : "");
}

const char *view_summary(struct arena *a, const cJSON *k) {
    struct str s = {.arena = a};
    double warps = json_number(k, "occupancy.warps", 0),
           most = json_number(k, "occupancy.max_warps", 0);
    double ms = json_number(k, "time_ms", -1);
    if (ms < 0 || warps <= 0)
        str_printf(&s, "cannot run on %s: too much %s for one work-group", json_string(k, "gpu"),
                   json_string(k, "occupancy.limiter"));
    else
        str_printf(&s, "%s (%s–%s) on %s · bound by %s · occupancy %.0f %%, by %s", view_ms(a, ms),
                   diag_ms(a, json_number(k, "time_ms_low", ms)),
                   diag_ms(a, json_number(k, "time_ms_high", ms)), json_string(k, "gpu"),
                   view_bound(k), most > 0 ? 100 * warps / most : 0,
                   json_string(k, "occupancy.limiter"));
    str_printf(&s, " · launch %s from %s", view_launch(a, k), view_source(a, k));
    add_unknown(&s, k);
    return str_text(&s);
}

bool view_is_reported(const cJSON *finding) {
    return !json_at(finding, "suppression") &&
           strcmp(json_string(finding, "baseline"), "unchanged") != 0;
}
