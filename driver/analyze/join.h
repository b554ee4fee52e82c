/* The launches of a source's kernels that host code makes: its own, and, with
 * -fclperf-host-units=, that of other translation units. */
#ifndef DRIVER_ANALYZE_JOIN_H
#define DRIVER_ANALYZE_JOIN_H

#include "driver/analyze/run_state.h"
#include "launch/host/find_launches.h"

/* What the host source launches, and launches that other units make of its kernels. */
struct host_launches run_join_units(struct run *r, const struct input *in,
                                    const struct host_source *s);
/* Launches that units make of the kernels in a source without host code. */
struct host_launches run_join_launchers(struct run *r, const struct input *in, const char *text,
                                        size_t bytes);

#endif
