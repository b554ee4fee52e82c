#include "diag/report/json_model.h"

#include "analysis/passes/idioms.h"
#include "diag/report/json_helpers.h"

void json_put_details(struct arena *a, cJSON *kernel, const struct estimate *e) {
    if (!e->n_details)
        return;
    cJSON *all = cJSON_AddArrayToObject(kernel, "details");
    for (size_t i = 0; i < e->n_details; i++) {
        cJSON *o = cJSON_CreateObject();
        cJSON_AddItemToArray(all, o);
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
