#include "base/str.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

void str_addn(struct str *s, const char *text, size_t n) {
    if (s->n + n + 1 > s->cap) {
        s->cap = (s->n + n + 1) * 2;
        char *bigger = arena_alloc(s->arena, s->cap);
        if (s->n)
            memcpy(bigger, s->text, s->n);
        s->text = bigger;
    }
    memcpy(s->text + s->n, text, n);
    s->n += n;
    s->text[s->n] = 0;
}

void str_add(struct str *s, const char *text) {
    str_addn(s, text, strlen(text));
}

void str_printf(struct str *s, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    str_add(s, arena_vprintf(s->arena, fmt, ap));
    va_end(ap);
}

const char *str_text(const struct str *s) {
    return s->text ? s->text : "";
}

bool str_starts(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *s, const char *suffix) {
    size_t n = strlen(s), m = strlen(suffix);
    return n >= m && strcmp(s + n - m, suffix) == 0;
}

size_t str_line(const char *text, const char *at) {
    size_t line = 1;
    for (; text < at && *text; text++)
        line += *text == '\n';
    return line;
}

const char *path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_dir(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : arena_strndup(a, path, (size_t)(slash - path));
}

char *read_file(struct arena *a, const char *path, size_t *bytes) {
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    struct stat st;
    if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
        fclose(f);
        errno = EISDIR;
        return NULL;
    }
    struct str s = {.arena = a};
    char buf[65536];
    for (size_t n; (n = fread(buf, 1, sizeof buf, f)) > 0;)
        str_addn(&s, buf, n);
    bool bad = ferror(f);
    fclose(f);
    if (bad) {
        errno = EIO;
        return NULL;
    }
    str_addn(&s, "", 0);
    if (bytes)
        *bytes = s.n;
    return s.text;
}

char *read_regular_file(struct arena *a, const char *path, size_t *bytes) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? read_file(a, path, bytes) : NULL;
}
