#include "lsp/mcp/call/results.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/json.h"
#include "lsp/report_view.h"

void result_copy(cJSON *to, const char *name, const cJSON *from, const char *key) {
    const cJSON *v = json_at(from, key);
    cJSON_AddItemToObject(to, name, v ? cJSON_Duplicate(v, true) : cJSON_CreateNull());
}

static void copy_if(cJSON *to, const char *name, const cJSON *from, const char *key) {
    if (json_at(from, key))
        result_copy(to, name, from, key);
}

/* The file only where it is not the kernel's own. */
static void put_place(cJSON *to, const cJSON *kernel, const cJSON *place) {
    const char *file = json_string(place, "file");
    if (*file && strcmp(file, json_string(kernel, "file")) != 0)
        cJSON_AddStringToObject(to, "file", file);
    cJSON_AddNumberToObject(to, "line", json_number(place, "line", 0));
    cJSON_AddNumberToObject(to, "column", json_number(place, "col", 0));
}

static cJSON *edit(const cJSON *e) {
    cJSON *o = cJSON_CreateObject();
    result_copy(o, "line", e, "line");
    result_copy(o, "column", e, "col");
    result_copy(o, "end_column", e, "end_col");
    result_copy(o, "text", e, "text");
    return o;
}

static cJSON *fix(const cJSON *f) {
    const cJSON *e;
    cJSON *o = cJSON_CreateObject();
    result_copy(o, "title", f, "title");
    result_copy(o, "time_ms", f, "time_ms");
    result_copy(o, "gain_ms", f, "gain_ms");
    copy_if(o, "local", f, "local");
    cJSON *edits = cJSON_AddArrayToObject(o, "edits");
    cJSON_ArrayForEach (e, json_at(f, "edits"))
        cJSON_AddItemToArray(edits, edit(e));
    return o;
}

cJSON *result_finding(const cJSON *kernel, const cJSON *finding) {
    const cJSON *f, *better = json_at(finding, "better_size");
    cJSON *o = cJSON_CreateObject();
    result_copy(o, "rule", finding, "rule");
    put_place(o, kernel, finding);
    result_copy(o, "message", finding, "message");
    result_copy(o, "cost_ms", finding, "cost_ms");
    result_copy(o, "cost_low_ms", finding, "cost_ms_low");
    result_copy(o, "cost_high_ms", finding, "cost_ms_high");
    cJSON *fixes = cJSON_AddArrayToObject(o, "fixes");
    cJSON_ArrayForEach (f, json_at(finding, "fixes"))
        cJSON_AddItemToArray(fixes, fix(f));
    if (better) {
        cJSON *local = cJSON_AddObjectToObject(o, "better_local");
        result_copy(local, "local", better, "local");
        result_copy(local, "time_ms", better, "time_ms");
    }
    return o;
}

cJSON *result_steps(const cJSON *kernel, const cJSON *finding, const char *key) {
    const cJSON *s;
    cJSON *list = cJSON_CreateArray();
    cJSON_ArrayForEach (s, json_at(finding, key)) {
        cJSON *o = cJSON_CreateObject();
        put_place(o, kernel, s);
        result_copy(o, "text", s, "text");
        cJSON_AddItemToArray(list, o);
    }
    return list;
}

static int by_cost(const void *x, const void *y) {
    const cJSON *const *a = x, *const *b = y;
    double cost = json_number(*a, "cost_ms", -1), other = json_number(*b, "cost_ms", -1);
    double line = json_number(*a, "line", 0), later = json_number(*b, "line", 0);
    return cost != other ? (cost < other ? 1 : -1) : (line > later) - (line < later);
}

const cJSON **result_findings(struct arena *a, const cJSON *kernel, size_t *n) {
    const cJSON *f, *all = json_at(kernel, "findings");
    const cJSON **found = NEW_ARRAY(a, const cJSON *, cJSON_GetArraySize(all) + 1);
    *n = 0;
    cJSON_ArrayForEach (f, all)
        if (view_is_reported(f))
            found[(*n)++] = f;
    qsort(found, *n, sizeof *found, by_cost);
    return found;
}

cJSON *result_problems(const cJSON *report) {
    const cJSON *p;
    cJSON *list = cJSON_CreateArray();
    cJSON_ArrayForEach (p, json_at(report, "problems")) {
        cJSON *o = cJSON_CreateObject();
        result_copy(o, "severity", p, "severity");
        result_copy(o, "text", p, "text");
        copy_if(o, "file", p, "file");
        copy_if(o, "line", p, "line");
        copy_if(o, "column", p, "col");
        cJSON_AddItemToArray(list, o);
    }
    return list;
}

void result_add_problems(struct str *text, const cJSON *problems) {
    const cJSON *p;
    cJSON_ArrayForEach (p, problems) {
        const char *file = json_string(p, "file");
        double line = json_number(p, "line", 0);
        str_printf(text, "%s%s", text->n ? "\n" : "", file);
        if (line > 0)
            str_printf(text, ":%.0f", line);
        str_printf(text, "%s%s: %s", *file ? ": " : "", json_string(p, "severity"),
                   json_string(p, "text"));
    }
}

bool result_is_usable(struct tool_call *c, const cJSON *report) {
    const cJSON *p, *problems = json_at(report, "problems");
    struct str text = {.arena = c->arena};
    bool wrong = !cJSON_GetArraySize(json_at(report, "kernels"));
    cJSON_ArrayForEach (p, problems)
        wrong |= strcmp(json_string(p, "severity"), "error") == 0;
    if (!wrong)
        return true;
    result_add_problems(&text, problems);
    return call_fail(c, "%s", text.n ? str_text(&text) : "there is no kernel in it");
}
