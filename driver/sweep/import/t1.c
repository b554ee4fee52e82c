#include "driver/sweep/import/t1.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "driver/sweep/import/python_expression.h"
#include "hwdb/native_gpu.h"

/* Most values of one parameter: a space with more has too many combinations anyway. */
enum { MOST_VALUES = 10 * 1000 };

struct list {
    const char *name;
    struct python_values values;
};

struct t1 {
    struct json_reader *r;
    cJSON *space; /* what it becomes */
    const cJSON *kernel;
    /* The parameters, and the kernel's members that are arrays of numbers, such as Kernel Tuner's
     * ProblemSize. */
    struct {
        struct list *at;
        size_t n, cap;
    } lists;
};

static const cJSON *get(const cJSON *o, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(o, key);
}

static const char *place(struct t1 *t, const char *at, const char *key) {
    return arena_printf(t->r->arena, "%s.%s", at, key);
}

static const char *text_of(const cJSON *v) {
    return cJSON_IsString(v) ? v->valuestring : NULL;
}

static const struct formula_value *find_list(const void *context, const char *name, size_t *n) {
    const struct t1 *t = context;
    for (size_t i = 0; i < t->lists.n; i++) {
        if (strcmp(t->lists.at[i].name, name) != 0)
            continue;
        *n = t->lists.at[i].values.n;
        return *n ? t->lists.at[i].values.at : NULL;
    }
    return NULL;
}

/* A number as it is, an expression as a formula. */
static cJSON *formula_of(struct t1 *t, const cJSON *v, const char *at) {
    if (cJSON_IsNumber(v))
        return cJSON_CreateNumber(v->valuedouble);
    const struct python_lists lists = {find_list, t};
    const char *error = "expected a number or an expression", *text = text_of(v);
    const char *formula = text ? python_formula(t->r->arena, text, &lists, &error) : NULL;
    if (formula)
        return cJSON_CreateString(formula);
    json_fail(t->r, at, error);
    return NULL;
}

static void add_values(struct t1 *t, const cJSON *v, const char *at, struct python_values *out) {
    const cJSON *item;
    const char *error;
    if (cJSON_IsString(v)) {
        if (!python_list(t->r->arena, v->valuestring, MOST_VALUES, out, &error))
            json_fail(t->r, at, error);
        return;
    }
    if (!cJSON_IsArray(v))
        json_fail(t->r, at, "expected a list");
    cJSON_ArrayForEach (item, v) {
        struct formula_value value = {.text =
                                          cJSON_IsString(item) ? json_text(t->r, item, at) : NULL,
                                      .number = cJSON_IsTrue(item) ? 1 : 0};
        if (cJSON_IsNumber(item))
            value.number = item->valuedouble;
        else if (!cJSON_IsString(item) && !cJSON_IsBool(item))
            json_fail(t->r, at, "expected numbers or texts");
        if (out->n == MOST_VALUES)
            json_fail(t->r, at, arena_printf(t->r->arena, "more than %d values", MOST_VALUES));
        if (t->r->error)
            return;
        vec_push(t->r->arena, out, value);
    }
}

static cJSON *array_of(const struct python_values *values) {
    cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; i < values->n; i++)
        cJSON_AddItemToArray(array, values->at[i].text ? cJSON_CreateString(values->at[i].text)
                                                       : cJSON_CreateNumber(values->at[i].number));
    return array;
}

/* Each parameter is a macro of the same name, as auto-tuners have it. */
static void read_parameters(struct t1 *t, const cJSON *list) {
    static const char at[] = "ConfigurationSpace.TuningParameters";
    cJSON *parameters = cJSON_AddObjectToObject(t->space, "parameters");
    cJSON *defines = cJSON_AddObjectToObject(t->space, "defines");
    const cJSON *item;
    if (!cJSON_IsArray(list))
        json_fail(t->r, at, "expected a list");
    cJSON_ArrayForEach (item, list) {
        if (t->r->error)
            return;
        const char *name = json_text(t->r, get(item, "Name"), place(t, at, "Name"));
        struct list found = {.name = name};
        if (name)
            add_values(t, get(item, "Values"), arena_printf(t->r->arena, "%s.%s.Values", at, name),
                       &found.values);
        if (t->r->error)
            return;
        vec_push(t->r->arena, &t->lists, found);
        cJSON_AddItemToObject(parameters, name, array_of(&found.values));
        cJSON_AddStringToObject(defines, name, name);
    }
}

