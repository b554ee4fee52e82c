/* A libOpenCL.so.1 of one device: DEVICE_NAME is what it is called, DEVICE_BOARD what AMD's
 * extension calls it; DEVICE_FAULT=crash or hang is what it does instead. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int clGetPlatformIDs(unsigned n, void **platforms, unsigned *found);
int clGetDeviceIDs(void *platform, uint64_t type, unsigned n, void **devices, unsigned *found);
int clGetDeviceInfo(void *device, unsigned what, size_t bytes, void *to, size_t *size);

int clGetPlatformIDs(unsigned n, void **platforms, unsigned *found) {
    const char *fault = getenv("DEVICE_FAULT");
    puts("a driver that talks");
    fflush(stdout);
    if (fault && strcmp(fault, "crash") == 0)
        raise(SIGSEGV);
    while (fault && strcmp(fault, "hang") == 0)
        pause();
    *platforms = NULL;
    *found = n > 0;
    return 0;
}

int clGetDeviceIDs(void *platform, uint64_t type, unsigned n, void **devices, unsigned *found) {
    (void)platform, (void)type;
    *devices = NULL;
    *found = n > 0 && getenv("DEVICE_NAME");
    return *found ? 0 : -1;
}

int clGetDeviceInfo(void *device, unsigned what, size_t bytes, void *to, size_t *size) {
    const char *text = what == 0x4038   ? getenv("DEVICE_BOARD")
                       : what == 0x102B ? getenv("DEVICE_NAME")
                                        : NULL;
    (void)device, (void)size;
    if (!text)
        return -30;
    snprintf(to, bytes, "%s", text);
    return 0;
}
