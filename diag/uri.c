#include "diag/uri.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const char *percent_encoded(struct arena *a, const char *path) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._~/";
    struct str s = {.arena = a};
    for (; *path; path++)
        if (strchr(plain, *path))
            str_addn(&s, path, 1);
        else
            str_printf(&s, "%%%02X", (unsigned char)*path);
    return str_text(&s);
}

/* Resolves "." and "..", for files that are not there. */
static const char *normalised(struct arena *a, const char *path) {
    char *out = arena_alloc(a, strlen(path) + 2);
    size_t n = 0;
    for (const char *p = path; *p;) {
        size_t part = strcspn(p, "/");
        if (part == 2 && p[0] == '.' && p[1] == '.') {
            while (n > 0 && out[--n] != '/')
                continue;
        } else if (part > 0 && !(part == 1 && p[0] == '.')) {
            out[n++] = '/';
            memcpy(out + n, p, part);
            n += part;
        }
        p += part + (p[part] == '/');
    }
    out[n] = 0;
    return out;
}

static const char *absolute(struct arena *a, const char *path) {
    char found[PATH_MAX];
    if (realpath(path, found))
        return arena_strdup(a, found);
    if (path[0] == '/' || !realpath(".", found))
        return normalised(a, path);
    return normalised(a, arena_printf(a, "%s/%s", found, path));
}

const char *diag_uri(struct arena *a, const char *root, const char *file) {
    const char *path = absolute(a, file);
    const char *top = absolute(a, root ? root : ".");
    size_t n = strcmp(top, "/") == 0 ? 0 : strlen(top);
    if (strncmp(path, top, n) == 0 && path[n] == '/')
        return percent_encoded(a, path + n + 1);
    return arena_printf(a, "file://%s", percent_encoded(a, path));
}