static void read_conditions(struct t1 *t, const cJSON *list) {
    static const char at[] = "ConfigurationSpace.Conditions";
    cJSON *when = cJSON_AddArrayToObject(t->space, "when");
    const cJSON *item;
    if (list && !cJSON_IsArray(list))
        json_fail(t->r, at, "expected a list");
    cJSON_ArrayForEach (item, list)
        if (!t->r->error)
            cJSON_AddItemToArray(
                when, formula_of(t, get(item, "Expression"), place(t, at, "Expression")));
}

/* Sizes that the parameters do not name, by name. */
static void read_problem(struct t1 *t) {
    const cJSON *v;
    cJSON_ArrayForEach (v, t->kernel) {
        const cJSON *item;
        struct list found = {.name = arena_strdup(t->r->arena, v->string)};
        bool numbers = cJSON_IsArray(v);
        for (item = numbers ? v->child : NULL; item; item = item->next)
            numbers = numbers && cJSON_IsNumber(item);
        if (!numbers)
            continue;
        add_values(t, v, place(t, "KernelSpecification", v->string), &found.values);
        vec_push(t->r->arena, &t->lists, found);
    }
}

/* Three formulas; a dimension that is not given is 1. */
static cJSON *read_size(struct t1 *t, const cJSON *size, const char *at) {
    static const char *const dimensions[] = {"X", "Y", "Z"};
    cJSON *out = cJSON_CreateArray();
    if (!cJSON_IsObject(size) || !get(size, "X"))
        json_fail(t->r, at, "expected an object with X, Y and Z");
    for (int d = 0; d < 3 && !t->r->error; d++) {
        const cJSON *v = get(size, dimensions[d]);
        cJSON_AddItemToArray(out, v ? formula_of(t, v, place(t, at, dimensions[d]))
                                    : cJSON_CreateNumber(1));
    }
    return out;
}

/* A number or formula as text. */
static const char *formula_text(struct t1 *t, const cJSON *formula) {
    return cJSON_IsString(formula) ? formula->valuestring
                                   : arena_printf(t->r->arena, "%.17g", formula->valuedouble);
}

/* Work-items of a grid in blocks, by dimension. */
static cJSON *in_items(struct t1 *t, const cJSON *blocks, const cJSON *local) {
    cJSON *out = cJSON_CreateArray();
    for (int d = 0; d < 3; d++)
        cJSON_AddItemToArray(
            out, cJSON_CreateString(arena_printf(t->r->arena, "(%s) * (%s)",
                                                 formula_text(t, cJSON_GetArrayItem(blocks, d)),
                                                 formula_text(t, cJSON_GetArrayItem(local, d)))));
    return out;
}

/* What Kernel Tuner divides the problem's size in a dimension by: the product of some parameters.
 */
static const char *divisor(struct t1 *t, const cJSON *divisors, const char *usual) {
    const char *product = "1";
    const cJSON *item;
    size_t n;
    if (!cJSON_IsArray(divisors) || !divisors->child)
        return find_list(t, usual, &n) ? usual : product;
    cJSON_ArrayForEach (item, divisors)
        product = arena_printf(t->r->arena, "%s * (%s)", product,
                               cJSON_IsString(item) ? item->valuestring : "?");
    return product;
}

/* The grid in blocks as Kernel Tuner has it, whose files have GlobalSize only for others: the
 * problem's size by that of a block and of its tile. NULL if the file has no such size. */
