#include "diag/report/report_read.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "diag/report/sarif_read.h"

/* It is printed, so it is clean. */
static const char *text_at(struct arena *a, const cJSON *json, const char *path) {
    return diag_one_line(a, sarif_text(json, path));
}

static double number_at(const cJSON *json, const char *path) {
    const cJSON *at = sarif_at(json, path);
    return cJSON_IsNumber(at) ? at->valuedouble : -1;
}

static int whole_at(const cJSON *json, const char *path) {
    const cJSON *at = sarif_at(json, path);
    return cJSON_IsNumber(at) ? at->valueint : -1;
}

/* Part of the report as it stands there, for comparison. */
static const char *json_at(struct arena *a, const cJSON *json, const char *path) {
    char *text = cJSON_PrintUnformatted(sarif_at(json, path));
    const char *copy = arena_strdup(a, text ? text : "");
    cJSON_free(text);
    return copy;
}

static const char *file_at(struct arena *a, const cJSON *json, const struct report_kernel *k) {
    const char *file = text_at(a, json, "file");
    return *file ? file : k->file;
}

static struct report_finding read_finding(struct arena *a, const cJSON *json,
                                          const struct report_kernel *k) {
    struct report_finding f = {.rule = text_at(a, json, "rule"),
                               .file = file_at(a, json, k),
                               .message = text_at(a, json, "message"),
                               .fingerprint = text_at(a, json, "fingerprint"),
                               .cost_ms = number_at(json, "cost_ms"),
                               .line = whole_at(json, "line"),
                               .col = whole_at(json, "col"),
                               .remark = strcmp(text_at(a, json, "severity"), "note") == 0};
    const cJSON *s, *why = sarif_at(json, "why");
    cJSON_ArrayForEach (s, why)
        vec_push(a, &f.why,
                 (struct report_step){file_at(a, s, k), text_at(a, s, "text"), whole_at(s, "line"),
                                      whole_at(s, "col")});
    return f;
}

static void read_findings(struct arena *a, const cJSON *json, struct report_kernel *k) {
    const cJSON *f, *findings = sarif_at(json, "findings");
    cJSON_ArrayForEach (f, findings)
        if (!sarif_at(f, "suppression"))
            vec_push(a, &k->findings, read_finding(a, f, k));
}

static struct report_kernel read_kernel(struct arena *a, const cJSON *json) {
    struct report_kernel k = {.name = text_at(a, json, "name"),
                              .file = text_at(a, json, "file"),
                              .gpu = text_at(a, json, "gpu"),
                              .model = text_at(a, json, "model"),
                              .bound = text_at(a, json, "bound"),
                              .launch = json_at(a, json, "launch"),
                              .clock = json_at(a, json, "clock"),
                              .line = whole_at(json, "line"),
                              .time_ms = number_at(json, "time_ms"),
                              .low_ms = number_at(json, "time_ms_low"),
                              .high_ms = number_at(json, "time_ms_high"),
                              .captured_ms = number_at(json, "launch.captured.median_ms"),
                              .captured_launches = number_at(json, "launch.captured.launches"),
                              .verdict = text_at(a, json, "iterations.verdict"),
                              .cpu_low_ms = number_at(json, "iterations.cpu_ms_low"),
                              .cpu_high_ms = number_at(json, "iterations.cpu_ms_high"),
                              .cpu_source = text_at(a, json, "iterations.cpu_source"),
                              .copy_ms = number_at(json, "iterations.copy_ms"),
                              .registers = number_at(json, "registers.per_item"),
                              .spill_bytes = number_at(json, "spill_bytes"),
                              .local_bytes = number_at(json, "local_bytes"),
                              .warps = number_at(json, "occupancy.warps"),
                              .max_warps = number_at(json, "occupancy.max_warps")};
    read_findings(a, json, &k);
    return k;
}

static struct report_trouble read_trouble(struct arena *a, const cJSON *json) {
    return (struct report_trouble){.file = text_at(a, json, "file"),
                                   .text = text_at(a, json, "text"),
                                   .line = whole_at(json, "line"),
                                   .error = strcmp(sarif_text(json, "severity"), "error") == 0,
                                   .unanalysed = *sarif_text(json, "rule")};
}

bool report_read(struct arena *a, const char *path, struct report_file *out, const char **error) {
    const char *text = read_text_file(a, path), *end = text;
    *out = (struct report_file){.path = path, .text = text};
    if (!text) {
        *error = arena_printf(a, "cannot read '%s': %s", path, read_file_error(a, errno));
        return false;
    }
    cJSON *json = cJSON_ParseWithOpts(text, &end, true);
    const cJSON *k, *kernels = sarif_at(json, "kernels");
    const cJSON *p, *problems = sarif_at(json, "problems");
    bool ours = strcmp(sarif_text(json, "tool.name"), "clperf-cc") == 0 &&
                number_at(json, "version") == 1 && cJSON_IsArray(kernels);
    if (!json)
        *error = arena_printf(a, "'%s', line %zu: not valid JSON", path, str_line(text, end));
    else if (!ours)
        *error = arena_printf(a, "'%s' is not a report of clperf-cc, version 1", path);
    else
        cJSON_ArrayForEach (k, kernels)
            vec_push(a, &out->kernels, read_kernel(a, k));
    cJSON_ArrayForEach (p, problems)
        vec_push(a, &out->troubles, read_trouble(a, p));
    cJSON_Delete(json);
    return ours;
}
