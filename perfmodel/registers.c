#include "perfmodel/registers.h"

#include <string.h>

#include "perfmodel/occupancy.h"

enum { REGISTER_BYTES = 4 };

struct register_use registers_estimate(const struct kernel *machine, const struct gpu *g) {
    bool scalar_registers = strcmp(g->vendor, "amd") == 0;
    return (struct register_use){.source = "estimate",
                                 .per_item = scalar_registers ? machine->vector_regs_estimate
                                                              : machine->regs_estimate};
}

struct register_use registers_in_group(struct register_use use, const struct gpu *g,
                                       uint32_t items) {
    uint32_t most = occupancy_most_regs(g, items);
    if (use.per_item <= most)
        return use;
    use.spill_bytes += (use.per_item - most) * REGISTER_BYTES;
    use.private_bytes += (use.per_item - most) * REGISTER_BYTES;
    use.per_item = most;
    return use;
}
