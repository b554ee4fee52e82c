/* Front end: OpenCL C to LLVM bitcode, by clang-19. */
#ifndef DRIVER_FRONTEND_H
#define DRIVER_FRONTEND_H

#include "driver/jobs.h"

struct frontend_request {
    const struct jobs *jobs;
    const struct input *input;
    struct words defines; /* NAME=VALUE of the launch */
};

struct bitcode {
    const char *path;   /* NULL: see reason */
    const char *reason; /* one line */
    int fd;             /* -1: the input itself */
};

/* With -v, the commands go to stderr. frontend_release() is for what it returns. */
struct bitcode frontend_compile(struct arena *a, const struct frontend_request *r);
void frontend_release(struct bitcode *b);

#endif
