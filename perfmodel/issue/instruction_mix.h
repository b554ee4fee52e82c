/* What the computing instructions of an item are, for models that ask for more than what they cost.
 */
#ifndef PERFMODEL_ISSUE_INSTRUCTION_MIX_H
#define PERFMODEL_ISSUE_INSTRUCTION_MIX_H

#include "perfmodel/issue/issue.h"

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
