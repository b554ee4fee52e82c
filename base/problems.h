/* What is wrong with the request (options, manifests, files), in the order found: one line each.
 * The same of several entries of a list is one line, about the first of them and with how many
 * more. */
#ifndef BASE_PROBLEMS_H
#define BASE_PROBLEMS_H

#include <stdio.h>

#include "base/str.h"

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

struct problem {
    enum severity severity;
    const char *text;
    size_t more; /* how many others differ from it in numbers in brackets only */
};

/* Start from {.arena = a}. */
struct problems {
    struct arena *arena;
    struct problem *at;
    size_t n, cap;
};

void problems_add(struct problems *p, enum severity severity, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Its text, with how many more there are like it. */
const char *problem_text(struct arena *a, const struct problem *p);
/* "clperf-cc: error: ..." per problem. */
void problems_text(struct str *out, const struct problems *p);
void problems_print(FILE *out, const struct problems *p);
/* Says why a command of clperf cannot be done, and returns its exit status. */
int problems_fail(const char *error);
bool problems_has_error(const struct problems *p);

#endif
