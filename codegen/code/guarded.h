/* Blocks that some warps or iterations leave out: those under a condition. */
#ifndef CODEGEN_CODE_GUARDED_H
#define CODEGEN_CODE_GUARDED_H

#include "codegen/code/code.h"

/* By block: whether warps may pass from an iteration of its loop to the next, or through the
 * kernel where it is in no loop, without it. */
const bool *guarded_in_view(struct arena *a, const struct kernel *k);
const bool *guarded_in_code(struct arena *a, const struct code *c);

#endif
