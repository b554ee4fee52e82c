/* Registers of kernels as the vendors' own back ends allocate them: NVIDIA's ptxas where it is on
 * PATH and knows the architecture, LLVM's AMDGPU back end for AMD. Both compile the source anew, so
 * they run beside the analysis, and what they say is kept in the cache. Without libclc, or without
 * a source, AMD's compiles our bitcode, in which OpenCL's functions are stood in for. Where a back
 * end is missing or fails, nobody is told: the estimate of codegen/estimate/registers/registers.c
 * stands, and the report says so. */
#ifndef CODEGEN_BACKEND_REGISTERS_H
#define CODEGEN_BACKEND_REGISTERS_H

#include "base/store/result_cache.h"
#include "codegen/code/code.h"
#include "codegen/estimate/registers/spills.h"
#include "hwdb/gpu.h"
#include "source/frontend.h"

struct register_request {
    const struct frontend_request *input;
    const struct bitcode *bitcode; /* of the input */
    const struct gpu *const *gpus;
    size_t n_gpus;
    const struct cache *cache;
    double seconds;  /* CPU time that one kernel may take */
    bool when_asked; /* back ends start when somebody asks for the first of their kernels */
    bool convert;    /* bitcode may be converted for a back end, by LLVM in this process */
};

struct registers;

/* Whether the GPU has a back end that is also the one of the compilers that programs are built
 * with. What ptxas makes of clang's order is not what it makes of nvcc's. */
bool registers_are_of_drivers(const struct gpu *g);
/* Which back ends there are, as part of a key. */
void registers_add_tools(struct cache_key *k);
/* Looks into the cache, and starts the back ends of what is not there. Never NULL. */
struct registers *registers_start(struct arena *a, const struct register_request *r);
/* Waits for the back end of the GPU if there is one. False: nothing is known of the kernel. Where
 * `code` is asked for, it is the kernel's code that the registers are of; NULL if there is none:
 * AMD's GPUs before gfx8 have no disassembler in LLVM. */
bool registers_find(struct registers *r, const char *kernel, const struct gpu *g,
                    struct register_use *use, const struct code **code);
/* Waits for all back ends: what they say can be found in children of this process, too. */
void registers_wait(struct registers *r);
/* Whether a back end was given up, which may not happen another time. */
bool registers_given_up(const struct registers *r);
/* Ends what still runs. */
void registers_end(struct registers *r);

#endif
