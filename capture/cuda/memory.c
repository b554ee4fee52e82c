#include "capture/cuda/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "capture/cuda/current.h"

/* Ranges by their start. */
static struct {
    pthread_mutex_t lock;
    struct memory *at;
    size_t n, cap;
    uint64_t used, last_number;
} ranges = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_device(enum memory_kind kind) {
    return kind == MEMORY_DEVICE || kind == MEMORY_MANAGED || kind == MEMORY_MAPPED;
}

/* How many ranges start at the address or before it. */
static size_t ranges_until(uintptr_t address) {
    size_t low = 0, high = ranges.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges.at[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct memory *range_of(uintptr_t address) {
    size_t n = ranges_until(address);
    const struct memory *m = n ? &ranges.at[n - 1] : NULL;
    return m && address - m->start < m->bytes ? m : NULL;
}

static bool add_range(uintptr_t start, size_t bytes, enum memory_kind kind) {
    size_t place = ranges_until(start);
    bool overlaps = place && start - ranges.at[place - 1].start < ranges.at[place - 1].bytes;
    if (overlaps || (place < ranges.n && ranges.at[place].start - start < bytes))
        return false;
    if (ranges.n == ranges.cap) {
        size_t cap = ranges.cap ? 2 * ranges.cap : 256;
        struct memory *more = realloc(ranges.at, cap * sizeof *more);
        if (!more)
            return false;
        ranges.at = more;
        ranges.cap = cap;
    }
    memmove(&ranges.at[place + 1], &ranges.at[place], (ranges.n - place) * sizeof *ranges.at);
    ranges.at[place] = (struct memory){start, bytes, ++ranges.last_number, kind, device_current()};
    ranges.n++;
    if (is_device(kind))
        ranges.used += bytes;
    return true;
}

void *memory_allocate(size_t bytes, enum memory_kind kind, uint64_t limit) {
    void *p = MAP_FAILED;
    pthread_mutex_lock(&ranges.lock);
    if (!is_device(kind) || (ranges.used <= limit && bytes <= limit - ranges.used))
        p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0);
    if (p != MAP_FAILED && !add_range((uintptr_t)p, bytes, kind)) {
        munmap(p, bytes);
        p = MAP_FAILED;
    }
    pthread_mutex_unlock(&ranges.lock);
    return p == MAP_FAILED ? NULL : p;
}

bool memory_register(const void *start, size_t bytes, enum memory_kind kind) {
    pthread_mutex_lock(&ranges.lock);
    bool done = bytes && add_range((uintptr_t)start, bytes, kind);
    pthread_mutex_unlock(&ranges.lock);
    return done;
}

bool memory_map(const void *start, size_t bytes) {
    pthread_mutex_lock(&ranges.lock);
    size_t place = ranges_until((uintptr_t)start);
    struct memory *before = place ? &ranges.at[place - 1] : NULL;
    bool follows = before && before->kind == MEMORY_MAPPED &&
                   before->start + before->bytes == (uintptr_t)start;
    bool done = bytes && (follows || add_range((uintptr_t)start, bytes, MEMORY_MAPPED));
    if (follows) {
        before->bytes += bytes;
        ranges.used += bytes;
    }
    pthread_mutex_unlock(&ranges.lock);
    return done;
}

static void remove_range(size_t place) {
    struct memory *m = &ranges.at[place];
    if (is_device(m->kind))
        ranges.used -= m->bytes;
    memmove(m, m + 1, (--ranges.n - place) * sizeof *m);
}

bool memory_free(const void *start, enum memory_kind kind) {
    pthread_mutex_lock(&ranges.lock);
    const struct memory *m = range_of((uintptr_t)start);
    bool found = m && m->start == (uintptr_t)start && m->kind == kind;
    size_t bytes = found ? m->bytes : 0;
    if (found)
        remove_range((size_t)(m - ranges.at));
    pthread_mutex_unlock(&ranges.lock);
    if (found && kind != MEMORY_REGISTERED && kind != MEMORY_MAPPED)
        munmap((void *)(uintptr_t)start, bytes);
    return found;
}

bool memory_find(const void *address, struct memory *out) {
    pthread_mutex_lock(&ranges.lock);
    const struct memory *m = range_of((uintptr_t)address);
    if (m)
        *out = *m;
    pthread_mutex_unlock(&ranges.lock);
    return m;
}

uint64_t memory_used(void) {
    pthread_mutex_lock(&ranges.lock);
    uint64_t used = ranges.used;
    pthread_mutex_unlock(&ranges.lock);
    return used;
}

bool memory_fits(const void *address, size_t n) {
    struct memory m;
    return !memory_find(address, &m) || n <= m.bytes - ((uintptr_t)address - m.start);
}
