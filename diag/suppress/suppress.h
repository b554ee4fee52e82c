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

/* What a comment, a pragma or a mapping may be about. */
struct suppress_place {
    const char *rule, *file;
    uint32_t line;
    const char *kernel; /* "" where it is about none */
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

/* The severity of what a name stands for that is no finding of a kernel, where options give it the
 * severity `usual`; what is ignored is a note. Line 0: of the file as a whole. */
enum severity suppress_severity(struct suppress *s, const struct suppress_place *at,
                                enum severity usual);

#endif
