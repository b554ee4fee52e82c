/* clperf diff as JSON, and as a page that has the new report besides. */
#include <cjson/cJSON.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "diag/compare/diff_summary.h"
#include "diag/report/json_helpers.h"
#include "diag/viewer/viewer.h"

/* {"old": 1, "new": 2}, null where it is not known. */
static void put_both(cJSON *o, const char *key, bool has_old, double old, bool has_new,
                     double new) {
    cJSON *both = cJSON_AddObjectToObject(o, key);
    if (has_old && old >= 0)
        out_put_number(both, "old", old);
    else
        cJSON_AddNullToObject(both, "old");
    if (has_new && new >= 0)
        out_put_number(both, "new", new);
    else
        cJSON_AddNullToObject(both, "new");
}

static void put_findings(struct arena *a, cJSON *o, const char *key,
                         const struct review_findings *findings) {
    cJSON *list = cJSON_AddArrayToObject(o, key);
    for (size_t i = 0; i < findings->n; i++) {
        const struct report_finding *f = findings->at[i];
        cJSON *one = out_append_object(list);
        out_put_text(a, one, "rule", f->rule);
        out_put_text(a, one, "file", f->file);
        out_put_number(one, "line", f->line);
        out_put_number(one, "col", f->col);
        out_put_text(a, one, "fingerprint", f->fingerprint);
        out_put_text(a, one, "message", f->message);
    }
}

static void put_pair(struct arena *a, cJSON *o, const struct review_pair *p) {
    static const struct report_kernel none;
    const struct report_kernel *k = diff_kernel(p), *old = p->old ? p->old : &none,
                               *new = p->new ? p->new : &none;
    const bool was = p->old, is = p->new;
    out_put_text(a, o, "name", k->name);
    out_put_text(a, o, "file", k->file);
    out_put_number(o, "line", k->line);
    out_put_text(a, o, "gpu", k->gpu);
    out_put_text(a, o, "model", k->model);
    cJSON_AddItemToObject(o, "launch", cJSON_Parse(k->launch));
    if (was && is && strcmp(old->launch, new->launch) != 0)
        cJSON_AddTrueToObject(o, "another_launch");
    put_both(o, "time_ms", was, old->time_ms, is, new->time_ms);
    if (was && is)
        out_put_number(o, "change_percent", review_change(p));
    put_both(o, "registers", was, old->registers, is, new->registers);
    put_both(o, "spill_bytes", was, old->spill_bytes, is, new->spill_bytes);
    put_both(o, "local_bytes", was, old->local_bytes, is, new->local_bytes);
    put_both(o, "warps", was, old->warps, is, new->warps);
    cJSON *findings = cJSON_AddObjectToObject(o, "findings");
    put_findings(a, findings, "new", &p->added);
    put_findings(a, findings, "absent", &p->absent);
    out_put_number(findings, "unchanged", (double)p->unchanged);
}

static cJSON *make_tree(struct arena *a, const struct review *r) {
    const struct diff_totals t = diff_totals(r);
    cJSON *root = cJSON_CreateObject();
    out_put_number(root, "version", 1);
    out_put_text(a, root, "old", r->old->path);
    out_put_text(a, root, "new", r->new->path);
    cJSON *kernels = cJSON_AddArrayToObject(root, "kernels");
    for (size_t i = 0; i < r->n; i++)
        put_pair(a, out_append_object(kernels), &r->at[i]);
    cJSON *totals = cJSON_AddObjectToObject(root, "totals");
    out_put_number(totals, "faster", (double)t.faster);
    out_put_number(totals, "slower", (double)t.slower);
    out_put_number(totals, "same", (double)t.same);
    out_put_number(totals, "added", (double)t.added);
    out_put_number(totals, "gone", (double)t.gone);
    out_put_number(totals, "findings_new", (double)t.findings_new);
    out_put_number(totals, "findings_absent", (double)t.findings_absent);
    out_put_number(totals, "findings_unchanged", (double)t.findings_unchanged);
    return root;
}

int diff_json(struct arena *a, FILE *out, const struct review *r) {
    return out_print_json(out, make_tree(a, r));
}

/* A report may be anybody's, and a page goes places: of files, it shows those below the current
 * directory. */
int diff_html(struct arena *a, FILE *out, const struct review *r) {
    char here[PATH_MAX];
    const char *const dirs[] = {realpath(".", here)};
    const struct texts texts = {.dirs = dirs, .n_dirs = dirs[0] != NULL};
    cJSON *report = cJSON_Parse(r->new->text);
    cJSON_DeleteItemFromObjectCaseSensitive(report, "comparison");
    cJSON_AddItemToObject(report, "comparison", make_tree(a, r));
    int failed = viewer_write(a, out,
                              &(struct viewer_request){.title = "Predicted GPU times, compared",
                                                       .report = report,
                                                       .texts = &texts});
    cJSON_Delete(report);
    return failed;
}
