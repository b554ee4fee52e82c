/* Values as expressions. */
#ifndef ANALYSIS_IR_EXPR_H
#define ANALYSIS_IR_EXPR_H

#include "analysis/ir/kernel.h"

/* The value as an expression in the kernel's own names, for readers. */
const char *an_expr(struct arena *a, const struct kernel *k, uint32_t value);

#endif
