/* A language: OpenCL C in files of another name. */
#include "driver/frontend/opencl.h"

const struct front_end frontend_dialect = {.compile = opencl_compile};
