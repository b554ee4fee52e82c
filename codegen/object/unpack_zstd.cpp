/* Zstandard, with which LLVM decompresses sections. */
#include <llvm/Support/Compression.h>
#include <llvm/Support/Error.h>

#include "codegen/object/unpack.h"

bool unpack_zstd(const uint8_t *from, size_t n_from, uint8_t *to, size_t n) {
    if (!llvm::compression::zstd::isAvailable())
        return false;
    size_t written = n;
    if (llvm::Error error =
            llvm::compression::zstd::decompress(llvm::ArrayRef(from, n_from), to, written)) {
        llvm::consumeError(std::move(error));
        return false;
    }
    return written == n;
}
