/* Zstandard and zlib, with which LLVM decompresses sections. */
#include <llvm/Support/Compression.h>
#include <llvm/Support/Error.h>

#include "codegen/object/unpack.h"

using namespace llvm;

namespace {

bool becomes(Error E, size_t Written, size_t Wanted) {
    bool Good = !E && Written == Wanted;
    consumeError(std::move(E));
    return Good;
}

} // namespace

bool unpack_zstd(const uint8_t *From, size_t FromSize, uint8_t *To, size_t Size) {
    size_t Written = Size;
    return compression::zstd::isAvailable() &&
           becomes(compression::zstd::decompress(ArrayRef(From, FromSize), To, Written), Written,
                   Size);
}

bool unpack_zlib(const uint8_t *From, size_t FromSize, uint8_t *To, size_t Size) {
    size_t Written = Size;
    return compression::zlib::isAvailable() &&
           becomes(compression::zlib::decompress(ArrayRef(From, FromSize), To, Written), Written,
                   Size);
}
