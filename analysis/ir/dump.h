/* Text dumps of a kernel for -fclperf-dump=. */
#ifndef ANALYSIS_IR_DUMP_H
#define ANALYSIS_IR_DUMP_H

#include <stdio.h>

#include "analysis/ir/kernel.h"

void dump_cfg(FILE *out, const struct kernel *k);
void dump_loops(FILE *out, const struct kernel *k);
void dump_expr(FILE *out, struct arena *a, const struct kernel *k);

/* Values as expressions. */

/* The value as an expression in the kernel's own names, for readers. */
const char *an_expr(struct arena *a, const struct kernel *k, uint32_t value);

#endif
