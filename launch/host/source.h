/* A host translation unit as plain data: its files, its tokens in the order that the compiler sees
 * them, and its syntax tree. clang.c and clang_tree.c make it; no other file sees
 * libclang. */
#ifndef LAUNCH_HOST_SOURCE_H
#define LAUNCH_HOST_SOURCE_H

#include "launch/host/tree.h"
#include "source/compiler/jobs.h"
#include "source/dependencies.h"
#include "source/scan/loop_pragmas.h"

struct host_file {
    const char *path; /* as the compiler found it */
    const char *text;
    size_t bytes;
    const uint32_t *lines; /* where each begins */
    size_t n_lines;
};

enum host_token_kind { TOKEN_NAME, TOKEN_STRING, TOKEN_NUMBER, TOKEN_PUNCTUATION };

/* Conditional parts that are off, comments and directives other than #define and #undef are
 * gone, and quoted includes stand in place. */
struct host_token {
    uint8_t kind;
    bool directive;  /* belongs to a #define or #undef, '#' is its first */
    bool line_start; /* first of its line */
    uint32_t file, offset, length;
};

struct host_source {
    const char *root;        /* what names of files in messages are relative to; NULL: as found */
    struct host_file *files; /* [0] is the input */
    size_t n_files;
    struct host_token *tokens;
    size_t n_tokens;
    struct host_tree tree;
    struct loop_pragmas loops;   /* of the input */
    struct words loop_functions; /* whose loops are kernels, too */
};

/* NULL, with one line in *reason, if it cannot be read. The headers are added to *d. `joined`:
 * other units will be added to it, which takes the external names of its symbols. */
struct host_source *host_source_read(struct arena *a, const struct jobs *j, const struct input *in,
                                     bool joined, struct dependencies *d, const char **reason);

/* Of a text that no compiler of ours reads: its file alone. */
struct host_source *host_source_of_text(struct arena *a, const char *path, const char *text,
                                        size_t bytes);

const char *host_token_text(const struct host_source *s, const struct host_token *t);
bool host_token_is(const struct host_source *s, const struct host_token *t, const char *text);

#endif
