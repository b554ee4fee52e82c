/* The strings of a host source, and the variables that they are put together in. */
#ifndef LAUNCH_HOST_STRINGS_H
#define LAUNCH_HOST_STRINGS_H

#include "base/vec.h"
#include "launch/host/source.h"
#include "launch/host/text.h"

/* A string where it is used, tokens [first, past). */
struct host_chunk {
    struct host_text text;
    size_t first, past;
    bool joined; /* part of a longer program */
};

/* Part of a string variable: a chunk, another variable's text, or a name whose text is not known
 * until the program runs. */
struct host_item {
    size_t chunk, variable; /* one of them is NOTHING, or both */
    size_t name;            /* token */
};

/* No chunk, no variable. */
#define NOTHING SIZE_MAX

/* A variable, or a list without a name, and the strings that it is made of. */
struct host_variable {
    const struct host_token *name; /* NULL: a list */
    size_t function;               /* as of function_of below, where it began */
    VEC(struct host_item) items;
};

/* All of a source. */
struct host_strings {
    struct arena *arena;
    const struct host_source *source;
    VEC(struct host_chunk) chunks;
    size_t *chunk_at;    /* per token: the chunk that begins there, or NOTHING */
    size_t *function_of; /* per token: the number of the function whose body it is in; 0: none */
    VEC(struct host_variable) variables;
};

struct host_strings host_strings(struct arena *a, const struct host_source *s);

#endif
