/* Devices of the runtime. */
#include <stdio.h>
#include <string.h>

#include "capture/cuda/api.h"
#include "capture/cuda/current.h"
#include "capture/cuda/device.h"
#include "capture/cuda/runtime_version.h"

cudaError_t cudaGetDeviceCount(int *count) {
    if (!count)
        return cuda_fail(cudaErrorInvalidValue);
    *count = device_count();
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device) {
    if (!device)
        return cuda_fail(cudaErrorInvalidValue);
    *device = device_current();
    return cudaSuccess;
}

static cudaError_t is_device(int device) {
    return cuda_fail(device_exists(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaSetDevice(int device) {
    if (device_exists(device))
        device_select(device);
    return is_device(device);
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    (void)device_flags, (void)flags;
    return is_device(device);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    (void)flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    *flags = cudaDeviceScheduleAuto;
    return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int *devices, int n) {
    return n > 0 ? is_device(devices[0]) : cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    (void)wanted;
    return cudaGetDevice(device);
}

/* Each has another place and name of its own. */
static void number_properties(struct cudaDeviceProp *p, int device) {
    p->pciBusID += device;
    p->uuid.bytes[sizeof p->uuid.bytes - 1] = (char)device;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
    if (!p || !device_exists(device))
        return cuda_fail(p ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *p = *device_properties();
    number_properties(p, device);
    return cudaSuccess;
}

struct properties_13 {
#define PROPERTY(type, name, n) type name[n];
#define NEW_PROPERTY(type, name, n) type name[n];
#include "capture/cuda/properties_13.def"
#undef PROPERTY
#undef NEW_PROPERTY
};

static void copy_properties_13(struct properties_13 *to, const struct cudaDeviceProp *from) {
    memset(to, 0, sizeof *to);
#define PROPERTY(type, name, n) memcpy(to->name, &from->name, sizeof to->name);
#define NEW_PROPERTY(type, name, n)
#include "capture/cuda/properties_13.def"
#undef PROPERTY
#undef NEW_PROPERTY
}

/* As programs of CUDA 11 and before call it, whose structure ends earlier, and those of CUDA 13,
 * whose structure is another. */
#undef cudaGetDeviceProperties
CUDA_EXPORT cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
    enum { FIRST_WITH_NEW_ORDER = 13 };
    if (!p || !device_exists(device))
        return cuda_fail(p ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    struct cudaDeviceProp all = *device_properties();
    number_properties(&all, device);
    if (runtime_version() >= FIRST_WITH_NEW_ORDER)
        copy_properties_13((struct properties_13 *)p, &all);
    else
        memcpy(p, &all, offsetof(struct cudaDeviceProp, hostRegisterSupported));
    return cudaSuccess;
}

CUDA_EXPORT cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    (void)stream;
    return cudaGetDevice(device);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    const struct cudaDeviceProp *p = device_properties();
    if (!value || !device_exists(device))
        return cuda_fail(value ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    switch ((int)attribute) {
#define CUDA_ATTRIBUTE(number, runtime, driver, of)                                                \
    case number:                                                                                   \
        *value = of;                                                                               \
        break;
#include "source/sdk/cuda/clperf/attributes.def"
    default:
        *value = 0;
        break;
    }
    if (attribute == cudaDevAttrPciBusId)
        *value += device;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int bytes, int device) {
    snprintf(text, bytes > 0 ? (size_t)bytes : 0, "0000:%02x:00.0",
             device_properties()->pciBusID + device);
    return is_device(device);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *lowest, int *greatest) {
    if (lowest)
        *lowest = 0;
    if (greatest)
        *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    *can = device != peer;
    return is_device(device) ? cudaErrorInvalidDevice : is_device(peer);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    (void)flags;
    return is_device(peer);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return is_device(peer);
}

cudaError_t cudaDeviceSynchronize(void) {
    return cudaSuccess;
}

cudaError_t cudaThreadSynchronize(void) {
    return cudaSuccess;
}

/* The program's memory stays: it may still be in use. */
cudaError_t cudaDeviceReset(void) {
    return cudaSuccess;
}

cudaError_t cudaThreadExit(void) {
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    (void)limit, (void)value;
    return cudaSuccess;
}

cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
    return cudaDeviceSetLimit(limit, value);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    *value = limit == cudaLimitStackSize        ? 1024
             : limit == cudaLimitPrintfFifoSize ? 1 << 20
             : limit == cudaLimitMallocHeapSize ? 8 << 20
                                                : 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) {
    return cudaDeviceSetCacheConfig(config);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    (void)config;
    return cudaSuccess;
}

enum { VERSIONS = 1000, NEWEST = 13 };

/* Programs compare it with the version that they were built with. */
cudaError_t cudaRuntimeGetVersion(int *version) {
    *version = runtime_version() >= NEWEST ? NEWEST * VERSIONS : CUDART_VERSION;
    return cudaSuccess;
}

/* No older than any runtime that is known. */
cudaError_t cudaDriverGetVersion(int *version) {
    *version = NEWEST * VERSIONS;
    return cudaSuccess;
}

cudaError_t cudaProfilerStart(void) {
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void) {
    return cudaSuccess;
}
