/* Why a finding costs what it costs: the chain from the launch over the index and the access to the
 * time. Made of what was counted, so that a rule needs nothing for it but to say which access it
 * is about. */
#ifndef DIAG_FINDING_COST_CHAIN_H
#define DIAG_FINDING_COST_CHAIN_H

#include "diag/report.h"

/* Sets f->steps, and adds a note where the cost is hidden by something slower. */
void why_explain(struct arena *a, const struct kernel_result *r, struct finding *f);

#endif
