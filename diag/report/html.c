/* A page for a browser: the JSON report, with all that a page shows, in the viewer. */
#include <cjson/cJSON.h>

#include "diag/report/json.h"
#include "diag/report/writers.h"
#include "diag/viewer/viewer.h"

int out_html(struct arena *a, FILE *out, const struct report *r, const struct writer_options *o) {
    (void)o;
    cJSON *report = json_report(a, r, true);
    int failed =
        viewer_write(a, out,
                     &(struct viewer_request){
                         .title = "Predicted GPU times", .report = report, .texts = r->texts});
    cJSON_Delete(report);
    return failed;
}
