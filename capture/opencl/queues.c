/* Queues that measure the times of their commands although the program did not ask for that, where
 * `clperf capture --profile` does. A queue that cannot be had so is made as the program asked. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "capture/journal.h"
#include "capture/opencl/opencl.h"

static bool is_asked_for(void) {
    return getenv(JOURNAL_PROFILES) != NULL;
}

cl_command_queue CL_API_CALL WRAPPED(clCreateCommandQueue)(cl_context context, cl_device_id device,
                                                           cl_command_queue_properties properties,
                                                           cl_int *error) {
    const cl_icd_dispatch *cl = opencl_next();
    cl_command_queue queue =
        is_asked_for() ? cl->clCreateCommandQueue(context, device,
                                                  properties | CL_QUEUE_PROFILING_ENABLE, error)
                       : NULL;
    return queue ? queue : cl->clCreateCommandQueue(context, device, properties, error);
}

/* More properties than OpenCL has. */
enum { MOST_PROPERTIES = 32 };

/* A list of properties, which ends with 0, with profiling on. False if it is longer than any. */
static bool with_profiling(const cl_queue_properties *from,
                           cl_queue_properties to[2 * MOST_PROPERTIES + 3]) {
    size_t n = 0;
    bool found = false;
    for (; from && from[2 * n]; n++) {
        if (n == MOST_PROPERTIES)
            return false;
        bool wanted = from[2 * n] == CL_QUEUE_PROPERTIES;
        found |= wanted;
        to[2 * n] = from[2 * n];
        to[2 * n + 1] = from[2 * n + 1] | (wanted ? CL_QUEUE_PROFILING_ENABLE : 0);
    }
    if (!found) {
        to[2 * n] = CL_QUEUE_PROPERTIES;
        to[2 * n++ + 1] = CL_QUEUE_PROFILING_ENABLE;
    }
    to[2 * n] = 0;
    return true;
}

cl_command_queue CL_API_CALL WRAPPED(clCreateCommandQueueWithProperties)(
    cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *error) {
    const cl_icd_dispatch *cl = opencl_next();
    cl_queue_properties profiled[2 * MOST_PROPERTIES + 3];
    cl_command_queue queue =
        is_asked_for() && with_profiling(properties, profiled)
            ? cl->clCreateCommandQueueWithProperties(context, device, profiled, error)
            : NULL;
    return queue ? queue
                 : cl->clCreateCommandQueueWithProperties(context, device, properties, error);
}
