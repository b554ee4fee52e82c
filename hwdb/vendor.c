#include "hwdb/vendor.h"

#include <string.h>

#include "base/str.h"

const struct vendor vendors[N_VENDORS] = {
#define VENDOR(id, ...) {.name = #id, __VA_ARGS__},
#include "hwdb/vendors.def"
#undef VENDOR
};

const struct vendor *vendor_find(const char *name) {
    for (size_t i = 0; i < N_VENDORS; i++)
        if (strcmp(vendors[i].name, name) == 0)
            return &vendors[i];
    return NULL;
}

const struct vendor *vendor_of_driver(const char *text) {
    for (size_t i = 0; i < N_VENDORS; i++) {
        const struct vendor *v = &vendors[i];
        if (strcasestr(text, v->called) || (v->long_name && strcasestr(text, v->long_name)))
            return v;
    }
    return NULL;
}

static const char *find_word(const struct vendor_word *words, const char *term) {
    for (size_t i = 0; i < MOST_VENDOR_WORDS && words[i].term; i++)
        if (strcmp(words[i].term, term) == 0)
            return words[i].word;
    return NULL;
}

const char *vendor_word(const struct vendor *v, bool cuda, const char *term) {
    const char *word = cuda ? find_word(v->cuda_words, term) : NULL;
    return word ? word : find_word(v->words, term);
}

const char *vendor_names(struct arena *a) {
    struct str s = {.arena = a};
    for (size_t i = 0; i < N_VENDORS; i++)
        str_printf(&s, "%s%s", i ? ", " : "", vendors[i].name);
    return str_text(&s);
}
