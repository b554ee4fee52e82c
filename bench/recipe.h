/* Recipes: how a row of a table becomes a compilation and a launch. docs/recipes.md describes the
 * format. */
#ifndef BENCH_RECIPE_H
#define BENCH_RECIPE_H

#include "launch/formulas.h"

/* What we say of one counter of the table. */
struct recipe_counter {
    const char *name;
    const struct formula *when; /* NULL: always */
    const struct formula *formula;
};

/* A property that the kernel has or lacks, and what points must have in common to differ in it
 * alone. */
struct recipe_pair {
    const char *property;
    const struct formula *when; /* NULL: always */
    const struct formula *with; /* how much of it */
    struct {
        const struct formula **at;
        size_t n, cap;
    } same;
};

struct recipe_skip {
    const struct formula *when;
    const char *why;
};

/* One kernel that a row's time is of. */
struct recipe_launch {
    struct launch_formulas launch;
    const struct formula *count, *in_a_row;
};

struct recipe {
    const char *path;
    struct words datasets; /* none: any */
    struct words kernels;
    const struct formula *when; /* NULL: always */
    const char *source;         /* path from where we are */
    struct words options;
    struct named_formulas defines, defaults;
    const struct formula *clock[2]; /* NULL: the GPU's own */
    const struct formula
        *empty_us; /* time of an empty kernel by the rows' timer; NULL: the GPU's */
    struct {
        struct recipe_launch *at;
        size_t n, cap;
    } launches; /* one at least */
    struct {
        struct recipe_skip *at;
        size_t n, cap;
    } skips;
    struct {
        struct recipe_counter *at;
        size_t n, cap;
    } counters;
    struct {
        struct recipe_pair *at;
        size_t n, cap;
    } pairs;
    struct words repeats; /* names that only tell repeats apart */
};

struct recipes {
    struct recipe *at;
    size_t n, cap;
};

/* Adds the recipes of all *.json in the directory. False, with one line in *error, if one is
 * wrong. */
bool recipes_read(struct arena *a, const char *dir, struct recipes *out, const char **error);

#endif
