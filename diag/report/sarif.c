/* SARIF 2.1.0, as GitHub, editors and sarif-multitool want it. */
#include <cjson/cJSON.h>
#include <string.h>

#include "base/str.h"
#include "base/uri.h"
#include "base/utf8.h"
#include "diag/finding/phrase.h"
#include "diag/finding/rule_names.h"
#include "diag/report/json_helpers.h"
#include "diag/report/sarif.h"
#include "diag/report/writers.h"
#include "diag/text/plain.h"

enum { LONGEST_MESSAGE = 1000 };

const char *out_sarif_level(enum severity s) {
    return s == SEVERITY_ERROR ? "error" : s == SEVERITY_WARNING ? "warning" : "note";
}

/* The text on one line, cut between characters where it is too long. */
static const char *shortened(struct arena *a, const char *text) {
    struct str s = {.arena = a};
    size_t n = strlen(text);
    for (size_t i = 0, chars = 1; i < n; chars++) {
        struct diag_char c = diag_decode(text + i, n - i);
        if (chars == LONGEST_MESSAGE && i + c.bytes < n) {
            str_add(&s, "…");
            break;
        }
        str_addn(&s, c.code == '\n' ? " " : text + i, c.bytes);
        i += c.bytes;
    }
    return str_text(&s);
}

void out_sarif_message(struct sarif *s, cJSON *object, const char *key, const char *text) {
    cJSON *message = cJSON_AddObjectToObject(object, key);
    out_put_text(s->arena, message, "text", shortened(s->arena, text));
}

static void put_snippet(struct sarif *s, cJSON *region, const char *text, size_t n) {
    cJSON *snippet = cJSON_AddObjectToObject(region, "snippet");
    cJSON_AddStringToObject(snippet, "text", diag_utf8(s->arena, text, n));
}

cJSON *out_sarif_columns(cJSON *physical, const char *key, uint32_t line, uint32_t from,
                         uint32_t to) {
    cJSON *region = cJSON_AddObjectToObject(physical, key);
    out_put_number(region, "startLine", line);
    out_put_number(region, "startColumn", from);
    out_put_number(region, "endLine", line);
    out_put_number(region, "endColumn", to);
    return region;
}

/* The line around it goes along as its context, which must be more than the region. */
static void put_region(struct sarif *s, cJSON *physical, const char *file, struct loc loc) {
    struct diag_line l = diag_line(&s->source, file, loc.line);
    uint32_t col = loc.col ? loc.col : 1;
    if (!l.text || col > l.n) {
        out_sarif_columns(physical, "region", loc.line, col, col + 1);
        return;
    }
    struct diag_range r = diag_range(l, col);
    uint32_t from = diag_utf16_column(l, r.begin), to = diag_utf16_column(l, r.end);
    put_snippet(s, out_sarif_columns(physical, "region", loc.line, from, to), l.text + r.begin,
                r.end - r.begin);
    if (r.begin <= l.mark && r.end == l.n)
        return;
    cJSON *context =
        out_sarif_columns(physical, "contextRegion", loc.line, 1, diag_utf16_column(l, l.n));
    put_snippet(s, context, l.text + l.mark, l.n - l.mark);
}

void out_sarif_artifact(struct sarif *s, cJSON *object, const char *file) {
    cJSON *artifact = cJSON_AddObjectToObject(object, "artifactLocation");
    out_put_text(s->arena, artifact, "uri", diag_uri(s->arena, s->root, file));
}

cJSON *out_sarif_location(struct sarif *s, const char *file, struct loc loc) {
    cJSON *location = cJSON_CreateObject();
    cJSON *physical = cJSON_AddObjectToObject(location, "physicalLocation");
    out_sarif_artifact(s, physical, file);
    if (loc.line)
        put_region(s, physical, file, loc);
    return location;
}

