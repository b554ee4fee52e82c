#include "lsp/document.h"

#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/str.h"
#include "lsp/expression.h"
#include "lsp/uri.h"
#include "source/scan/kernel_scan.h"

struct document *document_find(const struct documents *all, const char *uri) {
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->at[i]->uri, uri) == 0)
            return all->at[i];
    return NULL;
}

struct document *document_of_path(const struct documents *all, const char *path) {
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i]->has_file && strcmp(all->at[i]->path, path) == 0)
            return all->at[i];
    return NULL;
}

static void find_language(struct document *d, const char *name) {
    const char *suffix;
    const struct language *l = front_end_of_editor(&d->fixed, name, &suffix);
    d->language = jobs_language(d->path);
    if (!l)
        return;
    if (!d->has_file)
        d->path = arena_printf(&d->fixed, "%s.%s", d->path, suffix);
    if (!d->language)
        d->type = suffix;
    if (!d->language || !d->has_file)
        d->language = l;
}

/* Where a document without a file seems to be: a name of its own in a directory that is not there.
 */
static const char *made_up_path(struct arena *a, const char *uri) {
    struct str s = {.arena = a};
    str_add(&s, "/clperf/");
    for (; *uri; uri++)
        str_addn(&s, strchr("/:\\?#%\"", *uri) ? "-" : uri, 1);
    return str_text(&s);
}

struct document *document_open(struct documents *all, const char *uri, const char *language) {
    if (all->n == all->cap) {
        all->cap = all->cap ? all->cap * 2 : 8;
        all->at = realloc(all->at, all->cap * sizeof(struct document *));
    }
    struct document *d = calloc(1, sizeof *d);
    if (!all->at || !d)
        die("out of memory");
    all->at[all->n++] = d;
    d->uri = arena_strdup(&d->fixed, uri);
    d->path = uri_path(&d->fixed, uri);
    d->has_file = d->path;
    if (!d->path)
        d->path = made_up_path(&d->fixed, uri);
    find_language(d, language);
    document_set_text(d, "", 0);
    return d;
}

void document_close(struct documents *all, struct document *d) {
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i] == d)
            all->at[i] = all->at[--all->n];
    cJSON_Delete(d->kernels);
    cJSON_Delete(d->problems);
    arena_free(&d->text_arena);
    arena_free(&d->command_arena);
    arena_free(&d->files_arena);
    arena_free(&d->others_arena);
    arena_free(&d->fixed);
    free(d);
    if (!all->n) {
        free(all->at);
        *all = (struct documents){0};
    }
}

/* `bytes` belong to the arena. */
static void take_text(struct document *d, struct arena *a, const char *bytes, size_t n) {
    arena_free(&d->text_arena);
    d->text_arena = *a;
    d->text = source_text(&d->text_arena, bytes, n);
    d->sections = sections_of(&d->text_arena, &d->text, front_end_has(d->language, FRONT_PROGRAMS));
    d->revision++;
}

void document_set_text(struct document *d, const char *text, size_t n) {
    struct arena a = {0};
    take_text(d, &a, arena_strndup(&a, text, n), n);
}

void document_edit(struct document *d, struct span span, const char *text, enum encoding e) {
    struct arena a = {0};
    size_t from = source_offset(&d->text, span.start, e), to = source_offset(&d->text, span.end, e);
    size_t more = strlen(text);
    if (to < from) {
        size_t swapped = to;
        to = from;
        from = swapped;
    }
    size_t n = from + more + (d->text.n - to);
    char *bytes = arena_alloc(&a, n + 1);
    memcpy(bytes, d->text.bytes, from);
    memcpy(bytes + from, text, more);
    memcpy(bytes + from + more, d->text.bytes + to, d->text.n - to);
    take_text(d, &a, bytes, n);
}

bool document_is_saved(struct arena *a, const struct document *d) {
    size_t n = 0;
    const char *text = d->has_file ? read_file(a, d->path, &n) : NULL;
    return text && n == d->text.n && memcmp(text, d->text.bytes, n) == 0;
}

bool document_is_analysed(struct arena *a, const struct document *d) {
    if (front_end_is_host_only(d->language))
        return host_scan_text(d->text.bytes, d->text.n) ||
               (d->has_file && host_scan(a, d->path, &(struct words){0}));
    return front_end_has(d->language, FRONT_DEVICE) && front_end_has(d->language, FRONT_SOURCE);
}

struct span document_span(const struct document *d, size_t line, size_t from, size_t to,
                          enum encoding e) {
    return (struct span){source_position(&d->text, line, from, e),
                         source_position(&d->text, line, to, e)};
}

/* Without a column all of the line. */
static struct span span_at(const struct document *d, double line, double col, enum encoding e,
                           struct diag_range (*range)(struct diag_line, uint32_t)) {
    const char *bytes;
    size_t number = line >= 1 ? (size_t)line - 1 : 0;
    struct diag_line l = {.n = source_line(&d->text, number, &bytes)};
    l.text = bytes;
    if (col < 1) {
        size_t first = 0;
        while (first < l.n && (bytes[first] == ' ' || bytes[first] == '\t'))
            first++;
        return document_span(d, number, first, l.n, e);
    }
    struct diag_range r = range(l, (uint32_t)col);
    return document_span(d, number, r.begin, r.end, e);
}

struct span document_span_at(const struct document *d, double line, double col, enum encoding e) {
    return span_at(d, line, col, e, diag_range);
}

struct span document_expression_at(const struct document *d, double line, double col,
                                   enum encoding e) {
    return span_at(d, line, col, e, expression_at);
}
