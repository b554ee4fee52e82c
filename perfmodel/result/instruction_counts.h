/* Instructions that the warps of a trace issue: those of machine code where it is known. */
#ifndef PERFMODEL_RESULT_INSTRUCTION_COUNTS_H
#define PERFMODEL_RESULT_INSTRUCTION_COUNTS_H

#include <stdio.h>

#include "codegen/code/join.h"
#include "perfmodel/study/study.h"

/* Of all warps of the trace. Accesses and barriers are in `all` only. */
struct instruction_counts {
    double all;
    double kind[CODE_KINDS];
    double by_code; /* of all: where machine code says it */
    double warps;
};

struct instruction_counts instruction_counts(struct arena *a, const struct study *study,
                                             const struct trace *t);
/* By class, for one warp. */
void dump_instruction_counts(FILE *out, const struct instruction_counts *c);

#endif
