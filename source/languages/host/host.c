/* C and C++ hold kernels as texts in OpenCL C, which run_host() finds. */
#include "source/languages/opencl/opencl.h"

const struct front_end frontend_host = {.compile = opencl_compile};
