/* The command lines of `clperf capture` and `clperf trace`. */
#ifndef CAPTURE_OPTIONS_H
#define CAPTURE_OPTIONS_H

#include <stdbool.h>

#include "base/arena.h"

struct capture_options {
    const char *output;   /* the manifest */
    const char *from;     /* a folder of journals that is there already, or NULL */
    const char *buffers;  /* MiB of contents, or NULL: none */
    const char *gpu;      /* whose limits a device without hardware has */
    unsigned gpus;        /* how many of them there are */
    bool dry_run;         /* on such a device */
    bool execute;         /* which runs kernels nevertheless, on the processor */
    const char *build;    /* a command that builds the program first, or NULL */
    bool trace;           /* loops of a sequential program, not launches */
    bool profile;         /* times also on queues that do not measure */
    bool interpose;       /* in front of the loader instead of as its layer */
    bool remember;        /* the manifest is for later analyses by themselves */
    char *const *program; /* and its arguments, NULL-terminated; NULL: none */
};

/* COMMAND_RUNS of base/command_line.h, or the exit status of --help or of a mistake. */
int capture_read_options(struct arena *a, char **argv, struct capture_options *o);

#endif
