#include <CL/cl.h>
#include <stdlib.h>
static const char *source =
    "__kernel void k(__global float *x, int n) { int i = get_global_id(0); if (i < n) x[i] = S; }";
int main() {
    cl_uint n_platforms, n_devices = 0;
    clGetPlatformIDs(0, NULL, &n_platforms);
    cl_platform_id *platforms = malloc(n_platforms * sizeof *platforms);
    clGetPlatformIDs(n_platforms, platforms, NULL);
    cl_device_id *devices = NULL;
    for (cl_uint i = 0; i < n_platforms; i++) {
        cl_int r = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &n_devices);
        if (r == CL_SUCCESS && n_devices > 0) {
            devices = malloc(n_devices * sizeof *devices);
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, n_devices, devices, NULL);
            break;
        }
    }
    cl_context c = clCreateContext(NULL, 1, devices, NULL, NULL, NULL);
    cl_command_queue q = clCreateCommandQueue(c, devices[0], 0, NULL);
    size_t length = 0;
    cl_program p = clCreateProgramWithSource(c, 1, &source, &length, NULL);
    clBuildProgram(p, 0, NULL, "-D S=1", NULL, NULL);
    cl_kernel k = clCreateKernel(p, "k", NULL);
    size_t group;
    clGetKernelWorkGroupInfo(k, devices[0], CL_KERNEL_WORK_GROUP_SIZE, sizeof group, &group, NULL);
    cl_uint units;
    clGetDeviceInfo(devices[0], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    if (group > 256)
        group = 256;
    size_t global = units * group * 4;
    int n = (int)global;
    cl_mem x = clCreateBuffer(c, 0, n * 4, NULL, NULL);
    clSetKernelArg(k, 0, sizeof x, &x);
    clSetKernelArg(k, 1, sizeof n, &n);
    clEnqueueNDRangeKernel(q, k, 1, NULL, &global, &group, 0, NULL, NULL);
    clFinish(q);
}
