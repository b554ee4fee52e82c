/* Text under construction, and the few string helpers that libc lacks. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>

#include "base/arena.h"

/* A growing NUL-terminated text in an arena. Start from {.arena = a}. */
struct str {
    struct arena *arena;
    char *text; /* NULL until something is added; see str_text() */
    size_t n, cap;
};

void str_add(struct str *s, const char *text);
void str_addn(struct str *s, const char *text, size_t n);
void str_printf(struct str *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The text so far, never NULL. */
const char *str_text(const struct str *s);

bool str_starts(const char *s, const char *prefix);
bool str_ends(const char *s, const char *suffix);
/* The line, from 1, that a place in a text is on. */
size_t str_line(const char *text, const char *at);
/* The part after the last '/', or the whole. */
const char *path_base(const char *path);
/* The directory part without its trailing '/', "." where there is none. */
const char *path_dir(struct arena *a, const char *path);
/* Absolute and without symbolic links; NULL with errno set if there is no such file. */
const char *path_real(struct arena *a, const char *path);
/* Absolute and without symbolic links; a copy of the path as it is where there is no such file. */
const char *path_resolved(struct arena *a, const char *path);
/* Whether the file is in the folder or below it, symbolic links resolved. */
bool path_is_within(struct arena *a, const char *path, const char *folder);
/* Larger files are not read. */
enum { READ_FILE_MIB = 512 };
/* The whole file as NUL-terminated text; or NULL and 0 bytes, with errno set. This is how every
 * file is read that a user or a build names: regular files only, since pipes and devices may have
 * no end, or nobody who writes to them; so it never waits. */
char *read_file(struct arena *a, const char *path, size_t *bytes);
/* The contents of a file of at most so many bytes. */
char *read_file_within(struct arena *a, const char *path, size_t most, size_t *bytes);
/* The contents of an open file, which stays open. */
char *read_open_file(struct arena *a, int fd, size_t most, size_t *bytes);
/* A file of text: errno is EILSEQ if it has a NUL, behind which nobody would read. */
char *read_text_file(struct arena *a, const char *path);
/* Such a file opened for reading, and its size; or -1 with errno set. */
int open_file_within(const char *path, size_t most, size_t *bytes);
/* In words why a file could not be read: the errno that one of these left. */
const char *read_file_error(struct arena *a, int error);

#endif
