#include "capture/opencl/objects.h"

#include <pthread.h>
#include <stddef.h>

#include "base/hash.h"

enum { BUCKET_BITS = 12, LOCK_BITS = 4 };

#define FOUR_UNLOCKED                                                                              \
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,               \
        PTHREAD_MUTEX_INITIALIZER

/* Threads rarely want the same lock. Buckets with the same lowest bits share one. */
static struct {
    struct object *buckets[1 << BUCKET_BITS];
    pthread_mutex_t locks[1 << LOCK_BITS];
} objects = {.locks = {FOUR_UNLOCKED, FOUR_UNLOCKED, FOUR_UNLOCKED, FOUR_UNLOCKED}};

static size_t bucket_of(const void *handle) {
    return hash_of((uint64_t)(uintptr_t)handle) >> (64 - BUCKET_BITS);
}

static void lock(size_t bucket) {
    pthread_mutex_lock(&objects.locks[bucket & ((1 << LOCK_BITS) - 1)]);
}

static void unlock(size_t bucket) {
    pthread_mutex_unlock(&objects.locks[bucket & ((1 << LOCK_BITS) - 1)]);
}

/* Where the object with that handle is linked, or the end of its bucket. */
static struct object **link_of(size_t bucket, enum object_kind kind, const void *handle) {
    struct object **link = &objects.buckets[bucket];
    while (*link && ((*link)->handle != handle || (*link)->kind != kind))
        link = &(*link)->next;
    return link;
}

/* Handles that are used again without a release that we saw belong to the new object. */
void object_enter(struct object *o, enum object_kind kind, const void *handle) {
    size_t bucket = bucket_of(handle);
    *o = (struct object){.kind = kind, .handle = handle, .references = 1};
    lock(bucket);
    struct object **link = link_of(bucket, kind, handle);
    if (*link)
        *link = (*link)->next;
    o->next = objects.buckets[bucket];
    objects.buckets[bucket] = o;
    unlock(bucket);
}

struct object *object_find(enum object_kind kind, const void *handle) {
    size_t bucket = bucket_of(handle);
    lock(bucket);
    struct object *o = *link_of(bucket, kind, handle);
    unlock(bucket);
    return o;
}

/* Called with the lock. True for the last reference; the object is unlinked then, unless its
 * handle belongs to another by now. */
static int drop(size_t bucket, struct object *o) {
    if (--o->references > 0)
        return 0;
    struct object **link = link_of(bucket, o->kind, o->handle);
    if (*link == o)
        *link = o->next;
    return 1;
}

void object_retained(enum object_kind kind, const void *handle) {
    size_t bucket = bucket_of(handle);
    lock(bucket);
    struct object *o = *link_of(bucket, kind, handle);
    if (o)
        o->references++;
    unlock(bucket);
}

struct object *object_released(enum object_kind kind, const void *handle) {
    size_t bucket = bucket_of(handle);
    lock(bucket);
    struct object *o = *link_of(bucket, kind, handle);
    if (o && !drop(bucket, o))
        o = NULL;
    unlock(bucket);
    return o;
}

void object_hold(struct object *o) {
    size_t bucket = bucket_of(o->handle);
    lock(bucket);
    o->references++;
    unlock(bucket);
}

int object_drop(struct object *o) {
    size_t bucket = bucket_of(o->handle);
    lock(bucket);
    int last = drop(bucket, o);
    unlock(bucket);
    return last;
}
