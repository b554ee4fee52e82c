#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <sstream>
#include <string>
#include <vector>
static const std::string source =
    "__kernel void k(__global float *x, int n) { int i = get_global_id(0); if (i < n) x[i] = S; }";
int main() {
    cl_platform_id p;
    cl_device_id d;
    clGetPlatformIDs(1, &p, nullptr);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_GPU, 1, &d, nullptr);
    cl_context c = clCreateContext(nullptr, 1, &d, nullptr, nullptr, nullptr);
    cl_command_queue q = clCreateCommandQueue(c, d, 0, nullptr);
    const char *text = source.c_str();
    cl_program g = clCreateProgramWithSource(c, 1, &text, nullptr, nullptr);
    std::ostringstream options;
    options << "-DS=" << 7 << " -cl-fast-relaxed-math";
    clBuildProgram(g, 1, &d, options.str().c_str(), nullptr, nullptr);
    cl_kernel k = clCreateKernel(g, "k", nullptr);
    std::vector<float> h(1 << 16);
    cl_mem x = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, h.size() * sizeof(float), h.data(), nullptr);
    cl_int n = (cl_int)h.size();
    clSetKernelArg(k, 0, sizeof x, &x);
    clSetKernelArg(k, 1, sizeof n, &n);
    const size_t global = h.size();
    clEnqueueNDRangeKernel(q, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
}
