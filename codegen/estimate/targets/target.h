/* Compilers of GPUs' code: what each makes of a machine view, for a family of GPUs. A row of
 * targets.def is one, codegen/estimate/targets/ID.c defines it as target_ID. */
#ifndef CODEGEN_ESTIMATE_TARGETS_TARGET_H
#define CODEGEN_ESTIMATE_TARGETS_TARGET_H

#include "analysis/ir/address_sums.h"
#include "analysis/ir/kernel.h"
#include "hwdb/gpu.h"

/* Registers that an operation takes while it runs, beside operands and result, for what the code
 * that it stands for keeps at the same time. Chosen to fit kernels with such operations. */
struct scratch_registers {
    uint8_t divide_by_constant, divide, divide_64, fdiv, fdiv_64, sqrt, trans, trans_64, call;
    /* Atomics of all lanes on one address are added up first, and the sum taken apart if they want
     * the result. */
    uint8_t atomic, atomic_result;
};

/* Cycles that the order of instructions counts on: they only decide what goes first. */
struct assumed_latencies {
    uint8_t alu, local, math, memory;
};

/* Iterations of a short loop that are in flight at the same time, and values of the longest such
 * loop. 0: loops stay as they are. */
struct overlapped_loops {
    uint32_t iterations, longest;
};

struct target {
    const char *compiler; /* that of a vendor (hwdb/vendors.def); NULL: of vendors that name none */
    bool (*compiles_for)(const struct gpu *g); /* of the vendor's GPUs; NULL: all that are left */
    const char *source;                        /* of its counts, in reports; NULL: "estimate" */
    struct array_bases bases;                  /* beginnings of arrays that take no registers */
    bool constant_bank;                        /* addresses in constant memory have 32 bits */
    bool drops_halves;      /* halves of 64-bit integers that nobody needs take no register */
    bool wide_global_ids;   /* global ids have 64 bits where somebody uses them so */
    bool triples_apart;     /* three small components are loaded one by one */
    bool splits_global_ids; /* as split_global_ids.c says */
    bool hoists_bases;      /* the beginning of an array is in registers, as temporaries.c
                             * says, and not the size of an element */
    bool unrolls;           /* also loops whose trip count is not constant, as the machine view */
    enum machine_form form; /* of its machine view */
    bool windows;           /* takes long blocks apart, as order_ptxas_windows.c says */
    bool zero;              /* has a register that is always zero */
    bool numbers;           /* hands out registers by number, as assign_ptxas.c says */
    struct scratch_registers scratch;
    struct assumed_latencies latency;
    struct overlapped_loops overlapped;
    const struct target
        *pressure; /* whose lowest pressure is taken for its own; NULL: it has one */
    /* Registers that are allocated to a work-item which needs so many. */
    double (*allocated)(const struct register_demand *d, const struct gpu *g);
    /* Registers for values among so many per work-item. */
    double (*for_values)(uint32_t per_item, const struct gpu *g);
};

/* The compiler whose order of instructions all machine views start from. */
extern const struct target target_ptxas;

struct target_row {
    const char *name;
    const struct target *target;
};
extern const struct target_row target_table[];
extern const uint32_t target_count;

/* The row of the GPU's compiler: the first that compiles for it. */
uint32_t target_of(const struct gpu *g);

/* A set of rows: bit by row. */
typedef uint64_t target_set;
static const target_set ALL_TARGETS = UINT64_MAX;
target_set targets_of(const struct gpu *const *gpus, size_t n);

#endif
