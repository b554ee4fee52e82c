/* What of a CUDA source does not compile, as edits that leave the rest to compile. Host code loses
 * the statement. Bodies of device code become a call of a function whose name says why, so that
 * kernels that reach it are refused and no others. */
#ifndef SOURCE_LANGUAGES_CUDA_CUDA_CUTS_H
#define SOURCE_LANGUAGES_CUDA_CUDA_CUTS_H

#include "source/libclang.h"

#include "base/str.h"
#include "base/vec.h"

/* A place in a file that may be edited. */
struct cuda_place {
    CXFile file;
    unsigned offset, line, col;
};

/* Bytes of a file, and what comes in their place. */
struct cuda_cut {
    CXFile file;
    unsigned from, to;
    unsigned line, last_line;
    enum {
        CUT_BLANK,
        CUT_EXPRESSION,
        CUT_STATEMENT,
        CUT_SHARED,   /* a declaration of __shared__ memory in the form that nvcc alone takes */
        CUT_CONSTANT, /* a declaration with constexpr, which becomes const */
        CUT_PERCENT,  /* a percent sign in assembly, which becomes two */
        CUT_LAUNCH,   /* by device code */
        CUT_INSTANCE, /* of a function in device code, for one instance of its template */
        CUT_DEVICE,
        CUT_LAMBDA,
        CUT_KERNEL
    } kind;
    const char *function; /* the name of the one in device code, or of what is launched there */
    const char *instance; /* CUT_INSTANCE: as of cuda_instance_of() */
    const char *reason;   /* of device code and kernels, set by who knows it */
};

struct cuda_cuts {
    struct cuda_cut *at;
    size_t n, cap;
};

/* Whether the error is about a variable in __shared__ memory that another form of its declaration
 * mends: an array of a size that is extern, or one whose type has a constructor. */
bool cuda_cut_is_shared(const char *message);
/* Where the diagnostic may be edited away: its own place, or where what it is about was
 * instantiated. False if all of that is in the compiler's headers. */
bool cuda_place_of(CXDiagnostic d, struct cuda_place *place);
/* What is to be cut because of an error there. */
struct cuda_cut cuda_cut_at(struct arena *a, CXTranslationUnit unit,
                            const struct cuda_place *place);
/* The declaration of __shared__ memory around a place; of no bytes if there is none. */
struct cuda_cut cuda_cut_shared_at(CXTranslationUnit unit, const struct cuda_place *place);
/* Whether the error is about a constexpr variable whose value newer compilers know: a member of
 * what a reference names (P2280 of C++23, which nvcc takes in all versions). */
bool cuda_cut_is_constant(const char *message);
/* The first percent sign from the place of an error on, which nvcc takes as it is in assembly that
 * has a register's name; of no bytes if the error is another one. */
struct cuda_cut cuda_cut_percent_at(CXTranslationUnit unit, const struct cuda_place *place,
                                    const char *message);
/* All of the file but its directives, if the error says that earlier cuts have left it without
 * sense; else no bytes. */
struct cuda_cut cuda_cut_file_of(CXTranslationUnit unit, const struct cuda_place *place,
                                 const char *message);
/* Its declaration; of no bytes if there is none. */
struct cuda_cut cuda_cut_constant_at(CXTranslationUnit unit, const struct cuda_place *place);
/* Whether the directive is nothing without what is cut around it. */
bool cuda_cut_takes_directive(const char *directive);

#endif
