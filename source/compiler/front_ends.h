/* What languages inputs are in, and what that means for them: a row of front_ends.def each. NULL
 * stands for a language that is not read. */
#ifndef SOURCE_COMPILER_FRONT_ENDS_H
#define SOURCE_COMPILER_FRONT_ENDS_H

#include <stdbool.h>

#include "base/arena.h"

struct language;

enum front_end_trait {
    FRONT_SOURCE = 1,   /* somebody wrote it */
    FRONT_DEVICE = 2,   /* it has kernels */
    FRONT_HOST = 4,     /* it has code of the host, which may launch kernels */
    FRONT_PROGRAMS = 8, /* what host code builds when it runs is in it */
    FRONT_LOOPS = 16,   /* it stands for loops of host code that are taken as kernels */
    FRONT_SCRIPT = 32   /* no compiler reads it; it has kernels in strings */
};

/* Of a file's suffix or an argument of -x; with the compiler that stands in front, or NULL. */
const struct language *front_end_named(const char *name, const char *compiler);
/* Of the compiler, by its name, where it is one of a language's own; else NULL. */
const struct language *front_end_of_compiler(const char *compiler);
/* What an editor calls it; *suffix becomes that of its files. */
const struct language *front_end_of_editor(struct arena *a, const char *name, const char **suffix);
/* For -x, of a header that may have kernels; NULL of others. */
const char *front_end_of_header(struct arena *a, const char *suffix);
/* "OpenCL C, CUDA and HIP": those in which somebody writes kernels. */
const char *front_end_kernels(struct arena *a);
/* The first with the trait. */
const struct language *front_end_with(enum front_end_trait t);
bool front_end_has(const struct language *l, enum front_end_trait t);
/* Whether it has code of the host and no kernels. */
bool front_end_is_host_only(const struct language *l);
/* Whether kernels and the code that launches them are in one source, as with CUDA. */
bool front_end_is_single_source(const struct language *l);
/* What device code in files with that suffix is called, if no language's front end reads it: "PTX";
 * NULL for all other suffixes. */
const char *front_end_unread(const char *suffix);
/* As messages name it: "HIP". */
const char *front_end_words(const struct language *l);
/* Its row in front_ends.def, from 0. */
size_t front_end_row(const struct language *l);

#endif
