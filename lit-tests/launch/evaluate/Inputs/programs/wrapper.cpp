#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <iostream>
static const char *source =
    "__kernel void k(__global float *x, int n) { int i = get_global_id(0); if (i < n) x[i] = S; }";
int main() {
    try {
        std::vector<cl::Platform> platforms;
        cl::Platform::get(&platforms);
        std::vector<cl::Device> devices;
        platforms.at(0).getDevices(CL_DEVICE_TYPE_ALL, &devices);
        cl::Context context(devices);
        cl::CommandQueue queue(context, devices[0]);
        cl::Program program(context, source);
        program.build("-DS=2");
        cl::Kernel kernel(program, "k");
        const int n = 4096;
        cl::Buffer x(context, CL_MEM_READ_WRITE, n * sizeof(float));
        kernel.setArg(0, x);
        kernel.setArg(1, n);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n), cl::NDRange(128));
        queue.finish();
    } catch (const cl::Error &e) {
        std::cerr << e.what() << std::endl;
        return 1;
    }
}
