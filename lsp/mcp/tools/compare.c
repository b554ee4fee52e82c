/* compare: two versions of a source, kernel by kernel. */
#include <math.h>
#include <string.h>

#include "diag/compare/compare.h"
#include "lsp/json.h"
#include "lsp/mcp/call/analysis.h"
#include "lsp/mcp/call/results.h"
#include "lsp/mcp/tools/table.h"
#include "lsp/report_view.h"

/* Times that differ by less are the same, and so are costs. */
static const double same_within = 0.01;

struct version {
    struct mcp_source source;
    cJSON *json;
    struct report_file report;
};

/* Both versions go by one name, whatever their files are called: kernels are matched by it. */
static void name_alike(struct version *v) {
    cJSON *k;
    cJSON_ArrayForEach (k, cJSON_GetObjectItem(v->json, "kernels")) {
        cJSON *file = cJSON_GetObjectItemCaseSensitive(k, "file");
        if (strcmp(json_string(k, "file"), v->source.path) == 0)
            cJSON_SetValuestring(file, "source");
    }
}

static bool read_report(struct tool_call *c, struct version *v) {
    const char *error = NULL;
    name_alike(v);
    char *text = cJSON_PrintUnformatted(v->json);
    const char *file = mcp_text_file(c, text ? text : "");
    cJSON_free(text);
    if (file && !report_read(c->arena, file, &v->report, &error))
        return call_fail(c, "%s", error);
    return file;
}

/* Both at once. */
static bool analyse(struct tool_call *c, const struct words *request, struct version v[2]) {
    struct child children[2];
    if (!mcp_analysis_start(c, &v[0].source, request, false, &children[0]))
        return false;
    bool both = mcp_analysis_start(c, &v[1].source, request, false, &children[1]);
    v[0].json = mcp_analysis_finish(c, &children[0]);
    v[1].json = both ? mcp_analysis_finish(c, &children[1]) : NULL;
    return v[0].json && v[1].json;
}

/* The entry of the report that was read from it, or NULL. */
static const cJSON *entry(const struct version *v, const struct report_kernel *k) {
    return k ? cJSON_GetArrayItem(json_at(v->json, "kernels"), (int)(k - v->report.kernels.at))
             : NULL;
}

static bool is_same(double x, double y) {
    return fabs(x - y) <= same_within * fmax(x, y);
}

/* What became of a pair's time. */
struct verdict {
    const char *change;
    bool timed, certain;
    double ratio;
};

static struct verdict judge(const struct review_pair *p) {
    const struct report_kernel *old = p->old, *new = p->new;
    struct verdict v = {.change = !old ? "new" : !new ? "gone" : "unknown"};
    v.timed = old && new && old->time_ms > 0 && new->time_ms > 0;
    if (!v.timed)
        return v;
    v.ratio = new->time_ms / old->time_ms;
    v.change = is_same(new->time_ms, old->time_ms) ? "same" : v.ratio < 1 ? "faster" : "slower";
    v.certain = new->high_ms < old->low_ms || old->high_ms < new->low_ms;
    return v;
}

