#include "diag/report/json_helpers.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/passes/idioms.h"
#include "base/utf8.h"

static double rounded(double v) {
    if (v == trunc(v))
        return v == 0 ? 0 : v;
    char text[32];
    snprintf(text, sizeof text, "%.6g", v);
    return strtod(text, NULL);
}

void out_put_number(struct cJSON *object, const char *key, double v) {
    if (isfinite(v))
        cJSON_AddNumberToObject(object, key, rounded(v));
    else
        cJSON_AddNullToObject(object, key);
}

void out_put_text(struct arena *a, struct cJSON *object, const char *key, const char *text) {
    if (text)
        cJSON_AddStringToObject(object, key, diag_utf8(a, text, strlen(text)));
    else
        cJSON_AddNullToObject(object, key);
}

struct cJSON *out_append_object(struct cJSON *array) {
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToArray(array, o);
    return o;
}

int out_print_json(FILE *out, struct cJSON *root) {
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (!text) {
        errno = ENOMEM;
        return -1;
    }
    bool fine = fputs(text, out) >= 0 && fputc('\n', out) != EOF && fflush(out) == 0;
    int saved = errno;
    cJSON_free(text);
    errno = saved;
    return fine ? 0 : -1;
}

void json_put_details(struct arena *a, cJSON *kernel, const struct estimate *e) {
    if (!e->n_details)
        return;
    cJSON *all = cJSON_AddArrayToObject(kernel, "details");
    for (size_t i = 0; i < e->n_details; i++) {
        cJSON *o = out_append_object(all);
        out_put_text(a, o, "name", e->details[i].name);
        out_put_number(o, "value", e->details[i].value);
        out_put_text(a, o, "unit", e->details[i].unit);
        out_put_text(a, o, "what", e->details[i].what);
    }
}

void json_put_idioms(cJSON *o, const struct kernel_result *r, uint32_t loop) {
    if (!r->idioms)
        return;
    cJSON *all = cJSON_AddArrayToObject(o, "idioms");
    for (int i = 0; i < IDIOMS; i++)
        if (r->idioms[loop] & 1u << i)
            cJSON_AddItemToArray(all, cJSON_CreateString(idiom_name((enum idiom)i)));
}
