/* What the writers share that build their output with cJSON. */
#ifndef DIAG_REPORT_JSON_HELPERS_H
#define DIAG_REPORT_JSON_HELPERS_H

#include <stdio.h>

#include "base/arena.h"

struct cJSON;

/* Whole numbers as they are, others with 6 significant digits, null if not finite. */
void out_put_number(struct cJSON *object, const char *key, double v);
/* As UTF-8 whatever it was; null for NULL. */
void out_put_text(struct arena *a, struct cJSON *object, const char *key, const char *text);
/* Prints and deletes it. Returns 0, or -1 with errno set. */
int out_print_json(FILE *out, struct cJSON *root);

#endif
