/* Whether a source of CUDA or HIP may launch a kernel, before any compiler has read it. */
#ifndef SOURCE_SCAN_LAUNCH_SCAN_H
#define SOURCE_SCAN_LAUNCH_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* False only where nothing in the text can: it has no brackets of a launch, no word with "launch"
 * in it, no main(), no nodes of graphs, and includes nothing but headers of the compiler and of C
 * that stand in no folder. */
bool launch_scan_text(const char *text, size_t n);

#endif
