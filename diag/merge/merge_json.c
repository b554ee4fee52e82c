/* One JSON report of many. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "diag/merge/merge.h"
#include "diag/report/json_helpers.h"

struct entry {
    const char *file;
    int line;
    char *text; /* all of it */
};

static int by_place(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    order = order ? order : (x->line > y->line) - (x->line < y->line);
    return order ? order : strcmp(x->text, y->text);
}

/* The entries of that array in all reports by their place, each once. */
static void put_entries(struct merge *m, cJSON *root, const char *key) {
    cJSON *out = cJSON_AddArrayToObject(root, key);
    VEC(struct entry) all = {0};
    for (size_t i = 0; i < m->reports.n; i++) {
        const cJSON *one, *theirs = sarif_at(m->reports.at[i], key);
        cJSON_ArrayForEach (one, theirs) {
            const cJSON *line = sarif_at(one, "line");
            vec_push(m->arena, &all,
                     (struct entry){sarif_text(one, "file"),
                                    cJSON_IsNumber(line) ? line->valueint : 0,
                                    cJSON_PrintUnformatted(one)});
        }
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_place);
    for (size_t i = 0; i < all.n; i++)
        if (!i || strcmp(all.at[i - 1].text, all.at[i].text) != 0)
            cJSON_AddItemToArray(out, cJSON_Parse(all.at[i].text));
    for (size_t i = 0; i < all.n; i++)
        cJSON_free(all.at[i].text);
}

cJSON *merge_reports(struct merge *m) {
    cJSON *root = cJSON_CreateObject();
    out_put_number(root, "version", 1);
    cJSON *tool = cJSON_AddObjectToObject(root, "tool");
    out_put_text(m->arena, tool, "name", "clperf-cc");
    out_put_text(m->arena, tool, "version", CLPERF_VERSION);
    out_put_text(m->arena, root, "directory", m->request->root);
    put_entries(m, root, "kernels");
    put_entries(m, root, "totals");
    put_entries(m, root, "gpus");
    put_entries(m, root, "problems");
    return root;
}

int merge_json(struct merge *m, FILE *out) {
    return out_print_json(out, merge_reports(m));
}
