/* Unsaved texts of an editor, which `clperf lsp` hands over as files in memory: they are analysed
 * in the place of the files that they belong to, by the names of those. */
#ifndef DRIVER_STORE_OVERLAY_H
#define DRIVER_STORE_OVERLAY_H

#include "base/problems.h"
#include "base/texts.h"
#include "source/compiler/jobs.h"

/* Reads the texts, each "FILE=PATH": FILE has what stands for PATH. What cannot be read is a
 * problem.
 */
struct texts overlay_read(struct arena *a, const struct words *values, struct problems *p);
/* Where clang finds, as long as this process is there, what its -ivfsoverlay says of them. NULL,
 * with errno set, if there is no memory for it. */
const char *overlay_describe(struct arena *a, const struct texts *texts);
/* Has compilers read them as well, and decides by them whether inputs are analysed. `texts` is
 * borrowed by the jobs. */
void overlay_apply(struct arena *a, const struct texts *texts, struct jobs *j, struct problems *p);

#endif
