/* The timers of NVIDIA's samples: milliseconds of the host. */
#ifndef CLPERF_HELPER_TIMER_H
#define CLPERF_HELPER_TIMER_H
#pragma GCC system_header

#include <time.h>

struct StopWatchInterface {
    double start, total;
    int times;
};

static inline double clperf_now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}
static inline bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchInterface();
    return true;
}
static inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    delete *timer;
    *timer = nullptr;
    return true;
}
static inline bool sdkStartTimer(StopWatchInterface **timer) {
    (*timer)->start = clperf_now();
    return true;
}
static inline bool sdkStopTimer(StopWatchInterface **timer) {
    (*timer)->total += clperf_now() - (*timer)->start;
    (*timer)->times++;
    return true;
}
static inline bool sdkResetTimer(StopWatchInterface **timer) {
    (*timer)->total = 0;
    (*timer)->times = 0;
    return true;
}
static inline float sdkGetTimerValue(StopWatchInterface **timer) {
    return (float)(*timer)->total;
}
static inline float sdkGetAverageTimerValue(StopWatchInterface **timer) {
    return (*timer)->times ? (float)((*timer)->total / (*timer)->times) : 0;
}

#endif
