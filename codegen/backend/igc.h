/* What Intel's graphics compiler makes of OpenCL C for its GPUs, where ocloc is on PATH: the width
 * of its sub-groups, registers and what does not fit in them, from the section .ze_info of its
 * binaries. No device is needed. Its code is not read. */
#ifndef CODEGEN_BACKEND_IGC_H
#define CODEGEN_BACKEND_IGC_H

#include "base/store/result_cache.h"
#include "codegen/code/register_use.h"
#include "hwdb/gpu.h"
#include "source/frontend.h"

struct igc_request {
    const struct frontend_request *input;
    const struct bitcode *bitcode; /* of the input */
    const struct gpu *const *gpus;
    size_t n_gpus;
    const struct cache *cache;
    double seconds; /* CPU time that one kernel may take */
};

struct igc;

/* Which compiler there is, as part of a key. */
void igc_add_tools(struct cache_key *k);
/* Looks into the cache, and starts the compiler for each of Intel's architectures that is not
 * there. NULL if nothing can be asked: no ocloc, no such GPU, or a source that is not OpenCL C. */
struct igc *igc_start(struct arena *a, const struct igc_request *r);
/* Waits for the compiler. False: it knows nothing of the kernel on that GPU. */
bool igc_find(struct igc *c, const char *kernel, const struct gpu *g, struct register_use *use);
void igc_wait(struct igc *c);
/* Whether a compiler was given up, which may not happen another time. */
bool igc_given_up(const struct igc *c);
/* Ends what still runs, and removes its files. */
void igc_end(struct igc *c);

/* What .ze_info says of the kernel, whose architecture has registers of so many bytes; false if it
 * does not name it. */
bool igc_read(struct arena *a, const char *ze_info, const char *kernel, uint32_t register_bytes,
              struct register_use *use);

#endif
