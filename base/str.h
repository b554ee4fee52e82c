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
/* The whole file as NUL-terminated text, or NULL with errno set. */
char *read_file(struct arena *a, const char *path, size_t *bytes);
/* The same of a regular file only: what is read from a pipe is lost to others. */
char *read_regular_file(struct arena *a, const char *path, size_t *bytes);

#endif
