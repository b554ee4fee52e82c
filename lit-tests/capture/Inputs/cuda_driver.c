/* The driver's interface: modules from files and texts, arguments one by one and in a buffer. */
#include <cuda.h>
#include <stdio.h>

static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                          ".visible .entry scale(\n\t.param .u64 scale_param_0,\n"
                          "\t.param .f32 scale_param_1,\n"
                          "\t.param .align 4 .b8 scale_param_2[12]\n)\n{\n\tret;\n}\n";

#define OK(call)                                                                                   \
    do {                                                                                           \
        CUresult result = (call);                                                                  \
        const char *name = "?";                                                                    \
        if (result)                                                                                \
            cuGetErrorName(result, &name), printf("%s: %s\n", #call, name);                        \
    } while (0)

int main(void) {
    CUdevice device;
    CUcontext context;
    CUmodule file, text;
    CUfunction add, scale;
    CUdeviceptr p;
    int n = 100, major = 0;
    float factor = 0.5f;
    struct {
        int x[3];
    } values = {{1, 2, 3}};
    struct {
        CUdeviceptr p;
        int n;
    } packed;
    size_t bytes = sizeof packed;
    OK(cuInit(0));
    OK(cuDeviceGet(&device, 0));
    OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    OK(cuCtxCreate(&context, 0, device));
    OK(cuMemAlloc(&p, 400));
    OK(cuModuleLoad(&file, "add.ptx"));
    OK(cuModuleGetFunction(&add, file, "add"));
    OK(cuModuleLoadData(&text, ptx));
    OK(cuModuleGetFunction(&scale, text, "scale"));
    void *args[] = {&p, &n};
    OK(cuLaunchKernel(add, 2, 1, 1, 64, 1, 1, 0, NULL, args, NULL));
    packed.p = p;
    packed.n = 101;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    OK(cuLaunchKernel(add, 2, 1, 1, 64, 1, 1, 0, NULL, NULL, extra));
    void *more[] = {&p, &factor, &values};
    OK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 256, NULL, more, NULL));
    OK(cuLaunchKernel(scale, 1, 1, 1, 4096, 1, 1, 0, NULL, more, NULL));
    /* What the driver links is a module as any other. */
    CUlinkState link;
    void *linked;
    size_t n_linked = 0;
    OK(cuLinkCreate(0, NULL, NULL, &link));
    OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)ptx, sizeof ptx, "scale", 0, NULL, NULL));
    OK(cuLinkComplete(link, &linked, &n_linked));
    OK(cuModuleLoadData(&text, linked));
    OK(cuLinkDestroy(link));
    OK(cuModuleGetFunction(&scale, text, "scale"));
    OK(cuLaunchKernel(scale, 3, 1, 1, 32, 1, 1, 0, NULL, more, NULL));
    OK(cuMemFree(p));
    OK(cuMemFree(p));
    printf("%d\n", major > 0);
    return 0;
}
