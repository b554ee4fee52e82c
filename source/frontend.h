/* Front ends: languages of kernels to LLVM bitcode, by clang. */
#ifndef SOURCE_FRONTEND_H
#define SOURCE_FRONTEND_H

#include "analysis/ir/kernel.h"
#include "source/dependencies.h"
#include "source/languages/cuda/cuda.h"

struct frontend_request {
    const struct jobs *jobs;
    const struct input *input;
    struct words flags;   /* for the compiler */
    struct words defines; /* NAME=VALUE of the launch */
    const char *arch;     /* of the GPU that it is compiled for, as clang names it: "sm_52" */
    const char *text;     /* to be compiled instead of the input's, or NULL */
    size_t bytes;
    bool host_side;      /* the host's code is wanted, for the machine that we are on */
    const char *prelude; /* of it: a file that is included first, or NULL */
    bool object;         /* the text is from within the input, which is an object with code */
    const struct texts
        *project; /* what it includes lies there, see texts_may_read(); NULL: anywhere */
    const struct words *skipped;       /* kernels that no back end is to be asked for, or NULL */
    struct dependencies *dependencies; /* where to note what was read, or NULL */
};

/* What stands before what clang says of a source that does not compile. */
#define FRONTEND_DOES_NOT_COMPILE "it does not compile: "
/* What debug information and messages call a text. */
#define FRONTEND_TEXT "<stdin>"

/* A template of a kernel that its source does not instantiate. */
struct lone_template {
    const char *name;
    unsigned line, launch_line; /* 0: the source does not launch it */
    const char *why_launch;     /* did not compile; NULL: it did, or there is none */
    bool guessed;               /* a number of the instances is a guess */
    struct words instances;     /* that are assumed, as C++ writes them */
    const char *why_not;        /* there is no instance, or NULL */
};

struct bitcode {
    const char *path;          /* NULL: see reason */
    const char *reason;        /* one line */
    struct loc loc;            /* of the reason where a text does not compile; line 0: none */
    struct words missing;      /* names of OpenCL that are not declared, where that is the reason */
    int fd;                    /* -1: the input itself */
    const char *standard;      /* of OpenCL, that it compiled with; NULL: not compiled by us */
    bool host;                 /* it is compiled for the machine that we are on */
    struct cuda_headers *cuda; /* that it compiled with, or NULL */
    struct {
        struct lone_template *at;
        size_t n, cap;
    } lone;
    const char *ptx; /* the input itself, where that is PTX; else NULL */
    size_t ptx_bytes;
};

/* Where a text stands for an input that is no file, that becomes the request's own: clang wants its
 * input to exist. */
void frontend_take_unsaved(struct arena *a, struct frontend_request *r);
/* With -v, the commands go to stderr. frontend_release() is for what it returns. */
struct bitcode frontend_compile(struct arena *a, const struct frontend_request *r);
void frontend_release(struct bitcode *b);

struct lowering;

/* A row of front_ends.def, in a file of its own: ID.c defines frontend_ID. */
struct front_end {
    struct bitcode (*compile)(struct arena *a, const struct frontend_request *r, const char *clang);
    const struct cuda_dialect *dialect; /* of a language with host code beside kernels, or NULL */
    const struct lowering *lowering;    /* of its device code, NULL: it is in OpenCL's form */
};
/* NULL of a language that is not read. */
const struct front_end *frontend_of(const struct language *l);
const struct front_end *frontend_in_row(size_t row);

/* For front ends: one attempt as *b says. The bitcode's descriptor, or -1 with the reason and all
 * that clang said. The reason is frontend_too_slow itself where clang took too much time. */
int frontend_attempt(struct arena *a, const struct frontend_request *r, const char *clang,
                     const struct bitcode *b, const char **reason, const char **said);
extern const char frontend_too_slow[];

/* The path of the clang of the version that clperf was built with, or NULL. */
const char *frontend_clang(struct arena *a);
/* What compiles as `clang` does with the words that follow: that program, or our own, which has
 * clang within itself. Its path goes to *path. */
struct words frontend_compiler(struct arena *a, const char *clang, const char **path);
/* The part of its command line that says what is compiled, as *b was: OpenCL for any target. */
void frontend_add_source(struct arena *a, struct words *w, const struct frontend_request *r,
                         const struct bitcode *b);
/* What clang reads as its standard input: a file in memory with the text, or -1. */
int frontend_stdin(const struct frontend_request *r);

#endif
