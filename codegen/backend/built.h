/* Machine code that the compiler beside the analysis writes: read when that has ended. */
#ifndef CODEGEN_BACKEND_BUILT_H
#define CODEGEN_BACKEND_BUILT_H

#include "base/store/result_cache.h"
#include "codegen/code/code.h"
#include "codegen/code/register_use.h"
#include "codegen/object/piece.h"
#include "hwdb/gpu.h"

struct built_request {
    const char *path; /* of the object or program that is written */
    struct piece ptx; /* the input, where that is PTX: there is nothing to wait for */
    bool complete;    /* it is written already */
    int completion;   /* the descriptor that tells when (base/process/completion.h) */
    double patience;  /* seconds that the compiler is waited for */
    double seconds;   /* that ptxas may take */
    const struct cache *cache;
};

struct built;

/* Whether code for the GPU is read from what compilers write: NVIDIA's and AMD's. */
bool built_is_for(const struct gpu *g);
/* NULL if there is nothing to wait for. */
struct built *built_begin(struct arena *a, const struct built_request *r);
/* The kernel's code for the GPU, once the compiler has ended well: of that architecture, as it is
 * in the object, or as ptxas makes it of the object's PTX; else that of the nearest one which is
 * there, for AMD's of its family. NULL: there is none. */
const struct code *built_code(struct built *b, const char *kernel, const struct gpu *g);
/* Whether the compiler had not ended in time, which it may another time. */
bool built_given_up(const struct built *b);
/* Registers and spills that a code takes. */
struct register_use code_register_use(const struct code *c);

#endif
