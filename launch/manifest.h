/* Launch manifests: JSON files of launches. */
#ifndef LAUNCH_MANIFEST_H
#define LAUNCH_MANIFEST_H

#include "launch/launch.h"

/* Adds the manifest's launches; a text may stand for it. What is wrong goes to *p with file and
 * JSON path, and nothing is added then. */
void manifest_read(struct arena *a, const char *path, const struct texts *texts,
                   struct given_launches *given, struct problems *p);

#endif
