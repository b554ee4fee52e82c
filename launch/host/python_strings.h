/* Kernels in the strings of a Python script. */
#ifndef LAUNCH_HOST_PYTHON_STRINGS_H
#define LAUNCH_HOST_PYTHON_STRINGS_H

#include "launch/host/host.h"

/* The strings that may have kernels, each with those that follow it without an operator between
 * them. Names in the braces of an f-string stand in its text as they are; what `%`, `+` and
 * format() do to a string is not known. */
struct host_programs python_programs(struct arena *a, const struct host_source *s);

#endif
