/* One launch of a kernel: sizes and argument values, and where each came from.
 * launch/launch.c makes it; analysis and everything after only read it. */
#ifndef ANALYSIS_IR_LAUNCH_H
#define ANALYSIS_IR_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Of a warp, at most. */
enum { MAX_LANES = 64 };

struct contents;
struct formula;

enum launch_source {
    LAUNCH_ASSUMED, /* nobody gave it */
    LAUNCH_ATTRIBUTE,
    LAUNCH_HOST,
    LAUNCH_COMMENT,
    LAUNCH_MANIFEST,
    LAUNCH_COMMAND_LINE
};

/* The "number" of CUDA's dynamic shared memory until the kernel is known. */
enum { LAUNCH_DYNAMIC = -2 };

struct launch_arg {
    const char *name; /* NULL where given by number */
    int index;        /* -1 where given by name */
    /* ARG_BUFFER_BYTES becomes ARG_ELEMENTS as soon as the kernel is known, ARG_RAW what its
     * parameter takes. */
    enum {
        ARG_NUMBER,
        ARG_NUMBERS,
        ARG_ELEMENTS,
        ARG_LOCAL_BYTES,
        ARG_FILE,
        ARG_BUFFER_BYTES,
        ARG_RAW,   /* the bytes of a value as in memory */
        ARG_NULL,  /* a null pointer */
        ARG_IMAGE, /* of a captured program; its size is not looked at */
    } kind;
    bool zeros;                 /* ARG_ELEMENTS: all of them are known to be 0 */
    const struct formula *each; /* ARG_ELEMENTS: number `i` of the buffer, or NULL */
    double number;              /* ARG_NUMBER */
    const double *numbers;      /* ARG_NUMBERS: components of a vector, or what a structure holds */
    const uint64_t *wholes; /* the same number or numbers as 64-bit integers, given as such; else
                               NULL, and those beyond 2^53 are not exact */
    uint64_t count;        /* numbers, elements, bytes of local memory, of the file, of the value */
    const uint8_t *bytes;  /* ARG_FILE: the contents; ARG_RAW; ARG_BUFFER_BYTES, ARG_ELEMENTS: the
                              contents where they are known, or NULL */
    struct contents *file; /* ARG_FILE: what `bytes` are read from as soon as the kernel is known */
    const char *path;      /* ARG_FILE; NULL: a structure by value, given by its bytes */
    enum launch_source source;
    const char *where; /* LAUNCH_HOST: "host.c:120" */
};

/* What a host program's source does not say. */
struct launch_unknown {
    const char *what; /* "argument 3" */
    const char *why;
};

/* Of an argument that is known by its name `what` is this, the name and a quote. */
#define LAUNCH_ARGUMENT "argument '"

/* Iterations of a loop whose end nobody knows, if the launch does not say. */
enum { LAUNCH_USUAL_TRIPS = 32 };

struct launch {
    const char *kernel;
    uint64_t global[3], local[3], offset[3]; /* work-items; local 0 = not given */
    enum launch_source global_source, local_source;
    const char *outdated; /* of a captured launch: the kernel's source, where its text has changed
                           * since; NULL: it is the same, or nobody knows */
    uint64_t count;       /* launches in a row, 1 if not said */
    bool count_known;     /* nothing that nobody knows decides about it */
    double others_alike;  /* launches of other sizes, which are not analysed, that it stands for */
    const struct launch_arg *args;
    size_t n_args;
    const char *const *defines; /* "NAME=VALUE" for the front end */
    size_t n_defines;
    const char *const *flags; /* of the program's build besides: "-cl-fast-relaxed-math" */
    size_t n_flags;
    bool build_known;    /* these are all options of the build */
    const double *times; /* ms, of launches that were captured on `device` */
    size_t n_times;
    double cpu_ms; /* of the sequential loop that this is, as `clperf trace` measured; 0: not */
    const char *device;
    const char *where; /* of the sizes, LAUNCH_HOST: "host.c:120" */
    const struct launch_unknown *unknowns;
    size_t n_unknowns;
    bool one_dimension;          /* its grid is one number, which nobody knows */
    bool never;                  /* the program as it was evaluated does not launch the kernel */
    uint32_t unknown_trips;      /* iterations of a loop whose end nobody knows; 0: the usual */
    bool unit_strides;           /* assumed arguments that are factors only are 1 */
    const struct launch *others; /* as plausible as this one, where something of it is assumed */
    size_t n_others;
};

const char *launch_source_name(enum launch_source s);
/* Where the launch is from, for readers, with what is assumed and what is unknown of it:
 * "manifest", "host code in host.c:120, assuming n = 1024; 'out' unknown". */
const char *launch_source_text(struct arena *a, const struct launch *l);
/* The argument given for parameter `index` called `name`, or NULL. */
const struct launch_arg *launch_arg(const struct launch *l, int index, const char *name);

/* Work-items of one launch; a double, as their number may not fit. */
double launch_items(const struct launch *l);
/* Whether sizes or arguments are made up. */
bool launch_is_guessed(const struct launch *l);
/* Whether how many work-items there are is made up. */
bool launch_size_is_guessed(const struct launch *l);
/* Whether arguments are made up, and the same launch without them. */
bool launch_assumes(const struct launch *l);
struct launch launch_without_assumed(struct arena *a, const struct launch *l);

#endif
