/* Contents of buffers before a launch. */
#ifndef CAPTURE_OPENCL_CONTENTS_H
#define CAPTURE_OPENCL_CONTENTS_H

#include "capture/opencl/kernels.h"

/* What a launch waits for. */
struct wait_list {
    cl_uint n;
    const cl_event *events;
};

/* Writes the contents of the buffers among the arguments, where that can be done without holding
 * up what the program waits for, and says in `noted` where they are. */
void contents_read(cl_command_queue queue, const struct wait_list *wait,
                   const struct argument *args, struct journal_arg *noted, size_t n);

#endif
