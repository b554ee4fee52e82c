/* The parts of the pipeline model that are about groups and kernels: Gerum, Bringmann and
 * Rosenstiel, Source Level Performance Simulation of GPU Cores, section IV-C. */
#ifndef PERFMODEL_SURVEY_PIPELINE_H
#define PERFMODEL_SURVEY_PIPELINE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* t_last of one group: the end of its last warp, warps being issued two per cycle. */
double pipeline_group(const double *warps, size_t n);
/* t_kernel_opt of `n` groups of which `n_par` run at a time. Groups take times[0], times[1] ... and
 * again from the start. */
double pipeline_kernel(struct arena *a, const double *times, size_t n_times, uint64_t n,
                       uint32_t n_par);

#endif
