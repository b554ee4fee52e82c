/* What we say of the counters that profilers publish: names that a recipe's "counters" use. */
#ifndef BENCH_COUNTERS_H
#define BENCH_COUNTERS_H

#include "base/formula.h"
#include "perfmodel/study/study.h"

/* Counts are of the whole launch, in warp requests and warp instructions; `regs` is per work-item,
 * `occupancy` the share of warp slots that are filled, `achieved_occupancy` the mean of that over
 * the run's time. A transaction of global memory is a distinct line of 128 bytes per request, a
 * sector one of 32; one of shared memory is a pass. */
#define BENCH_COUNTERS(X)                                                                          \
    X(load_requests)                                                                               \
    X(load_transactions)                                                                           \
    X(load_sectors)                                                                                \
    X(load_transactions_per_request)                                                               \
    X(load_sectors_per_request)                                                                    \
    X(store_requests)                                                                              \
    X(store_transactions)                                                                          \
    X(store_sectors)                                                                               \
    X(store_transactions_per_request)                                                              \
    X(store_sectors_per_request)                                                                   \
    X(shared_load_requests)                                                                        \
    X(shared_load_transactions)                                                                    \
    X(shared_load_transactions_per_request)                                                        \
    X(shared_store_requests)                                                                       \
    X(shared_store_transactions)                                                                   \
    X(shared_store_transactions_per_request)                                                       \
    X(instructions)                                                                                \
    X(instructions_per_warp)                                                                       \
    X(warps)                                                                                       \
    X(occupancy)                                                                                   \
    X(achieved_occupancy)                                                                          \
    X(regs)

enum counter {
#define X(name) COUNTER_##name,
    BENCH_COUNTERS(X)
#undef X
        COUNTERS
};

/* From the trace of one round, scaled to the launch's groups. Instructions are those of machine
 * code where the study has it. */
void counters_of(struct arena *a, const struct study *study, const struct estimate *e,
                 double out[COUNTERS]);
bool counters_find(const double counters[COUNTERS], const char *name, struct formula_value *out);

#endif
