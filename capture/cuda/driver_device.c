/* Devices and contexts of the driver: there is one of these for each of those. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/current.h"
#include "capture/cuda/device.h"
#include "capture/device.h"

/* Contexts are addresses of these. */
static char contexts[DEVICE_MOST];

static CUresult is_device(CUdevice device) {
    return device_exists(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/* The device whose context it is. */
static int device_of(CUcontext context) {
    ptrdiff_t at = (const char *)context - contexts;
    return at >= 0 && at < DEVICE_MOST ? (int)at : 0;
}

CUresult cuInit(unsigned flags) {
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
    return (CUresult)cudaDriverGetVersion(version);
}

/* Tables of functions that NVIDIA's own libraries know of: there are none. */
CUDA_EXPORT CUresult cuGetExportTable(const void **table, const void *id);
CUresult cuGetExportTable(const void **table, const void *id) {
    (void)id;
    *table = NULL;
    return CUDA_ERROR_NOT_FOUND;
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
    *device = number;
    return is_device(number);
}

CUresult cuDeviceGetCount(int *count) {
    *count = device_count();
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int bytes, CUdevice device) {
    snprintf(name, bytes > 0 ? (size_t)bytes : 0, "%s", device_properties()->name);
    return is_device(device);
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
    *uuid = device_properties()->uuid;
    uuid->bytes[sizeof uuid->bytes - 1] = (char)device;
    return is_device(device);
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
    *bytes = device_properties()->totalGlobalMem;
    return is_device(device);
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    return (CUresult)cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device);
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
    *major = device_properties()->major;
    *minor = device_properties()->minor;
    return is_device(device);
}

CUresult cuDeviceGetPCIBusId(char *text, int bytes, CUdevice device) {
    return (CUresult)cudaDeviceGetPCIBusId(text, bytes, device);
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
    return (CUresult)cudaDeviceCanAccessPeer(can, device, peer);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    *context = (CUcontext)&contexts[device_exists(device) ? device : 0];
    return is_device(device);
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
    return is_device(device);
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

CUresult cuCtxDestroy(CUcontext context) {
    return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxDetach(CUcontext context) {
    return cuCtxDestroy(context);
}

CUresult cuCtxSetCurrent(CUcontext context) {
    device_select(device_of(context));
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
    *context = (CUcontext)&contexts[device_current()];
    return CUDA_SUCCESS;
}

/* What the contexts below the current one were. */
static _Thread_local struct {
    int devices[DEVICE_MOST];
    unsigned n;
} below;

CUresult cuCtxPushCurrent(CUcontext context) {
    if (below.n < DEVICE_MOST)
        below.devices[below.n++] = device_current();
    device_select(device_of(context));
    return cuCtxDestroy(context);
}

CUresult cuCtxPopCurrent(CUcontext *context) {
    if (context)
        *context = (CUcontext)&contexts[device_current()];
    if (below.n)
        device_select(below.devices[--below.n]);
    return CUDA_SUCCESS;
}

/* A new one is current. */
CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device) {
    CUresult error = cuDevicePrimaryCtxRetain(context, device);
    (void)flags;
    return error ? error : cuCtxPushCurrent(*context);
}

/* As programs of CUDA 11.4 to 12, and of CUDA 13 call it. */
CUDA_EXPORT CUresult cuCtxCreate_v3(CUcontext *context, void *affinities, int n, unsigned flags,
                                    CUdevice device);
CUDA_EXPORT CUresult cuCtxCreate_v4(CUcontext *context, void *parameters, unsigned flags,
                                    CUdevice device);

CUresult cuCtxCreate_v3(CUcontext *context, void *affinities, int n, unsigned flags,
                        CUdevice device) {
    (void)affinities, (void)n;
    return cuCtxCreate(context, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext *context, void *parameters, unsigned flags, CUdevice device) {
    (void)parameters;
    return cuCtxCreate(context, flags, device);
}

CUresult cuCtxGetDevice(CUdevice *device) {
    *device = device_current();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned *version) {
    (void)context;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
    (void)flags;
    return cuCtxDestroy(peer);
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
    return cuCtxDestroy(peer);
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
