/* The device as HIP describes it, and names of errors. */
#include <stdio.h>
#include <string.h>

#include "capture/cuda/device.h"
#include "capture/device.h"
#include "capture/hip/hip.h"

enum { RUNTIME_VERSION = 60000000, CLOCK_INSTRUCTION_KHZ = 100000, ALL_FEATURES = 0x1ffff };

/* How programs of HIP 5 and before want it. Source: hip_runtime_api.h of HIP 5.2. */
struct properties_5 {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    int clockRate, memoryClockRate, memoryBusWidth;
    size_t totalConstMem;
    int major, minor, multiProcessorCount, l2CacheSize, maxThreadsPerMultiProcessor, computeMode;
    int clockInstructionRate;
    unsigned features;
    int concurrentKernels, pciDomainID, pciBusID, pciDeviceID;
    size_t maxSharedMemoryPerMultiProcessor;
    int isMultiGpuBoard, canMapHostMemory, gcnArch;
    char gcnArchName[256];
    int integrated, cooperativeLaunch, cooperativeMultiDeviceLaunch;
    int maxTexture1DLinear, maxTexture1D, maxTexture2D[2], maxTexture3D[3];
    unsigned *hdpMemFlushCntl, *hdpRegFlushCntl;
    size_t memPitch, textureAlignment, texturePitchAlignment;
    int kernelExecTimeoutEnabled, ECCEnabled, tccDriver, unmatched[4], isLargeBar, asicRevision;
    int managedMemory, directManagedMemAccessFromHost, concurrentManagedAccess;
    int pageableMemoryAccess, pageableMemoryAccessUsesHostPageTables;
};

/* How programs of HIP 6 want it: CUDA 12's, and what only HIP has. Source: hip_runtime_api.h of HIP
 * 6.0. */
struct properties_6 {
    struct cudaDeviceProp common;
    int reserved[32];
    char gcnArchName[256];
    size_t maxSharedMemoryPerMultiProcessor;
    int clockInstructionRate;
    unsigned features;
    unsigned *hdpMemFlushCntl, *hdpRegFlushCntl;
    int unmatched[4], isLargeBar, asicRevision;
};

static void set_arch(char name[256]) {
    const struct device *d = device_shown();
    snprintf(name, 256, "%s", d ? d->arch : "gfx90a");
}

CUDA_EXPORT hipError_t hipGetDeviceProperties(struct properties_5 *p, int device);
CUDA_EXPORT hipError_t hipGetDevicePropertiesR0600(struct properties_6 *p, int device);
CUDA_EXPORT hipError_t hipDeviceGetAttribute(int *value, int attribute, int device);
CUDA_EXPORT hipError_t hipChooseDevice(int *device, const void *wanted);
CUDA_EXPORT hipError_t hipChooseDeviceR0600(int *device, const void *wanted);
CUDA_EXPORT hipError_t hipDeviceGetName(char *name, int bytes, int device);
CUDA_EXPORT hipError_t hipRuntimeGetVersion(int *version);
CUDA_EXPORT hipError_t hipDriverGetVersion(int *version);

static void copy_names(struct properties_5 *p, const struct cudaDeviceProp *from) {
    memcpy(p->name, from->name, sizeof p->name);
    set_arch(p->gcnArchName);
    memcpy(p->maxThreadsDim, from->maxThreadsDim, sizeof p->maxThreadsDim);
    memcpy(p->maxGridSize, from->maxGridSize, sizeof p->maxGridSize);
    memcpy(p->maxTexture2D, from->maxTexture2D, sizeof p->maxTexture2D);
    memcpy(p->maxTexture3D, from->maxTexture3D, sizeof p->maxTexture3D);
}

