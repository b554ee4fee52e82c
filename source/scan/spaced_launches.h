/* Launches as Visual Studio's formatter writes them, `kernel << <grid, block >> >(...)`, which nvcc
 * reads and clang does not. */
#ifndef SOURCE_SCAN_SPACED_LAUNCHES_H
#define SOURCE_SCAN_SPACED_LAUNCHES_H

#include "base/arena.h"

/* The text with the brackets of such launches closed up and the blanks behind them, so that all
 * else stays where it is; NULL if there are none. */
char *spaced_launches_closed(struct arena *a, const char *text, size_t n);

#endif
