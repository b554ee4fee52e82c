/* Options that an OpenCL program is built with, as hosts give them to clBuildProgram. */
#ifndef SOURCE_COMPILER_BUILD_OPTIONS_H
#define SOURCE_COMPILER_BUILD_OPTIONS_H

#include "base/words.h"

/* Adds what a front end needs of them: macros as "NAME=VALUE" to *defines; the paths of headers and
 * OpenCL's own options to *flags. What is a vendor's alone is left out. */
void build_options_read(struct arena *a, const char *text, struct words *defines,
                        struct words *flags);

#endif
