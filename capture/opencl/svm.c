#include "capture/opencl/svm.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "capture/journal.h"
#include "capture/opencl/opencl.h"

struct allocation {
    uintptr_t at;
    size_t bytes;
};

/* In the order of addresses. */
static struct {
    pthread_mutex_t lock;
    struct allocation *at;
    size_t n, cap;
} allocations = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* How many begin at the address or before it. */
static size_t count_before(uintptr_t at) {
    size_t low = 0, high = allocations.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (allocations.at[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(uintptr_t at, size_t bytes) {
    if (allocations.n == allocations.cap) {
        size_t cap = allocations.cap ? 2 * allocations.cap : 16;
        struct allocation *grown = realloc(allocations.at, cap * sizeof *grown);
        if (!grown)
            return;
        allocations.at = grown;
        allocations.cap = cap;
    }
    size_t i = count_before(at);
    memmove(&allocations.at[i + 1], &allocations.at[i],
            (allocations.n++ - i) * sizeof *allocations.at);
    allocations.at[i] = (struct allocation){at, bytes};
}

static void erase(uintptr_t at) {
    size_t i = count_before(at);
    if (i == 0 || allocations.at[i - 1].at != at)
        return;
    memmove(&allocations.at[i - 1], &allocations.at[i],
            (allocations.n-- - i) * sizeof *allocations.at);
}

uint64_t svm_bytes(const void *pointer) {
    uintptr_t at = (uintptr_t)pointer;
    pthread_mutex_lock(&allocations.lock);
    size_t i = count_before(at);
    const struct allocation *in = i ? &allocations.at[i - 1] : NULL;
    uint64_t bytes = in && at - in->at < in->bytes ? in->bytes - (at - in->at) : 0;
    pthread_mutex_unlock(&allocations.lock);
    return bytes;
}

void *CL_API_CALL WRAPPED(clSVMAlloc)(cl_context context, cl_svm_mem_flags flags, size_t n,
                                      cl_uint alignment) {
    void *at = opencl_next()->clSVMAlloc(context, flags, n, alignment);
    if (!at || !journal_wanted())
        return at;
    pthread_mutex_lock(&allocations.lock);
    insert((uintptr_t)at, n);
    pthread_mutex_unlock(&allocations.lock);
    return at;
}

void CL_API_CALL WRAPPED(clSVMFree)(cl_context context, void *at) {
    pthread_mutex_lock(&allocations.lock);
    erase((uintptr_t)at);
    pthread_mutex_unlock(&allocations.lock);
    opencl_next()->clSVMFree(context, at);
}
