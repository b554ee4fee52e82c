/* Addresses as sums: leaves times bytes, and a constant. */
#ifndef ANALYSIS_LINEAR_H
#define ANALYSIS_LINEAR_H

#include "analysis/kernel.h"

/* By value: another address that differs from it by a constant only and is there whenever it is
 * needed, or NONE. Such an address is the other one with an offset in the instruction. */
const uint32_t *an_equal_addresses(struct arena *a, const struct kernel *k);

#endif
