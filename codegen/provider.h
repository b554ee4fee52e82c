/* What provides a kernel's machine code, or at least the registers that it takes: a row of
 * providers.def each, in codegen/providers/ID.c. */
#ifndef CODEGEN_PROVIDER_H
#define CODEGEN_PROVIDER_H

#include "analysis/ir/kernel.h"
#include "base/store/result_cache.h"
#include "codegen/code/code.h"
#include "codegen/code/register_use.h"
#include "hwdb/gpu.h"
#include "source/frontend.h"

/* A source, and the GPUs that it is for. */
struct code_request {
    const struct frontend_request *input;
    const struct bitcode *bitcode; /* of the input */
    const struct gpu *const *gpus;
    size_t n_gpus;
    const struct cache *cache;
    const char *object; /* that the compiler beside us writes, or NULL */
    double patience;    /* seconds that it is waited for at most */
    double seconds;     /* CPU time that one kernel may take */
    bool convert;       /* bitcode may be converted for a compiler, by LLVM in this process */
};

/* A kernel of the source. */
struct code_query {
    const struct kernel *machine; /* its machine view */
    const struct gpu *gpu;
    bool instructions; /* are asked for, not only registers and what is priced */
};

struct code_answer {
    struct register_use registers; /* without a source: it is called as its row */
    const struct code *code;       /* NULL: only its registers are known, or asked for */
    bool prices; /* the code's instructions are priced instead of the machine view's: it is what the
                    user's own compiler made, or what drivers make */
};

/* Everything but find() may be NULL: nothing to do. */
struct provider {
    /* Adds the programs that answers depend on, as part of a key. */
    void (*add_tools)(struct cache_key *k);
    /* Begins what takes long, beside the analysis. What it returns is for the others; it is NULL
     * where nothing was begun, as for a kernel whose source is not known. */
    void *(*start)(struct arena *a, const struct code_request *r);
    /* False if it knows nothing of the kernel. */
    bool (*find)(void *started, const struct code_query *q, struct code_answer *out);
    /* Waits for all that was begun: answers can be had in children of this process, too. */
    void (*wait)(void *started);
    /* Whether something was given up, which may not happen another time. */
    bool (*given_up)(const void *started);
    /* Ends what still runs. */
    void (*end)(void *started);
    bool estimates; /* what no compiler said */
};

#endif
