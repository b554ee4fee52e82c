#include <CL/cl.h>

static const char *text = "kernel void fill(global float *x) { x[get_global_id(0) * 16] = 1; }";

void run(cl_context context, cl_command_queue queue, cl_device_id device, cl_mem x) {
    size_t global = 1 << 20, local = 256;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "fill", NULL);
    clSetKernelArg(kernel, 0, sizeof x, &x);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}
