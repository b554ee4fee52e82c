/* The C library's allocation functions, which note what they return. Blocks that are smaller than a
 * few numbers are left out: no array of a loop, and there are many of them. */
#include "capture/loops/memory.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define VISIBLE __attribute__((visibility("default")))

/* Those of the C library itself. */
extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);
extern void *__libc_memalign(size_t alignment, size_t n);
extern void __libc_free(void *p);

enum { LEAST_BYTES = 16, FIRST_PLACES = 1024 };

struct block {
    uintptr_t start; /* 0: free place */
    uint64_t bytes;  /* 0: it is gone */
};

/* By addresses, open addressing. */
static struct {
    pthread_mutex_t lock;
    struct block *at;
    size_t n_places, used; /* used: with what is gone */
} heap = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void lock(void) {
    pthread_mutex_lock(&heap.lock);
}

static void unlock(void) {
    pthread_mutex_unlock(&heap.lock);
}

/* A child of fork() must not find the lock taken by a thread that it does not have. */
__attribute__((constructor)) static void start(void) {
    pthread_atfork(lock, unlock, unlock);
}

static struct block *place_of(uintptr_t start) {
    size_t i = (start >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20 & (heap.n_places - 1);
    while (heap.at[i].start && heap.at[i].start != start)
        i = (i + 1) & (heap.n_places - 1);
    return &heap.at[i];
}

/* Makes room for one more, without what is gone. */
static bool make_room(void) {
    struct block *old = heap.at;
    size_t n = heap.n_places, alive = 0;
    if (2 * heap.used < n)
        return true;
    for (size_t i = 0; i < n; i++)
        alive += old[i].bytes != 0;
    size_t places = n && 4 * alive < n ? n : n ? 2 * n : FIRST_PLACES;
    struct block *new = __libc_calloc(places, sizeof *new);
    if (!new)
        return false;
    heap.at = new;
    heap.n_places = places;
    heap.used = alive;
    for (size_t i = 0; i < n; i++)
        if (old[i].bytes)
            *place_of(old[i].start) = old[i];
    __libc_free(old);
    return true;
}

static void *noted(void *p, size_t n) {
    if (!p || n < LEAST_BYTES)
        return p;
    lock();
    if (make_room()) {
        struct block *b = place_of((uintptr_t)p);
        heap.used += b->start == 0;
        *b = (struct block){(uintptr_t)p, n};
    }
    unlock();
    return p;
}

static void forget(const void *p) {
    if (!p)
        return;
    lock();
    if (heap.n_places)
        place_of((uintptr_t)p)->bytes = 0;
    unlock();
}

uint64_t heap_bytes_from(const void *at) {
    uintptr_t a = (uintptr_t)at;
    uint64_t bytes = 0;
    lock();
    for (size_t i = 0; i < heap.n_places; i++)
        if (heap.at[i].bytes && a - heap.at[i].start < heap.at[i].bytes)
            bytes = heap.at[i].bytes - (a - heap.at[i].start);
    unlock();
    return bytes;
}

VISIBLE void *malloc(size_t n) {
    return noted(__libc_malloc(n), n);
}

VISIBLE void *calloc(size_t n, size_t size) {
    return noted(__libc_calloc(n, size), n * size);
}

VISIBLE void *realloc(void *p, size_t n) {
    forget(p);
    return noted(__libc_realloc(p, n), n);
}

VISIBLE void free(void *p) {
    int error = errno;
    forget(p);
    __libc_free(p);
    errno = error;
}

VISIBLE void *memalign(size_t alignment, size_t n);
void *memalign(size_t alignment, size_t n) {
    return noted(__libc_memalign(alignment, n), n);
}

VISIBLE void *aligned_alloc(size_t alignment, size_t n) {
    return noted(__libc_memalign(alignment, n), n);
}

VISIBLE int posix_memalign(void **out, size_t alignment, size_t n) {
    if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || !alignment)
        return EINVAL;
    void *p = __libc_memalign(alignment, n);
    if (!p)
        return ENOMEM;
    *out = noted(p, n);
    return 0;
}
