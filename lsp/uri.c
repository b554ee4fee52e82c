#include "lsp/uri.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

const char *uri_path(struct arena *a, const char *uri) {
    static const char scheme[] = "file://";
    if (!str_starts(uri, scheme))
        return NULL;
    const char *path = strchr(uri + strlen(scheme), '/');
    if (!path)
        return NULL;
    char *out = arena_strdup(a, path), *to = out;
    for (const char *from = path; *from && *from != '?' && *from != '#'; from++) {
        int high = *from == '%' ? hex(from[1]) : -1, low = high >= 0 ? hex(from[2]) : -1;
        bool escaped = low >= 0 && (high || low);
        *to++ = escaped ? (char)(high * 16 + low) : *from;
        from += escaped ? 2 : 0;
    }
    *to = '\0';
    return out;
}

const char *uri_of(struct arena *a, const char *path) {
    struct str s = {.arena = a};
    str_add(&s, "file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     strchr("/-._~!$&'()*+,;=:@", c);
        if (plain)
            str_addn(&s, path, 1);
        else
            str_printf(&s, "%%%02X", c);
    }
    return str_text(&s);
}
