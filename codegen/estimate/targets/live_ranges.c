/* A compiler that nobody looks into: a work-item gets as many registers as values are alive at the
 * same time, in the order that keeps few alive. What a compiler adds to that or takes away is not
 * modelled. */
#include "codegen/estimate/targets/target.h"

static const double fewest = 1;

static double allocated(const struct register_demand *d, const struct gpu *g) {
    (void)g;
    return d->least > fewest ? d->least : fewest;
}

static double for_values(uint32_t per_item, const struct gpu *g) {
    (void)g;
    return per_item;
}

const struct target target_live_ranges = {
    .source = "live-ranges",
    .latency = {.alu = 5, .local = 22, .math = 25, .memory = 60},
    .allocated = allocated,
    .for_values = for_values,
};
