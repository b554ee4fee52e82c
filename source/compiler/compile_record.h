/* What a compilation leaves in CLPERF_OUTPUT_DIR besides reports: how it was called, so that clperf
 * merge can read the host code of the whole build. This file is part of clperf-cc: nothing but
 * libc.
 */
#ifndef SOURCE_COMPILER_COMPILE_RECORD_H
#define SOURCE_COMPILER_COMPILE_RECORD_H

#include "base/arena.h"
#include "source/compiler/jobs.h"

/* Of files in CLPERF_OUTPUT_DIR. */
#define COMPILE_RECORD_SUFFIX ".command"

/* Writes for each source of the command an entry of a compilation database, with two keys of our
 * own: "flags", what CLPERF_FLAGS is, and "report", the names of its reports without the suffix.
 * `words` are the command with the compiler first. What cannot be written is left out. */
void compile_record_write(struct arena *a, const char *dir, const struct jobs *j,
                          const struct words *words);

/* What a compilation leaves in the store, so that a link of its object can read the host code of
 * the whole program. The newest 4096 objects are remembered. */

/* Notes how the command's object is compiled, if it compiles one source into one. `words` are the
 * command with the compiler first. */
void link_record_write(struct arena *a, const char *store, const struct jobs *j,
                       const struct words *words);
/* The path of a compilation database of the command's sources and of those of its objects, in the
 * store; NULL where nobody knows the objects' sources, or none has kernels. */
const char *link_record_database(struct arena *a, const char *store, const struct jobs *j,
                                 const struct words *words);

/* Names of the files in CLPERF_OUTPUT_DIR. */

/* The file in CLPERF_OUTPUT_DIR of what is compiled into `object`: its base name, a hash of
 * its full path, as objects of one name exist in many directories, and the format. */
const char *collected_output(struct arena *a, const char *dir, const char *object,
                             const char *format);

#endif
