/* Part of the runtime: see cuda_runtime.h. */
#include "cuda_runtime.h"
