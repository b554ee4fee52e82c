/* Devices and contexts of the driver: there is one of each. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/device.h"

/* The only context, by its address, and whether a thread has it. */
static char the_context;

CUresult cuInit(unsigned flags) {
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

/* This library by whatever name it was loaded; it may be known to none of the program's objects. */
static void *this_library(void) {
    static const char inside;
    Dl_info self;
    return dladdr(&inside, &self) ? dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags) {
    char name[256];
    void *library = this_library();
    (void)version, (void)flags;
    snprintf(name, sizeof name, "%s_v2", symbol);
    *function = library ? dlsym(library, name) : NULL;
    if (!*function && library)
        *function = dlsym(library, symbol);
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/* As CUDA 12 and later call it. */
#undef cuGetProcAddress
CUDA_EXPORT CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version,
                                         cuuint64_t flags, int *status);
CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, cuuint64_t flags,
                             int *status) {
    enum { FOUND = 0, NOT_FOUND = 1 };
    CUresult error = cuGetProcAddress(symbol, function, version, flags);
    if (status)
        *status = error ? NOT_FOUND : FOUND;
    return error;
}

CUresult cuDeviceGet(CUdevice *device, int number) {
    *device = 0;
    return number == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetCount(int *count) {
    *count = 1;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int bytes, CUdevice device) {
    snprintf(name, bytes > 0 ? (size_t)bytes : 0, "%s", device_properties()->name);
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
    *uuid = device_properties()->uuid;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
    *bytes = device_properties()->totalGlobalMem;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    return (CUresult)cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device);
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
    *major = device_properties()->major;
    *minor = device_properties()->minor;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetPCIBusId(char *text, int bytes, CUdevice device) {
    return (CUresult)cudaDeviceGetPCIBusId(text, bytes, device);
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
    return (CUresult)cudaDeviceCanAccessPeer(can, device, peer);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    *context = (CUcontext)&the_context;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
    return cuDevicePrimaryCtxRelease(device);
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
    (void)flags;
    return cuDevicePrimaryCtxRelease(device);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
    *flags = 0;
    *active = 1;
    return cuDevicePrimaryCtxRelease(device);
}

CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device) {
    (void)flags;
    return cuDevicePrimaryCtxRetain(context, device);
}

CUresult cuCtxDestroy(CUcontext context) {
    return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxDetach(CUcontext context) {
    return cuCtxDestroy(context);
}

CUresult cuCtxSetCurrent(CUcontext context) {
    (void)context;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
    *context = (CUcontext)&the_context;
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
    return cuCtxDestroy(context);
}

CUresult cuCtxPopCurrent(CUcontext *context) {
    if (context)
        *context = (CUcontext)&the_context;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned *version) {
    (void)context;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void) {
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
    (void)config;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
    (void)limit, (void)value;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit) {
    return (CUresult)cudaDeviceGetLimit(value, (enum cudaLimit)limit);
}
