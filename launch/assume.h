/* What nobody says of a launch. */
#ifndef LAUNCH_ASSUME_H
#define LAUNCH_ASSUME_H

#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"

/* Completes the launch: sizes, and, where the global size is not the user's own either, arguments
 * that say how far work-items and rows go. What is made up is marked LAUNCH_ASSUMED; where
 * something is, l->others are the launches that are as plausible. False if no size fits what the
 * kernel does with it. */
bool launch_assume(struct arena *a, const struct kernel *k, struct launch *l);

/* A launch of which less is assumed for each work-item: a smaller one, where nobody gave its size,
 * and fewer iterations of loops whose end nobody knows. False if there is nothing to reduce. */
bool launch_assume_less(struct arena *a, const struct kernel *k, const struct launch *l,
                        struct launch *less);

/* shape.c: which dimensions work-groups have, as far as the kernel's ids tell. */
struct launch_shape {
    unsigned dims;     /* of the launch: 0 if the kernel asks for no id, else 1 to 3 */
    bool within[3];    /* work-items of a group differ in this dimension */
    uint64_t local[3]; /* the size that addresses are made for (get_group_id(0) * 64 +
                          get_local_id(0)); 0: not told */
    uint64_t most[3];  /* work-items that do anything (if (get_global_id(0) >= 1) return); 0: not
                          told */
};
struct launch_shape launch_shape(const struct kernel *k, const struct launch *l);

/* Gives a launch whose local size is assumed the largest one with which its
 * work-items stay within the kernel's local arrays, if these leave no larger one. True if so. */
bool launch_fit_local(const struct kernel *k, const struct launch_shape *s, struct launch *l);

/* parameter_roles.c: adds arguments that nobody gave. With unit strides, one that only the
 * work-item's number is multiplied by is 1, as in x * stride_x + y * stride_y. */
void launch_assume_args(struct arena *a, const struct kernel *k, bool unit_strides,
                        struct launch *l);
/* Whether a number that the work-items are held against also says how far each of them goes, so
 * that the work grows with its square. */
bool launch_is_square(struct arena *a, const struct kernel *k, const struct launch *l);

/* shape.c: bytes from the start of a buffer that the launch's last work-item gets to at most
 * in a single buffer, as far as sizes and numeric arguments tell; what loops and loads add is left
 * out. */
double launch_reach(struct arena *a, const struct kernel *k, const struct launch *l);

#endif
