/* A compiler's command line as far as we need it: inputs, their language, output. */
#ifndef SOURCE_COMPILER_JOBS_H
#define SOURCE_COMPILER_JOBS_H

#include "base/message_style.h"
#include "base/store/result_cache.h"
#include "base/texts.h"
#include "base/words.h"
#include "source/compiler/front_ends.h"

struct input {
    const char *path;
    const struct language *language; /* NULL: none that is read */
    bool analysed;                   /* it holds device code, or may */
    const char *unread;              /* why it is not read although it is device code, or NULL */
};

struct jobs {
    struct input *inputs;
    size_t n_inputs;
    const char *output;        /* of -o, or NULL */
    char mode;                 /* 'c', 'S', or 0: up to linking; see no_code */
    const char *suffix;        /* of what it writes without -o: "o"; NULL: up to linking */
    bool no_code;              /* -E, -M, -fsyntax-only: no object is written */
    bool no_analysis;          /* preprocessing and probes: nothing to analyse */
    struct words front_flags;  /* what our front end gets too */
    struct words cuda_flags;   /* what it gets too for CUDA, as clang's options */
    struct words opencl_flags; /* the same for sources in OpenCL C, not for programs of a host's */
    const char *cuda_path;     /* of --cuda-path=, or NULL */
    const char *cl_std;        /* of -cl-std= or an OpenCL -std=, or NULL */
    struct words loop_functions;  /* of -fclperf-loops= */
    bool verbose;                 /* -v */
    struct message_style style;   /* of messages */
    const struct texts *texts;    /* that stand for files, or NULL */
    const char *root;             /* of -fclperf-root=, or NULL */
    const struct cache *store;    /* where headers are that clang has parsed before, or NULL */
    struct cuda_repairs *repairs; /* of sources that do not compile as they are, or NULL */
};

/* `args` are the compiler's: ours are gone, and its own name may be the first where it is one of a
 * language's compilers. */
struct jobs jobs_parse(struct arena *a, const struct words *args);
/* Where nothing of it is analysed, and no compiler gets it either: inputs whose names say nothing
 * are ones that are not read. */
void jobs_take_unknown(struct jobs *j);
/* Takes loops of these functions as kernels, too. */
void jobs_take_loops(struct arena *a, struct jobs *j, const struct words *functions);
/* By the suffix, as front_end_named() says. */
const struct language *jobs_language(const char *path);
/* Whether anything of this command line is analysed. */
bool jobs_analysable(const struct jobs *j);
/* Whether what the compiler writes has the machine code of kernels that are analysed. */
bool jobs_leave_device_code(const struct jobs *j);
/* "'k.cl' and 2 more": what of it is analysed. */
const char *jobs_subject(struct arena *a, const struct jobs *j);
/* The folders of -I and -iquote. */
struct words jobs_include_folders(struct arena *a, const struct jobs *j);
/* The file that compiling this input writes: -o, or k.o beside us for k.cl, k.cubin for k.cu. NULL
 * if none. */
const char *jobs_object(struct arena *a, const struct jobs *j, const struct input *in);

/* The assembly that stands for the input of that number with -fclperf-trace, in a folder of such;
 * an object of it is called as the input's. */
const char *jobs_traced_source(struct arena *a, const struct jobs *j, const char *directory,
                               size_t input);

#endif
