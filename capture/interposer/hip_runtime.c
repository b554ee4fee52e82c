/* Which function of HIP's runtime is which. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "capture/interposer/hip.h"
#include "capture/interposer/real.h"

static struct {
    pthread_once_t once;
    struct hip_runtime next;
} runtime = {.once = PTHREAD_ONCE_INIT};

static void find_functions(void) {
#define HIP_WRAPPED(name, parameters) *(void **)&runtime.next.name = real_find(REAL_HIP, #name);
#define HIP_CALLED(name, parameters) *(void **)&runtime.next.name = real_find(REAL_HIP, #name);
#include "capture/interposer/hip.def"
}

const struct hip_runtime *hip_runtime(void) {
    pthread_once(&runtime.once, find_functions);
    return &runtime.next;
}

typedef void function(void);

static const struct {
    const char *name;
    function *ours;
} wrapped[] = {
#define HIP_WRAPPED(name, parameters) {#name, (function *)name},
#include "capture/interposer/hip.def"
};

void *wrapper_hip(const char *name) {
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++)
        if (strcmp(wrapped[i].name, name) == 0)
            return *(void **)&(function *){wrapped[i].ours};
    return NULL;
}

int hipGetProcAddress(const char *symbol, void **given, int version, uint64_t flags, int *status) {
    enum { OWN_STREAM = 2 };
    int error = HIP_CALL(hipGetProcAddress, symbol, given, version, flags, status);
    char own[128] = "";
    if (error || !given || !*given || !symbol)
        return error;
    if (flags & OWN_STREAM)
        snprintf(own, sizeof own, "%s_spt", symbol);
    void *ours = *own && wrapper_hip(own) ? wrapper_hip(own) : wrapper_hip(symbol);
    if (ours)
        *given = ours;
    return error;
}
