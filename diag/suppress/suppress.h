/* What becomes of a finding after the options let it pass: comments and pragmas in the sources
 * and suppression mappings. Pragmas have the last word over mappings, as in Clang. */
#ifndef DIAG_SUPPRESS_SUPPRESS_H
#define DIAG_SUPPRESS_SUPPRESS_H

#include "diag/suppress/directives.h"
#include "diag/suppress/mapping_file.h"

struct suppress_file {
    const char *name;
    struct directives directives;
};

/* Start from {.arena = a, .source.arena = a, .problems.arena = a}. */
struct suppress {
    struct arena *arena;
    struct diag_source source;
    VEC(struct suppress_file) files; /* those asked for so far */
    struct mapping mapping;
    struct mapping_problems problems; /* rules that do not exist, files that cannot be read */
};

/* Whether a pragma in the file turns the rule on. */
bool suppress_turns_on(struct suppress *s, const char *file, const char *rule);
/* Sets the finding's suppression or its severity. False if neither the options, as `enabled` says,
 * nor a pragma turns its rule on there. */
bool suppress_apply(struct suppress *s, const struct kernel_result *r, struct finding *f,
                    bool enabled);

#endif