static cJSON *tuner_grid(struct t1 *t) {
    static const struct {
        const char *name, *divisors, *usual;
    } dimensions[] = {{"X", "GridDivX", "block_size_x"},
                      {"Y", "GridDivY", "block_size_y"},
                      {"Z", "GridDivZ", "block_size_z"}};
    const cJSON *size = get(t->kernel, "ProblemSize");
    bool divided = false;
    for (int d = 0; d < 3; d++)
        divided = divided || get(t->kernel, dimensions[d].divisors);
    if (!cJSON_IsArray(size) || !divided)
        return NULL;
    cJSON *grid = cJSON_CreateObject();
    for (int d = 0; d < 3 && d < cJSON_GetArraySize(size); d++) {
        const cJSON *divisors = get(t->kernel, dimensions[d].divisors);
        const char *of = formula_text(t, cJSON_GetArrayItem(size, d));
        cJSON_AddStringToObject(grid, dimensions[d].name,
                                arena_printf(t->r->arena, "-(-(%s) // (%s))", of,
                                             divisor(t, divisors, dimensions[d].usual)));
    }
    return grid;
}

/* Sizes are in work-items in OpenCL, the grid is in blocks elsewhere. */
static void read_sizes(struct t1 *t, bool opencl) {
    static const char at[] = "KernelSpecification.GlobalSize";
    const char *type = text_of(get(t->kernel, "GlobalSizeType"));
    bool items = type ? strcmp(type, "OpenCL") == 0 : opencl;
    cJSON *tuner = tuner_grid(t);
    cJSON *local = read_size(t, get(t->kernel, "LocalSize"), "KernelSpecification.LocalSize");
    cJSON *global = read_size(t, tuner ? tuner : get(t->kernel, "GlobalSize"), at);
    if (!t->r->error && (tuner || !items)) {
        cJSON *all = in_items(t, global, local);
        cJSON_Delete(global);
        global = all;
    }
    cJSON_AddItemToObject(t->space, "local", local);
    cJSON_AddItemToObject(t->space, "global", global);
    cJSON_Delete(tuner);
}

static void add_one(struct cJSON *args, size_t number, const char *key, cJSON *value) {
    char name[24];
    cJSON *arg = value;
    if (key) {
        arg = cJSON_CreateObject();
        cJSON_AddItemToObject(arg, key, value);
    }
    snprintf(name, sizeof name, "%zu", number);
    cJSON_AddItemToObject(args, name, arg);
}

static bool is(const cJSON *o, const char *key, const char *value) {
    const char *text = text_of(get(o, key));
    return text && strcmp(text, value) == 0;
}

/* Bytes of an element of the type. */
static double bytes_of(const cJSON *arg) {
    static const struct {
        const char *name;
        double bytes;
    } types[] = {{"bool", 1},   {"int8", 1},  {"uint8", 1},  {"int16", 2},
                 {"uint16", 2}, {"int32", 4}, {"uint32", 4}, {"int64", 8},
                 {"uint64", 8}, {"half", 2},  {"float", 4},  {"double", 8}};
    const char *type = text_of(get(arg, "Type"));
    const cJSON *size = get(arg, "TypeSize");
    if (cJSON_IsNumber(size))
        return size->valuedouble;
    for (size_t i = 0; type && i < sizeof types / sizeof *types; i++) {
        size_t n = strlen(types[i].name);
        const char *lanes = type + n;
        if (strncmp(type, types[i].name, n) == 0 && strspn(lanes, "0123456789") == strlen(lanes))
            return types[i].bytes * (*lanes ? atof(lanes) : 1);
    }
    return 0;
}

static void add_local(struct t1 *t, cJSON *args, size_t number, const cJSON *arg, const char *at) {
    cJSON *size = formula_of(t, get(arg, "Size"), place(t, at, "Size"));
    double bytes = bytes_of(arg);
    if (bytes <= 0)
        json_fail(t->r, place(t, at, "Type"), "its size is not known; TypeSize says it");
    if (!t->r->error)
        add_one(args, number, "local_bytes",
                cJSON_CreateString(
                    arena_printf(t->r->arena, "(%s) * %.17g", formula_text(t, size), bytes)));
    cJSON_Delete(size);
}

/* What is known of a buffer: that it is filled with zeros, or how long it is. */
static void add_buffer(struct t1 *t, cJSON *args, size_t number, const cJSON *arg, const char *at) {
    const cJSON *fill = get(arg, "FillValue");
    bool zeros = is(arg, "FillType", "Constant") && cJSON_IsNumber(fill) && fill->valuedouble == 0;
    cJSON *size = formula_of(t, get(arg, "Size"), place(t, at, "Size"));
    if (size)
        add_one(args, number, zeros ? "zeros" : "elements", size);
}

