/* What a project's own build runs its programs with. */
#ifndef DRIVER_CHECK_ARGUMENTS_H
#define DRIVER_CHECK_ARGUMENTS_H

#include "driver/check/check.h"

struct check_arguments {
    const char *text; /* quoted as in a shell; NULL: the build runs nothing */
    const char *from; /* "the target 'run' of src/Makefile" */
    const char *run;  /* the command that has the build run it: "make -C src run" */
};

/* Of the program that the unit is part of, as CTest runs it, or the target `run` of the Makefile
 * beside the source or above it. */
struct check_arguments check_arguments_of(struct arena *a, const struct check_unit *u,
                                          const char *database, const char *root);

#endif
