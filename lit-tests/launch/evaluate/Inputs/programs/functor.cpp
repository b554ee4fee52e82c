#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
static const std::string source =
    "__kernel void k(__global float *x, int n) { int i = get_global_id(0); if (i < n) x[i] = S; }";
int main() {
    cl::Program program(source);
    program.build("-DS=2");
    cl::KernelFunctor<cl::Buffer, int> k(program, "k");
    const int n = 1 << 15;
    cl::Buffer x(CL_MEM_READ_WRITE, n * sizeof(float));
    k(cl::EnqueueArgs(cl::NDRange(n), cl::NDRange(64)), x, n);
}
