/* How far addresses go from one work-item, or one iteration of a loop, to the next. */
#ifndef ANALYSIS_IR_STRIDE_H
#define ANALYSIS_IR_STRIDE_H

#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"

/* Of what the address is a function: the work-items of a dimension where `loop` is NONE, else the
 * iterations of that loop. */
struct stride_counter {
    uint32_t dimension, loop;
};

/* Bytes by which the value grows when the counter goes on by one, with the launch's arguments; NAN
 * where it is no sum of products of counters and arguments. */
double an_stride(const struct kernel *k, const struct launch *l, uint32_t value,
                 struct stride_counter of);

#endif
