/* Misses of a cache at places without an order, and in sweeps that groups read at the same time. */
#include <math.h>

#include "check.h"
#include "perfmodel/memory/random_reuse.h"

/* A buffer of so many lines of four sectors, all of which is touched a hundred times. */
static struct random_reuse of_lines(double lines, double cache_lines) {
    return (struct random_reuse){.touches = 400 * lines,
                                 .touched_together = 4,
                                 .run = 4,
                                 .buffer_sectors = 4 * lines,
                                 .line_sectors = 4,
                                 .cache_lines = cache_lines};
}

static double misses_at_random(double lines, double cache_lines) {
    struct random_reuse r = of_lines(lines, cache_lines);
    return random_reuse_misses(&r);
}

static double misses_by_sector(double lines, double cache_lines) {
    struct random_reuse r = of_lines(lines, cache_lines);
    r.run = r.touched_together = 1;
    return random_reuse_misses(&r);
}

static double misses_again(double lines, double cache_lines) {
    struct random_reuse r = of_lines(lines, cache_lines);
    r.again = true;
    return random_reuse_misses(&r);
}

static double misses_in_sweep(double lines, double cache_lines, double readers) {
    struct random_reuse r = of_lines(lines, cache_lines);
    r.in_order = r.sweeps = true;
    r.readers = readers;
    return random_reuse_misses(&r);
}

int main(void) {
    /* What fits misses once for each line; of what does not, the cache has its share. */
    CHECK(misses_at_random(1000, 2000) < 0.02);
    CHECK(fabs(misses_at_random(4000, 1000) - 0.75) < 0.01);
    /* What comes by sectors misses those that the line was not touched at while it was there. */
    CHECK(fabs(misses_by_sector(4000, 1000) - pow(0.75, 0.25)) < 1e-9);
    /* Launches in a row find what fits. */
    CHECK(misses_again(1000, 2000) < 1e-9 && misses_again(4000, 1000) > 0.7);
    /* A sweep that fits finds all but each line's first touch, one that does not fit nothing. */
    CHECK(fabs(misses_in_sweep(1000, 2000, 1) - 0.01) < 1e-9);
    CHECK(fabs(misses_in_sweep(1100, 1000, 1) - 1) < 1e-9);
    /* The nearer others are behind whoever reads first, the more they find. */
    CHECK(fabs(misses_in_sweep(2000, 1000, 2) - exp(-0.5)) < 1e-9);
    CHECK(misses_in_sweep(2000, 1000, 8) < misses_in_sweep(2000, 1000, 4));
    CHECK(misses_in_sweep(2000, 1000, 40) < 0.011);
    return CHECK_DONE();
}
