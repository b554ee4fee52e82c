/* Memory that stands for the device's, and memory of the host that CUDA knows. */
#ifndef CAPTURE_CUDA_MEMORY_H
#define CAPTURE_CUDA_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memory_kind {
    MEMORY_DEVICE,
    MEMORY_MANAGED,
    MEMORY_HOST,       /* pinned, allocated by CUDA */
    MEMORY_REGISTERED, /* the program's own, pinned later */
    MEMORY_MAPPED,     /* the device's, at addresses that the program reserved */
    MEMORY_KINDS
};

struct memory {
    uintptr_t start;
    size_t bytes;
    uint64_t number; /* another for each allocation */
    enum memory_kind kind;
    int device; /* that was current then */
};

/* Zeroed memory that takes room when it is touched, aligned to a page; NULL if the device has no
 * more. `limit` is the device's memory in bytes. */
void *memory_allocate(size_t bytes, enum memory_kind kind, uint64_t limit);
/* Makes a range of somebody else's known. False if part of it is known already. */
bool memory_register(const void *start, size_t bytes, enum memory_kind kind);
/* Makes n bytes known as MEMORY_MAPPED; those that follow others so become one range with them.
 * False if part of them is known already. */
bool memory_map(const void *start, size_t bytes);
/* Forgets the range that starts there and is of that kind, and gives its memory back unless it is
 * registered. False if there is none. */
bool memory_free(const void *start, enum memory_kind kind);
/* The range that holds this address. */
bool memory_find(const void *address, struct memory *out);
/* Bytes that stand for the device's. */
uint64_t memory_used(void);
/* Whether n bytes from the address on may be touched: all of them in one range, or in none. */
bool memory_fits(const void *address, size_t n);

#endif
