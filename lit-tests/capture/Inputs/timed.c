/* Launches one kernel twice; with an argument on a queue that measures. */
#include "opencl_host.h"

enum { ITEMS = 1 << 16 };

int main(int argc, char **argv) {
    cl_device_id device = first_device();
    cl_context context = context_on(device);
    cl_command_queue queue = queue_on(context, device, argc > 1 ? CL_QUEUE_PROFILING_ENABLE : 0);
    cl_program program = built(
        context,
        "kernel void twice(global float *x) { x[get_global_id(0)] = 2 * x[get_global_id(0)]; }\n",
        NULL);
    cl_kernel kernel = kernel_named(program, "twice");
    size_t global = ITEMS, local = 64;
    (void)argv;
    set_buffer(kernel, 0, buffer_of(context, 0, ITEMS * sizeof(float), NULL));
    for (int i = 0; i < 2; i++)
        TRY(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    TRY(clFinish(queue));
    return 0;
}
