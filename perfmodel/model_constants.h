/* The models' own constants by name, as model_constants.def has them. */
#ifndef PERFMODEL_MODEL_CONSTANTS_H
#define PERFMODEL_MODEL_CONSTANTS_H

#include <stdio.h>

/* bench/sensitivity builds with variables, one of which the environment changes. */
#ifdef CLPERF_VARIED_CONSTANTS
#define REAL(name, value, unit, what, source, effect) extern double name;
#define COUNT(name, value, unit, what, source, effect) extern int name;
#else
#define REAL(name, value, unit, what, source, effect) static const double name = value;
#define COUNT(name, value, unit, what, source, effect) enum { name = value };
#endif
#include "perfmodel/model_constants.def"
#undef REAL
#undef COUNT

/* Prints all rows, for -fclperf-dump=constants. */
void model_constants_dump(FILE *out);

#endif
