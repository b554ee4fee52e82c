/* A script's own front end compiles nothing: the texts in it are compiled as what they are in, see
 * run_script(). */
#include "source/languages/opencl/opencl.h"

const struct front_end frontend_python = {.compile = opencl_compile};
