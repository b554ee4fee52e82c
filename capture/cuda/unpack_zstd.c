#include "capture/cuda/unpack_zstd.h"

#include <dlfcn.h>

bool unpack_by_libzstd(const void *from, size_t n_from, void *to, size_t n) {
    size_t (*decompress)(void *, size_t, const void *, size_t);
    void *library = dlopen("libzstd.so.1", RTLD_LAZY | RTLD_LOCAL);
    *(void **)&decompress = library ? dlsym(library, "ZSTD_decompress") : NULL;
    /* Errors are numbers that are larger than any size. */
    return decompress && decompress(to, n, from, n_from) == n;
}
