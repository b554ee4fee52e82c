/* Texts that stand for files: what an editor has not saved yet. */
#ifndef BASE_TEXTS_H
#define BASE_TEXTS_H

#include <stdbool.h>

#include "base/arena.h"

struct text {
    const char *path; /* as the file is named everywhere else */
    const char *text;
    size_t n;
};

struct texts {
    struct text *at;
    size_t n, cap;
    const char *const *dirs; /* real paths: files elsewhere are not shown; NULL: all are */
    size_t n_dirs;
};

/* The text that stands for the file, or NULL. `t` may be NULL. */
const struct text *texts_find(const struct texts *t, const char *path);
/* Whether what is in the file may be shown. `t` may be NULL. */
bool texts_may_read(const struct texts *t, const char *path);
/* read_file() where no text stands for the file. */
const char *texts_read(struct arena *a, const struct texts *t, const char *path, size_t *n);

#endif
