#include <string.h>

#include "capture/journal.h"
#include "capture/opencl_driver/driver.h"

/* What the device's limits forbid. Sizes that the group does not divide are allowed, as in programs
 * that are built for OpenCL 2.0 and later. */
static cl_int wrong_sizes(cl_uint dimensions, const size_t *global, const size_t *local) {
    size_t items = 1;
    if (dimensions < 1 || dimensions > 3)
        return CL_INVALID_WORK_DIMENSION;
    if (!global)
        return CL_INVALID_GLOBAL_WORK_SIZE;
    for (cl_uint d = 0; d < dimensions && local; d++) {
        size_t most = d < 2 ? shown()->max_items_per_group : 64;
        if (!local[d])
            return CL_INVALID_WORK_GROUP_SIZE;
        if (local[d] > most)
            return CL_INVALID_WORK_ITEM_SIZE;
        items *= local[d];
    }
    return items > shown()->max_items_per_group ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

/* Before OpenCL 2.0, groups must divide the launch. */
static bool divides(cl_kernel k, cl_uint dimensions, const size_t *global, const size_t *local) {
    static const char *const newer[] = {"-cl-std=CL2", "-cl-std=CL3"};
    const char *options = k->program->options ? k->program->options : "";
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (strstr(options, newer[i]))
            return true;
    for (cl_uint d = 0; d < dimensions && local; d++)
        if (global[d] % local[d])
            return false;
    return true;
}

static void remark(void) {
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&said))
        journal_remark(
            "Kernels were not run: what the program read is what it had written, or zero.");
}

static cl_int launch(const struct command *c, cl_kernel k, cl_uint dimensions, const size_t *global,
                     const size_t *local) {
    cl_int wrong = command_check(c);
    if (wrong)
        return wrong;
    if (!object_is(k, KERNEL))
        return CL_INVALID_KERNEL;
    if (k->program->context != c->queue->context)
        return CL_INVALID_CONTEXT;
    if (k->found && k->n_set < k->signature.n_parameters)
        return CL_INVALID_KERNEL_ARGS;
    wrong = wrong_sizes(dimensions, global, local);
    if (!wrong && !divides(k, dimensions, global, local))
        wrong = CL_INVALID_WORK_GROUP_SIZE;
    if (wrong)
        return wrong;
    remark();
    return command_done(c);
}

cl_int CL_API_CALL FUNCTION(clEnqueueNDRangeKernel)(cl_command_queue q, cl_kernel k,
                                                    cl_uint dimensions, const size_t *offset,
                                                    const size_t *global, const size_t *local,
                                                    cl_uint n, const cl_event *wait,
                                                    cl_event *event) {
    const struct command c = {q, CL_COMMAND_NDRANGE_KERNEL, n, wait, event};
    (void)offset;
    return launch(&c, k, dimensions, global, local);
}

cl_int CL_API_CALL FUNCTION(clEnqueueTask)(cl_command_queue q, cl_kernel k, cl_uint n,
                                           const cl_event *wait, cl_event *event) {
    const struct command c = {q, CL_COMMAND_TASK, n, wait, event};
    const size_t one = 1;
    return launch(&c, k, 1, &one, &one);
}

cl_int CL_API_CALL FUNCTION(clEnqueueNativeKernel)(cl_command_queue q,
                                                   void(CL_CALLBACK *function)(void *), void *args,
                                                   size_t bytes, cl_uint n_memory,
                                                   const cl_mem *memory, const void **places,
                                                   cl_uint n, const cl_event *wait,
                                                   cl_event *event) {
    (void)function, (void)args, (void)bytes, (void)n_memory, (void)memory, (void)places;
    (void)n, (void)wait, (void)event;
    return object_is(q, QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}
