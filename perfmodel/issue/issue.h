/* What the computation of an item costs on a GPU: issue slots, time on each
 * execution port, and the latency of its longest dependence chain. */
#ifndef PERFMODEL_ISSUE_ISSUE_H
#define PERFMODEL_ISSUE_ISSUE_H

#include "perfmodel/estimate.h"

/* Execution ports of one scheduler's part of the SM. Multiplications of integers take PORT_IMUL
 * beside PORT_FP32 where lanes of the latter do them. */
enum port { PORT_FP32, PORT_INT, PORT_IMUL, PORT_FP64, PORT_SFU, PORT_CVT, PORT_MATRIX, PORTS };

struct item_cost {
    double slots;       /* warp instructions issued */
    double port[PORTS]; /* cycles */
    double latency;     /* cycles until the last result */
};

/* Of one component of a value of that class. */
struct item_cost class_cost(const struct gpu *g, enum op_class c);
/* The first class of products of matrices in the kernel that the GPU has no rate of, or CLASS_FREE.
 */
enum op_class matrix_without_rate(const struct gpu *g, const struct kernel *k);
/* By item number of the kernel. */
const struct item_cost *item_costs(struct arena *a, const struct gpu *g, const struct kernel *k);
enum bound port_bound(enum port p);

#endif
