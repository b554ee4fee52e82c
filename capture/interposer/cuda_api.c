/* What launches are noted with, of CUDA's driver. The program's next error is the runtime's, which
 * these calls do not reach. */
#include <stdio.h>
#include <stdlib.h>

#include "capture/interposer/cuda.h"

static bool find(const void *address, struct memory *out) {
    enum { RANGE_START = 11, RANGE_SIZE = 12 };
    uint64_t pointer = (uintptr_t)address, start = 0;
    size_t bytes = 0;
    if (CUDA_CALL(cuMemGetAddressRange_v2, &start, &bytes, pointer) &&
        (CUDA_CALL(cuPointerGetAttribute, &start, RANGE_START, pointer) ||
         CUDA_CALL(cuPointerGetAttribute, &bytes, RANGE_SIZE, pointer)))
        return false;
    *out = (struct memory){.start = start, .bytes = bytes, .kind = MEMORY_DEVICE};
    return start && pointer - start < bytes;
}

/* Textures are numbers that the driver says nothing of. */
static bool image(uint64_t object, uint64_t size[3]) {
    (void)object, (void)size;
    return false;
}

static const char *contents(const void *address, uint64_t bytes, void *stream) {
    if (bytes > journal_contents_left()) {
        journal_remark("The contents of some buffers are unknown: they are beyond --buffers.");
        return NULL;
    }
    void *to = malloc(bytes + 1);
    bool read = to && !CUDA_CALL(cuMemcpyDtoHAsync_v2, to, (uintptr_t)address, bytes, stream) &&
                !CUDA_CALL(cuStreamSynchronize, stream);
    const char *name = read ? journal_contents(to, bytes) : NULL;
    free(to);
    return name;
}

static bool captures(void *stream) {
    int status = 0;
    return !CUDA_CALL(cuStreamIsCapturing, stream, &status) && status;
}

static void *event(void) {
    void *new = NULL;
    return CUDA_CALL(cuEventCreate, &new, 0) ? NULL : new;
}

static bool record(void *event, void *stream) {
    return !CUDA_CALL(cuEventRecord, event, stream);
}

static void drop(void *event) {
    CUDA_CALL(cuEventDestroy_v2, event);
}

static enum interposer_event elapsed(void *start, void *end, float *ms) {
    int state = CUDA_CALL(cuEventQuery, end);
    if (state == CUDA_NOT_READY)
        return EVENT_PENDING;
    return state || CUDA_CALL(cuEventElapsedTime, ms, start, end) ? EVENT_FAILED : EVENT_DONE;
}

static int error(void) {
    return 0;
}

static void restore(int error) {
    (void)error;
}

static void name_device(void) {
    enum { NAME_BYTES = 256, MAJOR = 1000, MINOR = 10 };
    char name[NAME_BYTES] = "", version[32] = "";
    int device = 0, number = 0;
    if (CUDA_CALL(cuCtxGetDevice, &device) || CUDA_CALL(cuDeviceGetName, name, NAME_BYTES, device))
        return;
    CUDA_CALL(cuDriverGetVersion, &number);
    snprintf(version, sizeof version, "CUDA %d.%d", number / MAJOR, number % MAJOR / MINOR);
    journal_device(name, "NVIDIA Corporation", version);
}

const struct interposer_api cuda_api = {.memory = {find, image, contents},
                                        .captures = captures,
                                        .event = event,
                                        .record = record,
                                        .drop = drop,
                                        .elapsed = elapsed,
                                        .error = error,
                                        .restore = restore,
                                        .name_device = name_device};
