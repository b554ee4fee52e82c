/* Which function of the driver is which, by each way to ask for it. */
#include <pthread.h>
#include <string.h>

#include "capture/interposer/cuda.h"
#include "capture/interposer/real.h"

static struct {
    pthread_once_t once;
    struct cuda_driver next;
} driver = {.once = PTHREAD_ONCE_INIT};

static void find_functions(void) {
#define CUDA_WRAPPED(name, asked, version, own_stream, parameters)                                 \
    *(void **)&driver.next.name = real_find(REAL_CUDA, #name);
#define CUDA_CALLED(name, parameters) *(void **)&driver.next.name = real_find(REAL_CUDA, #name);
#include "capture/interposer/cuda.def"
}

const struct cuda_driver *cuda_driver(void) {
    pthread_once(&driver.once, find_functions);
    return &driver.next;
}

typedef void function(void);

static const struct {
    const char *name, *asked;
    int version;
    bool own_stream;
    function *ours;
} wrapped[] = {
#define CUDA_WRAPPED(name, asked, version, own_stream, parameters)                                 \
    {#name, asked, version, own_stream, (function *)name},
#include "capture/interposer/cuda.def"
};

enum { WRAPPED = sizeof wrapped / sizeof *wrapped };

void *wrapper_cuda(const char *name) {
    for (size_t i = 0; i < WRAPPED; i++)
        if (strcmp(wrapped[i].name, name) == 0)
            return *(void **)&(function *){wrapped[i].ours};
    return NULL;
}

/* Ours for what the driver gave. Those that have no form for a thread's own stream stand for both.
 */
static void put_ours(const char *symbol, void **given, int version, uint64_t flags) {
    enum { OWN_STREAM = 2 };
    size_t best = WRAPPED;
    for (size_t i = 0; i < WRAPPED; i++) {
        if (strcmp(wrapped[i].asked, symbol) != 0 || wrapped[i].version > version ||
            (wrapped[i].own_stream && !(flags & OWN_STREAM)))
            continue;
        if (best == WRAPPED || wrapped[i].own_stream > wrapped[best].own_stream ||
            (wrapped[i].own_stream == wrapped[best].own_stream &&
             wrapped[i].version > wrapped[best].version))
            best = i;
    }
    if (best < WRAPPED && real_find(REAL_CUDA, wrapped[best].name))
        *given = *(void **)&(function *){wrapped[best].ours};
}

int cuGetProcAddress(const char *symbol, void **given, int version, uint64_t flags) {
    int error = CUDA_CALL(cuGetProcAddress, symbol, given, version, flags);
    if (!error && given && *given && symbol)
        put_ours(symbol, given, version, flags);
    return error;
}

int cuGetProcAddress_v2(const char *symbol, void **given, int version, uint64_t flags,
                        int *status) {
    int error = CUDA_CALL(cuGetProcAddress_v2, symbol, given, version, flags, status);
    if (!error && given && *given && symbol)
        put_ours(symbol, given, version, flags);
    return error;
}
