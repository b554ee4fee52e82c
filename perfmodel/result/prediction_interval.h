/* The interval around a time, from identified causes. */
#ifndef PERFMODEL_RESULT_PREDICTION_INTERVAL_H
#define PERFMODEL_RESULT_PREDICTION_INTERVAL_H

#include "perfmodel/study/study.h"

/* Sets low_ms and high_ms of *e so that they hold 90 %. */
void interval_set(struct estimate *e, const struct study *study, const struct trace *t);

/* Estimates of one launch by several models: what they disagree by widens their intervals. */
void interval_spread(struct estimate *all, size_t n);

#endif
