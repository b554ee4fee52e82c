/* What tools that review code read: GitLab, reviewdog, SonarQube, Checkstyle. */
#include <cjson/cJSON.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "diag/finding/phrase.h"
#include "diag/finding/rules.h"
#include "diag/merge/merge.h"
#include "diag/report/json_helpers.h"

static cJSON *append(cJSON *array) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToArray(array, o);
    return o;
}

static bool is_error(const struct sarif_finding *f) {
    return strcmp(f->level, "error") == 0;
}

/* --- several GPUs ------------------------------------------------------------ */

struct issues {
    struct sarif_finding *at;
    size_t n, cap;
};

/* Whether both are one issue, on several GPUs or of several launches. */
static bool is_same_issue(const struct sarif_finding *x, const struct sarif_finding *y) {
    return x->line == y->line && x->col == y->col && strcmp(x->path, y->path) == 0 &&
           strcmp(x->rule, y->rule) == 0 && strcmp(x->kernel, y->kernel) == 0;
}

static const char *cost_text(struct arena *a, const struct sarif_finding *f) {
    const cJSON *ms = sarif_at(f->json, "properties.ms");
    const char *where = arena_printf(a, "on '%s' with launch '%s'", f->target, f->launch);
    if (!cJSON_IsNumber(ms))
        return arena_printf(a, " It holds %s, too.", where);
    return arena_printf(a, " It costs %s ms %s.", diag_ms(a, ms->valuedouble), where);
}

/* The issue of n findings: what the one that costs the greatest share says, then what the others
 * cost. Its fingerprint is the first one's, whatever they cost. */
static struct sarif_finding join(struct arena *a, const struct sarif_finding *f, size_t n) {
    size_t most = 0;
    for (size_t i = 1; i < n; i++)
        most = f[i].rank > f[most].rank ? i : most;
    struct sarif_finding all = f[most];
    struct str message = {.arena = a};
    str_add(&message, f[most].message);
    for (size_t i = 0; i < n; i++) {
        if (i != most)
            str_add(&message, cost_text(a, &f[i]));
        all.level = is_error(&f[i]) ? f[i].level : all.level;
    }
    all.message = str_text(&message);
    all.fingerprint = f[0].fingerprint;
    return all;
}

/* One for each defect, in the order of places. */
static struct issues issues_of(struct merge *m) {
    struct issues issues = {0};
    for (size_t i = 0, n; i < m->findings.n; i += n) {
        const struct sarif_finding *f = &m->findings.at[i];
        for (n = 1; i + n < m->findings.n && is_same_issue(f, &f[n]);)
            n++;
        vec_push(m->arena, &issues, join(m->arena, f, n));
    }
    return issues;
}

/* --- GitLab: docs.gitlab.com/ci/testing/code_quality ------------------------ */

/* By the share of the kernel's time that it costs. */
static const char *gitlab_severity(const struct sarif_finding *f) {
    if (is_error(f))
        return "blocker";
    if (strcmp(f->level, "note") == 0)
        return "info";
    return f->rank >= 50 ? "critical" : f->rank >= 20 ? "major" : "minor";
}

int merge_gitlab(struct merge *m, FILE *out) {
    cJSON *root = cJSON_CreateArray();
    const struct issues issues = issues_of(m);
    for (size_t i = 0; i < issues.n; i++) {
        const struct sarif_finding *f = &issues.at[i];
        cJSON *o = append(root);
        out_put_text(m->arena, o, "description", f->message);
        out_put_text(m->arena, o, "check_name", f->rule);
        out_put_text(m->arena, o, "fingerprint", f->fingerprint);
        out_put_text(m->arena, o, "severity", gitlab_severity(f));
        cJSON *location = cJSON_AddObjectToObject(o, "location");
        out_put_text(m->arena, location, "path", f->path);
        out_put_number(cJSON_AddObjectToObject(location, "lines"), "begin", f->line);
    }
    return out_print_json(out, root);
}

/* --- reviewdog: proto/rdf/reviewdog.proto ----------------------------------- */

/* The column in bytes of UTF-8, as far as the log quotes the line. */
static int byte_column(const struct sarif_finding *f, int column) {
    static const char physical[] = "locations.0.physicalLocation";
    const cJSON *place = sarif_at(f->json, physical);
    const char *line = sarif_text(place, "contextRegion.snippet.text");
    size_t n = strlen(line), bytes = 0;
    for (int unit = 1; unit < column && bytes < n;) {
        struct diag_char c = diag_decode(line + bytes, n - bytes);
        unit += c.code > 0xffff ? 2 : 1;
        bytes += c.bytes;
        if (unit >= column)
            return (int)bytes + 1;
    }
    return column;
}

static void put_position(cJSON *range, const char *key, int line, int column) {
    cJSON *o = cJSON_AddObjectToObject(range, key);
    out_put_number(o, "line", line);
    out_put_number(o, "column", column);
}

