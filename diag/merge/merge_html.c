/* A page for a whole build. */
#include <cjson/cJSON.h>

#include "diag/merge/merge.h"
#include "diag/viewer/viewer.h"

/* What was wrong with the files that were read stands among what is not analysed. */
static void add_problems(const struct merge *m, cJSON *report) {
    cJSON *problems = cJSON_GetObjectItemCaseSensitive(report, "problems");
    for (size_t i = 0; i < m->problems.n; i++) {
        cJSON *o = cJSON_CreateObject();
        cJSON_AddItemToArray(problems, o);
        cJSON_AddStringToObject(o, "severity", "warning");
        cJSON_AddStringToObject(o, "text", m->problems.at[i].text);
    }
}

int merge_html(struct merge *m, FILE *out) {
    cJSON *report = merge_reports(m);
    add_problems(m, report);
    int failed = viewer_write(m->arena, out,
                              &(struct viewer_request){.title = "Predicted GPU times of a build",
                                                       .report = report,
                                                       .root = m->request->root});
    cJSON_Delete(report);
    return failed;
}
