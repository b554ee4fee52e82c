/* LLVM's decompression, which is there as LLVM was built. */
#include "codegen/object/offload_bundle.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Compression.h>
#include <llvm/Support/Error.h>

using namespace llvm;

void *offload_unpack(arena *A, bool Zstd, const void *Bytes, size_t N, size_t Unpacked) {
    if (Zstd ? !compression::zstd::isAvailable() : !compression::zlib::isAvailable())
        return nullptr;
    ArrayRef<uint8_t> From(static_cast<const uint8_t *>(Bytes), N);
    auto *To = static_cast<uint8_t *>(arena_alloc(A, Unpacked ? Unpacked : 1));
    size_t Size = Unpacked;
    Error E = Zstd ? compression::zstd::decompress(From, To, Size)
                   : compression::zlib::decompress(From, To, Size);
    if (!E)
        return Size == Unpacked ? To : nullptr;
    consumeError(std::move(E));
    return nullptr;
}
