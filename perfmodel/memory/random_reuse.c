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

/* The share of lines of a sweep that are replaced before the next of the groups that read them at
 * the same time comes by. These are spread at random over the sweep, so that the bytes between two
 * of them are distributed exponentially; half of the cache is theirs. Of sets of 10 to 98 MB that
 * all groups read (RRZE-HPC/gpu-benches, gpu-l2-cache, seven GPUs) this is 21 % off on average and
 * 37 % without; it is too low on the A100 and RX 6900 XT, where two to seven readers miss 0.9 of
 * the time. */
static double replaced_in_sweep(const struct random_reuse *r, double lines) {
    double evicted = 1 - survival_share(r->cache_lines, lines);
    double apart = lines / fmax(1, r->readers);
    return r->readers > 1 ? fmin(evicted, exp(-r->cache_lines / 2 / apart)) : evicted;
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
    double replaced = r->sweeps ? replaced_in_sweep(r, lines)
                                : untouched(touches_in_cache(cached) * lines / places);
    return fmin(1, fmax(first, replaced));
}
