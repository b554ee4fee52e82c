#include "base/texts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

const struct text *texts_find(const struct texts *t, const char *path) {
    for (size_t i = 0; t && i < t->n; i++)
        if (strcmp(t->at[i].path, path) == 0)
            return &t->at[i];
    return NULL;
}

bool texts_may_read(const struct texts *t, const char *path) {
    char real[PATH_MAX];
    if (!t || !t->dirs || texts_find(t, path) || !realpath(path, real))
        return true;
    for (size_t i = 0; i < t->n_dirs; i++) {
        size_t n = strlen(t->dirs[i]);
        if (strncmp(real, t->dirs[i], n) == 0 && (real[n] == '/' || strcmp(t->dirs[i], "/") == 0))
            return true;
    }
    return false;
}

const char *texts_read(struct arena *a, const struct texts *t, const char *path, size_t *n) {
    const struct text *found = texts_find(t, path);
    if (found && n)
        *n = found->n;
    return found ? found->text : read_file(a, path, n);
}
