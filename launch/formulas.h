/* A launch whose sizes and arguments are formulas, as recipes and design spaces have it. */
#ifndef LAUNCH_FORMULAS_H
#define LAUNCH_FORMULAS_H

#include "analysis/ir/launch.h"
#include "launch/json_reader.h"

/* What one argument is: a number, or how many elements or bytes a buffer has, or its contents. */
struct arg_formula {
    const char *name; /* or its position, from 0, in digits */
    enum { ARG_IS_NUMBER, ARG_IS_ELEMENTS, ARG_IS_ZEROS, ARG_IS_LOCAL_BYTES, ARG_IS_FILE } kind;
    const struct formula *formula;
    const struct formula *each; /* of ARG_IS_ELEMENTS: by place `i`, or NULL */
    const char *file;
};

struct launch_formulas {
    const char *kernel;
    const struct formula *global[3], *local[3];
    struct {
        struct arg_formula *at;
        size_t n, cap;
    } args;
};

/* The object "args". */
void launch_formulas_read_args(struct json_reader *r, const struct cJSON *v, const char *at,
                               struct launch_formulas *out);

/* Formulas of one file that are being evaluated. After the first error their values mean
 * nothing. */
struct evaluator {
    struct arena *arena;
    const char *path;
    struct formula_names names;
    const char *error; /* one line, or NULL */
};

void evaluator_fail(struct evaluator *e, const char *at, const char *wrong);
struct formula_value evaluate(struct evaluator *e, const struct formula *f, const char *at);
double evaluate_number(struct evaluator *e, const struct formula *f, const char *at);
/* From 1 to LAUNCH_MOST_ITEMS. */
uint64_t evaluate_whole(struct evaluator *e, const struct formula *f, const char *at);
/* Adds NAME=VALUE for each formula, in order. */
void evaluate_defines(struct evaluator *e, const struct named_formulas *f, struct words *out);
struct launch evaluate_launch(struct evaluator *e, const struct launch_formulas *f);

#endif
