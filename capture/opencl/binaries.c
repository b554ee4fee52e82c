#include "capture/opencl/binaries.h"

#include <stdlib.h>

#include "capture/journal_hash.h"

struct binary {
    struct binary *next;
    struct journal_hash hash;
    struct program *origin; /* held */
};

static struct {
    pthread_mutex_t lock;
    struct binary *list;
} binaries = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct journal_hash hash_of(const unsigned char *binary, size_t bytes) {
    struct journal_hash h = {0};
    journal_hash_bytes(&h, binary, bytes);
    return journal_hash_end(h);
}

/* With the lock. */
static struct binary *find(struct journal_hash hash) {
    struct binary *b = binaries.list;
    while (b && !journal_hash_equal(b->hash, hash))
        b = b->next;
    return b;
}

static void remember(struct program *p, struct journal_hash hash) {
    pthread_mutex_lock(&binaries.lock);
    struct binary *b = find(hash) ? NULL : malloc(sizeof *b);
    if (b) {
        object_hold(&p->object);
        *b = (struct binary){binaries.list, hash, p};
        binaries.list = b;
    }
    pthread_mutex_unlock(&binaries.lock);
}

void binaries_taken(struct program *p, unsigned char *const *taken, size_t n) {
    size_t *sizes = calloc(n + 1, sizeof *sizes);
    if (sizes &&
        opencl_next()->clGetProgramInfo((cl_program)p->object.handle, CL_PROGRAM_BINARY_SIZES,
                                        n * sizeof *sizes, sizes, NULL) == CL_SUCCESS)
        for (size_t i = 0; i < n; i++)
            if (taken[i] && sizes[i])
                remember(p, hash_of(taken[i], sizes[i]));
    free(sizes);
}

const struct program *binaries_origin(const unsigned char *binary, size_t bytes) {
    pthread_mutex_lock(&binaries.lock);
    const struct binary *b = find(hash_of(binary, bytes));
    pthread_mutex_unlock(&binaries.lock);
    return b ? b->origin : NULL;
}
