/* Times of launches, by the events of queues on which the program measures them. */
#ifndef CAPTURE_OPENCL_TIMES_H
#define CAPTURE_OPENCL_TIMES_H

#include <stdint.h>

#include "capture/opencl/opencl.h"

/* Takes over a reference to the event, and reads its times when the launch is complete. */
void times_expect(cl_event event, uint64_t launch);

#endif