/* "bank-conflict" as "BankConflict". */
static const char *pascal_case(struct arena *a, const char *id) {
    struct str s = {.arena = a};
    bool upper = true;
    for (; *id; id++) {
        char c = upper && *id >= 'a' && *id <= 'z' ? (char)(*id - 'a' + 'A') : *id;
        upper = *id == '-';
        if (!upper)
            str_addn(&s, &c, 1);
    }
    return str_text(&s);
}

static const char *first_paragraph(struct arena *a, const char *text) {
    const char *end = strstr(text, "\n\n");
    return end ? arena_strndup(a, text, (size_t)(end - text)) : text;
}

/* Where the rule's page is in the site that was named when clperf was built. */
static const char *page_uri(struct arena *a, const char *id) {
    char *name = arena_strdup(a, id);
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    return arena_printf(a, "%s/diag/rules/%s.html", CLPERF_SITE, name);
}

static cJSON *rule_object(struct sarif *s, const struct rule_info *r) {
    const char *plain = plain_of_markdown(s->arena, r->help);
    cJSON *o = cJSON_CreateObject();
    out_put_text(s->arena, o, "id", arena_printf(s->arena, "clperf-%s", r->id));
    out_put_text(s->arena, o, "name", pascal_case(s->arena, r->id));
    out_sarif_message(s, o, "shortDescription", diag_sentence(s->arena, r->title));
    out_sarif_message(s, o, "fullDescription", first_paragraph(s->arena, plain));
    cJSON *help = cJSON_AddObjectToObject(o, "help");
    out_put_text(s->arena, help, "text", plain);
    out_put_text(s->arena, help, "markdown", r->help);
    if (*CLPERF_SITE)
        out_put_text(s->arena, o, "helpUri", page_uri(s->arena, r->id));
    cJSON *configuration = cJSON_AddObjectToObject(o, "defaultConfiguration");
    cJSON_AddStringToObject(configuration, "level", "warning");
    if (r == &rule_not_analysed)
        cJSON_AddFalseToObject(configuration, "enabled");
    cJSON *properties = cJSON_AddObjectToObject(o, "properties");
    out_put_text(s->arena, properties, "precision", r->traits->precision);
    cJSON_AddStringToObject(properties, "problem.severity", "warning");
    cJSON *tags = cJSON_AddArrayToObject(properties, "tags");
    cJSON_AddItemToArray(tags, cJSON_CreateString("performance"));
    const char *group = rule_group(r->id);
    cJSON_AddItemToArray(tags, cJSON_CreateString(group ? group : "coverage"));
    return o;
}

/* What notifications refer to. */
static void put_descriptors(struct sarif *s, cJSON *driver) {
    static const struct {
        const char *what, *help;
    } texts[] = {
#define PROBLEM(name, id, what, help) {what, help},
#include "diag/problems.def"
#undef PROBLEM
    };
    cJSON *all = cJSON_AddArrayToObject(driver, "notifications");
    for (int i = 0; i < PROBLEM_KINDS; i++) {
        cJSON *o = cJSON_CreateObject();
        cJSON_AddItemToArray(all, o);
        out_put_text(s->arena, o, "id", arena_printf(s->arena, "clperf-%s", problem_id(i)));
        out_sarif_message(s, o, "shortDescription", texts[i].what);
        out_sarif_message(s, o, "fullDescription",
                          arena_printf(s->arena, "%s %s", texts[i].what, texts[i].help));
        cJSON *help = cJSON_AddObjectToObject(o, "help");
        out_put_text(s->arena, help, "text", texts[i].help);
        out_put_text(s->arena, help, "markdown", texts[i].help);
    }
}

static void put_tool(struct sarif *s, cJSON *run) {
    cJSON *tool = cJSON_AddObjectToObject(run, "tool");
    cJSON *driver = cJSON_AddObjectToObject(tool, "driver");
    cJSON_AddStringToObject(driver, "name", "clperf-cc");
    out_put_text(s->arena, driver, "version", s->report->tool_version);
    out_put_text(s->arena, driver, "semanticVersion", s->report->tool_version);
    if (*CLPERF_SITE)
        out_put_text(s->arena, driver, "informationUri", CLPERF_SITE);
    cJSON *rules = cJSON_AddArrayToObject(driver, "rules");
    for (size_t i = 0; rule_listed(i); i++)
        cJSON_AddItemToArray(rules, rule_object(s, rule_listed(i)));
    put_descriptors(s, driver);
}

