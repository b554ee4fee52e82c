/* The journal of one process: what it launched, noted while it runs, so that it is whole whenever
 * the process ends. Libraries that live in the user's program write it (libc only); `clperf
 * capture` makes the manifest of all journals in the folder (manifest.h).
 *
 * A journal is the file DIRECTORY/PID-START.journal of JSON objects, one a line; a last line that
 * is cut off does not count. Texts and contents of buffers are files beside it, named after their
 * contents: each is there once, whatever process wrote it. All functions may be called from any
 * thread, never fail loudly, and leave errno as it is: what cannot be written (the disk is full) is
 * left out, and said in the last line that fits. A child after fork() has a journal of its own. */
#ifndef CAPTURE_JOURNAL_H
#define CAPTURE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The environment of a captured program. */
#define JOURNAL_DIRECTORY "CLPERF_CAPTURE_DIR"   /* absolute path of the folder of journals */
#define JOURNAL_BUFFERS "CLPERF_CAPTURE_BUFFERS" /* most MiB of contents; unset: none are written  \
                                                  */
#define JOURNAL_DEVICE                                                                             \
    "CLPERF_CAPTURE_DEVICE" /* path of the stand-in device's limits, see device.h */

enum journal_language { JOURNAL_OPENCL, JOURNAL_CUDA, JOURNAL_HIP };

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
    const char *name; /* of the parameter, or NULL where nobody knows */
    const char
        *type; /* as the implementation or a mangled name says it: "float", "uint4"; or NULL */
    const void *value; /* JOURNAL_VALUE: `bytes` of them */
    uint64_t bytes;    /* of the value, the buffer from here to its end, the local memory */
    uint64_t size[3];  /* JOURNAL_IMAGE: texels of each dimension, missing ones 1 */
    uint64_t object;   /* JOURNAL_BUFFER: the same number is the same memory, 0: unknown */
    const char
        *contents; /* JOURNAL_BUFFER: what journal_contents() returned before the launch, or NULL */
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

/* Whether this process is captured at all. The first call opens the journal. */
bool journal_wanted(void);

/* The number of a program; equal ones have the same. Its text is written at once. */
uint64_t journal_program(const struct journal_program *program);

/* Writes contents (at most what is wanted in all, else nothing) and returns the file's name,
 * relative to the journal's folder, or NULL. The name lasts as long as the process. */
const char *journal_contents(const void *bytes, uint64_t n);
bool journal_wants_contents(void);

/* Notes a launch; the number that journal_time() wants, never 0. Launches equal to an earlier one
 * take few bytes. */
uint64_t journal_launch(const struct journal_launch *launch);

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
