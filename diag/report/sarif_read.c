#include "diag/report/sarif_read.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/uri.h"

#define REGION "locations.0.physicalLocation.region."

cJSON *sarif_at(const cJSON *json, const char *path) {
    const cJSON *at = json;
    while (at && *path) {
        char key[64];
        size_t n = strcspn(path, ".");
        if (n >= sizeof key)
            return NULL;
        memcpy(key, path, n);
        key[n] = 0;
        at = !cJSON_IsArray(at)               ? cJSON_GetObjectItemCaseSensitive(at, key)
             : isdigit((unsigned char)key[0]) ? cJSON_GetArrayItem(at, atoi(key))
                                              : NULL;
        path += n + (path[n] == '.');
    }
    return (cJSON *)at;
}

const char *sarif_text(const cJSON *json, const char *path) {
    const cJSON *at = sarif_at(json, path);
    return cJSON_IsString(at) ? at->valuestring : "";
}

void sarif_set(cJSON *object, const char *key, cJSON *value) {
    bool known = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsObject(object) ||
        !(known ? cJSON_ReplaceItemInObjectCaseSensitive(object, key, value)
                : cJSON_AddItemToObject(object, key, value)))
        cJSON_Delete(value);
}

/* Of a line or column. */
static int number(const cJSON *json, const char *path, int otherwise) {
    const cJSON *at = sarif_at(json, path);
    return cJSON_IsNumber(at) && at->valueint > 0 && at->valueint < INT_MAX ? at->valueint
                                                                            : otherwise;
}

/* What the run's relative URIs are relative to, or NULL where it does not say. */
static const char *directory_of(struct arena *a, const cJSON *run) {
    const char *uri = sarif_text(run, "invocations.0.workingDirectory.uri");
    return *uri ? diag_uri_path(a, ".", uri) : NULL;
}

/* Makes the URIs of all places below relative to the root. */
static void move_places(struct arena *a, cJSON *json, const char *from, const char *root) {
    cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "artifactLocation");
    const char *uri = sarif_text(item, "uri");
    if (*uri && (from || str_starts(uri, "file://"))) {
        const char *moved = diag_uri(a, root, diag_uri_path(a, from, uri));
        sarif_set(item, "uri", cJSON_CreateString(moved));
    }
    cJSON_ArrayForEach (item, json)
        move_places(a, item, from, root);
}

static struct sarif_finding finding_of(struct arena *a, cJSON *r, const char *root) {
    const cJSON *rank = sarif_at(r, "rank");
    int line = number(r, REGION "startLine", 1), col = number(r, REGION "startColumn", 1);
    const char *uri = sarif_text(r, "locations.0.physicalLocation.artifactLocation.uri");
    const char *state = sarif_text(r, "baselineState");
    const char *path =
        root ? diag_path(a, root, diag_uri_path(a, root, uri)) : diag_uri_path(a, "", uri);
    return (struct sarif_finding){.json = r,
                                  .rule = sarif_text(r, "ruleId"),
                                  .level = sarif_text(r, "level"),
                                  .message = sarif_text(r, "message.text"),
                                  .path = path,
                                  .kernel = sarif_text(r, "locations.0.logicalLocations.0.name"),
                                  .target = sarif_text(r, "properties.target"),
                                  .launch = sarif_text(r, "properties.launch"),
                                  .fingerprint = sarif_text(r, "partialFingerprints.clperf/v1"),
                                  .line = line,
                                  .col = col,
                                  .end_line = number(r, REGION "endLine", line),
                                  .end_col = number(r, REGION "endColumn", col + 1),
                                  .line_fingerprint =
                                      sarif_text(r, "partialFingerprints.primaryLocationLineHash"),
                                  .gone = strcmp(state, "absent") == 0,
                                  .unchanged = strcmp(state, "unchanged") == 0,
                                  .suppressed = sarif_at(r, "suppressions.0") != NULL,
                                  .rank = cJSON_IsNumber(rank) ? rank->valuedouble : -1};
}

static bool is_finding(const cJSON *result) {
    return *sarif_text(result, "ruleId") && *sarif_text(result, "message.text") &&
           *sarif_text(result, "partialFingerprints.clperf/v1") &&
           *sarif_text(result, "locations.0.physicalLocation.artifactLocation.uri");
}

static bool read_run(struct arena *a, cJSON *run, const char *root, struct sarif_log *out,
                     const char **error) {
    const char *tool = sarif_text(run, "tool.driver.name");
    cJSON *results = sarif_at(run, "results"), *result;
    if (strcmp(tool, "clperf-cc") != 0) {
        *error = arena_printf(a, "a SARIF log of '%s', not of clperf-cc", tool);
        return false;
    }
    if (root)
        move_places(a, run, directory_of(a, run), root);
    cJSON_ArrayForEach (result, results) {
        if (!is_finding(result)) {
            *error = arena_printf(a, "result %zu lacks its rule, message, place or fingerprint",
                                  out->findings.n);
            return false;
        }
        vec_push(a, &out->findings, finding_of(a, result, root));
    }
    return true;
}

bool sarif_read(struct arena *a, const char *text, const char *root, struct sarif_log *out,
                const char **error) {
    const char *end = text;
    *out = (struct sarif_log){.json = cJSON_ParseWithOpts(text, &end, true)};
    cJSON *run, *runs = sarif_at(out->json, "runs");
    bool good = false;
    if (!out->json)
        *error = arena_printf(a, "line %zu: not valid JSON", str_line(text, end));
    else if (strcmp(sarif_text(out->json, "version"), "2.1.0") != 0 || !cJSON_IsArray(runs))
        *error = "not a SARIF 2.1.0 log";
    else
        good = true;
    for (run = good ? runs->child : NULL; run && good; run = run->next)
        good = read_run(a, run, root, out, error);
    if (!good)
        cJSON_Delete(out->json);
    return good;
}
