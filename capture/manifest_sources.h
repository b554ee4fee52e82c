/* The sources that hold captured kernels, by which a later analysis sees that one has changed. */
#ifndef CAPTURE_MANIFEST_SOURCES_H
#define CAPTURE_MANIFEST_SOURCES_H

#include "capture/manifest.h"
#include "capture/manifest_rows.h"

/* Files in the directory that the program ran in, and below, which define a kernel that was
 * launched without its text. Paths are absolute. */
struct words manifest_sources(const struct captured *c, const char *directory);

#endif
