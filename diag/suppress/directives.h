/* What a source file says of the findings in it.
 *
 *     // clperf-ignore[RULE,...]: REASON      after code: on this line; alone: in the next
 * statement #pragma clperf diagnostic push|pop #pragma clperf diagnostic ignored|warning|error
 * "-Wclperf-RULE"
 *
 * The pragmas mean what Clang's do, and are read in Clang's and GCC's spelling too. Files are read
 * line by line without preprocessing, so all of it works in the strings of a host program as well.
 */
#ifndef DIAG_SUPPRESS_DIRECTIVES_H
#define DIAG_SUPPRESS_DIRECTIVES_H

#include "diag/report.h"
#include "diag/text/source.h"

enum directive_kind {
    DIRECTIVE_COMMENT,
    DIRECTIVE_PUSH,
    DIRECTIVE_POP,
    DIRECTIVE_IGNORED,
    DIRECTIVE_WARNING,
    DIRECTIVE_ERROR
};

struct directive {
    enum directive_kind kind;
    const char *rule;     /* as rule_names.h reads it; NULL: all */
    const char *what;     /* how it is called in messages: "clperf-ignore" */
    const char *reason;   /* of a comment, or NULL */
    struct loc loc;       /* of the rule's name, if it has one */
    uint32_t first, last; /* lines that a comment is about */
};

struct directives {
    struct directive *at;
    size_t n, cap;
};

/* In the order of the file. A comment that names several rules is several directives. */
struct directives directives_read(struct arena *a, const struct diag_file *f);

#endif
