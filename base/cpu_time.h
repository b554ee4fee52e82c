/* Processor time of the process in seconds: what budgets and deadlines are counted in. */
#ifndef BASE_CPU_TIME_H
#define BASE_CPU_TIME_H

#include <time.h>

static inline double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

#endif
