/* What must be known of compilers' options: rows of compiler_options.def. This file is part of
 * clperf-cc: nothing but libc. */
#ifndef SOURCE_COMPILER_COMPILER_OPTIONS_H
#define SOURCE_COMPILER_COMPILER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* What must be known of a compiler's option. */
enum {
    OPT_SEPARATE = 1, /* its argument may be the next word */
    OPT_JOINED = 2,   /* its argument may follow in the same word */
    OPT_FRONT = 4,    /* matters to our front end as well */
    OPT_NO_CODE = 8,  /* nothing is compiled: preprocessing, probes */
    OPT_MODE = 16     /* says where the compiler stops: -c, -S */
};

struct compiler_option {
    const char *spelling;
    unsigned flags;
};

extern const struct compiler_option compiler_options[];
extern const size_t compiler_option_count;
/* The row of a compiler's option: exact, or the longest that it begins with where
 * its argument is joined. NULL: no row. */
const struct compiler_option *options_compiler(const char *word);
/* Whether the word after this one is its argument. */
bool options_takes_next(const char *word);

#endif
