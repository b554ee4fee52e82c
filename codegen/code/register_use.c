#include "codegen/code/register_use.h"

#include "codegen/code/code.h"

enum { REGISTER_BYTES = 4 };

static void count_block(const struct code *c, const struct code_block *b, struct spill_count *n) {
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        const struct code_instruction *in = &c->instructions[i];
        uint32_t registers = in->bytes > REGISTER_BYTES ? in->bytes / REGISTER_BYTES : 1;
        if (in->spill && in->memory == CODE_STORE)
            n->stores += registers;
        if (in->spill && in->memory == CODE_LOAD)
            n->loads += registers;
    }
}

void code_count_spills(const struct code *c, struct spill_count *counts) {
    for (size_t i = 0; i < SPILL_PLACES; i++)
        counts[i] = (struct spill_count){0};
    for (uint32_t b = 0; b < c->n_blocks; b++)
        count_block(c, &c->blocks[b],
                    &counts[c->blocks[b].loop == NONE ? SPILLS_ONCE : SPILLS_IN_LOOPS]);
}
