/* The journal of one process: what it launched, noted while it runs, so that it is whole whenever
 * the process ends. Libraries that live in the user's program write it (libc only); `clperf
 * capture` makes the manifest of all journals in the folder (manifest.h).
 *
 * What the files hold is said in journal_format.h. Texts and contents of buffers are files beside
 * them, named after what they hold: each is there once, whatever process wrote it. All functions
 * may be called from any thread, never fail loudly, and leave errno as it is: what cannot be
 * written (the disk is full) is counted as lost. A child after fork() has a journal of its own, in
 * which numbers of programs are valid that its parent got, and those of launches are not. */
#ifndef CAPTURE_JOURNAL_H
#define CAPTURE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The environment of a captured program: the absolute path of the folder of journals, how many MiB
 * of contents are written at most (unset: none), and the path of the stand-in device's limits
 * (device.h). */
#define JOURNAL_DIRECTORY "CLPERF_CAPTURE_DIR"
#define JOURNAL_BUFFERS "CLPERF_CAPTURE_BUFFERS"
#define JOURNAL_DEVICE "CLPERF_CAPTURE_DEVICE"
/* The static libraries of CUDA's runtime that are installed, with colons between them. */
#define JOURNAL_STATIC_RUNTIMES "CLPERF_CAPTURE_STATIC_RUNTIMES"
/* Set where another device stands in for that one, and runs kernels. */
#define JOURNAL_EXECUTES "CLPERF_CAPTURE_EXECUTES"
/* Set where all OpenCL queues measure times. */
#define JOURNAL_PROFILES "CLPERF_CAPTURE_PROFILES"

enum journal_language { JOURNAL_OPENCL, JOURNAL_CUDA, JOURNAL_HIP, JOURNAL_PTX };

/* A program text as the application gave it; many kernels are of one. */
struct journal_program {
    enum journal_language language;
    const char *text;    /* what is compiled, all strings of it joined; NULL: a binary or unknown */
    size_t bytes;        /* of the text */
    const char *options; /* of the build, as given; NULL: none */
};

enum journal_arg_kind {
    JOURNAL_UNSET,  /* never set, or not recordable */
    JOURNAL_VALUE,  /* scalars, vectors and structs by value: their bytes as in memory */
    JOURNAL_BUFFER, /* memory of the device */
    JOURNAL_IMAGE,
    JOURNAL_LOCAL, /* local memory of that many bytes */
    JOURNAL_NULL,  /* a null pointer */
    JOURNAL_SAMPLER,
};

struct journal_arg {
    enum journal_arg_kind kind;
    const char *name;     /* of the parameter, or NULL where nobody knows */
    const char *type;     /* as the implementation says it: "float", "uint4", "int*"; or NULL */
    const void *value;    /* JOURNAL_VALUE: `bytes` of them */
    uint64_t bytes;       /* of the value, the buffer from here to its end, the local memory */
    uint64_t size[3];     /* JOURNAL_IMAGE: texels of each dimension, missing ones 1 */
    const char *contents; /* JOURNAL_BUFFER: what journal_contents() returned, or NULL */
};

struct journal_launch {
    uint64_t program;   /* as journal_program() numbered it, 0: unknown */
    const char *kernel; /* as the source names it: CUDA's `scope::name<arguments>` */
    uint64_t global[3]; /* work-items; missing dimensions 1 */
    uint64_t local[3];  /* zeros: the implementation chooses */
    uint64_t offset[3];
    const struct journal_arg *args; /* by position */
    size_t n_args;
    const char *file; /* of the launching statement where it is known, or NULL */
    unsigned line;
};

/* Whether this process is captured at all. */
bool journal_wanted(void);
/* From now on it is not, by the library that calls this. */
void journal_ignore(void);

/* The number of a program; equal ones have the same. Its text is written at once. */
uint64_t journal_program(const struct journal_program *program);

/* Whether the contents of this launch's buffers are wanted, asked once before each launch: contents
 * are wanted at all, and of launches that differ in nothing else those of the first
 * JOURNAL_CONTENTS. */
bool journal_wants_contents(const struct journal_launch *launch);
/* How many bytes of contents may still be written; more need not be read. */
uint64_t journal_contents_left(void);
/* Writes contents and returns the file's name, relative to the journal's folder, or NULL. The name
 * lasts as long as the process. */
const char *journal_contents(const void *bytes, uint64_t n);

/* Notes a launch; the number that journal_time() wants. Launches equal to an earlier one only add
 * to its count. */
uint64_t journal_launch(const struct journal_launch *launch);

/* Whether times of such launches are still wanted: the first JOURNAL_TIMES are. */
bool journal_wants_time(uint64_t launch);
/* How long a launch ran on the device, as its event says. */
void journal_time(uint64_t launch, uint64_t nanoseconds);

/* A call that launches unseen kernels, or does work that is not recorded: "cublasSgemm". Counted by
 * name. */
void journal_call(const char *name);

/* The device that is launched on, as it names itself. Once for each name. */
void journal_device(const char *name, const char *vendor, const char *driver);

/* Something that the user should know of the capture, once for each text: "reads return zeros". */
void journal_remark(const char *text);

#endif
