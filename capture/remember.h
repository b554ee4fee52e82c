/* A capture that later builds use by themselves. */
#ifndef CAPTURE_REMEMBER_H
#define CAPTURE_REMEMBER_H

#include "base/arena.h"

/* Names the manifest in the .clperf of the current directory, which is made if there is none. NULL,
 * or one line that says why not: then the file is as it was. */
const char *capture_remember(struct arena *a, const char *manifest);

#endif
