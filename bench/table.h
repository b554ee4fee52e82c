/* Tables of measured kernel times: CSV in the layout of docs/recipes.md, or a cache file of Kernel
 * Tuner, plain or gzipped. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "base/formula.h"

/* Columns, in the order of the header. */
enum column {
    COLUMN_DATASET,
    COLUMN_KERNEL,
    COLUMN_SOURCE,
    COLUMN_GPU,
    COLUMN_GLOBAL_X,
    COLUMN_GLOBAL_Y,
    COLUMN_GLOBAL_Z,
    COLUMN_LOCAL_X,
    COLUMN_LOCAL_Y,
    COLUMN_LOCAL_Z,
    COLUMN_DEFINES,
    COLUMN_ARGS,
    COLUMN_TIME_MS,
    COLUMN_EXTRA,
    COLUMNS
};

/* One K=V of defines, args or extra. */
struct pair {
    enum column column; /* where it stands */
    const char *name, *value;
};

struct row {
    size_t line; /* in the file, from 1 */
    const char *column[COLUMNS];
    const struct pair *pairs;
    size_t n_pairs;
    double time_ms;
};

struct table {
    struct row *rows;
    size_t n_rows;
};

/* False, with one line in *error that names the file and the line. Of launches that nobody
 * measured, time_ms may be empty if `untimed`; then it is 0. */
bool table_read(struct arena *a, const char *path, bool untimed, struct table *out,
                const char **error);

/* The value of a name for formulas: a column that is not empty, or a K of defines, args and extra,
 * the first that has it. TYPE[ELEMENTS] is the number of elements. */
bool row_find(const struct row *r, const char *name, struct formula_value *out);

#endif
