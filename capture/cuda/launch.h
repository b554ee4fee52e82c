/* A launch on its way to the journal. */
#ifndef CAPTURE_CUDA_LAUNCH_H
#define CAPTURE_CUDA_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "capture/cuda/kernels.h"
#include "capture/cuda/memory.h"
#include "capture/journal.h"

/* What is known of the memory that arguments point to. */
struct launch_memory {
    bool (*find)(const void *address, struct memory *out);
    /* Whether a number is a texture or a surface; if so its texels of each dimension. */
    bool (*image)(uint64_t object, uint64_t size[3]);
    /* What the bytes from the address on hold before the launch goes into the stream, as
     * journal_contents() returns it, or NULL. */
    const char *(*contents)(const void *address, uint64_t bytes, void *stream);
};

struct launch {
    const struct cuda_kernel *kernel;
    uint64_t grid[3], block[3];
    size_t shared;     /* dynamic shared memory in bytes */
    void *const *args; /* pointers to arguments, NULL: unknown */
    void *stream;
    const struct launch_memory *memory;
    const char *file; /* of the launching statement, NULL: unknown */
    unsigned line;
};

/* A launch as the journal wants it. */
struct launch_row {
    struct journal_launch row;
    struct journal_arg *args; /* free() them; NULL: no memory */
};

/* The name that dynamic shared memory has among the arguments. */
#define LAUNCH_DYNAMIC_NAME "extern __shared__"

/* Reads what the journal says of the launch, with the contents of buffers if they are wanted. The
 * arguments must last as long as the row. False: no memory. */
bool launch_describe(const struct launch *l, bool contents, struct launch_row *out);
/* Notes the launch in the journal; its number there. */
uint64_t launch_record(const struct launch *l);
/* Pointers to the arguments in a buffer where each is aligned to its size. NULL where the types are
 * not known or do not fit; free() it. */
void **launch_unpack(const struct signature *s, char *buffer, size_t bytes);
/* Pointers to the arguments that the driver's `extra` holds, which ends with `end`. NULL as
 * above; free() it. */
void **launch_unpack_extra(const struct signature *s, void **extra, const void *end);
/* A copy with copies of the arguments, for a graph. NULL: no memory. */
struct launch *launch_copy(const struct launch *l);
void launch_free(struct launch *copy);

#endif
