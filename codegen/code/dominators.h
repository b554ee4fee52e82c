/* Questions about trees of dominators: by block the next block that dominates it, NONE for the
 * entry and for blocks that nothing leads to. */
#ifndef CODEGEN_CODE_DOMINATORS_H
#define CODEGEN_CODE_DOMINATORS_H

#include <stdbool.h>
#include <stdint.h>

/* The nearest block that dominates both, which the entry leads to. By block, `rank` is lower for
 * those that dominate it. */
uint32_t dominators_common(const uint32_t *idom, const uint32_t *rank, uint32_t x, uint32_t y);
/* Whether all ways to the block come through the other one, or it is that. */
bool dominators_include(const uint32_t *idom, uint32_t block, uint32_t over);

#endif
