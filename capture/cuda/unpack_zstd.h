/* Zstandard, by the system's library of it, which nothing is linked with. */
#ifndef CAPTURE_CUDA_UNPACK_ZSTD_H
#define CAPTURE_CUDA_UNPACK_ZSTD_H

#include <stdbool.h>
#include <stddef.h>

/* Frames that become exactly `n` bytes; false if they do not, or if the system lacks the library.
 */
bool unpack_by_libzstd(const void *from, size_t n_from, void *to, size_t n);

#endif
