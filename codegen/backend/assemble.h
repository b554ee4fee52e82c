/* NVIDIA's ptxas, where one is installed: machine code of PTX. */
#ifndef CODEGEN_BACKEND_ASSEMBLE_H
#define CODEGEN_BACKEND_ASSEMBLE_H

#include "base/store/result_cache.h"
#include "codegen/object/piece.h"

struct assembly {
    struct piece ptx;
    const char *arch; /* "sm_90" */
    const struct cache *cache;
    double seconds; /* that it may take */
};

/* The cubin, from the cache or from ptxas. Nothing if there is no ptxas, or if it fails or takes
 * too long. */
struct piece assemble(struct arena *a, const struct assembly *what);

#endif
