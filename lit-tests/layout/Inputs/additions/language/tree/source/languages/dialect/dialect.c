/* A language: OpenCL C in files of another name. */
#include "source/languages/opencl/opencl.h"

const struct front_end frontend_dialect = {.compile = opencl_compile};
