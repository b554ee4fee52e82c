/* What launches are noted with, of HIP's runtime. */
#include <stdio.h>
#include <stdlib.h>

#include "capture/interposer/hip.h"

static bool find(const void *address, struct memory *out) {
    void *start = NULL;
    size_t bytes = 0;
    if (HIP_CALL(hipMemGetAddressRange, &start, &bytes, (void *)(uintptr_t)address))
        return false;
    *out = (struct memory){.start = (uintptr_t)start, .bytes = bytes, .kind = MEMORY_DEVICE};
    return start && (uintptr_t)address - out->start < bytes;
}

/* Textures are addresses of descriptions. */
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
    bool read = to &&
                !HIP_CALL(hipMemcpyDtoHAsync, to, (void *)(uintptr_t)address, bytes, stream) &&
                !HIP_CALL(hipStreamSynchronize, stream);
    const char *name = read ? journal_contents(to, bytes) : NULL;
    free(to);
    return name;
}

static bool captures(void *stream) {
    int status = 0;
    return stream && !HIP_CALL(hipStreamIsCapturing, stream, &status) && status;
}

static void *event(void) {
    void *new = NULL;
    return HIP_CALL(hipEventCreate, &new) ? NULL : new;
}

static bool record(void *event, void *stream) {
    return !HIP_CALL(hipEventRecord, event, stream);
}

static void drop(void *event) {
    HIP_CALL(hipEventDestroy, event);
}

static enum interposer_event elapsed(void *start, void *end, float *ms) {
    int state = HIP_CALL(hipEventQuery, end);
    if (state == HIP_NOT_READY)
        return EVENT_PENDING;
    return state || HIP_CALL(hipEventElapsedTime, ms, start, end) ? EVENT_FAILED : EVENT_DONE;
}

static int error(void) {
    return HIP_CALL_WITHOUT(hipPeekAtLastError);
}

/* An error of the program's own stays, whether or not a call of ours put another into its place:
 * there is none that sets it. */
static void restore(int error) {
    if (!error)
        HIP_CALL_WITHOUT(hipGetLastError);
}

static void name_device(void) {
    enum { NAME_BYTES = 256, MAJOR = 10000000, MINOR = 100000 };
    char name[NAME_BYTES] = "", version[32] = "";
    int device = 0, number = 0;
    if (HIP_CALL(hipGetDevice, &device) || HIP_CALL(hipDeviceGetName, name, NAME_BYTES, device))
        return;
    HIP_CALL(hipRuntimeGetVersion, &number);
    snprintf(version, sizeof version, "HIP %d.%d", number / MAJOR, number % MAJOR / MINOR);
    journal_device(name, "Advanced Micro Devices, Inc.", version);
}

const struct interposer_api hip_api = {.memory = {find, image, contents},
                                       .captures = captures,
                                       .event = event,
                                       .record = record,
                                       .drop = drop,
                                       .elapsed = elapsed,
                                       .error = error,
                                       .restore = restore,
                                       .name_device = name_device};
