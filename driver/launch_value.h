/* Captured values, whose bytes are known before their types are. */
#ifndef DRIVER_LAUNCH_VALUE_H
#define DRIVER_LAUNCH_VALUE_H

#include "analysis/kernel.h"
#include "analysis/launch.h"

/* Makes of the bytes what the parameter takes: a number, the components of a vector, or the bytes
 * of a structure. NULL, or why they do not fit. */
const char *launch_take_value(struct arena *a, const struct param *p, struct launch_arg *arg);

#endif
