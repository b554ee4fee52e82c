/* Addresses that differ by a constant, whatever is computed anew for each. */
#ifndef DIAG_FINDING_APART_H
#define DIAG_FINDING_APART_H

#include "analysis/ir/kernel.h"

/* Whether value y is x plus a constant, indices taken as numbers that do not wrap around: 4 * i + 1
 * and 4 * i are 1 apart. *by is that constant; of addresses, in bytes. */
bool values_apart(const struct kernel *k, uint32_t x, uint32_t y, int64_t *by);

#endif
