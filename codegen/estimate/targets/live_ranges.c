/* A compiler that nobody looks into: a work-item gets as many registers as values are alive at the
 * same time, in the order that keeps few alive. What a compiler adds to that or takes away is not
 * modelled. */
#include "codegen/estimate/targets/live_ranges.h"

static const double fewest = 1;

double live_ranges_allocated(const struct register_demand *d, const struct gpu *g) {
    (void)g;
    return d->least > fewest ? d->least : fewest;
}

double live_ranges_for_values(uint32_t per_item, const struct gpu *g) {
    (void)g;
    return per_item;
}

const struct target target_live_ranges = {LIVE_RANGES};
