/* Registers that one work-item of a kernel needs, and what does not fit in them. */
#ifndef PERFMODEL_OCCUPANCY_REGISTER_LIMIT_H
#define PERFMODEL_OCCUPANCY_REGISTER_LIMIT_H

#include "codegen/estimate/registers/spills.h"

/* What is left where a group of that many items has to fit on the GPU: the rest is spilled. */
struct register_use registers_in_group(struct register_use use, const struct gpu *g,
                                       uint32_t items);
/* Where the registers that do not fit are stored and loaded; NULL if all do. What somebody counted
 * is matched as closely as the kernel's own live ranges can; for an estimate the count is set to
 * what they say. */
const struct spills *registers_spills(struct arena *a, const struct kernel *machine,
                                      struct register_use *use, const struct gpu *g);

#endif
