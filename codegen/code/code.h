/* Machine code of a kernel for one GPU architecture: instructions as the compiler left them, the
 * blocks and loops that they form, and the resources that the code takes. Readers of objects
 * (codegen/object/) and back ends (codegen/backend/) make it; nothing here knows an encoding. */
#ifndef CODEGEN_CODE_CODE_H
#define CODEGEN_CODE_CODE_H

#include <stdio.h>

#include "analysis/ir/kernel.h"
#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum code_memory { CODE_NO_MEMORY, CODE_LOAD, CODE_STORE, CODE_ATOMIC };

/* What an instruction does to the order of execution. */
enum code_flow {
    CODE_NEXT,          /* goes on to the next instruction */
    CODE_BRANCH,        /* to `target`, and under a condition to the next one, too */
    CODE_CALL,          /* comes back to the next one */
    CODE_RETURN,        /* from a called function */
    CODE_EXIT,          /* of the warp; under a condition, others go on */
    CODE_BARRIER,       /* waits for the group's other warps */
    CODE_UNKNOWN_TARGET /* a branch by a register */
};

/* Register files, for dependences. Predicates of NVIDIA's uniform data path have numbers from 8. */
enum code_file { CODE_NO_FILE, CODE_VECTOR, CODE_SCALAR, CODE_PREDICATE, CODE_ACCUMULATOR };

/* Neighbouring registers of one file. */
struct code_registers {
    uint8_t file; /* enum code_file */
    uint8_t n;
    uint16_t first;
};

/* AMD's dual instructions read seven registers and the mask of lanes; what saves that mask writes
 * three. */
enum { CODE_READS = 8, CODE_WRITES = 3 };

/* One machine instruction. Costs are for one warp. */
struct code_instruction {
    uint32_t address;  /* bytes from the function's first instruction */
    const char *name;  /* mnemonic with its modifiers: "LDG.E.128" */
    uint8_t cls;       /* enum op_class that prices it; CLASS_FREE: nothing but its issue slot */
    uint8_t cls2;      /* of a second, other operation that it does at the same time (AMD's dual
                        * instructions); CLASS_FREE: none */
    uint16_t more;     /* operations of `cls` beyond the first: 1 of a packed pair */
    uint8_t memory;    /* enum code_memory */
    uint8_t space;     /* enum space, of an access; CODE_LOAD of kernel parameters: CONSTANT */
    uint8_t bytes;     /* per lane, of an access; 0: a register says (copies in bulk) */
    uint8_t flow;      /* enum code_flow */
    bool conditional;  /* executed under a predicate that is not always true; AMD's mask of lanes is
                        * none, only branches are */
    bool scalar;       /* once for the warp: uniform data path, scalar unit */
    bool spill;        /* an access that saves or restores a register */
    bool unknown;      /* the encoding has no row in the tables; only its size is known */
    uint16_t products; /* of a matrix class: 256 multiply-adds each; 0: a register says */
    uint32_t target;   /* instruction number of a branch or call; NONE: another function, or none */
    uint8_t stall;     /* cycles until the warp's next instruction, as encoded; 0: not encoded */
    uint8_t waits;     /* bit by scoreboard that must be free first (NVIDIA) */
    uint8_t sets;      /* scoreboards that it holds until its result, 0x0f, and until its operands
                        * are read, 0xf0, each number + 1; 0: none (NVIDIA) */
    bool waits_memory; /* for earlier accesses by count (AMD's s_waitcnt) */
    struct code_registers reads[CODE_READS], writes[CODE_WRITES]; /* CODE_NO_FILE ends them */
    struct loc loc; /* line 0: the code says no place */
};

/* Instructions without a branch in or out between them. */
struct code_block {
    uint32_t first, n; /* instructions */
    uint32_t succs[2];
    uint32_t n_succs;
    uint32_t idom; /* NONE: the entry, or unreachable */
    uint32_t loop; /* innermost, or NONE */
};

struct code_loop {
    uint32_t header;
    uint32_t parent; /* NONE: outermost */
    uint32_t depth;  /* from 1 */
};

/* Registers per work-item, other resources, and where the numbers are from. */
struct code_resources {
    uint32_t registers;        /* of 32 bits, per work-item, as allocated before rounding */
    uint32_t scalar_registers; /* per warp, 0: none or unknown */
    uint32_t accumulators;     /* per work-item (AMD's AGPRs) */
    uint32_t stack_bytes;      /* private memory per work-item, spills included */
    uint32_t spill_stores, spill_loads;           /* instructions */
    uint32_t spill_bytes;                         /* per work-item, of spilled registers */
    uint32_t spill_store_bytes, spill_load_bytes; /* of these instructions, per work-item */
    bool spills_unknown;                          /* the object does not say which accesses spill */
    uint32_t local_bytes;                         /* static, per group */
    uint32_t scalar_spills;  /* scalar registers that are kept in vector ones (AMD) */
    uint32_t argument_bytes; /* of the kernel, implicit ones included (AMD) */
    bool calls_unknown; /* what is called is not there: registers and stack are guesses (AMD) */
};

/* What the object says of how the kernel is called. 0: nothing. */
struct code_parameter {
    uint32_t offset, bytes;
};
struct code_call {
    uint32_t required_threads[3]; /* of a group: the only ones that it can be launched with */
    uint32_t most_threads[3];     /* of a group */
    const struct code_parameter *parameters; /* in order */
    uint32_t n_parameters;
};

struct code {
    const char *kernel;  /* symbol, as the object has it */
    const char *arch;    /* "sm_90", "gfx90a" */
    const char *source;  /* where it is from, as the report says it: "object", "ptxas"; or NULL */
    const char *library; /* whose functions were linked: "libclc"; NULL: nobody says */
    uint32_t warp_width; /* work-items; 0: as all warps of the architecture */
    uint32_t most_items; /* of a group that the code was made for; 0: unknown */
    bool scalar_unit;    /* scalar instructions have a unit of their own, which loads what is the
                          * same for a warp; constants are in global memory (AMD) */
    struct code_resources resources;
    struct code_call call;
    const struct code_instruction *instructions;
    uint32_t n_instructions;
    uint32_t bytes;     /* of all instructions */
    uint32_t n_unknown; /* instructions of unknown encoding */
    bool has_locations;
    const struct code_block *blocks; /* [0] is the entry; in the order of their instructions */
    uint32_t n_blocks;
    const struct code_loop *loops; /* outer before inner */
    uint32_t n_loops;
};

/* Kernels of one object, or of one architecture in it. */
struct code_module {
    VEC(struct code) kernels;
    const char *error; /* one line: why the rest could not be read; NULL: all was */
};

/* Sets blocks and loops, and the sums, of a code whose instructions are set. What a branch into
 * nowhere reaches is left out. */
void code_find_blocks(struct arena *a, struct code *c);
/* The kernel of that symbol, or NULL. */
const struct code *code_find(const struct code_module *m, const char *symbol);
/* Instructions with addresses, places, stalls and loops, as -fclperf-dump=code prints them. */
void dump_code(FILE *out, const struct code *c);
#ifdef __cplusplus
}
#endif

#endif
