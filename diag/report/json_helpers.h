/* What the writers share that build their output with cJSON. */
#ifndef DIAG_REPORT_JSON_HELPERS_H
#define DIAG_REPORT_JSON_HELPERS_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "base/arena.h"
#include "diag/report.h"

struct cJSON;

/* Whole numbers as they are, others with 6 significant digits, null if not finite. */
void out_put_number(struct cJSON *object, const char *key, double v);
/* As UTF-8 whatever it was; null for NULL. */
void out_put_text(struct arena *a, struct cJSON *object, const char *key, const char *text);
/* A new object at the array's end. */
struct cJSON *out_append_object(struct cJSON *array);
/* Prints and deletes it. Returns 0, or -1 with errno set. */
int out_print_json(FILE *out, struct cJSON *root);

/* What the JSON report says of a model beside its time, and of loops' idioms. */

/* "details", where the model has any. */
void json_put_details(struct arena *a, cJSON *kernel, const struct estimate *e);
/* "idioms" of that loop, or with the number of loops, outside of any. */
void json_put_idioms(cJSON *o, const struct kernel_result *r, uint32_t loop);

#endif
