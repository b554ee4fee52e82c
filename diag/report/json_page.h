/* What the report of a page has besides: it would make other reports much longer. */
#ifndef DIAG_REPORT_JSON_PAGE_H
#define DIAG_REPORT_JSON_PAGE_H

#include "diag/report.h"

struct cJSON;

/* "occupancy_by_size", the model's "picture" and the machine "code" of a kernel's entry. */
void json_put_page(struct arena *a, struct cJSON *kernel, const struct kernel_result *r);
/* "lanes" of a finding about requests: which sectors or banks each lane of a warp touches. */
void json_put_lanes(struct cJSON *finding, const struct kernel_result *r, const struct finding *f);

#endif
