/* What is said of code that nobody looks into. */
#ifndef CODEGEN_ESTIMATE_TARGETS_LIVE_RANGES_H
#define CODEGEN_ESTIMATE_TARGETS_LIVE_RANGES_H

#include "codegen/estimate/targets/target.h"

double live_ranges_allocated(const struct register_demand *d, const struct gpu *g);
double live_ranges_for_values(uint32_t per_item, const struct gpu *g);

/* Initialisers of a target. */
#define LIVE_RANGES                                                                                \
    .source = "live-ranges", .latency = {.alu = 5, .local = 22, .math = 25, .memory = 60},         \
    .allocated = live_ranges_allocated, .for_values = live_ranges_for_values

#endif
