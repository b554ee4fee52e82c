/* PMaC: the bytes of each idiom over the bandwidth that the accelerator has for it (Meswani,
 * Carrington and others, Modeling and Predicting Performance of High Performance Computing
 * Applications on Hardware Accelerators, IJHPCA 27(2), 2013). */
#ifndef PERFMODEL_SURVEY_PMAC_H
#define PERFMODEL_SURVEY_PMAC_H

#include <stddef.h>

/* References of one type in the blocks of an idiom. */
struct pmac_references {
    double count, bytes; /* of each */
};

/* Equation 1 of the survey: sum of count * bytes over the bandwidth, in the units of both. */
double pmac_memory_time(const struct pmac_references *r, size_t n, double bandwidth);

#endif
