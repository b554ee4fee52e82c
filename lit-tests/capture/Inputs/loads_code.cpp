#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

int main() {
    hipModule_t module;
    hipFunction_t f;
    struct {
        void *out;
        long n;
    } args;
    size_t bytes = sizeof args;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &args, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes, HIP_LAUNCH_PARAM_END};
    if (hipInit(0) || hipModuleLoad(&module, "code.hsaco") || hipModuleGetFunction(&f, module, "plain") ||
        hipMalloc(&args.out, 4096))
        return 1;
    args.n = 5;
    if (hipModuleLaunchKernel(f, 3, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra))
        return 2;
    long six = 6;
    void *one_by_one[] = {&args.out, &six};
    return hipExtModuleLaunchKernel(f, 64, 1, 1, 64, 1, 1, 0, nullptr, one_by_one, nullptr, nullptr, nullptr, 0);
}
