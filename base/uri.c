#include "base/uri.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
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

const char *diag_absolute(struct arena *a, const char *path) {
    char found[PATH_MAX];
    if (realpath(path, found))
        return arena_strdup(a, found);
    if (path[0] == '/' || !realpath(".", found))
        return normalised(a, path);
    return normalised(a, arena_printf(a, "%s/%s", found, path));
}

const char *diag_path(struct arena *a, const char *root, const char *file) {
    const char *path = diag_absolute(a, file);
    const char *top = diag_absolute(a, root ? root : ".");
    size_t n = strcmp(top, "/") == 0 ? 0 : strlen(top);
    return strncmp(path, top, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

const char *diag_uri(struct arena *a, const char *root, const char *file) {
    const char *path = diag_path(a, root, file);
    return arena_printf(a, "%s%s", path[0] == '/' ? "file://" : "", percent_encoded(a, path));
}

const char *diag_directory_uri(struct arena *a, const char *directory) {
    const char *path = diag_absolute(a, directory ? directory : ".");
    return arena_printf(a, "file://%s%s", percent_encoded(a, path), str_ends(path, "/") ? "" : "/");
}

static const char *percent_decoded(struct arena *a, const char *uri) {
    struct str s = {.arena = a};
    for (unsigned code; *uri; uri++) {
        char c = *uri;
        if (c == '%' && isxdigit((unsigned char)uri[1]) && isxdigit((unsigned char)uri[2]) &&
            sscanf(uri + 1, "%2x", &code) == 1) {
            c = (char)code;
            uri += 2;
        }
        str_addn(&s, &c, 1);
    }
    return str_text(&s);
}

const char *diag_uri_path(struct arena *a, const char *base, const char *uri) {
    static const char scheme[] = "file://";
    if (str_starts(uri, scheme))
        return percent_decoded(a, uri + strlen(scheme));
    return arena_printf(a, "%s/%s", base, percent_decoded(a, uri));
}
