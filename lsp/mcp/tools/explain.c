/* explain: what a rule finds, or why the findings on a line cost what they cost. */
#include <string.h>

#include "diag/finding/rule_names.h"
#include "diag/report.h"
#include "lsp/json.h"
#include "lsp/mcp/call/analysis.h"
#include "lsp/mcp/call/results.h"
#include "lsp/mcp/tools/table.h"
#include "lsp/report_view.h"

/* The id without the prefixes that users see, or NULL if `rule` was not given. */
static const char *wanted_rule(const struct tool_call *c) {
    const char *name = json_string(c->arguments, "rule");
    name = str_starts(name, "-W") ? name + 2 : name;
    name = str_starts(name, "clperf-") ? name + strlen("clperf-") : name;
    return json_at(c->arguments, "rule") ? name : NULL;
}

static const struct rule_info *find_rule(struct tool_call *c, const char *id) {
    for (size_t i = 0; rule_listed(i); i++)
        if (strcmp(rule_listed(i)->id, id) == 0)
            return rule_listed(i);
    const char *nearest = rule_nearest(id);
    call_fail(c, "'rule': no rule named '%s'%s%s%s", id, nearest ? "; did you mean '" : "",
              nearest ? nearest : "", nearest ? "'?" : "");
    return NULL;
}

static const char *group_of(const struct rule_info *rule) {
    const char *group = rule_group(rule->id);
    return group ? group : "no group";
}

static void add_rule(cJSON *list, const struct rule_info *rule, bool help) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "id", rule->id);
    cJSON_AddStringToObject(o, "group", group_of(rule));
    cJSON_AddStringToObject(o, "title", rule->title);
    if (help)
        cJSON_AddStringToObject(o, "help", rule->help);
    cJSON_AddItemToArray(list, o);
}

static void explain_rules(struct tool_call *c, const struct rule_info *only) {
    cJSON *rules = cJSON_GetObjectItem(c->data, "rules");
    if (only) {
        add_rule(rules, only, true);
        str_printf(&c->text, "%s: %s.\n\n%s", only->id, only->title, only->help);
        return;
    }
    for (size_t i = 0; rule_listed(i); i++) {
        const struct rule_info *rule = rule_listed(i);
        add_rule(rules, rule, false);
        str_printf(&c->text, "%s%s (%s): %s", i ? "\n" : "", rule->id, group_of(rule), rule->title);
    }
}

static void add_steps(struct str *text, const char *head, const cJSON *steps) {
    const cJSON *s;
    cJSON_ArrayForEach (s, steps)
        str_printf(text, "\n  %s line %.0f: %s", head, json_number(s, "line", 0),
                   json_string(s, "text"));
}

static void add_finding(struct tool_call *c, const cJSON *kernel, const cJSON *finding) {
    cJSON *o = result_finding(kernel, finding);
    cJSON *why = result_steps(kernel, finding, "why"),
          *notes = result_steps(kernel, finding, "notes");
    result_copy(o, "kernel", kernel, "name");
    result_copy(o, "gpu", kernel, "gpu");
    str_printf(&c->text, "%sline %.0f of '%s': %s [%s]", c->text.n ? "\n" : "",
               json_number(o, "line", 0), json_string(kernel, "name"), json_string(o, "message"),
               json_string(o, "rule"));
    add_steps(&c->text, "why:", why);
    add_steps(&c->text, "note:", notes);
    cJSON_AddItemToObject(o, "why", why);
    cJSON_AddItemToObject(o, "notes", notes);
    cJSON_AddItemToArray(cJSON_GetObjectItem(c->data, "findings"), o);
}

static bool is_wanted(const struct tool_call *c, const cJSON *finding, const char *rule) {
    double line = json_number(c->arguments, "line", 0);
    return (line <= 0 || json_number(finding, "line", 0) == line) &&
           (!rule || strcmp(json_string(finding, "rule") + strlen("clperf-"), rule) == 0);
}

/* Where there is something, when there is nothing here; what bounds the kernels, when there is
 * nothing at all. */
static void add_others(struct tool_call *c, const cJSON *report) {
    const cJSON *k;
    size_t n, all = 0;
    str_add(&c->text, "there is no such finding");
    if (!json_at(c->arguments, "line") && !json_at(c->arguments, "rule"))
        cJSON_ArrayForEach (k, json_at(report, "kernels"))
            str_printf(&c->text, "\n%s: %s", json_string(k, "name"), view_summary(c->arena, k));
    cJSON_ArrayForEach (k, json_at(report, "kernels")) {
        const cJSON **findings = result_findings(c->arena, k, &n);
        for (size_t i = 0; i < n; i++)
            str_printf(&c->text, "%s line %.0f (%s)", all++ ? "," : "; there are findings at",
                       json_number(findings[i], "line", 0), json_string(findings[i], "rule"));
    }
}

static void explain_findings(struct tool_call *c, const cJSON *report, const char *rule) {
    const cJSON *k;
    size_t n;
    cJSON_ArrayForEach (k, json_at(report, "kernels")) {
        const cJSON **findings = result_findings(c->arena, k, &n);
        for (size_t i = 0; i < n; i++)
            if (is_wanted(c, findings[i], rule))
                add_finding(c, k, findings[i]);
    }
    if (!c->text.n)
        add_others(c, report);
    cJSON *problems = result_problems(report);
    cJSON_ReplaceItemInObject(c->data, "problems", problems);
    result_add_problems(&c->text, problems);
}

static void explain_source(struct tool_call *c, const char *rule) {
    struct words request = {0};
    struct mcp_source source;
    if (!mcp_request_read(c, &request) || !mcp_source_read(c, c->arguments, "", &source))
        return;
    cJSON *report = mcp_analyse(c, &source, &request);
    if (report && result_is_usable(c, report))
        explain_findings(c, report, rule);
    cJSON_Delete(report);
}

void tool_explain(struct tool_call *c) {
    const char *id = wanted_rule(c);
    const struct rule_info *rule = id ? find_rule(c, id) : NULL;
    bool of_source = json_at(c->arguments, "source") || json_at(c->arguments, "path");
    if (c->error)
        return;
    c->data = cJSON_CreateObject();
    cJSON_AddArrayToObject(c->data, "rules");
    cJSON_AddArrayToObject(c->data, "findings");
    cJSON_AddArrayToObject(c->data, "problems");
    if (of_source)
        explain_source(c, id);
    else if (json_at(c->arguments, "line"))
        call_fail(c, "'source' or 'path' is missing: of what is 'line'?");
    else
        explain_rules(c, rule);
}
