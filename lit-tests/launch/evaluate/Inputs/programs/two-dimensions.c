#include <CL/cl.h>
const char *src =
    "__kernel void blur(__global const float *a, __global float *b, int w, int h, __local float "
    "*t) { int x = get_global_id(0), y = get_global_id(1); t[get_local_id(0)] = a[y * w + x]; "
    "barrier(CLK_LOCAL_MEM_FENCE); if (x < w && y < h) b[y * w + x] = t[get_local_id(0)]; }";
struct state {
    cl_context c;
    cl_command_queue q;
    cl_kernel k;
};
static struct state setup(void) {
    struct state s;
    cl_platform_id p;
    cl_device_id d;
    clGetPlatformIDs(1, &p, 0);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_DEFAULT, 1, &d, 0);
    s.c = clCreateContext(0, 1, &d, 0, 0, 0);
    s.q = clCreateCommandQueue(s.c, d, 0, 0);
    cl_program g = clCreateProgramWithSource(s.c, 1, &src, 0, 0);
    clBuildProgram(g, 0, 0, 0, 0, 0);
    s.k = clCreateKernel(g, "blur", 0);
    return s;
}
static size_t round_up(size_t group, size_t n) {
    size_t r = n % group;
    return r ? n + group - r : n;
}
int main(void) {
    struct state s = setup();
    int w = 1000, h = 700;
    size_t local[2] = {32, 4}, global[2];
    cl_mem a = clCreateBuffer(s.c, CL_MEM_READ_ONLY, w * h * 4, 0, 0),
           b = clCreateBuffer(s.c, CL_MEM_WRITE_ONLY, w * h * 4, 0, 0);
    global[0] = round_up(local[0], w);
    global[1] = round_up(local[1], h);
    int err = clSetKernelArg(s.k, 0, sizeof a, &a);
    err |= clSetKernelArg(s.k, 1, sizeof b, &b);
    err |= clSetKernelArg(s.k, 2, sizeof w, &w);
    err |= clSetKernelArg(s.k, 3, sizeof h, &h);
    err |= clSetKernelArg(s.k, 4, local[0] * sizeof(float), 0);
    if (err)
        return 1;
    for (int i = 0; i < 10; i++) {
        clEnqueueNDRangeKernel(s.q, s.k, 2, 0, global, local, 0, 0, 0);
        cl_mem t = a;
        a = b;
        b = t;
        clSetKernelArg(s.k, 0, sizeof a, &a);
        clSetKernelArg(s.k, 1, sizeof b, &b);
    }
}
