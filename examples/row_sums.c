/* A host program whose kernel is a string: each work-item adds up a row, so that neighbours read far apart. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

static const char *source =
    "kernel void row_sums(global const float *in, global float *out, int width) {\n"
    "    int row = get_global_id(0);\n"
    "    float sum = 0;\n"
    "\n"
    "    for (int x = 0; x < width; x++)\n"
    "        sum += in[row * width + x];\n"
    "    out[row] = sum;\n"
    "}\n";

void row_sums(cl_context context, cl_device_id device, cl_command_queue queue, cl_mem in, cl_mem out) {
    size_t global = 65536, local = 128;
    cl_int width = 512;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "row_sums", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clSetKernelArg(kernel, 2, sizeof width, &width);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}
