/* The front end for CUDA: device code by clang-19 without a CUDA SDK. cuda_api.h stands in for
 * CUDA's headers; what a source lacks besides is made up where that is enough for host code. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_H
#define SOURCE_LANGUAGES_CUDA_CUDA_H

#include "base/str.h"
#include "base/texts.h"
#include "source/compiler/jobs.h"
#include "source/languages/cuda/cuda_libraries.h"
#include "source/languages/cuda/cuda_sdk.h"

/* What is in them: nothing, what every source sees, and what is included by name. */
enum cuda_text {
    CUDA_NOTHING,
    CUDA_API,
    CUDA_DECLARED,
    CUDA_HOST_API,
    CUDA_GROUPS,
    CUDA_HALF,
    CUDA_COMPLEX,
    CUDA_BFLOAT,
    CUDA_FP8,
    CUDA_CONSTANTS,
    CUDA_RANDOM,
    CUDA_MATRICES,
    CUDA_COPIES,
    CUDA_BLAS,
    CUDA_FFT,
    CUDA_DRIVER,
    CUDA_LIBCU,
    CUDA_LIBCU_STD,
    CUDA_RELOCATABLE,
    CUDA_TEXTS
};

/* Lines of host code that do not compile and are left out. */
struct cuda_lost {
    unsigned line, last_line;
    const char *reason;
};

/* What was wrong at a place before anything was made up for it. */
struct cuda_complaint {
    const char *path;
    unsigned line, col;
    const char *text;
};

/* Headers that exist for the compiler only: files in memory with names of their own, and texts that
 * stand for the user's files. */
struct cuda_headers {
    const struct cuda_dialect *dialect;
    struct cuda_sdk sdk;  /* whose libraries are there */
    const char *no_sdk;   /* the root of one that does not compile, or NULL */
    struct words missing; /* headers that are not there and are taken as empty */
    struct words names;   /* that clang does not know */
    const char *declared; /* what was made up, included behind cuda_api.h */
    int texts[CUDA_TEXTS], libraries[CUDA_LIBRARIES], overlay; /* file descriptors, -1: none */
    int precompiled;             /* of cuda_api.h, see cuda_precompile(); -1: none */
    const char *precompiled_for; /* its architecture; "": none was given */
    bool precompiled_special;    /* its special_functions */
    struct texts edited;         /* without what does not compile */
    bool special_functions;      /* C++17's are declared by <cmath>, see cuda.c */
    bool host_side;              /* it is the host's code that is compiled */
    bool tree;         /* libclang reads it, as launch/host/clang.c has it: HOST_API comes before */
    unsigned refusals; /* functions that stand for code that does not compile */
    struct words errors; /* "FILE:LINE" of those that led to `edited` */
    struct {
        struct cuda_complaint *at;
        size_t n, cap;
    } complaints;
    struct {
        struct cuda_lost *at;
        size_t n, cap;
    } lost; /* of host code in the source itself */
    struct {
        int *at;
        size_t n, cap;
    } edits; /* file descriptors of `edited`, and last of what describes them */
};

/* A header that sources may include by name, and the text that stands for it. */
struct cuda_header {
    const char *name;
    enum cuda_text text;
};

/* A language like CUDA. */
struct cuda_dialect {
    const struct cuda_header *headers; /* beside CUDA's own */
    size_t n;
    const char *api; /* what every source sees */
    bool (*knows_arch)(const char *arch);
    bool has_sdk;           /* headers of an installed CUDA SDK are taken where there is one */
    const char *usual_arch; /* where no GPU is one that it knows */
};

/* Where they seem to be. */
#define CUDA_HEADERS "/clperf/cuda"

/* Of h->dialect. False if there is no memory for them. */
bool cuda_headers_open(struct arena *a, struct cuda_headers *h);
void cuda_headers_close(struct cuda_headers *h);
/* Makes up what an error of clang's says is missing; false if that is nothing, or made up already.
 * It counts, as all changes do, when the headers are opened again. */
bool cuda_headers_note(struct arena *a, struct cuda_headers *h, const char *message);
/* The header is taken as empty, or as a library's that is stood in for. False if it is already. */
bool cuda_headers_lack(struct arena *a, struct cuda_headers *h, const char *name);
void cuda_headers_declare(struct arena *a, struct cuda_headers *h, const char *declarations);
/* The text stands for the file from now on. */
void cuda_headers_edit(struct arena *a, struct cuda_headers *h, const char *path, const char *text);
bool cuda_headers_reopen(struct arena *a, struct cuda_headers *h);
/* Names the headers that are not there, which may be what device code lacks. */
void cuda_headers_add_missing(struct str *s, const struct cuda_headers *h);

/* The part of clang's command line that says what the input is. `arch` is "sm_52" or "gfx90a", for
 * any language, or NULL: the usual one. */
void cuda_add_dialect(struct arena *a, struct words *w, const struct jobs *j,
                      const struct cuda_headers *h, const char *arch);
/* cuda_add_dialect(), and what is included first. */
void cuda_add_language(struct arena *a, struct words *w, const struct jobs *j,
                       const struct cuda_headers *h, const char *arch);
/* The last part, which has it read the texts that stand for files. */
void cuda_add_edits(struct arena *a, struct words *w, const struct cuda_headers *h);

#endif
