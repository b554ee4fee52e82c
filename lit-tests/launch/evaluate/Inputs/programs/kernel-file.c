#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *load(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) {
        fprintf(stderr, "cannot open %s\n", path);
        exit(1);
    }
    fseek(f, 0, SEEK_END);
    *n = ftell(f);
    rewind(f);
    char *s = malloc(*n + 1);
    fread(s, 1, *n, f);
    s[*n] = 0;
    fclose(f);
    return s;
}
int main() {
    cl_platform_id p;
    cl_device_id d;
    clGetPlatformIDs(1, &p, NULL);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_GPU, 1, &d, NULL);
    cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
    cl_command_queue q = clCreateCommandQueue(c, d, 0, NULL);
    size_t n;
    char *s = load("scale.cl", &n);
    cl_program g = clCreateProgramWithSource(c, 1, (const char **)&s, &n, NULL);
    char o[100];
    sprintf(o, "-DBLOCK=%d -I.", 16);
    if (clBuildProgram(g, 1, &d, o, NULL, NULL) != CL_SUCCESS) {
        char log[1000];
        clGetProgramBuildInfo(g, d, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        puts(log);
        return 1;
    }
    cl_kernel k = clCreateKernel(g, "scale", NULL);
    cl_mem x = clCreateBuffer(c, 0, 1 << 20, NULL, NULL);
    clSetKernelArg(k, 0, sizeof x, &x);
    size_t global[] = {512, 512}, local[] = {16, 16};
    clEnqueueNDRangeKernel(q, k, 2, NULL, global, local, 0, NULL, NULL);
}
