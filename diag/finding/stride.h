/* How far apart neighbouring lanes of a request are. */
#ifndef DIAG_FINDING_STRIDE_H
#define DIAG_FINDING_STRIDE_H

#include "analysis/trace/trace.h"

/* Bytes between neighbouring active lanes, if nearly all are as far apart; else 0. */
int64_t stride_of(const struct pattern *p);
/* Those of the access's most frequent request; 0 where there is none. */
int64_t usual_stride(const struct trace *t, uint32_t access);

#endif
