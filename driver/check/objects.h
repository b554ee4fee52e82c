/* clperf check of what a build left: the kernels in objects, programs, cubins and fat binaries. */
#ifndef DRIVER_CHECK_OBJECTS_H
#define DRIVER_CHECK_OBJECTS_H

#include "driver/check/check.h"

/* Takes the files that hold device code, or that should and cannot be read, out of the list. */
struct words check_take_objects(struct arena *a, struct words *files);
/* Those of the objects that have PTX. */
struct words check_objects_with_ptx(struct arena *a, const struct words *objects);
/* Prints the kernels of each file; returns the exit status. Each is read by a process of its own,
 * within the budget's memory. */
int check_objects(struct arena *a, const struct words *objects, const struct options *o);

/* Writes the kernels of one file to stdout, or why it cannot be read to stderr; returns the exit
 * status. For each of the options' GPUs those of the code that it runs; without, all. */
int object_table_print(struct arena *a, const char *path, const struct options *o);

#endif
