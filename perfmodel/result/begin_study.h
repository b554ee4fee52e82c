/* Begins a study (perfmodel/study/study.h). */
#ifndef PERFMODEL_RESULT_BEGIN_STUDY_H
#define PERFMODEL_RESULT_BEGIN_STUDY_H

#include "perfmodel/study/study.h"

/* The study of what is asked for, registers included. NULL, with one line in *reason, if the kernel
 * cannot be analysed or does not fit on the GPU. */
const struct study *study_begin(struct arena *a, const struct study *asked, const char **reason);

#endif
