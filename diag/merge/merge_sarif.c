/* One SARIF log of many: one run, as GitHub takes it. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/die.h"
#include "base/str.h"
#include "diag/merge/merge.h"
#include "diag/merge/repository.h"
#include "diag/report/json_helpers.h"
#include "diag/report/sarif.h"

/* --- rules ----------------------------------------------------------------- */

/* Adds it in the order of the names, which no file's name changes, unless there is one. */
static void add_descriptor(cJSON *all, const cJSON *one) {
    int at = 0;
    const cJSON *other;
    cJSON_ArrayForEach (other, all) {
        const int order = strcmp(sarif_text(other, "id"), sarif_text(one, "id"));
        if (order == 0)
            return;
        at += order < 0;
    }
    cJSON_InsertItemInArray(all, at, cJSON_Duplicate(one, true));
}

/* The rules, or kinds of notifications, of all logs: each has those that it refers to. */
static void add_descriptors(const struct merge *m, cJSON *log, const char *which) {
    cJSON *all = sarif_at(sarif_at(log, "runs.0.tool.driver"), which);
    for (size_t i = 0; i < m->logs.n; i++) {
        const cJSON *run, *one, *runs = sarif_at(m->logs.at[i].json, "runs");
        cJSON_ArrayForEach (run, runs) {
            const cJSON *theirs = sarif_at(sarif_at(run, "tool.driver"), which);
            cJSON_ArrayForEach (one, theirs)
                add_descriptor(all, one);
        }
    }
}

/* --- problems -------------------------------------------------------------- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What was not analysed in any of the logs, each once; the order is that of the texts. */
static void add_notifications(struct merge *m, cJSON *invocation) {
    cJSON *out = sarif_at(invocation, "toolExecutionNotifications");
    VEC(char *) all = {0};
    bool fine = true;
    for (size_t i = 0; i < m->logs.n; i++) {
        const cJSON *run, *theirs, *one, *runs = sarif_at(m->logs.at[i].json, "runs");
        cJSON_ArrayForEach (run, runs) {
            fine = fine && !cJSON_IsFalse(sarif_at(run, "invocations.0.executionSuccessful"));
            theirs = sarif_at(run, "invocations.0.toolExecutionNotifications");
            cJSON_ArrayForEach (one, theirs)
                vec_push(m->arena, &all, cJSON_PrintUnformatted(one));
        }
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_text);
    for (size_t i = 0; i < all.n; i++)
        if (!i || strcmp(all.at[i - 1], all.at[i]) != 0)
            cJSON_AddItemToArray(out, cJSON_Parse(all.at[i]));
    for (size_t i = 0; i < all.n; i++)
        cJSON_free(all.at[i]);
    fine = fine && cJSON_IsTrue(sarif_at(invocation, "executionSuccessful"));
    sarif_set(invocation, "executionSuccessful", cJSON_CreateBool(fine));
}

/* --- the log --------------------------------------------------------------- */

/* Which state of which repository the findings are of. */
static void put_repository(const struct merge *m, cJSON *run) {
    struct repository of;
    if (!repository_of(m->arena, m->request->root, &of))
        return;
    cJSON *one = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(run, "versionControlProvenance"), one);
    out_put_text(m->arena, one, "repositoryUri", of.uri);
    if (of.revision)
        out_put_text(m->arena, one, "revisionId", of.revision);
    if (of.branch)
        out_put_text(m->arena, one, "branch", of.branch);
}

/* All but the results. Files that were left out are problems of the run. */
static cJSON *empty_log(struct merge *m) {
    struct arena *a = m->arena;
    VEC(struct report_problem) left_out = {0};
    for (size_t i = 0; i < m->problems.n; i++)
        vec_push(a, &left_out,
                 (struct report_problem){.severity = m->problems.at[i].severity,
                                         .text = m->problems.at[i].text});
    struct report report = {
        .tool_version = CLPERF_VERSION, .problems = left_out.at, .n_problems = left_out.n};
    struct sarif s = {
        .arena = a, .report = &report, .root = m->request->root, .source = {.arena = a}};
    cJSON *log = out_sarif_log(&s);
    if (m->request->category)
        cJSON_SetValuestring(sarif_at(log, "runs.0.automationDetails.id"),
                             arena_printf(a, "clperf-cc/%s/", m->request->category));
    put_repository(m, sarif_at(log, "runs.0"));
    add_descriptors(m, log, "rules");
    add_descriptors(m, log, "notifications");
    add_notifications(m, sarif_at(log, "runs.0.invocations.0"));
    return log;
}

static void put_results(const struct merge *m, cJSON *log, size_t most) {
    cJSON *run = sarif_at(log, "runs.0"), *results = cJSON_CreateArray();
    size_t n = m->findings.n;
    double *rank = NEW_ARRAY(m->arena, double, n);
    for (size_t i = 0; i < n; i++)
        rank[i] = m->findings.at[i].suppressed ? SARIF_SUPPRESSED_RANK : m->findings.at[i].rank;
    const bool *kept = out_sarif_highest(m->arena, rank, n, most);
    for (size_t i = 0; i < n; i++) {
        const struct sarif_finding *f = &m->findings.at[i];
        if (!kept[i])
            continue;
        cJSON *result = cJSON_Duplicate(f->json, true);
        cJSON_AddItemToArray(results, result);
    }
    sarif_set(run, "results", results);
    out_sarif_drop_unused(run);
}

/* What gzip makes of it, to a few bytes. */
static size_t packed_bytes(const char *text) {
    uLong n = strlen(text), bound = compressBound(n);
    Bytef *packed = malloc(bound);
    if (!packed || compress(packed, &bound, (const Bytef *)text, n) != Z_OK)
        die("out of memory");
    free(packed);
    return bound;
}

/* Fewer results until the text is short enough. */
int merge_sarif(struct merge *m, FILE *out) {
    cJSON *log = empty_log(m);
    size_t n = m->findings.n, most = n < SARIF_MOST_RESULTS ? n : SARIF_MOST_RESULTS;
    char *text;
    for (;; most -= (most + 3) / 4) {
        put_results(m, log, most);
        text = cJSON_Print(log);
        if (!text)
            die("out of memory");
        if (!most || packed_bytes(text) <= m->request->most_bytes)
            break;
        cJSON_free(text);
    }
    if (most < n)
        problems_add(&m->problems, SEVERITY_WARNING,
                     "%zu of %zu findings are written, those of highest rank", most, n);
    int status = fprintf(out, "%s\n", text) < 0 ? -1 : 0;
    cJSON_free(text);
    cJSON_Delete(log);
    return status;
}
