#include "capture/cuda/start.h"

#include <pthread.h>
#include <stdlib.h>

#include "capture/cuda/device.h"
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

static size_t alignment_of(size_t bytes) {
    size_t align = 1;
    while (align < 16 && bytes % (2 * align) == 0)
        align *= 2;
    return align;
}

void **cuda_unpack(const struct signature *s, char *buffer, size_t bytes) {
    void **args = s->known ? calloc(s->n + 1, sizeof *args) : NULL;
    size_t at = 0;
    for (size_t i = 0; args && i < s->n; i++) {
        size_t size = s->parameters[i].bytes, align = alignment_of(size);
        at = (at + align - 1) / align * align;
        if (!size || at + size > bytes) {
            free(args);
            return NULL;
        }
        args[i] = buffer + at;
        at += size;
    }
    return args;
}
