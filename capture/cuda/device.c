#include "capture/cuda/device.h"

#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/journal.h"

static struct cudaDeviceProp properties;

/* Keys of the limits' file and the properties they fill. A value is multiplied by `scale`. */
static const struct limit {
    const char *key;
    size_t place;
    double scale;
    enum { AN_INT, A_SIZE } kind;
} limits[] = {
#define INT(key, field, scale) {key, offsetof(struct cudaDeviceProp, field), scale, AN_INT}
#define SIZE(key, field, scale) {key, offsetof(struct cudaDeviceProp, field), scale, A_SIZE}
    INT("sm_count", multiProcessorCount, 1),
    INT("core_mhz", clockRate, 1000),
    INT("mem_mhz", memoryClockRate, 1000),
    SIZE("dram_bytes", totalGlobalMem, 1),
    INT("warp_width", warpSize, 1),
    INT("max_groups_per_sm", maxBlocksPerMultiProcessor, 1),
    INT("max_items_per_group", maxThreadsPerBlock, 1),
    INT("regs_per_sm", regsPerMultiprocessor, 1),
    INT("max_regs_per_group", regsPerBlock, 1),
    SIZE("local_bytes_per_sm", sharedMemPerMultiprocessor, 1),
    SIZE("local_bytes_per_group", sharedMemPerBlockOptin, 1),
    INT("l2_bytes", l2CacheSize, 1),
    INT("cc_major", major, 1),
    INT("cc_minor", minor, 1),
#undef INT
#undef SIZE
};

enum { LIMITS = sizeof limits / sizeof *limits };

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

static void set_limit(struct cudaDeviceProp *p, const char *key, const char *value) {
    if (strcmp(key, "name") == 0)
        snprintf(p->name, sizeof p->name, "%s", value);
    if (strcmp(key, "max_warps_per_sm") == 0)
        p->maxThreadsPerMultiProcessor = atoi(value) * p->warpSize;
    for (int i = 0; i < LIMITS; i++) {
        if (strcmp(limits[i].key, key) != 0)
            continue;
        double number = strtod(value, NULL) * limits[i].scale;
        char *at = (char *)p + limits[i].place;
        if (limits[i].kind == A_SIZE)
            *(size_t *)(void *)at = (size_t)number;
        else
            *(int *)(void *)at = number < INT_MAX ? (int)number : INT_MAX;
    }
}

/* Lines KEY=VALUE; keys that mean nothing here are skipped. */
static void read_limits(struct cudaDeviceProp *p, FILE *file) {
    char line[1024];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        char *equals = strchr(line, '=');
        if (!equals)
            continue;
        *equals = 0;
        set_limit(p, line, equals + 1);
    }
}

static void fill(void) {
    const char *path = getenv(JOURNAL_DEVICE);
    FILE *file = path ? fopen(path, "re") : NULL;
    properties = unnamed;
    if (file) {
        read_limits(&properties, file);
        fclose(file);
    }
    set_constants(&properties);
}

const struct cudaDeviceProp *device_properties(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
    return &properties;
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
