#include "lsp/report_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* What the analysis says of a text that does not compile. */
static const char not_analysed[] = "not analysed: ";

/* --- keys ------------------------------------------------------------------ */

static void add_line(struct cache_key *k, const struct document *d, size_t line) {
    const char *bytes;
    size_t n = source_line(&d->text, line, &bytes);
    cache_key_add(k, bytes, n);
}

static const char *finish(struct arena *a, const struct cache_key *k) {
    char digest[CACHE_KEY_TEXT];
    cache_key_digest(k, digest);
    return arena_strdup(a, digest);
}

static const char *text_key(struct arena *a, const struct document *d, const char *request) {
    struct cache_key k = cache_key(a, "text 1");
    cache_key_text(&k, d->path);
    cache_key_text(&k, request);
    cache_key_add(&k, d->text.bytes, d->text.n);
    return finish(a, &k);
}

static const char *common_key(struct arena *a, const struct document *d, const char *request) {
    struct cache_key k = cache_key(a, "common 1");
    const struct sections *s = &d->sections;
    cache_key_text(&k, d->path);
    cache_key_text(&k, request);
    for (size_t i = 0; i < s->n_common; i++)
        add_line(&k, d, s->common[i]);
    cache_key_text(&k, "directives");
    for (size_t i = 0; i < s->n_directives; i++)
        add_line(&k, d, s->directives[i]);
    return finish(a, &k);
}

static const char *section_key(struct arena *a, const struct document *d, const struct section *x,
                               const struct keys *keys) {
    struct cache_key k = cache_key(a, "kernel 1");
    cache_key_text(&k, x->whole ? keys->text : keys->common);
    for (size_t i = 0; i < x->n; i++)
        add_line(&k, d, x->first + i);
    return finish(a, &k);
}

static const char *derived(struct arena *a, const char *kind, const char *key, const char *more) {
    struct cache_key k = cache_key(a, kind);
    cache_key_text(&k, key);
    cache_key_text(&k, more);
    return finish(a, &k);
}

struct keys keys_of(struct arena *a, const struct document *d, const char *request) {
    struct keys keys = {.text = text_key(a, d, request)};
    keys.common = d->sections.whole ? keys.text : common_key(a, d, request);
    keys.kernels = NEW_ARRAY(a, const char *, d->sections.n);
    struct cache_key all = cache_key(a, "all 1");
    cache_key_text(&all, keys.common);
    for (size_t i = 0; i < d->sections.n; i++) {
        keys.kernels[i] = section_key(a, d, &d->sections.at[i], &keys);
        cache_key_text(&all, keys.kernels[i]);
    }
    keys.all = finish(a, &all);
    keys.common = derived(a, "kernels 1", keys.common, "");
    return keys;
}

static const char *key_of(const struct keys *k, int section) {
    return section == SECTION_ANY      ? k->all
           : section == SECTION_COMMON ? k->common
                                       : k->kernels[section];
}

/* Of results that depend on the whole text although the section does not say so. */
static const char *whole_key(struct arena *a, const struct keys *k, int section) {
    return derived(a, "whole 1", key_of(k, section), k->text);
}

const struct stored *parts_find(struct arena *a, struct result_store *s, const struct keys *k,
                                int section) {
    const struct stored *e = result_store_find(s, key_of(k, section));
    return e ? e : result_store_find(s, whole_key(a, k, section));
}

bool parts_are_known(struct arena *a, struct result_store *s, const struct document *d,
                     const struct keys *k, bool complete) {
    for (int i = SECTION_COMMON; i < (int)d->sections.n; i++) {
        const struct stored *e = parts_find(a, s, k, i);
        if (!e || (complete && !e->complete))
            return false;
    }
    return true;
}

/* The kernels in no section are named by their entry. */
static void add_common_names(struct arena *a, const struct stored *e, struct words *names) {
    cJSON *json = cJSON_Parse(e->json);
    const cJSON *k, *kernels = json_at(json, "kernels");
    cJSON_ArrayForEach (k, kernels)
        words_add(a, names, arena_strdup(a, json_string(k, "name")));
    cJSON_Delete(json);
}

struct words parts_known_kernels(struct arena *a, struct result_store *s, const struct document *d,
                                 const struct keys *k, bool complete) {
    struct words names = {0};
    const struct stored *common = parts_find(a, s, k, SECTION_COMMON);
    for (int i = 0; i < (int)d->sections.n; i++) {
        const struct stored *e = parts_find(a, s, k, i);
        if (e && (e->complete || !complete))
            words_add(a, &names, d->sections.at[i].name);
    }
    if (common && (common->complete || !complete))
        add_common_names(a, common, &names);
    return names;
}

/* --- places ---------------------------------------------------------------- */

