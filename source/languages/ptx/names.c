#include "source/languages/ptx/names.h"

#include <string.h>

#include "base/hash.h"

static uint64_t hash(const char *text, unsigned scope) {
    uint64_t h = scope;
    for (const char *c = text; *c; c++)
        h = hash_of(h + (unsigned char)*c);
    return h >> 32;
}

/* Where the name is, or the place that is free for it. */
static struct ptx_named *place(const struct ptx_names *names, const char *text, unsigned scope) {
    size_t i = hash(text, scope) & (names->cap - 1);
    while (names->at[i].text &&
           (names->at[i].scope != scope || strcmp(names->at[i].text, text) != 0))
        i = (i + 1) & (names->cap - 1);
    return &names->at[i];
}

uint32_t ptx_names_get(const struct ptx_names *names, const char *text, unsigned scope) {
    const struct ptx_named *found = names->cap ? place(names, text, scope) : NULL;
    return found && found->text ? found->number : PTX_NO_NAME;
}

static void grow(struct arena *a, struct ptx_names *names) {
    struct ptx_names larger = {.n = names->n, .cap = names->cap ? 2 * names->cap : 64};
    larger.at = NEW_ARRAY(a, struct ptx_named, larger.cap);
    for (size_t i = 0; i < names->cap; i++)
        if (names->at[i].text)
            *place(&larger, names->at[i].text, names->at[i].scope) = names->at[i];
    *names = larger;
}

void ptx_names_add(struct arena *a, struct ptx_names *names, const char *text, unsigned scope,
                   uint32_t number) {
    if (2 * names->n >= names->cap)
        grow(a, names);
    struct ptx_named *at = place(names, text, scope);
    if (at->text)
        return;
    *at = (struct ptx_named){text, scope, number};
    names->n++;
}
