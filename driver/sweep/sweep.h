/* `clperf sweep`: predicts every configuration of a design space. */
#ifndef DRIVER_SWEEP_SWEEP_H
#define DRIVER_SWEEP_SWEEP_H

#include "driver/sweep/rows.h"

struct sweep_request {
    const char *space; /* a path */
    struct sweep_more more;
    const char *output; /* NULL: standard output */
    enum sweep_format format;
    size_t shard, shards; /* 1..shards */
    size_t top;           /* 0: all rows */
    int jobs;
    const struct model *model;
    struct budget budget; /* of each configuration */
    bool resume, progress;
    size_t samples;        /* that a surrogate learns from at first */
    const char *surrogate; /* the learner, "": the better one; NULL: all is simulated */
};

/* Both say what is wrong on stderr and give the exit status. */
int sweep_run(struct arena *a, const struct sweep_request *r);
/* Results of shards, in any order, to one. */
int sweep_merge(struct arena *a, const struct sweep_request *r, const struct words *files);

/* The end of the output, and the best rows. NULL, or what is wrong. */
const char *sweep_finish(struct arena *a, struct sweep_rows *rows, const struct sweep_request *r,
                         bool whole);

/* The command line, without the program's name. */
int sweep_command(struct arena *a, int argc, char **argv);

#endif
