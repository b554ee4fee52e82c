/* The JSON report as a tree. */
#ifndef DIAG_REPORT_JSON_H
#define DIAG_REPORT_JSON_H

#include "diag/report.h"

struct cJSON;

/* For cJSON_Delete(). With `page`, there is what only a page shows, too. */
struct cJSON *json_report(struct arena *a, const struct report *r, bool page);

#endif
