/* Lines of global memory that a work-group keeps once it has them, for counterfactuals: in local
 * memory as far as that goes, or in the registers of a work-item that accesses more at once. */
#ifndef PERFMODEL_SIM_REUSE_BUFFER_H
#define PERFMODEL_SIM_REUSE_BUFFER_H

#include "perfmodel/memory/coalesce.h"

struct reuse_buffer_line {
    uint64_t line; /* number + 1, 0 = none */
    double ready;  /* when it has come */
};

/* One place per line, by a hash of its number: a new line takes the place of an older one. */
struct reuse_buffer {
    struct reuse_buffer_line *at; /* by group, `room` for each */
    uint32_t room;
    struct memory_grid grid;
};

/* Room for `bytes` of each group. */
struct reuse_buffer reuse_buffer_new(struct arena *a, struct memory_grid grid, uint32_t groups,
                                     double bytes);
/* When all lines of the request have come, -1 if one of them is not there. */
double reuse_buffer_ready(const struct reuse_buffer *k, uint32_t group, uint64_t address,
                          const struct footprint *f);
void reuse_buffer_add(struct reuse_buffer *k, uint32_t group, uint64_t address,
                      const struct footprint *f, double ready);

#endif
