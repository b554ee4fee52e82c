/* Values whose parameters are known only later: whether these can hold them, and captured ones,
 * which are bytes until then. */
#ifndef LAUNCH_VALUE_H
#define LAUNCH_VALUE_H

#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"

/* Makes of the bytes what the parameter takes: a number, the components of a vector, or the bytes
 * of a structure. NULL, or why they do not fit. */
const char *launch_take_value(struct arena *a, const struct param *p, struct launch_arg *arg);
/* Which numbers the parameter takes, if one of the argument's is none of them; else NULL. */
const char *launch_value_range(struct arena *a, const struct param *p,
                               const struct launch_arg *arg);

#endif
