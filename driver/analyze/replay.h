/* Analyses that were done before: what they wrote is written again. Entries hold formats and
 * contents; the paths are those that the request at hand asks for. An entry of the cache is found
 * by everything that the analysis depends on. Which files these are is known only after the first
 * time, so there are two kinds of entries: the files that such an analysis read last, and, for what
 * is in them now, its outputs. */
#ifndef DRIVER_ANALYZE_REPLAY_H
#define DRIVER_ANALYZE_REPLAY_H

#include <time.h>

#include "base/store/result_cache.h"
#include "base/store/write_output.h"
#include "launch/launch.h"
#include "source/compiler/jobs.h"
#include "source/dependencies.h"

enum { REPLAY_PROBLEMS = -1, REPLAY_ALL = -2 };

/* What goes to one file, or, without a path, to stderr. */
struct replay_output {
    struct output_place to;
    const char *format;
    const char *bytes; /* NULL as long as it is only asked for */
    size_t n;
    long input; /* what it is of: an input by its number, all, or what is wrong with the request */
};

struct replay {
    int status; /* exit status of the analysis */
    struct replay_output *at;
    size_t n, cap;
};

struct replay_request {
    const struct words *args;
    const struct jobs *jobs;
    const struct options *options;
    const struct problems *problems; /* of the request itself */
    const struct gpu *const *gpus;
    size_t n_gpus;
};

/* Digest of all but the contents of files; NULL if analyses like this are not kept. */
const char *replay_key(struct arena *a, const struct replay_request *r);
/* Fills in the bytes of the outputs that *out asks for; false if there are none, or not for these.
 */
bool replay_find(struct arena *a, const struct cache *c, const char *key, struct replay *out);
/* Keeps it, unless a file that it depends on has changed since that time. */
void replay_keep(const struct cache *c, const char *key, const struct dependencies *d,
                 const struct timespec *since, const struct replay *r);
/* Writes all outputs; what fails is a problem. */
void replay_write(struct arena *a, const struct replay *r, struct problems *p);

#endif
