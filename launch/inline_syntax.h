/* Launches written as words: inline on the command line, and in comments. */
#ifndef LAUNCH_INLINE_SYNTAX_H
#define LAUNCH_INLINE_SYNTAX_H

#include "launch/contents.h"
#include "launch/launch.h"

/* Most work-items of a launch, and so of each dimension. */
#define LAUNCH_MOST_ITEMS (UINT64_C(1) << 40)

/* "global=1024x1024", "local=16x16", "n=1024", ... into *l. False, with one line in
 * *error, if a word is wrong. Relative paths are relative to `dir`. */
bool launch_parse_words(struct arena *a, const struct words *words, enum launch_source source,
                        const char *dir, struct launch *l, const char **error);
/* Whether the value of -fclperf-launch= is KERNEL:..., not a file. */
bool launch_is_inline(const char *value);
bool launch_parse_inline(struct arena *a, const char *value, struct launch *l, const char **error);
/* The comments "// clperf: launch ..." directly above line `line` of the source, top
 * first, what is wrong with one in *p. */
struct launches launch_comments(struct arena *a, const struct kernel *k, const char *text,
                                struct problems *p);

/* "123", "-5", "0xffffffffffffffff", up to 64 bits, with or without a suffix u or l. */
bool launch_parse_whole(const char *text, uint64_t *out);
/* Names the file of a buffer argument, relative to `dir`. False, with one line in *error, if there
 * is none. */
bool launch_name_buffer(struct arena *a, struct contents_table *files, const char *dir,
                        const char *path, struct launch_arg *arg, const char **error);

#endif
