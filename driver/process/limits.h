/* Limits that the system keeps for us: who exceeds them is killed. */
#ifndef DRIVER_PROCESS_LIMITS_H
#define DRIVER_PROCESS_LIMITS_H

#include <stddef.h>

#include "driver/command_line/options.h"

/* From now on this process may take processor time as for the work of that many kernels, and as
 * much again. */
void budget_allow(const struct budget *b, size_t kernels);
/* From now on this process and its children may take that much memory more than it has: once, when
 * libraries are loaded and before anything is analysed. */
void budget_limit_memory(const struct budget *b);

#endif
