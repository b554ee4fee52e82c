#include "perfmodel/survey/fit/learn/trees.h"

#include <math.h>
#include <stdio.h>
#include <xgboost/c_api.h>

#include "base/str.h"

struct trees {
    struct arena *arena;
    const struct fit_table *table;
    DMatrixHandle data;
    BoosterHandle booster;
    double mean; /* of the targets: trees learn what is left */
};

static const char *failed(struct trees *t) {
    return arena_printf(t->arena, "xgboost: %s", XGBGetLastError());
}

static bool make_data(struct trees *t) {
    const struct fit_table *table = t->table;
    size_t n = table->n_rows * table->n_features;
    float *x = NEW_ARRAY(t->arena, float, n), *y = NEW_ARRAY(t->arena, float, table->n_rows);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)table->x[i];
    for (size_t i = 0; i < table->n_rows; i++)
        t->mean += table->y[i] / (double)table->n_rows;
    for (size_t i = 0; i < table->n_rows; i++)
        y[i] = (float)(table->y[i] - t->mean);
    return XGDMatrixCreateFromMat(x, table->n_rows, table->n_features, -INFINITY, &t->data) == 0 &&
           XGDMatrixSetFloatInfo(t->data, "label", y, table->n_rows) == 0;
}

static bool run(struct trees *t, const struct trees_parameter *p, size_t n, int rounds) {
    static const struct trees_parameter always[] = {{"objective", "reg:squarederror"},
                                                    {"base_score", "0"},
                                                    {"seed", "1"},
                                                    {"nthread", "1"},
                                                    {"verbosity", "0"},
                                                    {"tree_method", "exact"}};
    bool good = XGBoosterCreate(&t->data, 1, &t->booster) == 0;
    for (size_t i = 0; good && i < sizeof always / sizeof *always; i++)
        good = XGBoosterSetParam(t->booster, always[i].name, always[i].value) == 0;
    for (size_t i = 0; good && i < n; i++)
        good = XGBoosterSetParam(t->booster, p[i].name, p[i].value) == 0;
    for (int i = 0; good && i < rounds; i++)
        good = XGBoosterUpdateOneIter(t->booster, i, t->data) == 0;
    return good;
}

static void add_number(cJSON *array, double x) {
    cJSON_AddItemToArray(array, cJSON_CreateNumber(x));
}

static double number(const cJSON *o, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

/* Nodes in an order in which parents come first. */
struct flat {
    struct arena *arena;
    VEC(struct fit_node) nodes;
    double *gains; /* by feature */
};

static uint32_t add_node(struct flat *f, const cJSON *node) {
    uint32_t at = (uint32_t)f->nodes.n;
    const cJSON *children = cJSON_GetObjectItemCaseSensitive(node, "children"), *child;
    if (!children) {
        vec_push(f->arena, &f->nodes,
                 (struct fit_node){FIT_LEAF, (float)number(node, "leaf"), 0, 0});
        return at;
    }
    const cJSON *split = cJSON_GetObjectItemCaseSensitive(node, "split");
    int feature = 0;
    if (cJSON_IsString(split))
        sscanf(split->valuestring, "f%d", &feature);
    f->gains[feature] += number(node, "gain");
    vec_push(f->arena, &f->nodes,
             (struct fit_node){feature, (float)number(node, "split_condition"), 0, 0});
    cJSON_ArrayForEach (child, children) {
        uint32_t number_of_child = add_node(f, child);
        if (number(child, "nodeid") == number(node, "yes"))
            f->nodes.at[at].yes = number_of_child;
        else
            f->nodes.at[at].no = number_of_child;
    }
    return at;
}

/* Shares of what splits by each feature gain. */
static void put_importances(const struct fit_table *t, const struct flat *f, cJSON *model) {
    cJSON *o = cJSON_AddObjectToObject(model, "importance");
    double sum = 0;
    for (size_t i = 0; i < t->n_features; i++)
        sum += f->gains[i];
    for (size_t i = 0; i < t->n_features; i++)
        cJSON_AddNumberToObject(o, t->features[i].name, sum > 0 ? f->gains[i] / sum : 0);
}

static const char *put_trees(struct trees *t, cJSON *model) {
    bst_ulong n;
    const char **texts;
    struct flat f = {.arena = t->arena, .gains = NEW_ARRAY(t->arena, double, t->table->n_features)};
    if (XGBoosterDumpModelEx(t->booster, "", 1, "json", &n, &texts) != 0)
        return failed(t);
    cJSON *roots = cJSON_AddArrayToObject(model, "trees");
    for (bst_ulong i = 0; i < n; i++) {
        cJSON *tree = cJSON_Parse(texts[i]);
        add_number(roots, add_node(&f, tree));
        cJSON_Delete(tree);
    }
    double *flat = NEW_ARRAY(t->arena, double, 4 * f.nodes.n);
    for (size_t i = 0; i < f.nodes.n; i++) {
        const struct fit_node *node = &f.nodes.at[i];
        const double numbers[] = {node->feature, (double)node->value, node->yes, node->no};
        for (int k = 0; k < 4; k++)
            flat[4 * i + (size_t)k] = numbers[k];
    }
    cJSON_AddItemToObject(model, "nodes", cJSON_CreateDoubleArray(flat, (int)(4 * f.nodes.n)));
    put_importances(t->table, &f, model);
    return NULL;
}

const char *trees_learn(struct arena *a, const struct fit_table *table, cJSON *model,
                        const struct trees_parameter *p, size_t n, int rounds) {
    struct trees t = {.arena = a, .table = table};
    const char *error = make_data(&t) && run(&t, p, n, rounds) ? put_trees(&t, model) : failed(&t);
    cJSON_AddNumberToObject(model, "intercept", t.mean);
    if (t.booster)
        XGBoosterFree(t.booster);
    if (t.data)
        XGDMatrixFree(t.data);
    return error;
}
