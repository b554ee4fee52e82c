/* Lists of words: argument vectors, and text that is split into one. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

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
/* The words of a list that NULL ends. */
void words_add_list(struct arena *a, struct words *w, const char *const *list);
/* The words followed by NULL, for execve() and its like. */
char *const *words_argv(struct arena *a, const struct words *w);

/* Cut at any of the characters of `separators`, empty pieces dropped. */
struct words words_split(struct arena *a, const char *text, const char *separators);
/* Cut at blanks with quotes and backslashes as GCC reads a response file. */
struct words words_unquote(struct arena *a, const char *text);
/* The word as words_unquote() reads it. */
const char *words_quote(struct arena *a, const char *word);
/* What response files of one command line may still come to: they name each other, so a few bytes
 * may stand for more than any memory holds. */
struct expansion {
    size_t bytes; /* of files, each of which counts as 4096 at least */
    bool ended;   /* there was more */
};

#define EXPANSION_START ((struct expansion){.bytes = (size_t)16 << 20})

/* What the word @FILE stands for, response files in it read as well. A word that is none, or whose
 * file cannot be read, stands for itself, and so does every word where there is too much of it. */
struct words words_expand(struct arena *a, const char *word, struct expansion *e);

/* The candidate most like the word, or NULL if none is close. */
const char *words_nearest(const char *word, const struct words *candidates);

#endif
