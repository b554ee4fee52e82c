/* Names of the files in CLPERF_OUTPUT_DIR. */
#ifndef SOURCE_COMPILER_COLLECTED_OUTPUTS_H
#define SOURCE_COMPILER_COLLECTED_OUTPUTS_H

#include "base/arena.h"

/* The file in CLPERF_OUTPUT_DIR of what is compiled into `object`: its base name, a hash of
 * its full path, as objects of one name exist in many directories, and the format. */
const char *collected_output(struct arena *a, const char *dir, const char *object,
                             const char *format);

#endif
