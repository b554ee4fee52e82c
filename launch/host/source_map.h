/* From places in a program's text to places in the host files. */
#ifndef LAUNCH_HOST_SOURCE_MAP_H
#define LAUNCH_HOST_SOURCE_MAP_H

#include "analysis/ir/kernel.h"
#include "launch/host/host.h"

struct host_map {
    const struct host_source *source;
    const struct host_program *program;
    const size_t *lines; /* where each line of the program begins */
    size_t n_lines;
};

struct host_map host_map(struct arena *a, const struct host_source *s,
                         const struct host_program *p);
/* loc.file is NULL for places in the host source itself. Places in files of their own, as what
 * the program includes, stay as they are. */
struct loc host_locate(const struct host_map *m, struct loc loc);
/* Moves all of the kernel's places, and its file. */
void host_map_kernel(const struct host_map *m, struct kernel *k);

#endif
