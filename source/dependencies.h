/* The files that an analysis depends on, for the cache: those that it read, and those that it would
 * have read instead if they had been there. */
#ifndef SOURCE_DEPENDENCIES_H
#define SOURCE_DEPENDENCIES_H

#include <stdbool.h>

#include "base/words.h"

/* Start from {.arena = a}. */
struct dependencies {
    struct arena *arena;
    struct words paths; /* each once */
    bool unknown;       /* there are more, or something happened that may not happen again */
};

/* A file that was looked for: read if it was there. */
void dependencies_add(struct dependencies *d, const char *path);
/* What the front end says with -H, one line per header, and headers that it says are not there.
 * `flags` are the compiler's, whose include directories come before or after. */
void dependencies_add_messages(struct dependencies *d, const char *messages,
                               const struct words *flags, const char *source);
/* A header that an #include found, and all places where it would have been found before. */
void dependencies_add_header(struct dependencies *d, const char *path, const struct words *flags,
                             const char *source);
/* The header of a message "'NAME' file not found", wherever it may appear later. */
void dependencies_add_missing(struct dependencies *d, const char *message,
                              const struct words *flags, const char *source);

#endif
