/* One finding for each cause: what is found at one place in several launches of a kernel, or in
 * several kernels, as of instances of a template or where a function is inlined, is told once. */
#ifndef DIAG_FINDING_CAUSES_H
#define DIAG_FINDING_CAUSES_H

#include "diag/report.h"

/* The report in which the worst of such findings has the others as its instances, and these are
 * marked as copies; with what all launches of a kernel take. */
struct report causes_join(struct arena *a, const struct report *r);
/* What the finding costs in all launches of its kernel, in ms; -1 where no cost is known. */
double causes_in_kernel(const struct kernel_result *r, const struct finding *f);
/* What the finding and its instances cost in all launches, in ms; -1 where no cost is known. */
double causes_total(const struct kernel_result *r, const struct finding *f);

#endif