/* It stands behind the rules. */
static void put_associated_rule(struct sarif *s, cJSON *o) {
    cJSON *rule = cJSON_AddObjectToObject(o, "associatedRule");
    out_put_text(s->arena, rule, "id", arena_printf(s->arena, "clperf-%s", rule_not_analysed.id));
    out_put_number(rule, "index", (double)rule_count);
}

static cJSON *notification(struct sarif *s, const struct report_problem *p) {
    cJSON *o = cJSON_CreateObject();
    const char *file = p->loc.file ? p->loc.file : p->file;
    if (file) {
        cJSON *locations = cJSON_AddArrayToObject(o, "locations");
        cJSON_AddItemToArray(locations, out_sarif_location(s, file, p->loc));
    }
    const char *text = diag_sentence(s->arena, p->text);
    if (p->help)
        text = arena_printf(s->arena, "%s %s", text, diag_sentence(s->arena, p->help));
    out_sarif_message(s, o, "message", text);
    cJSON_AddStringToObject(o, "level", out_sarif_level(p->severity));
    cJSON *descriptor = cJSON_AddObjectToObject(o, "descriptor");
    out_put_text(s->arena, descriptor, "id",
                 arena_printf(s->arena, "clperf-%s", problem_id(p->kind)));
    out_put_number(descriptor, "index", p->kind);
    if (p->unanalysed)
        put_associated_rule(s, o);
    return o;
}

static void put_invocation(struct sarif *s, cJSON *run) {
    cJSON *invocations = cJSON_AddArrayToObject(run, "invocations");
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToArray(invocations, o);
    bool fine = true;
    cJSON *notifications = cJSON_CreateArray();
    for (size_t i = 0; i < s->report->n_problems; i++) {
        fine = fine && s->report->problems[i].severity != SEVERITY_ERROR;
        cJSON_AddItemToArray(notifications, notification(s, &s->report->problems[i]));
    }
    cJSON_AddBoolToObject(o, "executionSuccessful", fine);
    cJSON *directory = cJSON_AddObjectToObject(o, "workingDirectory");
    out_put_text(s->arena, directory, "uri", diag_directory_uri(s->arena, s->root));
    cJSON_AddItemToObject(o, "toolExecutionNotifications", notifications);
}

/* A category of its own for each source, so that several files of one commit do not
 * replace each other; the final '/' says that no run is named. */
static void put_automation(struct sarif *s, cJSON *run) {
    const struct report *r = s->report;
    const char *file = r->n_results ? r->results[0].file : NULL;
    for (size_t i = 0; !file && i < r->n_problems; i++)
        file = r->problems[i].file;
    const char *id = "clperf-cc/";
    if (file)
        id = arena_printf(s->arena, "clperf-cc/%s/", diag_uri(s->arena, s->root, file));
    cJSON *details = cJSON_AddObjectToObject(run, "automationDetails");
    out_put_text(s->arena, details, "id", id);
}

cJSON *out_sarif_log(struct sarif *s) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cJSON_AddStringToObject(root, "version", "2.1.0");
    cJSON *run = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(root, "runs"), run);
    put_tool(s, run);
    put_automation(s, run);
    cJSON_AddStringToObject(run, "columnKind", "utf16CodeUnits");
    put_invocation(s, run);
    cJSON_AddItemToObject(run, "results", out_sarif_results(s));
    out_sarif_drop_unused(run);
    return root;
}

int out_sarif(struct arena *a, FILE *out, const struct report *r, const struct writer_options *o) {
    struct sarif s = {
        .arena = a, .report = r, .root = o->root, .source = {.arena = a, .texts = r->texts}};
    return out_print_json(out, out_sarif_log(&s));
}
