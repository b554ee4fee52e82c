/* How often a cache has what is touched at random places of a buffer, as by loads through an index:
 * touches are taken to be independent and evenly spread, and the cache to replace the line that was
 * not used for longest. */
#ifndef PERFMODEL_MEMORY_RANDOM_REUSE_H
#define PERFMODEL_MEMORY_RANDOM_REUSE_H

#include <stdbool.h>

/* How much of so many bytes is still in a cache of so many when they are touched again in the same
 * order: all up to no_eviction_fill of it, nothing if they fill it. */
double survival_share(double cache_bytes, double bytes);

/* Counts of sectors but for the cache's size, which is in lines of line_sectors. */
struct random_reuse {
    double touches;          /* of all groups */
    double touched_together; /* neighbours: one touch of the places below */
    double run;              /* that a miss brings: a place */
    double buffer_sectors, line_sectors, cache_lines;
    bool in_order;  /* groups do not overlap, and together touch more than the buffer has */
    bool sweeps;    /* in order, and by whole lines: a line comes again after all others */
    double readers; /* groups at once that sweep over one place, at any distance from each other */
    bool again;     /* launches come in a row, and each finds what the last one left */
};

/* The share of touches that miss: the first one of each place, and those whose line has been
 * replaced since the last. */
double random_reuse_misses(const struct random_reuse *r);

#endif
