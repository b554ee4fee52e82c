#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
static const char *source =
    "#ifndef S\n#define S 1\n#endif\n"
    "__kernel void k(__global float *x, int n) { int i = get_global_id(0); if (i < n) x[i] = S; }";
#define CHECK(e)                                                                                   \
    do {                                                                                           \
        if ((e) != CL_SUCCESS) {                                                                   \
            fprintf(stderr, "error %d\n", (int)(e));                                               \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
int main(int argc, char **argv) {
    cl_platform_id p;
    cl_device_id d;
    cl_int err;
    cl_uint np;
    CHECK(clGetPlatformIDs(0, NULL, &np));
    if (np == 0)
        return 1;
    CHECK(clGetPlatformIDs(1, &p, NULL));
    CHECK(clGetDeviceIDs(p, CL_DEVICE_TYPE_GPU, 1, &d, NULL));
    cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, &err);
    CHECK(err);
    cl_command_queue q = clCreateCommandQueue(c, d, CL_QUEUE_PROFILING_ENABLE, &err);
    cl_program prog = clCreateProgramWithSource(c, 1, &source, NULL, &err);
    CHECK(clBuildProgram(prog, 1, &d, "-DS=3", NULL, NULL));
    cl_kernel k = clCreateKernel(prog, "k", &err);
    int n = argc > 1 ? atoi(argv[1]) : 100000;
    cl_mem x = clCreateBuffer(c, CL_MEM_READ_WRITE, n * sizeof(float), NULL, &err);
    clSetKernelArg(k, 0, sizeof(cl_mem), &x);
    clSetKernelArg(k, 1, sizeof n, &n);
    size_t local = 64, global = (n + local - 1) / local * local;
    cl_event e;
    for (int i = 0; i < 3; i++)
        CHECK(clEnqueueNDRangeKernel(q, k, 1, NULL, &global, &local, 0, NULL, &e));
    clWaitForEvents(1, &e);
    clReleaseMemObject(x);
    return 0;
}
