/* Checks of a launch against its kernel. */
#ifndef LAUNCH_CHECK_H
#define LAUNCH_CHECK_H

#include "launch/launch.h"

/* Keeps the first argument of each parameter. Those that the kernel has no use for go, with
 * a reason in *p; `where` is for messages. */
void launch_check_args(struct arena *a, const struct kernel *k, struct launch *l, const char *where,
                       struct problems *p);
/* One line why the sizes cannot be, or NULL. */
const char *launch_check_sizes(struct arena *a, const struct kernel *k, const struct launch *l);
/* "16x16x1" */
const char *launch_sizes_text(struct arena *a, const uint64_t sizes[3]);

#endif
