/* The host side of a source as LLVM bitcode, compiled once for all analyses that want it. */
#ifndef LAUNCH_EVALUATE_HOST_BITCODE_H
#define LAUNCH_EVALUATE_HOST_BITCODE_H

#include <llvm-c/Core.h>

#include "launch/evaluate/evaluate.h"

struct host_bitcode {
    const char *bytes; /* NULL: it does not compile */
    size_t n;
    bool edited;               /* parts that do not compile are left out */
    const char *sdk;           /* the folder of the SDK that it compiled with, or NULL */
    const char *sdk_libraries; /* of that, where libraries are, or NULL */
};

/* The file's, from the store or by clang; what it depends on is added to *d. */
struct host_bitcode host_bitcode_of(struct arena *a, const struct ev_file *f,
                                    const struct cache *store, struct dependencies *d);
/* NULL: it is none. */
LLVMModuleRef host_bitcode_parse(LLVMContextRef context, const struct host_bitcode *b);

#endif
