/* Pointer chases: each load needs what the one before found. */
#ifndef CALIBRATE_CHASE_H
#define CALIBRATE_CHASE_H

#include "calibrate/session.h"

struct chase {
    const char *space; /* "global const" or "constant" */
    size_t bytes;      /* that it goes round in */
    size_t stride;     /* bytes from element to element, in a random order */
    size_t local, groups;
    size_t local_bytes; /* of local memory that each group holds besides; 0: none */
    bool whole;         /* goes round at least once before time counts */
};

enum { CHASE_STEPS = 16 }; /* in one iteration */

/* Nanoseconds of one load, with its address. */
bool chase_load(struct session *s, const struct chase *c, struct quantity *out);
/* Nanoseconds of a whole run with so many iterations. */
bool chase_run(struct session *s, const struct chase *c, unsigned n, struct quantity *out);

#endif
