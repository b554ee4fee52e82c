/* What the JSON report says of a model beside its time, and of loops' idioms. */
#ifndef DIAG_REPORT_JSON_MODEL_H
#define DIAG_REPORT_JSON_MODEL_H

#include <cjson/cJSON.h>

#include "diag/report.h"

/* "details", where the model has any. */
void json_put_details(struct arena *a, cJSON *kernel, const struct estimate *e);
/* "idioms" of that loop, or with the number of loops, outside of any. */
void json_put_idioms(cJSON *o, const struct kernel_result *r, uint32_t loop);

#endif
