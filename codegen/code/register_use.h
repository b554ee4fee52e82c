/* Registers that a kernel's code takes, as whoever compiled or estimated it counts them. */
#ifndef CODEGEN_CODE_REGISTER_USE_H
#define CODEGEN_CODE_REGISTER_USE_H

#include <stdbool.h>
#include <stdint.h>

/* Where a compiler's code stores and loads spilled registers. */
enum spill_place { SPILLS_ONCE, SPILLS_IN_LOOPS, SPILL_PLACES };

/* Registers that instructions there store and load. */
struct spill_count {
    uint32_t stores, loads;
};

/* Registers that one work-item of a kernel needs, and what does not fit in them. */
struct register_use {
    const char *source;   /* who says so, as the report prints it: "ptxas", "estimate" */
    bool estimated;       /* no compiler of the GPU's allocated them */
    bool other_front_end; /* of what a front end other than the vendor's made of the source */
    bool limited;         /* a group's size leaves fewer than were counted, the rest is spilled */
    bool stand_ins;       /* of code in which functions of libraries are stood in for */
    uint32_t per_item;
    uint32_t spill_bytes;                    /* registers kept in memory */
    uint32_t private_bytes;                  /* private variables in memory, those included */
    struct spill_count spills[SPILL_PLACES]; /* all 0: only the bytes are known */
};

struct code;

/* By place, the spills of a code whose object tells which accesses are such. */
void code_count_spills(const struct code *c, struct spill_count *counts);

#endif
