/* Launches that a host program makes, evaluated on the LLVM IR of its host side: from main(), or
 * from each function that nothing calls, with values that may be unknown. Nothing of the program is
 * executed. */
#ifndef LAUNCH_EVALUATE_EVALUATE_H
#define LAUNCH_EVALUATE_EVALUATE_H

#include "base/store/result_cache.h"
#include "base/words.h"
#include "hwdb/gpu.h"
#include "launch/evaluate/value.h"
#include "source/compiler/jobs.h"
#include "source/dependencies.h"

enum { EV_ARGUMENT_BYTES = 64 };

/* An argument of a launch. */
struct ev_argument {
    uint32_t index;
    uint64_t bytes;
    enum { EV_ARGUMENT_UNKNOWN, EV_ARGUMENT_VALUE, EV_ARGUMENT_BUFFER, EV_ARGUMENT_LOCAL } kind;
    uint8_t value[EV_ARGUMENT_BYTES]; /* EV_ARGUMENT_VALUE */
    uint64_t buffer;                  /* bytes behind the pointer, or of local memory */
    bool zero;                        /* all of these are 0 */
    const uint8_t *contents;          /* of a buffer, where all of it is known; or NULL */
    uint32_t why;                     /* EV_ARGUMENT_UNKNOWN: the reason */
};

struct ev_launch {
    const char *file; /* as the compiler calls it */
    uint32_t line, column;
    const char *kernel; /* its symbol, or its name in OpenCL; NULL: not known */
    bool opencl;
    struct ev_value grid[3], block[3], offset[3]; /* groups, or with OpenCL work-items */
    bool no_block;                                /* OpenCL chooses the local size */
    struct ev_value shared;
    struct ev_argument *args;
    size_t n_args;
    uint64_t count;
    bool in_loop;       /* of which nobody knows how often it runs: `count` is of one iteration */
    uint32_t condition; /* line of a branch that nothing decides, or 0 */
    bool without_arguments; /* with unknown arguments of the program it would be another, or none */
    const char *options;    /* of the program's build, or NULL: unknown */
    const char *text;       /* of the kernel's program, or NULL: unknown */
};

struct ev_launches {
    struct ev_launch *at;
    size_t n, cap;
};

/* A host file and how it is compiled. */
struct ev_file {
    const struct jobs *jobs;
    const struct input *input;
    const char *text; /* of files that may be linked */
    size_t bytes;
};

struct ev_request {
    struct ev_file file;
    const struct ev_file *units; /* other files that may be of the program, nearest first */
    size_t n_units;
    double seconds;            /* that compiling those may take */
    const struct cache *store; /* of their bitcode, or NULL */
    const struct gpu *gpu;     /* that the program asks for its properties, or NULL */
    /* How many groups of so many work-items, with so many bytes of dynamic shared memory, a
     * processor of the GPU holds of the kernel with that symbol. False where nobody knows. */
    bool (*resident)(void *kernels, const char *kernel, uint64_t items, uint64_t shared,
                     uint64_t *groups);
    void *kernels;         /* NULL: nobody does */
    const char *argv;      /* what it is called with; NULL: nobody knows */
    const char *argv_from; /* who says so, for readers; NULL: the user */
    struct dependencies *dependencies;
};

struct evaluated {
    bool known;        /* the host side was compiled */
    bool complete;     /* no limit was reached: what is not listed does not happen */
    bool from_program; /* there is a main() */
    bool from_main;    /* complete, and main() is in it: kernels of the file that are not listed are
                          never launched */
    struct ev_launches launches;
    const char *run_as;         /* "run with '1 2' as the target 'run' of Makefile says", or NULL */
    size_t n_linked;            /* other files that are part of the program */
    const char *const *reasons; /* by number, of values of the launches; NULL elsewhere */
    size_t n_reasons;
};

/* The last part of a symbol's name: "k" of "_ZN2ns1kILi8EEvPf". */
const char *ev_label(struct arena *a, const char *symbol);
/* What is to be said of a value that is not known. */
const char *ev_why(const struct evaluated *e, uint32_t why);

struct evaluated evaluate_host(struct arena *a, const struct ev_request *q);
/* Host code that is LLVM IR already, as text or bitcode: of the request, what says how the program
 * is run. */
struct evaluated evaluate_ir(struct arena *a, const struct ev_request *q, const char *bytes,
                             size_t n);

#endif
