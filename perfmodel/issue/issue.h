/* What the computation of an item costs on a GPU: issue slots, time on each
 * execution port, and the latency of its longest dependence chain. */
#ifndef PERFMODEL_ISSUE_ISSUE_H
#define PERFMODEL_ISSUE_ISSUE_H

#include "codegen/code/join.h"
#include "perfmodel/estimate.h"

/* Execution ports of one scheduler's part of the SM. Multiplications of integers take PORT_IMUL
 * beside PORT_FP32 where lanes of the latter do them. PORT_SCALAR computes once for a warp. */
enum port {
    PORT_FP32,
    PORT_INT,
    PORT_IMUL,
    PORT_FP64,
    PORT_SFU,
    PORT_CVT,
    PORT_MATRIX,
    PORT_SCALAR,
    PORTS
};

struct item_cost {
    double slots;       /* warp instructions issued */
    double port[PORTS]; /* cycles */
    double local;       /* cycles that local memory serves it, of the SM's */
    double latency;     /* cycles until the last result */
};

/* Of one component of a value of that class. */
struct item_cost class_cost(const struct gpu *g, enum op_class c);
/* The first class of products of matrices in the kernel that the GPU has no rate of, or CLASS_FREE.
 */
enum op_class matrix_without_rate(const struct gpu *g, const struct kernel *k);
/* By item number of the kernel. */
const struct item_cost *item_costs(struct arena *a, const struct gpu *g, const struct kernel *k);
/* By item number of the kernel, whose items are, with what is other in a counterfactual, those of
 * `changed`: where machine code says what an item consists of, its issue slots and ports are that
 * code's, and what the change adds or takes away. `code` may be NULL. */
const struct item_cost *item_costs_of_code(struct arena *a, const struct gpu *g,
                                           const struct kernel *k, const struct kernel *changed,
                                           const struct code_join *code);
enum bound port_bound(enum port p);

/* What the computing instructions of an item are, for models that ask for more than what they cost.
 */

/* Warp instructions; those of an expansion are so many. */
struct instruction_mix {
    double count;
    double latency;  /* cycles, each instruction's own, one after another */
    double floating; /* on floating-point numbers, products of matrices among them */
    double special;  /* by the special function units */
};

/* By item number of the kernel. */
const struct instruction_mix *instruction_mixes(struct arena *a, const struct gpu *g,
                                                const struct kernel *k);
void mix_add(struct instruction_mix *sum, const struct instruction_mix *m, double weight);

#endif
