/* The lines of source files that a page shows. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/vec.h"
#include "diag/text/source.h"
#include "diag/viewer/viewer.h"

/* Kernels longer than this are shown in part; lines around one with a finding outside of kernels.
 */
enum { MOST_LINES = 4000, CONTEXT = 3 };

/* Lines [first, last] of a file. */
struct range {
    const char *file;
    uint32_t first, last;
};

struct ranges {
    VEC(struct range) list;
};

struct sources {
    struct arena *arena;
    const struct viewer_request *request;
    struct diag_source source;
    struct ranges ranges;
};

/* 0 where there is none. */
static uint32_t line_of(const cJSON *place) {
    const cJSON *n = cJSON_GetObjectItemCaseSensitive(place, "line");
    return cJSON_IsNumber(n) && n->valueint > 0 ? (uint32_t)n->valueint : 0;
}

static const struct diag_file *file_at(struct sources *s, const char *file) {
    const char *root = s->request->root;
    bool whole = *file == '/' || !root;
    return diag_source_file(&s->source, whole ? file : arena_printf(s->arena, "%s/%s", root, file));
}

static struct diag_line line_at(const struct diag_file *f, uint32_t line) {
    return line >= 1 && line <= f->lines.n ? f->lines.at[line - 1] : (struct diag_line){0};
}

/* The line of the brace that closes what begins at that line, or the last one that is shown. */
static uint32_t last_of(struct sources *s, const char *file, uint32_t first) {
    const struct diag_file *f = file_at(s, file);
    int open = 0;
    bool begun = false;
    for (uint32_t line = first; line < first + MOST_LINES; line++) {
        struct diag_line l = line_at(f, line);
        if (!l.text)
            return line - 1;
        for (size_t i = 0; i < l.n; i++) {
            open += (l.text[i] == '{') - (l.text[i] == '}');
            begun |= open > 0;
        }
        if (begun && open <= 0)
            return line;
    }
    return first + MOST_LINES - 1;
}

static bool has(const struct ranges *r, const char *file, uint32_t line) {
    for (size_t i = r->list.n; i-- > 0;) {
        const struct range *x = &r->list.at[i];
        if (x->first <= line && line <= x->last && strcmp(x->file, file) == 0)
            return true;
    }
    return false;
}

static void add_range(struct sources *s, const char *file, uint32_t first, uint32_t last) {
    if (first && last >= first)
        vec_push(s->arena, &s->ranges.list, (struct range){file, first, last});
}

/* The places of an array in the kernel's entry, with so many lines around each. */
static void add_places(struct sources *s, const cJSON *kernel, const char *key, uint32_t around) {
    const cJSON *place, *places = cJSON_GetObjectItemCaseSensitive(kernel, key);
    cJSON_ArrayForEach (place, places) {
        const char *own = viewer_text(place, "file"),
                   *file = *own ? own : viewer_text(kernel, "file");
        uint32_t line = line_of(place);
        if (line && !has(&s->ranges, file, line))
            add_range(s, file, line > around ? line - around : 1, line + around);
    }
}

/* The kernel's own lines come first: most of what is counted is there. */
static void add_kernel(struct sources *s, const cJSON *kernel) {
    const char *file = viewer_text(kernel, "file");
    uint32_t line = line_of(kernel);
    if (line && !has(&s->ranges, file, line))
        add_range(s, file, line, last_of(s, file, line));
    add_places(s, kernel, "findings", CONTEXT);
    add_places(s, kernel, "accesses", 0);
    add_places(s, kernel, "loops", 0);
    add_places(s, kernel, "branches", 0);
}

static int by_place(const void *a, const void *b) {
    const struct range *x = a, *y = b;
    int c = strcmp(x->file, y->file);
    c = c ? c : (x->first > y->first) - (x->first < y->first);
    return c ? c : (x->last < y->last) - (x->last > y->last);
}

static cJSON *append_object(cJSON *array) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToArray(array, o);
    return o;
}

/* {"file": name, "ranges": []} */
static cJSON *append_file(cJSON *sources, const char *file) {
    cJSON *o = append_object(sources);
    cJSON_AddStringToObject(o, "file", file);
    return cJSON_AddArrayToObject(o, "ranges");
}

/* Lines that the file has, as {"line": first, "text": [...]}; *ranges is NULL until there are any
 * of the file. */
static void put_range(struct sources *s, cJSON *sources, cJSON **ranges, const struct range *r) {
    const struct diag_file *f = file_at(s, r->file);
    cJSON *texts = NULL;
    for (uint32_t line = r->first; line <= r->last; line++) {
        struct diag_line l = line_at(f, line);
        if (!l.text)
            return;
        if (!*ranges)
            *ranges = append_file(sources, r->file);
        if (!texts) {
            cJSON *o = append_object(*ranges);
            cJSON_AddNumberToObject(o, "line", r->first);
            texts = cJSON_AddArrayToObject(o, "text");
        }
        const char *text = diag_utf8(s->arena, l.text + l.mark, l.n - l.mark);
        cJSON_AddItemToArray(texts, cJSON_CreateString(text));
    }
}

/* Ranges that touch are one. */
static void put_ranges(struct sources *s, cJSON *sources) {
    const struct range *at = s->ranges.list.at;
    cJSON *ranges = NULL;
    for (size_t i = 0, next; i < s->ranges.list.n; i = next) {
        struct range r = at[i];
        for (next = i + 1; next < s->ranges.list.n && strcmp(at[next].file, r.file) == 0 &&
                           at[next].first <= r.last + 1;
             next++)
            r.last = at[next].last > r.last ? at[next].last : r.last;
        if (!i || strcmp(at[i - 1].file, r.file) != 0)
            ranges = NULL;
        put_range(s, sources, &ranges, &r);
    }
}

void viewer_add_sources(struct arena *a, const struct viewer_request *v) {
    struct sources s = {.arena = a, .request = v, .source = {.arena = a, .texts = v->texts}};
    const cJSON *kernel, *kernels = cJSON_GetObjectItemCaseSensitive(v->report, "kernels");
    cJSON_ArrayForEach (kernel, kernels)
        add_kernel(&s, kernel);
    if (s.ranges.list.n)
        qsort(s.ranges.list.at, s.ranges.list.n, sizeof *s.ranges.list.at, by_place);
    put_ranges(&s, cJSON_AddArrayToObject(v->report, "sources"));
}
