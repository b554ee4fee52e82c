#include "base/texts.h"

#include <string.h>

#include "base/str.h"

const struct text *texts_find(const struct texts *t, const char *path) {
    for (size_t i = 0; t && i < t->n; i++)
        if (strcmp(t->at[i].path, path) == 0)
            return &t->at[i];
    return NULL;
}

const char *texts_read(struct arena *a, const struct texts *t, const char *path, size_t *n) {
    const struct text *found = texts_find(t, path);
    if (found && n)
        *n = found->n;
    return found ? found->text : read_file(a, path, n);
}
