/* Part of the runtime: see driver_types.h. */
#include "driver_types.h"
