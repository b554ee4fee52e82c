/* Limits that the system keeps for us: who exceeds them is killed. */
#ifndef DRIVER_BUDGET_H
#define DRIVER_BUDGET_H

#include <stddef.h>

#include "driver/options.h"

/* From now on this process may take the budget of that many kernels, and memory for one. */
void budget_allow(const struct budget *b, size_t kernels);

#endif
