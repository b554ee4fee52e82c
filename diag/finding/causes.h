/* One finding for each cause: what is found at one place of several kernels, as of instances of a
 * template or where a function is inlined, is told once. */
#ifndef DIAG_FINDING_CAUSES_H
#define DIAG_FINDING_CAUSES_H

#include "diag/report.h"

/* The report in which the worst of such findings has the others as its instances, and these are
 * marked as copies. */
struct report causes_join(struct arena *a, const struct report *r);
/* What the finding and its instances cost in all launches, in ms; -1 where no cost is known. */
double causes_total(const struct kernel_result *r, const struct finding *f);

#endif
