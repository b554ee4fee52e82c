/* Which compiler is wrapped. */
#ifndef SOURCE_COMPILER_TOOLCHAIN_H
#define SOURCE_COMPILER_TOOLCHAIN_H

#include "source/compiler/jobs.h"

/* The compilers of kernels, of the version of LLVM that clperf was built with. */
#define CLANG "clang-" CLPERF_LLVM_MAJOR
#define CLANGXX "clang++-" CLPERF_LLVM_MAJOR

struct toolchain {
    const char *path;   /* of the compiler's program; NULL: see error */
    struct words words; /* its argv[0] and the arguments that belong to it */
    size_t used;        /* words of our own command line that named it: 0 or 1 */
    bool found;         /* a compiler was named; without, toolchain_default() decides */
    const char *error;
};

/* Named by the first argument, by the name that we were called by, or by
 * CLPERF_CC, in this order. `self` is our own program's path. A compiler in `started`, as
 * ccache, that calls us back by the name of a compiler wants the next one of that name. */
struct toolchain toolchain_named(struct arena *a, int argc, char **argv, const char *self,
                                 const struct words *started);
/* By the language of the first input: CLANG for device code, else cc. */
struct toolchain toolchain_default(struct arena *a, const struct jobs *j, const char *self);
/* The program of that name on PATH other than `not_this`, or NULL. A name with a
 * slash is itself. */
const char *toolchain_find(struct arena *a, const char *name, const char *not_this);
/* Our own program's path. */
const char *toolchain_self(struct arena *a);
/* A program installed beside us, else on PATH, else NULL. */
const char *toolchain_sibling(struct arena *a, const char *self, const char *name);

#endif
