/* Names within scopes, each with a number. */
#ifndef SOURCE_LANGUAGES_PTX_NAMES_H
#define SOURCE_LANGUAGES_PTX_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum { PTX_NO_NAME = UINT32_MAX };

struct ptx_named {
    const char *text; /* NULL: free */
    unsigned scope;
    uint32_t number;
};

/* Open addressing. */
struct ptx_names {
    struct ptx_named *at;
    size_t n, cap;
};

/* The name's number in the scope, or PTX_NO_NAME. */
uint32_t ptx_names_get(const struct ptx_names *names, const char *text, unsigned scope);
/* The first number that a name is given stays. */
void ptx_names_add(struct arena *a, struct ptx_names *names, const char *text, unsigned scope,
                   uint32_t number);

#endif
