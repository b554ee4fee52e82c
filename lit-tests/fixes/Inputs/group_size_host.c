static const char source[] =
    "__kernel void half_empty(__global const float *in, __global float *out) {\n"
    "    int i = get_global_id(0);\n"
    "    out[i] = in[i] * 2;\n"
    "}\n";
#include <CL/cl.h>

void run(cl_context context, cl_command_queue queue, cl_device_id device, cl_mem in, cl_mem out) {
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, 0, 0);
    clBuildProgram(program, 1, &device, "", 0, 0);
    cl_kernel kernel = clCreateKernel(program, "half_empty", 0);
    size_t global = 1048576, local = 16;
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clEnqueueNDRangeKernel(queue, kernel, 1, 0, &global, &local, 0, 0, 0);
}
