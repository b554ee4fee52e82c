/* A report or page to where the command line says. */
#ifndef BASE_STORE_WRITE_OUTPUT_H
#define BASE_STORE_WRITE_OUTPUT_H

#include "base/problems.h"

/* Where an output goes. */
struct output_place {
    const char *path;
    const char *real; /* the path that it had when it was allowed, for those of a .clperf: where
                       * links lead elsewhere since, nothing is written. NULL: any */
};

/* Writes the bytes to the file, whole or not at all, or to the descriptor that the path means
 * (base/descriptor.h). False, with a problem, if that fails. */
bool write_output_at(struct arena *a, const struct output_place *to, const char *bytes, size_t n,
                     struct problems *p);
/* write_output_at() at a path that may have symbolic links. */
bool write_output(struct arena *a, const char *path, const char *bytes, size_t n,
                  struct problems *p);

#endif