hipError_t hipGetDeviceProperties(struct properties_5 *p, int device) {
    const struct cudaDeviceProp *from = device_properties();
    if (!p || !device_exists(device))
        return (int)cuda_fail(p ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *p = (struct properties_5){
        .totalGlobalMem = from->totalGlobalMem,
        .sharedMemPerBlock = from->sharedMemPerBlockOptin,
        .regsPerBlock = from->regsPerBlock,
        .warpSize = from->warpSize,
        .maxThreadsPerBlock = from->maxThreadsPerBlock,
        .clockRate = from->clockRate,
        .memoryClockRate = from->memoryClockRate,
        .memoryBusWidth = from->memoryBusWidth,
        .totalConstMem = from->totalConstMem,
        .major = from->major,
        .minor = from->minor,
        .multiProcessorCount = from->multiProcessorCount,
        .l2CacheSize = from->l2CacheSize,
        .maxThreadsPerMultiProcessor = from->maxThreadsPerMultiProcessor,
        .clockInstructionRate = CLOCK_INSTRUCTION_KHZ,
        .features = ALL_FEATURES,
        .concurrentKernels = 1,
        .pciBusID = from->pciBusID + device,
        .maxSharedMemoryPerMultiProcessor = from->sharedMemPerMultiprocessor,
        .canMapHostMemory = 1,
        .cooperativeLaunch = 1,
        .maxTexture1DLinear = from->maxTexture1DLinear,
        .maxTexture1D = from->maxTexture1D,
        .memPitch = from->memPitch,
        .textureAlignment = from->textureAlignment,
        .texturePitchAlignment = from->texturePitchAlignment,
        .managedMemory = 1,
        .concurrentManagedAccess = 1,
    };
    copy_names(p, from);
    return cudaSuccess;
}

hipError_t hipGetDevicePropertiesR0600(struct properties_6 *p, int device) {
    if (!p || !device_exists(device))
        return (int)cuda_fail(p ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *p = (struct properties_6){.common = *device_properties(),
                               .clockInstructionRate = CLOCK_INSTRUCTION_KHZ,
                               .features = ALL_FEATURES};
    p->maxSharedMemoryPerMultiProcessor = p->common.sharedMemPerMultiprocessor;
    p->common.sharedMemPerBlock = p->common.sharedMemPerBlockOptin;
    set_arch(p->gcnArchName);
    return cudaSuccess;
}

hipError_t hipDeviceGetAttribute(int *value, int attribute, int device) {
    const struct cudaDeviceProp *p = device_properties();
    if (!value || !device_exists(device))
        return (int)cuda_fail(value ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    switch (attribute) {
#define HIP_ATTRIBUTE(number, name, of)                                                            \
    case number:                                                                                   \
        *value = of;                                                                               \
        break;
#include "capture/hip/attributes.def"
    default:
        *value = 0;
        break;
    }
    return cudaSuccess;
}

hipError_t hipChooseDevice(int *device, const void *wanted) {
    (void)wanted;
    return (int)cudaGetDevice(device);
}

hipError_t hipChooseDeviceR0600(int *device, const void *wanted) {
    return hipChooseDevice(device, wanted);
}

hipError_t hipDeviceGetName(char *name, int bytes, int device) {
    return (int)cuDeviceGetName(name, bytes, device);
}

hipError_t hipRuntimeGetVersion(int *version) {
    *version = RUNTIME_VERSION;
    return cudaSuccess;
}

hipError_t hipDriverGetVersion(int *version) {
    return hipRuntimeGetVersion(version);
}

/* --- errors ----------------------------------------------------------------------- */

CUDA_EXPORT const char *hipGetErrorName(hipError_t error);
CUDA_EXPORT const char *hipGetErrorString(hipError_t error);
CUDA_EXPORT hipError_t hipDrvGetErrorName(hipError_t error, const char **name);
CUDA_EXPORT hipError_t hipDrvGetErrorString(hipError_t error, const char **text);

static const struct {
    int number;
    const char *name;
} errors[] = {
#define HIP_ERROR(number, name) {number, #name},
#include "capture/hip/errors.def"
};

const char *hipGetErrorName(hipError_t error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].number == error)
            return errors[i].name;
    return "hipErrorUnknown";
}

const char *hipGetErrorString(hipError_t error) {
    return cudaGetErrorString((cudaError_t)error);
}

hipError_t hipDrvGetErrorName(hipError_t error, const char **name) {
    *name = hipGetErrorName(error);
    return cudaSuccess;
}

hipError_t hipDrvGetErrorString(hipError_t error, const char **text) {
    *text = hipGetErrorString(error);
    return cudaSuccess;
}
