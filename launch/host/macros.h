/* The macros of a host program, as far as text is made of them, and the text that a run of
 * tokens stands for. */
#ifndef LAUNCH_HOST_MACROS_H
#define LAUNCH_HOST_MACROS_H

#include "launch/host/source.h"
#include "launch/host/text.h"

struct host_macro;

/* Start from {.arena = a, .source = s}. */
struct host_macros {
    struct arena *arena;
    const struct host_source *source;
    struct host_macro **buckets;
};

/* Takes note of the #define or #undef whose '#' is token i; returns the token past it. */
size_t host_macros_directive(struct host_macros *m, size_t i);

/* The text of the string that begins at token i: literals in a row, macros that stand for some,
 * and macros that make their arguments one. Returns the token past it; i if there is none. */
size_t host_macros_string(struct host_macros *m, size_t i, struct host_text *text);

#endif