static void put_times(cJSON *o, const char *prefix, struct arena *a, const cJSON *kernel) {
    static const char *const keys[][2] = {
        {"ms", "time_ms"}, {"low_ms", "time_ms_low"}, {"high_ms", "time_ms_high"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        result_copy(o, arena_printf(a, "%s_%s", prefix, keys[i][0]), kernel, keys[i][1]);
}

/* The finding of the other version that is the same one, or NULL. */
static const cJSON *counterpart(const cJSON *finding, const cJSON **others, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(json_string(finding, "fingerprint"), json_string(others[i], "fingerprint")) == 0)
            return others[i];
    return NULL;
}

static void add_changed(cJSON *list, const cJSON *old, const cJSON *new) {
    cJSON *o = cJSON_CreateObject();
    result_copy(o, "rule", new, "rule");
    result_copy(o, "line", new, "line");
    result_copy(o, "before_ms", old, "cost_ms");
    result_copy(o, "after_ms", new, "cost_ms");
    cJSON_AddItemToArray(list, o);
}

static void put_findings(struct arena *a, cJSON *o, const cJSON *old, const cJSON *new) {
    size_t n_old, n_new, unchanged = 0;
    const cJSON **before = result_findings(a, old, &n_old),
                **after = result_findings(a, new, &n_new);
    cJSON *added = cJSON_AddArrayToObject(o, "new"), *gone = cJSON_AddArrayToObject(o, "gone"),
          *changed = cJSON_AddArrayToObject(o, "changed");
    for (size_t i = 0; i < n_old; i++)
        if (!counterpart(before[i], after, n_new))
            cJSON_AddItemToArray(gone, result_finding(old, before[i]));
    for (size_t i = 0; i < n_new; i++) {
        const cJSON *was = counterpart(after[i], before, n_old);
        bool same =
            was && is_same(json_number(was, "cost_ms", 0), json_number(after[i], "cost_ms", 0));
        unchanged += same;
        if (!was)
            cJSON_AddItemToArray(added, result_finding(new, after[i]));
        else if (!same)
            add_changed(changed, was, after[i]);
    }
    cJSON_AddNumberToObject(o, "unchanged", (double)unchanged);
}

static void add_messages(struct str *s, const char *head, const cJSON *findings) {
    const cJSON *f;
    cJSON_ArrayForEach (f, findings)
        str_printf(s, "\n  %s: line %.0f: %s [%s]", head, json_number(f, "line", 0),
                   json_string(f, "message"), json_string(f, "rule"));
}

static void add_text(struct tool_call *c, const cJSON *o, const struct verdict *v) {
    struct str *s = &c->text;
    struct arena *a = c->arena;
    str_printf(s, "%s%s on %s: %s", s->n ? "\n" : "", json_string(o, "kernel"),
               json_string(o, "gpu"), v->change);
    if (v->timed)
        str_printf(
            s, ", %s before, %s after (factor %.2f%s)", view_ms(a, json_number(o, "before_ms", -1)),
            view_ms(a, json_number(o, "after_ms", -1)), v->ratio,
            v->certain ? ", certain: the intervals do not overlap" : "; the intervals overlap");
    if (json_is_true(o, "other_launch"))
        str_add(s, "; the launches differ");
    add_messages(s, "new", json_at(o, "new"));
    add_messages(s, "gone", json_at(o, "gone"));
}

static void put_pair(struct tool_call *c, cJSON *list, const struct review_pair *p,
                     const struct version v[2]) {
    const struct report_kernel *k = p->new ? p->new : p->old;
    const cJSON *old = entry(&v[0], p->old), *new = entry(&v[1], p->new);
    const struct verdict verdict = judge(p);
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kernel", k->name);
    cJSON_AddStringToObject(o, "gpu", k->gpu);
    cJSON_AddStringToObject(o, "change", verdict.change);
    put_times(o, "before", c->arena, old);
    put_times(o, "after", c->arena, new);
    if (verdict.timed)
        cJSON_AddNumberToObject(o, "ratio", verdict.ratio);
    else
        cJSON_AddNullToObject(o, "ratio");
    cJSON_AddBoolToObject(o, "certain", verdict.certain);
    cJSON_AddBoolToObject(o, "other_launch",
                          p->old && p->new && strcmp(p->old->launch, p->new->launch) != 0);
    put_findings(c->arena, o, old, new);
    cJSON_AddItemToArray(list, o);
    add_text(c, o, &verdict);
}

static void put_problems(struct tool_call *c, const char *key, const cJSON *report) {
    cJSON *problems = result_problems(report);
    result_add_problems(&c->text, problems);
    cJSON_AddItemToObject(c->data, key, problems);
}

static void compare(struct tool_call *c, struct version v[2]) {
    if (!result_is_usable(c, v[0].json) || !result_is_usable(c, v[1].json) ||
        !read_report(c, &v[0]) || !read_report(c, &v[1]))
        return;
    const struct review review = review_make(c->arena, &v[0].report, &v[1].report);
    c->data = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(c->data, "kernels");
    for (size_t i = 0; i < review.n; i++)
        put_pair(c, list, &review.at[i], v);
    put_problems(c, "problems_before", v[0].json);
    put_problems(c, "problems_after", v[1].json);
}

void tool_compare(struct tool_call *c) {
    struct words request = {0};
    struct version v[2] = {0};
    if (mcp_request_read(c, &request) &&
        mcp_source_read(c, json_at(c->arguments, "before"), "before.", &v[0].source) &&
        mcp_source_read(c, json_at(c->arguments, "after"), "after.", &v[1].source) &&
        analyse(c, &request, v))
        compare(c, v);
    cJSON_Delete(v[0].json);
    cJSON_Delete(v[1].json);
}
