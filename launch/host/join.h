/* Several translation units as one program: what one calls, another defines. */
#ifndef LAUNCH_HOST_JOIN_H
#define LAUNCH_HOST_JOIN_H

#include "launch/host/source.h"

/* The source, to which others are added: their files and trees follow those of the first, and equal
 * external symbols become one. A definition that several units have from one header is there once.
 * Where units define the same name differently, as those of several programs do, each has its own,
 * and the others that of the unit which is nearest in the tree of directories, if there is one
 * such.
 *
 * Nodes of the first `own` units are the source's own. */
struct host_source *host_join(struct arena *a, const struct host_source *const *units, size_t n,
                              size_t own);

/* How many directories two absolute paths have in common. */
size_t host_join_common(const char *x, const char *y);

#endif
