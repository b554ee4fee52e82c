/* Lists of words: argument vectors, and text that is split into one. */
#ifndef DRIVER_WORDS_H
#define DRIVER_WORDS_H

#include <stdbool.h>

#include "base/vec.h"

/* Grows like VEC(const char *). */
struct words {
    const char **at;
    size_t n, cap;
};

void words_add(struct arena *a, struct words *w, const char *word);
bool words_has(const struct words *w, const char *word);
void words_add_all(struct arena *a, struct words *w, const struct words *more);
/* The same words followed by NULL, for execve() and its like. */
char *const *words_argv(struct arena *a, const struct words *w);

/* Cut at any of the characters of `separators`, empty pieces dropped. */
struct words words_split(struct arena *a, const char *text, const char *separators);
/* Cut at blanks with quotes and backslashes as GCC reads a response file. */
struct words words_unquote(struct arena *a, const char *text);
/* The word as words_unquote() reads it. */
const char *words_quote(struct arena *a, const char *word);
/* What the word @FILE stands for, response files in it read as well. A word that
 * is none, or whose file cannot be read, stands for itself. */
struct words words_expand(struct arena *a, const char *word);

/* The candidate most like the word, or NULL if none is close. */
const char *words_nearest(const char *word, const struct words *candidates);

#endif
