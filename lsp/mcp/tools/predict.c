/* predict: times of a source's kernels, and what costs time in them. */
#include "lsp/json.h"
#include "lsp/mcp/call/analysis.h"
#include "lsp/mcp/call/results.h"
#include "lsp/mcp/tools/table.h"
#include "lsp/report_view.h"

enum { DEFAULT_FINDINGS = 10 };

static void put_launch(cJSON *o, const cJSON *kernel) {
    const cJSON *launch = json_at(kernel, "launch");
    cJSON *l = cJSON_AddObjectToObject(o, "launch");
    result_copy(l, "global", launch, "global");
    result_copy(l, "local", launch, "local");
    result_copy(l, "from", launch, "source");
    if (json_at(launch, "where"))
        result_copy(l, "where", launch, "where");
}

static void put_resources(cJSON *o, const cJSON *kernel) {
    result_copy(o, "occupancy", kernel, "occupancy");
    cJSON *registers = cJSON_AddObjectToObject(o, "registers");
    result_copy(registers, "per_item", kernel, "registers.per_item");
    result_copy(registers, "from", kernel, "registers.source");
}

static cJSON *prediction(struct arena *a, const cJSON *kernel, size_t most) {
    size_t n;
    const cJSON **findings = result_findings(a, kernel, &n);
    cJSON *o = cJSON_CreateObject();
    result_copy(o, "kernel", kernel, "name");
    result_copy(o, "file", kernel, "file");
    result_copy(o, "line", kernel, "line");
    result_copy(o, "gpu", kernel, "gpu");
    result_copy(o, "time_ms", kernel, "time_ms");
    result_copy(o, "low_ms", kernel, "time_ms_low");
    result_copy(o, "high_ms", kernel, "time_ms_high");
    result_copy(o, "bound", kernel, "bound");
    put_resources(o, kernel);
    put_launch(o, kernel);
    cJSON_AddBoolToObject(o, "exact", json_is_true(kernel, "trace.exact"));
    cJSON_AddItemToObject(o, "known", result_known(a, kernel));
    cJSON_AddItemToObject(o, "assumed", result_assumed(a, kernel));
    cJSON *list = cJSON_AddArrayToObject(o, "findings");
    for (size_t i = 0; i < n && i < most; i++)
        cJSON_AddItemToArray(list, result_finding(kernel, findings[i]));
    cJSON_AddNumberToObject(o, "findings_left_out", n > most ? (double)(n - most) : 0);
    return o;
}

static void add_text(struct tool_call *c, const cJSON *kernel, const cJSON *p) {
    const cJSON *f, *x, *assumed = json_at(p, "assumed");
    struct str *s = &c->text;
    double left_out = json_number(p, "findings_left_out", 0);
    str_printf(s, "%s%s: %s", s->n ? "\n" : "", json_string(kernel, "name"),
               view_summary(c->arena, kernel));
    cJSON_ArrayForEach (f, json_at(p, "findings")) {
        str_printf(s, "\n  line %.0f: %s [%s]", json_number(f, "line", 0),
                   json_string(f, "message"), json_string(f, "rule"));
        cJSON_ArrayForEach (x, json_at(f, "fixes"))
            str_printf(s, "\n    fix: %s: takes %s", json_string(x, "title"),
                       view_ms(c->arena, json_number(x, "time_ms", -1)));
    }
    if (left_out > 0)
        str_printf(s, "\n  and %.0f more findings", left_out);
    if (assumed->child)
        str_add(s, "\n  assumed:");
    cJSON_ArrayForEach (x, assumed)
        str_printf(s, "%s %s", x == assumed->child ? "" : ";", x->valuestring);
}

static void put_report(struct tool_call *c, const cJSON *report) {
    const cJSON *k;
    size_t most = (size_t)json_number(c->arguments, "max_findings", DEFAULT_FINDINGS);
    c->data = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(c->data, "predictions");
    cJSON_ArrayForEach (k, json_at(report, "kernels")) {
        cJSON *p = prediction(c->arena, k, most);
        cJSON_AddItemToArray(list, p);
        add_text(c, k, p);
    }
    cJSON *problems = result_problems(report);
    cJSON_AddItemToObject(c->data, "problems", problems);
    result_add_problems(&c->text, problems);
}

void tool_predict(struct tool_call *c) {
    struct words request = {0};
    struct mcp_source source;
    if (!mcp_request_read(c, &request) || !mcp_source_read(c, c->arguments, "", &source))
        return;
    cJSON *report = mcp_analyse(c, &source, &request);
    if (report && result_is_usable(c, report))
        put_report(c, report);
    cJSON_Delete(report);
}
