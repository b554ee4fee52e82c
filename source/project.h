/* Which files belong to what is built: others are neither quoted nor read for a host program's
 * kernels, whatever a source says. */
#ifndef SOURCE_PROJECT_H
#define SOURCE_PROJECT_H

#include "source/compiler/jobs.h"
#include "source/frontend.h"

/* The directories, as real paths: the current one; for each input the nearest above it with a .git
 * or .clperf, or else some levels up; the include directories of the command line; and those of the
 * system's headers. */
struct words project_directories(struct arena *a, const struct jobs *j);
/* The directories of headers that are not the user's, up to NULL: those that the command line calls
 * the system's, the compiler's, and an SDK's that it was compiled with. */
const char *const *project_system_folders(struct arena *a, const struct words *flags,
                                          const struct bitcode *b);
/* Why what clang has read with -H, as it says in its messages, is not all of the project, or NULL.
 */
const char *project_objection(struct arena *a, const struct texts *project, const char *messages);
/* Why a text may read files that no message names, as the end of a sentence, or NULL: it has
 * #embed, or a NUL, which hides one from us and not from compilers. */
const char *project_embeds(const char *text, size_t n);

#endif
