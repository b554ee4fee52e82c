/* Launches a kernel with a parameter that directives choose, after setting all that remain. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>

int main(void) {
    const char *text = "kernel void copy(\n#ifdef IMAGES\nread_only image2d_t from,\n#else\n"
                       "global const int *from,\n#endif\nglobal int *to) { }\n";
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "copy", NULL);
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    clSetKernelArg(kernel, 1, sizeof memory, &memory);
    size_t global = 64;
    printf("launch: %d\n",
           clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    return 0;
}
