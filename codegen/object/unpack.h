/* Compressed payloads of fat binaries and offload bundles. */
#ifndef CODEGEN_OBJECT_UNPACK_H
#define CODEGEN_OBJECT_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A block of LZ4 that becomes exactly `n` bytes; false if it does not. */
bool unpack_lz4(const uint8_t *from, size_t n_from, uint8_t *to, size_t n);
/* Frames of Zstandard that become exactly `n` bytes; false if they do not, or if LLVM was built
 * without it. */
bool unpack_zstd(const uint8_t *from, size_t n_from, uint8_t *to, size_t n);
/* A stream of zlib that becomes exactly `n` bytes; false if it does not, or if LLVM was built
 * without it. */
bool unpack_zlib(const uint8_t *from, size_t n_from, uint8_t *to, size_t n);

#ifdef __cplusplus
}
#endif

#endif
