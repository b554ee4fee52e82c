/* What all launches of a kernel take, which are a result each. */
#ifndef DIAG_FINDING_KERNEL_TOTAL_H
#define DIAG_FINDING_KERNEL_TOTAL_H

#include "diag/report.h"

/* How often the program makes the launch, with those of other sizes that it stands for. */
double launch_times(const struct launch *l);
/* Whether both are of one kernel on one GPU by one model, and the second one's launch is known. */
bool kernel_total_has(const struct kernel_result *of, const struct kernel_result *r);
/* Has each of the results, which are those of the report, point to its kernel's total. */
void kernel_totals(struct arena *a, const struct report *r, struct kernel_result *results);
/* The part of the program's GPU time that so many ms of the kernel's launches are; -1 where not all
 * of that is known, or the kernel is all of it. */
double kernel_program_share(const struct kernel_result *r, double ms);

#endif
