/* What OpenCL and CUDA call the devices of this machine. Both are loaded at run time; calling them
 * may crash or hang. */
#ifndef HWDB_NATIVE_DEVICES_H
#define HWDB_NATIVE_DEVICES_H

#include <stddef.h>

/* Writes the names of the device, one a line, that which is most exact first: of the first GPU that
 * OpenCL has, or that CUDA has, or of OpenCL's first device. "" where there is none. */
void native_device_names(char *to, size_t bytes);

#endif
