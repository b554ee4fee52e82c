#include "codegen/code/dominators.h"

#include "analysis/ir/kernel.h"

uint32_t dominators_common(const uint32_t *idom, const uint32_t *rank, uint32_t x, uint32_t y) {
    while (x != y)
        if (rank[x] > rank[y])
            x = idom[x];
        else
            y = idom[y];
    return x;
}

bool dominators_include(const uint32_t *idom, uint32_t block, uint32_t over) {
    while (block != NONE && block != over)
        block = idom[block];
    return block == over;
}
