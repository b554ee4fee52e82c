#include <hip/hip_runtime.h>

#include "transposes.h"
