/* Programs without a GPU: the environment in which OpenCL's loader finds a device of the hardware
 * database, and no other. */
#ifndef CAPTURE_DRY_RUN_H
#define CAPTURE_DRY_RUN_H

#include "capture/options.h"

/* Sets the environment, with files in `folder`. NULL, or why that cannot be. */
const char *dry_run_prepare(struct arena *a, const struct capture_options *o, const char *folder);

#endif
