#include <cjson/cJSON.h>

#include "base/utf8.h"
#include "diag/report/json_helpers.h"
#include "diag/report/sarif.h"

/* SARIF counts columns in UTF-16 units. */
static cJSON *replacement(struct sarif *s, const char *file, const struct fix_edit *e) {
    struct diag_line l = diag_line(&s->source, file, e->line);
    size_t begin = e->col - 1 < l.n ? e->col - 1 : l.n;
    size_t end = e->end_col - 1 < l.n ? e->end_col - 1 : l.n;
    cJSON *o = cJSON_CreateObject(), *region = cJSON_AddObjectToObject(o, "deletedRegion");
    out_put_number(region, "startLine", e->line);
    out_put_number(region, "startColumn", l.text ? diag_utf16_column(l, begin) : e->col);
    out_put_number(region, "endColumn", l.text ? diag_utf16_column(l, end) : e->end_col);
    out_put_text(s->arena, cJSON_AddObjectToObject(o, "insertedContent"), "text", e->text);
    return o;
}

void out_sarif_fixes(struct sarif *s, cJSON *o, const struct diag_entry *e) {
    const struct finding *f = e->finding;
    cJSON *fixes = f->n_fixes ? cJSON_AddArrayToObject(o, "fixes") : NULL;
    for (size_t i = 0; i < f->n_fixes; i++) {
        cJSON *fix = cJSON_CreateObject(), *change = cJSON_CreateObject();
        cJSON_AddItemToArray(fixes, fix);
        out_sarif_message(s, fix, "description", diag_fix_text(s->arena, e->result, &f->fixes[i]));
        cJSON_AddItemToArray(cJSON_AddArrayToObject(fix, "artifactChanges"), change);
        out_sarif_artifact(s, change, e->result->file);
        cJSON *replacements = cJSON_AddArrayToObject(change, "replacements");
        for (size_t k = 0; k < f->fixes[i].n_edits; k++)
            cJSON_AddItemToArray(replacements,
                                 replacement(s, e->result->file, &f->fixes[i].edits[k]));
    }
}
