/* What of a block has to stand before what: between the passes that count registers. */
#ifndef CODEGEN_ESTIMATE_REGISTERS_DEPENDENCES_H
#define CODEGEN_ESTIMATE_REGISTERS_DEPENDENCES_H

#include "codegen/estimate/registers/registers.h"

/* Nodes are positions in `values`. */
struct dependence {
    uint32_t from, to;
    bool data; /* the second uses what the first computes; else memory or a barrier orders them */
};

struct dependences {
    const struct regs *r;
    const uint32_t *values; /* those that are computed, without phis, as they stand now */
    uint32_t n;
    const struct dependence *edges; /* by `from`, to later nodes only, none twice */
    uint32_t *first;                /* by node, and one more: of the edges from it */
    uint32_t *waits;                /* by node: edges to it */
};

/* Of values as they stand in a block. `scratch` holds a 0 for every value, before and after. */
struct dependences regs_depend(struct arena *a, const struct regs *r, const uint32_t *values,
                               uint32_t n, uint32_t *scratch);

#endif
