/* Which files belong to what is built: others are neither quoted nor read for a host program's
 * kernels, whatever a source says. */
#ifndef DRIVER_PROJECT_H
#define DRIVER_PROJECT_H

#include "driver/jobs.h"

/* The directories, as real paths: the current one; for each input the nearest above it with a .git
 * or .clperf, or else some levels up; the include directories of the command line; and those of the
 * system's headers. */
struct words project_directories(struct arena *a, const struct jobs *j);
/* Why what clang has read with -H, as it says in its messages, is not all of the project, or NULL.
 */
const char *project_objection(struct arena *a, const struct texts *project, const char *messages);
/* Whether a text has #embed, which reads files that no message names. */
bool project_embeds(const char *text);

#endif
