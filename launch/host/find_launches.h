/* Launches that a host program makes, read off its source. */
#ifndef LAUNCH_HOST_FIND_LAUNCHES_H
#define LAUNCH_HOST_FIND_LAUNCHES_H

#include "launch/host/source.h"
#include "launch/launch.h"

/* A call that launches a kernel, of one way to it. */
struct host_launch {
    const char *where;          /* "host.c:120" */
    const char *kernel_unknown; /* why the kernel's name is not known, or NULL */
    const char *label;          /* the kernel's name where launch.kernel is a symbol, or NULL */
    uint32_t call;              /* node */
    bool loop;                  /* it is a loop of host code */
    struct launch launch;       /* source LAUNCH_HOST; what is not known is 0, with a reason */
    size_t n_middles;           /* of its unknowns: taken from the middle of a loop */
};

/* Functions and variables of which other translation units may give more. */
struct host_wants {
    const struct host_symbol **at;
    size_t n, cap;
};

struct host_launches {
    struct host_launch *at;
    size_t n, cap;
    struct host_wants wants;
    struct words flags;   /* options of clBuildProgram other than -D */
    struct words texts;   /* of programs, as they were evaluated */
    struct words defines; /* its -D's, where they do not differ between programs */
    bool all;             /* the program was evaluated to its end: it launches no other kernels */
    bool whole;           /* and it is this source alone: these are all launches of the program */
};

/* Those of the source's own nodes. `argv` is what the program is called with, as of -fclperf-argv=;
 * NULL: nobody knows. */
struct host_launches host_launches(struct arena *a, const struct host_source *s, const char *argv);
void host_launches_dump(FILE *out, const struct host_launches *l);

#endif