/* Whether what the object says is about the document's own text. */
static bool is_own(const struct document *d, const cJSON *o, bool own) {
    const cJSON *file = cJSON_GetObjectItemCaseSensitive(o, "file");
    return cJSON_IsString(file) ? strcmp(file->valuestring, d->path) == 0 : own;
}

/* Makes all lines in it relative to their section; false if one cannot be. */
static bool make_relative(const struct document *d, cJSON *o, int section, bool own) {
    bool good = true;
    if (cJSON_IsObject(o)) {
        cJSON *line = cJSON_GetObjectItemCaseSensitive(o, "line");
        double relative;
        own = is_own(d, o, own);
        if (own && cJSON_IsNumber(line) && line->valuedouble > 0) {
            good = sections_relative(&d->sections, section, line->valuedouble, &relative);
            cJSON_SetNumberValue(line, good ? relative : 0);
        }
    }
    for (cJSON *child = o->child; child && good; child = child->next)
        if (child->child)
            good = make_relative(d, child, section, own);
    return good;
}

static void make_absolute(const struct document *d, cJSON *o, int section, bool own) {
    if (cJSON_IsObject(o)) {
        cJSON *line = cJSON_GetObjectItemCaseSensitive(o, "line");
        own = is_own(d, o, own);
        if (own && cJSON_IsNumber(line))
            cJSON_SetNumberValue(line, sections_absolute(&d->sections, section, line->valuedouble));
    }
    for (cJSON *child = o->child; child; child = child->next)
        if (child->child)
            make_absolute(d, child, section, own);
}

/* Paths from the top, everywhere in it. */
static void complete_paths(struct arena *a, cJSON *o, const char *dir) {
    for (cJSON *child = o->child; child; child = child->next) {
        bool is_file = child->string && strcmp(child->string, "file") == 0;
        if (child->child)
            complete_paths(a, child, dir);
        else if (is_file && cJSON_IsString(child) && child->valuestring[0] != '/')
            cJSON_SetValuestring(child, arena_printf(a, "%s/%s", dir, child->valuestring));
    }
}

/* --- taking a report apart ------------------------------------------------- */

/* What is stored under one key. */
static cJSON *new_entry(void) {
    cJSON *e = cJSON_CreateObject();
    cJSON_AddArrayToObject(e, "kernels");
    cJSON_AddArrayToObject(e, "problems");
    return e;
}

/* What nobody shows takes most of the room. */
static void thin_out(cJSON *kernel) {
    static const char *const heavy[] = {"loops", "branches", "accesses", "trace"};
    for (size_t i = 0; i < sizeof heavy / sizeof *heavy; i++)
        cJSON_DeleteItemFromObjectCaseSensitive(kernel, heavy[i]);
}

static int section_of_kernel(const struct document *d, const cJSON *kernel) {
    const char *name = json_string(kernel, "name");
    for (size_t i = 0; i < d->sections.n && is_own(d, kernel, false); i++)
        if (strcmp(d->sections.at[i].name, name) == 0)
            return (int)i;
    return SECTION_COMMON;
}

static int section_of_problem(struct arena *a, const struct document *d, const cJSON *problem) {
    const char *text = json_string(problem, "text");
    for (size_t i = 0; i < d->sections.n; i++)
        if (str_starts(text, arena_printf(a, "'%s' not analysed: ", d->sections.at[i].name)))
            return (int)i;
    return SECTION_ANY;
}

/* "LINE:COLUMN: " in the reason why a text does not compile becomes the problem's place. */
static void take_place(struct arena *a, const struct document *d, cJSON *problem) {
    unsigned line, col;
    int n = 0;
    cJSON *text = cJSON_GetObjectItemCaseSensitive(problem, "text");
    const char *at = strstr(json_string(problem, "text"), "does not compile: ");
    bool own = is_own(d, problem, false);
    if (!at || !own || json_at(problem, "line") ||
        sscanf(at, "does not compile: %u:%u: %n", &line, &col, &n) < 2 || !n)
        return;
    cJSON_SetValuestring(text, arena_printf(a, "%.*s%s", (int)(at - text->valuestring) + 18,
                                            text->valuestring, at + n));
    cJSON_AddNumberToObject(problem, "line", line);
    cJSON_AddNumberToObject(problem, "col", col);
}

static bool does_not_compile(const cJSON *problems) {
    const cJSON *p;
    cJSON_ArrayForEach (p, problems)
        if (str_starts(json_string(p, "text"), not_analysed))
            return true;
    return false;
}

