/* best: the fastest configurations of a design space. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process/exit_reason.h"
#include "lsp/json.h"
#include "lsp/mcp/call/analysis.h"
#include "lsp/mcp/call/results.h"
#include "lsp/mcp/call/space.h"
#include "lsp/mcp/tools/table.h"
#include "lsp/report_view.h"
#include "source/compiler/front_ends.h"

/* Kinds of failures that are told, and configurations where the call does not say how many. */
enum { MOST_FAILURES = 5, DEFAULT_TOP = 5 };

/* --- the sweep ------------------------------------------------------------- */

/* What the space is called: the sources that it names are beside it. */
static const char *space_path(struct tool_call *c) {
    char *here = getcwd(NULL, 0);
    const char *path = here ? arena_printf(c->arena, "%s/space", here) : NULL;
    free(here);
    if (!path)
        call_fail(c, "no current directory: %s", strerror(errno));
    return path;
}

static bool add_overlay(struct tool_call *c, struct words *argv, const char *text,
                        const char *path) {
    const char *file = mcp_text_file(c, text);
    words_add(c->arena, argv, "--overlay");
    words_add(c->arena, argv, arena_printf(c->arena, "%s=%s", file ? file : "", path));
    return file;
}

/* Has the text stand for the source that the space names, or gives it a name. */
static bool add_source(struct tool_call *c, struct words *argv, cJSON *space, const char *path) {
    const cJSON *text = json_at(c->arguments, "source");
    const char *language = json_string(c->arguments, "language");
    bool single = front_end_is_single_source(front_end_named(language, NULL));
    if (text && !cJSON_HasObjectItem(space, "source"))
        cJSON_AddStringToObject(space, "source", single ? "source.cu" : "source.cl");
    const char *name = json_string(space, "source");
    if (!text)
        return true;
    return add_overlay(
        c, argv, text->valuestring,
        name[0] == '/' ? name : arena_printf(c->arena, "%s/%s", path_dir(c->arena, path), name));
}

static bool add_space(struct tool_call *c, struct words *argv, const char *path) {
    struct words ignored = {0};
    const cJSON *options = json_at(c->arguments, "space.options");
    if (cJSON_IsArray(options) && !mcp_options_read(c, options, "space.options", &ignored))
        return false;
    cJSON *space = mcp_space_read(c);
    if (!space)
        return false;
    if (!cJSON_HasObjectItem(space, "version"))
        cJSON_AddNumberToObject(space, "version", 1);
    bool good = add_source(c, argv, space, path);
    char *text = cJSON_PrintUnformatted(space);
    good = good && add_overlay(c, argv, text ? text : "", path);
    cJSON_free(text);
    cJSON_Delete(space);
    words_add(c->arena, argv, path);
    return good;
}

/* Without the made-up path of the space. */
static const char *complaint(struct tool_call *c, const char *said, const char *path) {
    static const char prefix[] = "clperf: error: ";
    const char *at = strstr(said, prefix);
    at = at ? at + strlen(prefix) : said;
    size_t n = strlen(path_dir(c->arena, path)) + 1;
    at = str_starts(at, path) ? at + n : at;
    return arena_strndup(c->arena, at, strcspn(at, "\n"));
}

/* All rows, for cJSON_Delete(); NULL, and the call has failed. */
static cJSON *sweep(struct tool_call *c, const char *path) {
    static const char *const fixed[] = {"clperf", "sweep", "--format", "json"};
    struct words argv = {0};
    struct child child;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        words_add(c->arena, &argv, fixed[i]);
    if (!add_space(c, &argv, path) || !mcp_start(c, c->clperf, &argv, &child))
        return NULL;
    while (child_receive(&child))
        ;
    const char *said = failure_text(c->arena, child.err, 0), *why = child_finish(c->arena, &child);
    cJSON *rows = why || !child.n ? NULL : cJSON_ParseWithLength(child.bytes, child.n);
    if (!rows)
        call_fail(c, "%s", why ? why : complaint(c, said, path));
    child_release(&child);
    return rows;
}

/* --- the answer ------------------------------------------------------------ */

struct row {
    const cJSON *json;
    double time_ms;
};

struct rows {
    struct row *at; /* those with a time, the fastest first */
    size_t n, cap;
};

static int by_time(const void *x, const void *y) {
    const struct row *a = x, *b = y;
    double first = json_number(a->json, "configuration", 0),
           second = json_number(b->json, "configuration", 0);
    return a->time_ms != b->time_ms ? (a->time_ms > b->time_ms ? 1 : -1)
                                    : (first > second) - (first < second);
}

