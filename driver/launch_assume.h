/* What nobody says of a launch. */
#ifndef DRIVER_LAUNCH_ASSUME_H
#define DRIVER_LAUNCH_ASSUME_H

#include "analysis/kernel.h"
#include "analysis/launch.h"

/* Completes the launch: sizes, and, where the global size is not the user's own either, arguments
 * that say how far work-items and rows go. What is made up is marked LAUNCH_ASSUMED. */
void launch_assume(struct arena *a, const struct kernel *k, struct launch *l);

/* launch_fit.c: gives a launch whose local size is assumed another one, if with this one work-items
 * would leave the kernel's local arrays, and there is one with which they do not. */
void launch_fit_local(const struct kernel *k, struct launch *l);

/* launch_roles.c: adds arguments that nobody gave. */
void launch_assume_args(struct arena *a, const struct kernel *k, struct launch *l);
/* Whether a number that the work-items are held against also says how far each of them goes, so
 * that the work grows with its square. */
bool launch_is_square(struct arena *a, const struct kernel *k, const struct launch *l);

#endif
