#include "perfmodel/memory/random_reuse.h"

#include <math.h>

#include "perfmodel/model_constants.h"

double survival_share(double cache_bytes, double bytes) {
    return cache_bytes > 0 ? fmin(1, fmax(0, (1 - bytes / cache_bytes) / (1 - no_eviction_fill)))
                           : 0;
}

/* The share of places that so many touches, per place, leave without one. */
static double untouched(double touches) {
    return exp(-touches);
}

/* Touches for each line of the buffer until a line is replaced: those of as many different ones as
 * the cache holds. The mean of a characteristic time (Che, Tung, Wang: Hierarchical Web Caching
 * Systems, IEEE JSAC 2002). */
static double touches_in_cache(double cached) {
    return cached < 1 ? -log1p(-cached) : INFINITY;
}

double random_reuse_misses(const struct random_reuse *r) {
    double places = fmax(1, r->buffer_sectors / r->run),
           lines = fmax(1, r->buffer_sectors / r->line_sectors);
    double touches = fmax(1, r->touches / r->touched_together);
    double cached = r->cache_lines / lines;
    double reached =
        r->in_order ? fmin(places, touches) : places * (1 - untouched(touches / places));
    double first = reached / touches;
    if (r->again)
        first *= 1 - fmin(1, cached);
    double replaced = r->sweeps ? 1 - survival_share(r->cache_lines, lines)
                                : untouched(touches_in_cache(cached) * lines / places);
    return fmin(1, fmax(first, replaced));
}