/* What the row is about: the members before its results. */
static cJSON *parameters(const cJSON *row) {
    static const char *const others[] = {"configuration", "time_ms", "low_ms",
                                         "high_ms",       "bound",   "error"};
    cJSON *o = cJSON_Duplicate(row, true);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cJSON_DeleteItemFromObjectCaseSensitive(o, others[i]);
    return o;
}

static const char *parameters_text(struct arena *a, const cJSON *o) {
    const cJSON *v;
    struct str s = {.arena = a};
    cJSON_ArrayForEach (v, o) {
        str_printf(&s, "%s%s = ", s.n ? ", " : "", v->string);
        if (cJSON_IsNumber(v))
            str_printf(&s, "%.10g", v->valuedouble);
        else
            str_add(&s, cJSON_IsString(v) ? v->valuestring : "");
    }
    return str_text(&s);
}

static void put_best(struct tool_call *c, const struct rows *rows) {
    size_t top = (size_t)json_number(c->arguments, "top", DEFAULT_TOP);
    cJSON *list = cJSON_AddArrayToObject(c->data, "best");
    for (size_t i = 0; i < rows->n && i < top; i++) {
        const cJSON *row = rows->at[i].json;
        cJSON *o = cJSON_CreateObject(), *p = parameters(row);
        cJSON_AddItemToObject(o, "parameters", p);
        result_copy(o, "time_ms", row, "time_ms");
        result_copy(o, "low_ms", row, "low_ms");
        result_copy(o, "high_ms", row, "high_ms");
        result_copy(o, "bound", row, "bound");
        cJSON_AddItemToArray(list, o);
        str_printf(&c->text, "%zu. %s: %s (%s to %s)\n", i + 1, parameters_text(c->arena, p),
                   view_ms(c->arena, rows->at[i].time_ms),
                   view_ms(c->arena, json_number(row, "low_ms", -1)),
                   view_ms(c->arena, json_number(row, "high_ms", -1)));
    }
}

/* Others that may be as fast as the best. */
static size_t ties(const struct rows *rows) {
    size_t n = 0;
    for (size_t i = 1; i < rows->n; i++)
        n += json_number(rows->at[i].json, "low_ms", 0) <= rows->at[0].time_ms;
    return n;
}

struct failure {
    const char *reason;
    const cJSON *row;
    size_t n;
};

struct failures {
    struct failure *at;
    size_t n, cap, rows;
};

static void add_failure(struct arena *a, struct failures *all, const cJSON *row) {
    const char *reason = json_string(row, "error");
    all->rows++;
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->at[i].reason, reason) == 0) {
            all->at[i].n++;
            return;
        }
    vec_push(a, all, (struct failure){reason, row, 1});
}

static int by_number(const void *x, const void *y) {
    const struct failure *a = x, *b = y;
    return (a->n < b->n) - (a->n > b->n);
}

static void put_failures(struct tool_call *c, struct failures *all) {
    cJSON *list = cJSON_AddArrayToObject(c->data, "failures");
    if (all->n)
        qsort(all->at, all->n, sizeof *all->at, by_number);
    for (size_t i = 0; i < all->n && i < MOST_FAILURES; i++) {
        cJSON *o = cJSON_CreateObject();
        cJSON_AddStringToObject(o, "reason", all->at[i].reason);
        cJSON_AddNumberToObject(o, "count", (double)all->at[i].n);
        cJSON_AddItemToObject(o, "example", parameters(all->at[i].row));
        cJSON_AddItemToArray(list, o);
        str_printf(&c->text, "\nfailed, %zu: %s", all->at[i].n, all->at[i].reason);
    }
}

static void put_rows(struct tool_call *c, const cJSON *json) {
    const cJSON *row;
    struct rows rows = {0};
    struct failures failures = {0};
    cJSON_ArrayForEach (row, json) {
        double time_ms = json_number(row, "time_ms", -1);
        if (time_ms >= 0)
            vec_push(c->arena, &rows, (struct row){row, time_ms});
        else
            add_failure(c->arena, &failures, row);
    }
    if (rows.n)
        qsort(rows.at, rows.n, sizeof *rows.at, by_time);
    c->data = cJSON_CreateObject();
    put_best(c, &rows);
    cJSON_AddNumberToObject(c->data, "predicted", (double)rows.n);
    cJSON_AddNumberToObject(c->data, "failed", (double)failures.rows);
    cJSON_AddNumberToObject(c->data, "ties", (double)ties(&rows));
    str_printf(&c->text,
               "%zu configurations predicted, %zu failed; %zu others may be as fast as the best",
               rows.n, failures.rows, ties(&rows));
    put_failures(c, &failures);
}

void tool_best(struct tool_call *c) {
    const char *path = mcp_enter_directory(c) ? space_path(c) : NULL;
    cJSON *rows = path ? sweep(c, path) : NULL;
    if (rows)
        put_rows(c, rows);
    cJSON_Delete(rows);
}
