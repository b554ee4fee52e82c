#include "codegen/object/ptx_names.h"

#include <string.h>

/* Characters of PTX's identifiers. */
static bool is_part(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '%';
}

static bool is_space(uint8_t c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void ptx_names_find(struct arena *a, struct piece text, struct words *names) {
    static const char directive[] = ".entry";
    const uint8_t *at = text.at, *end = at + text.n;
    while (at < end && (at = memmem(at, (size_t)(end - at), directive, sizeof directive - 1))) {
        at += sizeof directive - 1;
        const uint8_t *name = at;
        while (name < end && is_space(*name))
            name++;
        const uint8_t *behind = name;
        while (behind < end && is_part(*behind))
            behind++;
        if (name > at && behind > name)
            words_add(a, names, arena_strndup(a, (const char *)name, (size_t)(behind - name)));
    }
}
