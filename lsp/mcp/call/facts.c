/* What is known of a prediction, and what is a guess: said of each, so that nobody takes one for
 * the other. */
#include <string.h>

#include "base/words.h"
#include "lsp/json.h"
#include "lsp/mcp/call/results.h"
#include "lsp/report_view.h"

/* Places of one kind that are named one by one. */
enum { MOST_PLACES = 8 };

static cJSON *list_of(const struct words *w) {
    return w->n ? cJSON_CreateStringArray(w->at, (int)w->n) : cJSON_CreateArray();
}

/* "width = 1024", "in: 4096 elements". */
static const char *argument(struct arena *a, const cJSON *arg) {
    const cJSON *only = cJSON_IsObject(arg) ? arg->child : NULL;
    if (only && cJSON_IsNumber(only))
        return arena_printf(a, "%s: %.0f %s", arg->string, only->valuedouble,
                            strcmp(only->string, "elements") == 0 ? "elements" : "bytes");
    if (only)
        return arena_printf(a, "%s: the file '%s'", arg->string, json_string(arg, only->string));
    if (cJSON_IsArray(arg))
        return arena_printf(a, "%s: %d numbers", arg->string, cJSON_GetArraySize(arg));
    return cJSON_IsString(arg) ? arena_printf(a, "%s = %s", arg->string, arg->valuestring)
                               : arena_printf(a, "%s = %.10g", arg->string, arg->valuedouble);
}

static void add_arguments(struct arena *a, struct words *w, const cJSON *args) {
    const cJSON *arg;
    cJSON_ArrayForEach (arg, args)
        words_add(a, w, argument(a, arg));
}

static bool is_assumption(const cJSON *kernel, const char *path) {
    return strcmp(json_string(kernel, path), "assumption") == 0;
}

/* Whether a compiler counted the registers. */
static bool is_counted(const char *source) {
    return strcmp(source, "estimate") != 0 && strcmp(source, "live-ranges") != 0;
}

cJSON *result_known(struct arena *a, const cJSON *kernel) {
    struct words w = {0};
    const char *where = json_string(kernel, "launch.where");
    const char *registers = json_string(kernel, "registers.source");
    if (!is_assumption(kernel, "launch.source"))
        words_add(a, &w,
                  arena_printf(a, "launch %s from %s%s%s", view_launch(a, kernel),
                               json_string(kernel, "launch.source"), *where ? " in " : "", where));
    add_arguments(a, &w, json_at(kernel, "launch.args"));
    if (is_counted(registers))
        words_add(a, &w, arena_printf(a, "registers, counted by %s", registers));
    return list_of(&w);
}

/* Once. */
static void add_new(struct arena *a, struct words *w, const char *text) {
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->at[i], text) == 0)
            return;
    words_add(a, w, text);
}

/* Whether a count of that certainty rests on nothing that was made up. */
static bool is_sure(const char *certainty) {
    return strcmp(certainty, "measured") == 0 || strcmp(certainty, "exact") == 0 ||
           strcmp(certainty, "followed") == 0;
}

/* What of the kernel depends on what nobody gave: "line 8: how often the loop runs". */
static void add_unknown(struct arena *a, struct words *w, const cJSON *kernel, const char *key,
                        const char *phrase) {
    const cJSON *o;
    size_t n = 0;
    cJSON_ArrayForEach (o, json_at(kernel, key)) {
        if (is_sure(json_string(o, "certainty")) || n++ >= MOST_PLACES)
            continue;
        const char *kind = json_string(o, "kind"), *base = json_string(o, "base");
        add_new(a, w,
                arena_printf(a, "line %.0f: %s%s%s%s%s", json_number(o, "line", 0), phrase, kind,
                             *base ? " of '" : "", base, *base ? "'" : ""));
    }
    if (n > MOST_PLACES)
        words_add(a, w, arena_printf(a, "%zu more %s", n - MOST_PLACES, key));
}

cJSON *result_assumed(struct arena *a, const cJSON *kernel) {
    struct words w = {0};
    const cJSON *u;
    if (is_assumption(kernel, "launch.source"))
        words_add(a, &w, arena_printf(a, "launch %s: nobody gave one", view_launch(a, kernel)));
    else if (is_assumption(kernel, "launch.local_source"))
        words_add(a, &w, "the local size: nobody gave one");
    add_arguments(a, &w, json_at(kernel, "launch.assumed"));
    cJSON_ArrayForEach (u, json_at(kernel, "launch.unknown"))
        words_add(a, &w,
                  arena_printf(a, "%s unknown: %s", json_string(u, "what"), json_string(u, "why")));
    add_unknown(a, &w, kernel, "loops", "how often the loop runs");
    add_unknown(a, &w, kernel, "branches", "which way the branch goes");
    add_unknown(a, &w, kernel, "accesses", "addresses of the ");
    if (!is_counted(json_string(kernel, "registers.source")))
        words_add(a, &w, "registers are estimated");
    return list_of(&w);
}
