/* The back ends that count registers: which there are, how each is called, and what it reports. */
#ifndef CODEGEN_BACKEND_BACK_ENDS_H
#define CODEGEN_BACKEND_BACK_ENDS_H

#include "codegen/backend/registers.h"
#include "codegen/code/code.h"

/* A back end: clang-19 for its target, and what reads clang's output. */
struct back_end {
    const char *source;   /* as in the report */
    const char *compiler; /* of vendors.def: the vendors that it counts registers for */
    bool of_drivers;      /* drivers make kernels' code with it, too */
    const char *target;
    bool of_bitcode; /* it compiles our bitcode instead of the source, with functions stood in
                        for that the library lacks, or all where it is not there */
    const char
        *library;    /* of built-in functions, a file of libclc's; NULL: ROCm's device library */
    const char *cpu; /* how clang is told the architecture */
    bool unrolls;    /* as the machine view; else as clang does */
    const char *const *options; /* of clang, up to NULL */
    const char *reader; /* a program that reads what clang writes, and reports; NULL: clang itself
                           reports, and writes an object, or assembly */
    void (*parse)(const char *line, struct register_use *use, bool *complete);
    const char *function; /* what stands before a kernel's name in the report */
    struct code_module (*read)(struct arena *a, const char *object,
                               size_t bytes); /* what it leaves */
};

/* In the order in which they are asked. */
enum { N_BACK_ENDS = 4 };
extern const struct back_end back_ends[N_BACK_ENDS];

/* A line that is added to a report if opaque instructions stand for functions of the kernels. */
extern const char back_end_stand_ins[];

/* Whether it counts registers for the GPU. */
bool back_end_is_for(const struct back_end *b, const struct gpu *g);
/* What the library is called. */
const char *back_end_library_name(const struct back_end *b);
/* Files of built-in functions that its clang links for the architecture, told these options; none
 * if they are not there. */
struct words back_end_library(struct arena *a, const struct back_end *b,
                              const struct register_request *r, const char *arch,
                              const struct words *options);
/* Whether the back end has what it needs for the input. */
bool back_end_can_compile(struct arena *a, const struct back_end *b,
                          const struct register_request *r, const char *arch);
/* What a report says of the kernel. False: not all of it. */
bool back_end_read(struct arena *a, const struct back_end *b, const char *report,
                   const char *kernel, struct register_use *use);

#endif
