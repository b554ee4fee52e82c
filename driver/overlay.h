/* Unsaved texts of an editor, which `clperf lsp` hands over as files in memory: they are analysed
 * in the place of the files that they belong to, by the names of those. */
#ifndef DRIVER_OVERLAY_H
#define DRIVER_OVERLAY_H

#include "base/texts.h"
#include "driver/jobs.h"

/* Reads the texts, each "FILE=PATH": FILE has what stands for PATH. What cannot be read is a
 * problem.
 */
struct texts overlay_read(struct arena *a, const struct words *values, struct problems *p);
/* Has compilers read them as well, and decides by them whether inputs are analysed. `texts` is
 * borrowed by the jobs. */
void overlay_apply(struct arena *a, const struct texts *texts, struct jobs *j, struct problems *p);

#endif