/* All of the report, by section: entries[0] is SECTION_COMMON's, entries[1] SECTION_ANY's. */
static void sort_out(struct arena *a, const struct document *d, cJSON *report, cJSON **entries) {
    cJSON *kernels = cJSON_GetObjectItemCaseSensitive(report, "kernels");
    cJSON *problems = cJSON_GetObjectItemCaseSensitive(report, "problems");
    for (cJSON *k; (k = cJSON_DetachItemFromArray(kernels, 0));) {
        int section = section_of_kernel(d, k);
        thin_out(k);
        cJSON_AddItemToArray(cJSON_GetObjectItem(entries[section - SECTION_COMMON], "kernels"), k);
    }
    for (cJSON *p; (p = cJSON_DetachItemFromArray(problems, 0));) {
        int section = section_of_problem(a, d, p);
        take_place(a, d, p);
        cJSON_AddItemToArray(cJSON_GetObjectItem(entries[section - SECTION_COMMON], "problems"), p);
    }
}

static bool is_empty(const cJSON *entry) {
    return !json_at(entry, "kernels")->child && !json_at(entry, "problems")->child;
}

/* Whether nothing in it can get a fix-it. */
static bool has_no_findings(const cJSON *entry) {
    const cJSON *k, *kernels = json_at(entry, "kernels");
    cJSON_ArrayForEach (k, kernels)
        if (json_at(k, "findings") && json_at(k, "findings")->child)
            return false;
    return true;
}

static void keep(struct arena *a, struct result_store *s, const struct document *d,
                 const struct keys *k, int section, cJSON *entry, bool complete, size_t most) {
    cJSON *relative = cJSON_Duplicate(entry, true);
    bool good = make_relative(d, relative, section, true);
    const char *key = good ? key_of(k, section) : whole_key(a, k, section);
    if (!good)
        cJSON_AddTrueToObject(entry, "as_it_is");
    result_store_put(s, key, cJSON_PrintUnformatted(good ? relative : entry),
                     complete || has_no_findings(entry), most);
    cJSON_Delete(relative);
}

/* Paths that the analysis read or looked for, from the top. */
static void take_files(struct document *d, const cJSON *report, const char *dir) {
    const cJSON *f, *files = json_at(report, "files");
    arena_free(&d->files_arena);
    d->files = (struct words){0};
    cJSON_ArrayForEach (f, files) {
        const char *path = cJSON_GetStringValue(f);
        if (path)
            words_add(&d->files_arena, &d->files,
                      path[0] == '/' ? arena_strdup(&d->files_arena, path)
                                     : arena_printf(&d->files_arena, "%s/%s", dir, path));
    }
}

bool parts_read_report(struct arena *a, struct document *d, const char *json, const char *dir,
                       cJSON **report) {
    *report = cJSON_Parse(json);
    if (!cJSON_IsArray(json_at(*report, "kernels")) || !cJSON_IsArray(json_at(*report, "problems")))
        return false;
    complete_paths(a, *report, dir);
    take_files(d, *report, dir);
    return true;
}

void parts_store(struct arena *a, struct result_store *s, struct document *d, const struct keys *k,
                 cJSON *report, bool complete, size_t most) {
    size_t n = d->sections.n + 2;
    bool compiled = !does_not_compile(json_at(report, "problems"));
    cJSON **entries = NEW_ARRAY(a, cJSON *, n);
    for (size_t i = 0; i < n; i++)
        entries[i] = new_entry();
    sort_out(a, d, report, entries);
    d->broken = !compiled;
    for (size_t i = 0; i < n; i++) {
        int section = (int)i + SECTION_COMMON;
        const struct stored *before = parts_find(a, s, k, section);
        bool skipped = section != SECTION_ANY && before && (before->complete || !complete);
        if (!skipped && (compiled || section == SECTION_ANY || !is_empty(entries[i])))
            keep(a, s, d, k, section, entries[i], complete || section == SECTION_ANY, most);
        cJSON_Delete(entries[i]);
    }
}

/* --- putting it together --------------------------------------------------- */

static void move_all(cJSON *from, cJSON *to) {
    for (cJSON *item; (item = cJSON_DetachItemFromArray(from, 0));)
        cJSON_AddItemToArray(to, item);
}

static void show_entry(const struct document *d, const struct stored *e, int section) {
    cJSON *entry = cJSON_Parse(e->json);
    if (!json_is_true(entry, "as_it_is"))
        make_absolute(d, entry, section, true);
    move_all(cJSON_GetObjectItem(entry, "kernels"), d->kernels);
    move_all(cJSON_GetObjectItem(entry, "problems"), d->problems);
    cJSON_Delete(entry);
}

void parts_assemble(struct arena *a, struct result_store *s, struct document *d,
                    const struct keys *k) {
    cJSON_Delete(d->kernels);
    cJSON_Delete(d->problems);
    d->kernels = cJSON_CreateArray();
    d->problems = cJSON_CreateArray();
    for (int i = SECTION_COMMON; i < (int)d->sections.n; i++) {
        const struct stored *e = parts_find(a, s, k, i);
        if (e)
            show_entry(d, e, i);
    }
    d->assembled = d->revision;
}
