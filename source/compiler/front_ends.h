/* What languages inputs are in, and what that means for them: a row of front_ends.def each. */
#ifndef SOURCE_COMPILER_FRONT_ENDS_H
#define SOURCE_COMPILER_FRONT_ENDS_H

#include <stdbool.h>

enum language {
    LANGUAGE_OTHER, /* none that is read */
#define FRONT_END(name, id, names, compilers, taken, words, traits) LANGUAGE_##name,
#include "source/front_ends.def"
#undef FRONT_END
    LANGUAGES
};

enum front_end_trait {
    FRONT_SOURCE = 1, /* somebody wrote it */
    FRONT_DEVICE = 2, /* it has kernels */
    FRONT_HOST = 4    /* it has code of the host, which may launch kernels */
};

/* Of a file's suffix or an argument of -x; with the compiler that stands in front, or NULL. */
enum language front_end_named(const char *name, const char *compiler);
/* Of the compiler, by its name, where it is one of a language's own; else LANGUAGE_OTHER. */
enum language front_end_of_compiler(const char *compiler);
bool front_end_has(enum language l, enum front_end_trait t);
/* Whether kernels and the code that launches them are in one source, as with CUDA. */
bool front_end_is_single_source(enum language l);
/* What device code in files with that suffix is called, if no language's front end reads it: "PTX";
 * NULL for all other suffixes. */
const char *front_end_unread(const char *suffix);
/* As messages name it: "HIP". */
const char *front_end_words(enum language l);

#endif
