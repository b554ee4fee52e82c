#include "capture/cuda/start.h"

#include <pthread.h>
#include <stdlib.h>

#include "capture/cuda/device.h"
#include "capture/cuda/textures.h"
#include "capture/device.h"
#include "capture/journal.h"

static void start(void) {
    const struct device *d = device_shown();
    journal_device(device_properties()->name, d ? d->vendor : "NVIDIA Corporation", "clperf");
    journal_remark(
        "no kernel was executed: what the program reads back is what it wrote, or zeros");
}

void start_capture(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

/* Out of a dry run, what is in front of a driver notes its launches, whatever driver it is. */
__attribute__((constructor)) static void ignore_without_device(void) {
    if (!getenv(JOURNAL_DEVICE))
        journal_ignore();
}

static const char *contents(const void *address, uint64_t bytes, void *stream) {
    (void)stream;
    return journal_contents(address, bytes);
}

const struct launch_memory cuda_memory = {memory_find, texture_size, contents};