/* A symbol is a variable of the source, and no argument. */
static void read_argument(struct t1 *t, cJSON *args, size_t *number, const cJSON *arg) {
    const char *name = text_of(get(arg, "Name"));
    const char *at = name
                         ? arena_printf(t->r->arena, "KernelSpecification.Arguments.%s", name)
                         : arena_printf(t->r->arena, "KernelSpecification.Arguments[%zu]", *number);
    if (is(arg, "MemoryType", "Symbol"))
        return;
    if (is(arg, "MemoryType", "Vector")) {
        add_buffer(t, args, *number, arg, at);
    } else if (is(arg, "MemoryType", "Local")) {
        add_local(t, args, *number, arg, at);
    } else if (is(arg, "MemoryType", "Scalar")) {
        cJSON *value = formula_of(t, get(arg, "FillValue"), place(t, at, "FillValue"));
        if (value)
            add_one(args, *number, NULL, value);
    } else {
        json_fail(t->r, place(t, at, "MemoryType"), "expected Scalar, Vector, Local or Symbol");
    }
    ++*number;
}

static void read_arguments(struct t1 *t) {
    cJSON *args = cJSON_AddObjectToObject(t->space, "args");
    const cJSON *list = get(t->kernel, "Arguments"), *item;
    size_t number = 0;
    if (list && !cJSON_IsArray(list))
        json_fail(t->r, "KernelSpecification.Arguments", "expected a list");
    cJSON_ArrayForEach (item, list)
        if (!t->r->error)
            read_argument(t, args, &number, item);
}

static void copy(struct t1 *t, const char *key, const char *name) {
    const cJSON *v = get(t->kernel, key);
    if (v)
        cJSON_AddItemToObject(t->space, name, cJSON_Duplicate(v, true));
}

/* The device of a file that was measured elsewhere may be none that clperf has a model of. */
static bool is_known_gpu(struct t1 *t, const cJSON *name) {
    const char *error;
    return cJSON_IsString(name) && gpu_named(t->r->arena, name->valuestring, &error);
}

static void read_kernel(struct t1 *t) {
    bool opencl = is(t->kernel, "Language", "OpenCL"), cuda = is(t->kernel, "Language", "CUDA");
    const cJSON *device = get(get(t->kernel, "Device"), "Name");
    if (!opencl && !cuda)
        json_fail(t->r, "KernelSpecification.Language", "expected OpenCL or CUDA");
    json_text(t->r, get(t->kernel, "KernelName"), "KernelSpecification.KernelName");
    json_text(t->r, get(t->kernel, "KernelFile"), "KernelSpecification.KernelFile");
    copy(t, "KernelName", "kernel");
    copy(t, "KernelFile", "source");
    copy(t, "CompilerOptions", "options");
    if (device && is_known_gpu(t, device))
        cJSON_AddItemToObject(t->space, "gpus", cJSON_Duplicate(device, true));
    if (t->r->error)
        return;
    read_problem(t);
    read_sizes(t, opencl);
    read_arguments(t);
}

bool t1_is_space(const cJSON *json) {
    return cJSON_IsObject(get(json, "ConfigurationSpace")) &&
           cJSON_IsObject(get(json, "KernelSpecification"));
}

cJSON *t1_space(struct json_reader *r, const cJSON *json) {
    const cJSON *configurations = get(json, "ConfigurationSpace");
    struct t1 t = {
        .r = r, .space = cJSON_CreateObject(), .kernel = get(json, "KernelSpecification")};
    cJSON_AddNumberToObject(t.space, "version", 1);
    read_parameters(&t, get(configurations, "TuningParameters"));
    if (!r->error)
        read_kernel(&t);
    if (!r->error)
        read_conditions(&t, get(configurations, "Conditions"));
    if (!r->error)
        return t.space;
    cJSON_Delete(t.space);
    return NULL;
}
