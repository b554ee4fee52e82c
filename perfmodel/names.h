/* What reports call the parts of an estimate. */
#ifndef PERFMODEL_NAMES_H
#define PERFMODEL_NAMES_H

#include "perfmodel/estimate.h"

/* The pipe or latency that limits, as JSON reports name it. */
const char *bound_name(enum bound b);
/* What limits the groups that are resident, in words. */
const char *limiter_name(enum limiter l);

#endif
