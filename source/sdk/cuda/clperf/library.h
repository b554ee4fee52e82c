/* How the headers of CUDA's libraries declare their functions: those that are skipped, and those
 * that make something whose handle must not be null. */
#pragma GCC system_header

#include "clperf/unmodelled.h"
#include "cuda_runtime_api.h"
#include "library_types.h"