int merge_rdjson(struct merge *m, FILE *out) {
    cJSON *root = cJSON_CreateObject();
    out_put_text(m->arena, cJSON_AddObjectToObject(root, "source"), "name", "clperf");
    cJSON *diagnostics = cJSON_AddArrayToObject(root, "diagnostics");
    const struct issues issues = issues_of(m);
    for (size_t i = 0; i < issues.n; i++) {
        const struct sarif_finding *f = &issues.at[i];
        cJSON *o = append(diagnostics);
        out_put_text(m->arena, o, "message", f->message);
        cJSON *location = cJSON_AddObjectToObject(o, "location");
        out_put_text(m->arena, location, "path", f->path);
        cJSON *range = cJSON_AddObjectToObject(location, "range");
        put_position(range, "start", f->line, byte_column(f, f->col));
        put_position(range, "end", f->end_line, byte_column(f, f->end_col));
        out_put_text(m->arena, o, "severity",
                     is_error(f)                        ? "ERROR"
                     : strcmp(f->level, "warning") == 0 ? "WARNING"
                                                        : "INFO");
        out_put_text(m->arena, cJSON_AddObjectToObject(o, "code"), "value", f->rule);
    }
    return out_print_json(out, root);
}

/* --- SonarQube: generic issues since 10.3 ----------------------------------- */

static const struct rule_info *rule_of(const char *id) {
    for (size_t i = 0; rule_listed(i); i++)
        if (str_starts(id, "clperf-") && strcmp(rule_listed(i)->id, id + strlen("clperf-")) == 0)
            return rule_listed(i);
    return NULL;
}

static void put_sonar_rule(struct merge *m, cJSON *rules, const char *id) {
    const cJSON *rule;
    const struct rule_info *info = rule_of(id);
    cJSON_ArrayForEach (rule, rules)
        if (strcmp(sarif_text(rule, "id"), id) == 0)
            return;
    cJSON *o = append(rules);
    out_put_text(m->arena, o, "id", id);
    out_put_text(m->arena, o, "name", info ? info->title : id);
    out_put_text(m->arena, o, "description", info ? info->help : id);
    out_put_text(m->arena, o, "engineId", "clperf");
    out_put_text(m->arena, o, "cleanCodeAttribute", "EFFICIENT");
    cJSON *impact = append(cJSON_AddArrayToObject(o, "impacts"));
    out_put_text(m->arena, impact, "softwareQuality", "MAINTAINABILITY");
    out_put_text(m->arena, impact, "severity", "MEDIUM");
}

/* Columns are counted from 0. */
static void put_sonar_issue(struct merge *m, cJSON *issues, const struct sarif_finding *f) {
    cJSON *o = append(issues);
    out_put_text(m->arena, o, "ruleId", f->rule);
    cJSON *location = cJSON_AddObjectToObject(o, "primaryLocation");
    out_put_text(m->arena, location, "message", f->message);
    out_put_text(m->arena, location, "filePath", f->path);
    cJSON *range = cJSON_AddObjectToObject(location, "textRange");
    out_put_number(range, "startLine", f->line);
    out_put_number(range, "startColumn", f->col - 1);
    out_put_number(range, "endLine", f->end_line);
    out_put_number(range, "endColumn", f->end_col - 1);
}

int merge_sonar(struct merge *m, FILE *out) {
    cJSON *root = cJSON_CreateObject();
    cJSON *rules = cJSON_AddArrayToObject(root, "rules");
    cJSON *list = cJSON_AddArrayToObject(root, "issues");
    const struct issues issues = issues_of(m);
    for (size_t i = 0; i < issues.n; i++) {
        put_sonar_rule(m, rules, issues.at[i].rule);
        put_sonar_issue(m, list, &issues.at[i]);
    }
    return out_print_json(out, root);
}

/* --- Checkstyle ------------------------------------------------------------- */

/* As the value of an attribute. */
static const char *escaped(struct arena *a, const char *text) {
    struct str s = {.arena = a};
    for (const char *c = diag_utf8(a, text, strlen(text)); *c; c++)
        if (strchr("&<>\"\n\t", *c))
            str_printf(&s, "&#%d;", *c);
        else
            str_addn(&s, c, 1);
    return str_text(&s);
}

int merge_checkstyle(struct merge *m, FILE *out) {
    const struct issues issues = issues_of(m);
    const char *file = "";
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n", out);
    for (size_t i = 0; i < issues.n; i++) {
        const struct sarif_finding *f = &issues.at[i];
        if (strcmp(file, f->path) != 0)
            fprintf(out, "%s  <file name=\"%s\">\n", *file ? "  </file>\n" : "",
                    escaped(m->arena, f->path));
        file = f->path;
        fprintf(out,
                "    <error line=\"%d\" column=\"%d\" severity=\"%s\" message=\"%s\" "
                "source=\"%s\"/>\n",
                f->line, f->col,
                is_error(f)                        ? "error"
                : strcmp(f->level, "warning") == 0 ? "warning"
                                                   : "info",
                escaped(m->arena, f->message), escaped(m->arena, f->rule));
    }
    fprintf(out, "%s</checkstyle>\n", *file ? "  </file>\n" : "");
    return ferror(out) ? -1 : 0;
}
