/* Where the blocks of the program's heap begin and end. */
#ifndef CAPTURE_LOOPS_MEMORY_H
#define CAPTURE_LOOPS_MEMORY_H

#include <stdint.h>

/* Bytes from there to the end of its block; 0: it is in none that we know. */
uint64_t heap_bytes_from(const void *at);

#endif
