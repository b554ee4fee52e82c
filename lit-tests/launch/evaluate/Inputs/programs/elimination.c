#include <CL/cl.h>
static const char *source =
    "__kernel void fan1(__global float *m, int size, int t) { int i = get_global_id(0); if (i < "
    "size - 1 - t) m[size * (i + t + 1) + t] = 0; }";
#define BLOCK 64
int main(void) {
    cl_platform_id p;
    cl_device_id d;
    clGetPlatformIDs(1, &p, NULL);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_GPU, 1, &d, NULL);
    cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
    cl_command_queue q = clCreateCommandQueue(c, d, 0, NULL);
    cl_program g = clCreateProgramWithSource(c, 1, &source, NULL, NULL);
    clBuildProgram(g, 1, &d, NULL, NULL, NULL);
    cl_kernel k = clCreateKernel(g, "fan1", NULL);
    int size = 256;
    cl_mem m = clCreateBuffer(c, 0, size * size * 4, NULL, NULL);
    size_t local = BLOCK, global = size % BLOCK ? size + BLOCK - size % BLOCK : size;
    for (int t = 0; t < size - 1; t++) {
        clSetKernelArg(k, 0, sizeof m, &m);
        clSetKernelArg(k, 1, sizeof size, &size);
        clSetKernelArg(k, 2, sizeof t, &t);
        clEnqueueNDRangeKernel(q, k, 1, NULL, &global, &local, 0, NULL, NULL);
    }
}
