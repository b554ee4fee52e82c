/* Front end: OpenCL C and CUDA to LLVM bitcode, by clang-19. */
#ifndef DRIVER_FRONTEND_H
#define DRIVER_FRONTEND_H

#include "analysis/kernel.h"
#include "driver/dependencies.h"
#include "driver/frontend_cuda.h"

struct frontend_request {
    const struct jobs *jobs;
    const struct input *input;
    struct words flags;    /* for the compiler */
    struct words defines;  /* NAME=VALUE of the launch */
    const char *cuda_arch; /* "sm_52" */
    const char *text;      /* to be compiled instead of the input's, or NULL */
    size_t bytes;
    const struct texts
        *project; /* what it includes lies there, see texts_may_read(); NULL: anywhere */
    struct dependencies *dependencies; /* where to note what was read, or NULL */
};

/* What debug information and messages call a text. */
#define FRONTEND_TEXT "<stdin>"

struct bitcode {
    const char *path;          /* NULL: see reason */
    const char *reason;        /* one line */
    struct loc loc;            /* of the reason where a text does not compile; line 0: none */
    struct words missing;      /* names of OpenCL that are not declared, where that is the reason */
    int fd;                    /* -1: the input itself */
    const char *standard;      /* of OpenCL, that it compiled with; NULL: not compiled by us */
    struct cuda_headers *cuda; /* that it compiled with, or NULL */
};

/* Where a text stands for an input that is no file, that becomes the request's own: clang wants its
 * input to exist. */
void frontend_take_unsaved(struct arena *a, struct frontend_request *r);
/* With -v, the commands go to stderr. frontend_release() is for what it returns. */
struct bitcode frontend_compile(struct arena *a, const struct frontend_request *r);
void frontend_release(struct bitcode *b);

/* The path of clang-19, or NULL. */
const char *frontend_clang(struct arena *a);
/* The part of its command line that says what is compiled, as *b was: OpenCL for any target. */
void frontend_add_source(struct arena *a, struct words *w, const struct frontend_request *r,
                         const struct bitcode *b);
/* What clang reads as its standard input: a file in memory with the text, or -1. */
int frontend_stdin(const struct frontend_request *r);

#endif
