#include "launch/formulas.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "launch/inline_syntax.h"

static void read_arg(struct json_reader *r, const cJSON *v, const char *at,
                     struct arg_formula *out) {
    const cJSON *only = cJSON_IsObject(v) ? v->child : NULL;
    const cJSON *each = cJSON_GetObjectItemCaseSensitive(v, "each");
    const cJSON *filled = cJSON_GetObjectItemCaseSensitive(v, "elements");
    if (each && filled && cJSON_GetArraySize(v) == 2) {
        out->each = json_formula(r, each, arena_printf(r->arena, "%s.each", at));
        only = filled;
    }
    const char *key = only && (out->each || !only->next) ? only->string : "";
    if (!cJSON_IsObject(v))
        out->formula = json_formula(r, v, at);
    else if (strcmp(key, "elements") == 0)
        out->kind = ARG_IS_ELEMENTS;
    else if (strcmp(key, "zeros") == 0)
        out->kind = ARG_IS_ZEROS;
    else if (strcmp(key, "local_bytes") == 0)
        out->kind = ARG_IS_LOCAL_BYTES;
    else if (strcmp(key, "file") == 0)
        out->kind = ARG_IS_FILE;
    else
        json_fail(r, at, "expected one of \"elements\", \"zeros\", \"local_bytes\" and \"file\"");
    if (out->kind == ARG_IS_FILE)
        out->file = json_beside(r, json_text(r, only, at));
    else if (out->kind != ARG_IS_NUMBER)
        out->formula = json_formula(r, only, at);
}

void launch_formulas_read_args(struct json_reader *r, const cJSON *v, const char *at,
                               struct launch_formulas *out) {
    const cJSON *item;
    if (!cJSON_IsObject(v))
        json_fail(r, at, "expected an object");
    for (item = cJSON_IsObject(v) ? v->child : NULL; item; item = item->next) {
        struct arg_formula arg = {.name = arena_strdup(r->arena, item->string)};
        read_arg(r, item, arena_printf(r->arena, "%s.%s", at, item->string), &arg);
        vec_push(r->arena, &out->args, arg);
    }
}

void evaluator_fail(struct evaluator *e, const char *at, const char *wrong) {
    if (!e->error)
        e->error = arena_printf(e->arena, "%s: %s: %s", e->path, at, wrong);
}

struct formula_value evaluate(struct evaluator *e, const struct formula *f, const char *at) {
    struct formula_value v = {0};
    const char *error = NULL;
    if (!e->error && !formula_eval(e->arena, f, &e->names, &v, &error))
        evaluator_fail(e, at, error);
    return v;
}

double evaluate_number(struct evaluator *e, const struct formula *f, const char *at) {
    struct formula_value v = evaluate(e, f, at);
    if (v.text)
        evaluator_fail(e, at, arena_printf(e->arena, "'%s' is a text, not a number", v.text));
    return v.number;
}

uint64_t evaluate_whole(struct evaluator *e, const struct formula *f, const char *at) {
    double x = evaluate_number(e, f, at);
    if (!e->error && (x < 1 || x != floor(x) || x > (double)LAUNCH_MOST_ITEMS))
        evaluator_fail(e, at, arena_printf(e->arena, "%.10g is not a positive integer", x));
    return e->error ? 1 : (uint64_t)x;
}

void evaluate_defines(struct evaluator *e, const struct named_formulas *f, struct words *out) {
    struct arena *a = e->arena;
    for (size_t i = 0; i < f->n; i++) {
        const struct named_formula *d = &f->at[i];
        struct formula_value v = evaluate(e, d->formula, arena_printf(a, "defines.%s", d->name));
        bool integer = v.number == floor(v.number) && fabs(v.number) < 1e15;
        const char *text = v.text    ? v.text
                           : integer ? arena_printf(a, "%.0f", v.number)
                                     : arena_printf(a, "%.17g", v.number);
        words_add(a, out, arena_printf(a, "%s=%s", d->name, text));
    }
}

/* The formula of places in the buffer, with everything but the place known. */
static const struct formula *bind_each(struct evaluator *e, const struct formula *f,
                                       const char *at) {
    static const struct formula_names place = {formula_find_place, NULL};
    const struct formula *each = formula_bind(e->arena, f, &e->names);
    const char *unknown = formula_unknown(each, &place);
    if (unknown)
        evaluator_fail(e, at, arena_printf(e->arena, "nothing is called '%s'", unknown));
    return each;
}

static struct launch_arg evaluate_arg(struct evaluator *e, const struct arg_formula *f) {
    const char *at = arena_printf(e->arena, "args.%s", f->name), *error = NULL;
    size_t digits = strspn(f->name, "0123456789");
    bool position = digits && digits <= 3 && !f->name[digits];
    struct launch_arg arg = {.name = position ? NULL : f->name,
                             .index = position ? atoi(f->name) : -1,
                             .source = LAUNCH_MANIFEST};
    struct contents_table files = {0};
    switch (f->kind) {
    case ARG_IS_NUMBER:
        arg.number = evaluate_number(e, f->formula, at);
        break;
    case ARG_IS_ELEMENTS:
    case ARG_IS_ZEROS:
        arg.kind = ARG_ELEMENTS;
        arg.zeros = f->kind == ARG_IS_ZEROS;
        arg.count = evaluate_whole(e, f->formula, at);
        if (f->each)
            arg.each = bind_each(e, f->each, at);
        break;
    case ARG_IS_LOCAL_BYTES:
        arg.kind = ARG_LOCAL_BYTES;
        arg.count = evaluate_whole(e, f->formula, at);
        break;
    case ARG_IS_FILE:
        if (!launch_name_buffer(e->arena, &files, NULL, f->file, &arg, &error))
            evaluator_fail(e, at, error);
        break;
    }
    return arg;
}

struct launch evaluate_launch(struct evaluator *e, const struct launch_formulas *f) {
    static const char *const at[2][3] = {{"global[0]", "global[1]", "global[2]"},
                                         {"local[0]", "local[1]", "local[2]"}};
    struct launch_arg *args = NEW_ARRAY(e->arena, struct launch_arg, f->args.n);
    for (size_t i = 0; i < f->args.n; i++)
        args[i] = evaluate_arg(e, &f->args.at[i]);
    struct launch l = {.kernel = f->kernel,
                       .count = 1,
                       .args = args,
                       .n_args = f->args.n,
                       .global_source = LAUNCH_MANIFEST,
                       .local_source = LAUNCH_MANIFEST};
    for (int d = 0; d < 3; d++) {
        l.global[d] = evaluate_whole(e, f->global[d], at[0][d]);
        l.local[d] = evaluate_whole(e, f->local[d], at[1][d]);
    }
    return l;
}
