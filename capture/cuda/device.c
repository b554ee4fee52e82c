#include "capture/cuda/device.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/device.h"

static struct cudaDeviceProp properties;

/* A device that no file describes. */
static const struct cudaDeviceProp unnamed = {.name = "clperf device without limits",
                                              .totalGlobalMem = 16ull << 30,
                                              .regsPerBlock = 65536,
                                              .warpSize = 32,
                                              .maxThreadsPerBlock = 1024,
                                              .clockRate = 1500000,
                                              .major = 7,
                                              .minor = 5,
                                              .multiProcessorCount = 64,
                                              .memoryClockRate = 7000000,
                                              .l2CacheSize = 4 << 20,
                                              .maxThreadsPerMultiProcessor = 1024,
                                              .sharedMemPerMultiprocessor = 64 << 10,
                                              .regsPerMultiprocessor = 65536,
                                              .sharedMemPerBlockOptin = 64 << 10,
                                              .maxBlocksPerMultiProcessor = 16};

/* What is the same for all devices of today, whatever the file says. */
static void set_constants(struct cudaDeviceProp *p) {
    p->memPitch = INT_MAX;
    p->totalConstMem = 64 << 10;
    p->sharedMemPerBlock =
        p->sharedMemPerBlockOptin < 48 << 10 ? p->sharedMemPerBlockOptin : 48 << 10;
    for (int d = 0; d < 3; d++)
        p->maxThreadsDim[d] = d < 2 ? p->maxThreadsPerBlock : 64;
    p->maxGridSize[0] = INT_MAX;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->textureAlignment = p->surfaceAlignment = 512;
    p->texturePitchAlignment = 32;
    p->deviceOverlap = p->canMapHostMemory = p->concurrentKernels = p->unifiedAddressing = 1;
    p->streamPrioritiesSupported = p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    p->managedMemory = p->concurrentManagedAccess = p->computePreemptionSupported = 1;
    p->canUseHostPointerForRegisteredMem = p->cooperativeLaunch = p->hostRegisterSupported = 1;
    p->memoryPoolsSupported = 1;
    p->asyncEngineCount = 2;
    p->pciBusID = 1;
    p->memoryBusWidth = 256;
    p->singleToDoublePrecisionPerfRatio = 32;
    p->maxTexture1D = p->maxTexture2D[0] = p->maxTexture2D[1] = 131072;
    p->maxTexture1DLinear = 1 << 28;
    p->maxTexture3D[0] = p->maxTexture3D[1] = p->maxTexture3D[2] = 16384;
    p->maxSurface1D = p->maxSurface2D[0] = p->maxSurface2D[1] = 32768;
}

/* The version of "sm_86" is 8.6; that of "gfx90a" 9.0, as HIP tells it. */
static void set_version(struct cudaDeviceProp *p, const char *arch) {
    int version = strncmp(arch, "sm_", 3) == 0   ? atoi(arch + 3)
                  : strncmp(arch, "gfx", 3) == 0 ? (int)strtol(arch + 3, NULL, 16) >> 4
                                                 : 0;
    bool amd = arch[0] == 'g';
    int base = amd ? 16 : 10;
    if (!version)
        return;
    p->minor = version % base;
    p->major = amd && version / base >= base ? version / base - base + 10 : version / base;
}

static int limited(uint64_t value) {
    return value < INT_MAX ? (int)value : INT_MAX;
}

static void set_limits(struct cudaDeviceProp *p, const struct device *d) {
    snprintf(p->name, sizeof p->name, "%s", d->product);
    p->multiProcessorCount = limited(d->compute_units);
    p->clockRate = limited(d->clock_mhz * 1000);
    p->memoryClockRate = limited(d->memory_clock_mhz * 1000);
    p->totalGlobalMem = d->global_bytes;
    p->warpSize = limited(d->warp_width);
    p->maxBlocksPerMultiProcessor = limited(d->groups_per_unit);
    p->maxThreadsPerBlock = limited(d->max_items_per_group);
    p->maxThreadsPerMultiProcessor = limited(d->items_per_unit);
    p->regsPerMultiprocessor = limited(d->registers_per_unit);
    p->regsPerBlock = limited(d->registers_per_group);
    p->sharedMemPerMultiprocessor = d->local_bytes_per_unit;
    p->sharedMemPerBlockOptin = d->local_bytes_most;
    p->l2CacheSize = limited(d->cache_bytes);
    set_version(p, d->arch);
    /* From Ampere on, three quarters of the L2 at most. */
    if (p->major >= 8 && d->arch[0] == 's') {
        p->persistingL2CacheMaxSize = p->l2CacheSize / 4 * 3;
        p->accessPolicyMaxWindowSize = 128 << 20;
    }
}

static void fill(void) {
    properties = unnamed;
    if (device_shown())
        set_limits(&properties, device_shown());
    set_constants(&properties);
}

const struct cudaDeviceProp *device_properties(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
    return &properties;
}

int device_count(void) {
    return device_shown() && device_shown()->devices ? (int)device_shown()->devices : 1;
}

bool device_exists(int device) {
    return device >= 0 && device < device_count();
}

static int least(int a, int b) {
    return a < b ? a : b;
}

int device_blocks(int threads, size_t shared) {
    enum { REGISTERS = 32 };
    const struct cudaDeviceProp *p = device_properties();
    if (threads <= 0 || threads > p->maxThreadsPerBlock)
        return 0;
    int rounded = (threads + p->warpSize - 1) / p->warpSize * p->warpSize;
    int blocks = least(p->maxThreadsPerMultiProcessor / rounded, p->maxBlocksPerMultiProcessor);
    blocks = least(blocks, p->regsPerMultiprocessor / (rounded * REGISTERS));
    if (shared)
        blocks = least(blocks, (int)(p->sharedMemPerMultiprocessor / shared));
    return blocks;
}
