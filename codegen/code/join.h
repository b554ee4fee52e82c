/* What machine code spends on each item of a kernel's machine view. Both have the source's loops,
 * in other shapes: unrolled more or less, in other widths. Loops are matched by their order and by
 * what they access; the instructions of a loop are those of so many iterations of the machine
 * view's as have as many accesses. */
#ifndef CODEGEN_CODE_JOIN_H
#define CODEGEN_CODE_JOIN_H

#include "codegen/code/code.h"
#include "hwdb/gpu.h"

/* Kinds of instructions: classes, and those of a scalar unit, where the architecture has one. */
enum {
    CODE_SCALAR_UNIT = CLASSES, /* what it computes, of all classes */
    CODE_ISSUED,                /* its loads and branches: no more than issue slots */
    CODE_INSTRUCTIONS,          /* all but barriers, memory instructions among them: for counting */
    CODE_KINDS
};

/* Instructions of each kind for one execution of an item. */
struct item_code {
    float count[CODE_KINDS];
};

struct code_join {
    const struct item_code *items; /* by item of the machine view */
    const bool *joined; /* by item: the code says; else the machine view's own count holds */
    /* By access of the machine view: iterations of its loop whose loads the code asks for before it
     * waits for the first of them; 1: each waits. */
    const uint8_t *ahead;
    const bool *scalar; /* by access of the machine view: a load that is done once for the warp */
};

/* `machine` is a machine view with items. NULL if the code has no instructions, or some of unknown
 * encoding, or if the kernel cannot be traced. Not modelled: instructions of functions that are
 * called, which are slow paths of divisions and the like in most kernels. */
const struct code_join *code_join(struct arena *a, const struct kernel *machine,
                                  const struct code *c, const struct gpu *g);
/* By loop of the machine view, and one more for what is outside of loops: the code's loop that it
 * was matched with, if there is one, and iterations of it in one of the code's. */
void dump_code_join(FILE *out, const struct kernel *machine, const struct code *c,
                    const struct gpu *g);

#endif
