/* Result files of sweeps: one line per configuration, numbered from 1, as CSV or as a JSON array.
 * Files of shards are put together again by line. */
#ifndef DRIVER_SWEEP_ROWS_H
#define DRIVER_SWEEP_ROWS_H

#include <stdio.h>

#include "base/str.h"
#include "driver/sweep/space.h"

enum sweep_format { SWEEP_CSV, SWEEP_JSON };

/* What a configuration came to: plain memory that processes share. */
struct sweep_outcome {
    double time_ms, low_ms, high_ms; /* of one launch */
    enum bound bound;
    bool surrogate; /* nothing was simulated, and the bound is not known */
};

/* The first line. */
const char *sweep_header(struct arena *a, const struct sweep_space *s, enum sweep_format f);
/* The line of a configuration, up to its results: what the space alone says. */
const char *sweep_row_head(struct arena *a, const struct sweep_point *p, size_t number,
                           enum sweep_format f);
/* The rest. `failed` is why there is no outcome, or NULL. */
const char *sweep_row_rest(struct arena *a, const struct sweep_outcome *o, const char *failed,
                           enum sweep_format f);

/* A file that is written, and the rows of it with the least times. */
struct sweep_rows {
    FILE *out; /* NULL: only the best are kept */
    enum sweep_format format;
    const char *header;
    int write_error; /* errno of the first write to `out` that failed, or 0 */
    size_t n, failed;
    size_t top; /* how many to keep */
    struct sweep_best {
        char *line;
        size_t number;
        double time_ms;
    } *best; /* by time, then number */
    size_t n_best;
};

struct sweep_rows sweep_rows(struct arena *a, FILE *out, enum sweep_format f, const char *header,
                             size_t top);
void sweep_rows_begin(struct sweep_rows *r);
void sweep_rows_add(struct sweep_rows *r, const char *line);
/* A row that is none of the best, whatever it says. */
void sweep_rows_add_unsure(struct sweep_rows *r, const char *line);
/* A row that is in the file already. */
void sweep_rows_keep(struct sweep_rows *r, const char *line);
void sweep_rows_end(struct sweep_rows *r);
/* What was added so far leaves the buffer. */
void sweep_rows_flush(struct sweep_rows *r);
void sweep_rows_best(FILE *out, const struct sweep_rows *r);
void sweep_rows_free(struct sweep_rows *r);

/* A file that is read back. */
struct sweep_lines {
    FILE *in;
    const char *path;
    enum sweep_format format;
    char *header, *line; /* without what separates it from the next one */
    size_t cap;
    size_t number; /* of the line's configuration */
    long end;      /* where the line's text ends in the file; of the header, where it begins */
};

/* False, with one line in *error, if it cannot be read or is no result of a sweep. `file` is empty
 * if nothing was written to it: header is NULL then. */
bool sweep_lines_open(struct arena *a, const char *path, struct sweep_lines *out,
                      const char **error);
/* The next line that was written as a whole. False at the end. */
bool sweep_lines_next(struct sweep_lines *l);
/* What the line says, in the arena. */
struct sweep_result {
    double time_ms, low_ms, high_ms;
    const char *bound;  /* "dram", "surrogate" */
    const char *failed; /* why there is no time, or NULL */
};
struct sweep_result sweep_lines_result(const struct sweep_lines *l, struct arena *a);
void sweep_lines_close(struct sweep_lines *l);

#endif
