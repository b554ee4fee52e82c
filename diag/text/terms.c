#include "diag/text/terms.h"

#include <string.h>

#include "base/str.h"

struct term {
    const char *name;
    const char *word[3]; /* by enum kernel_language */
};

static const struct term terms[] = {
#define TERM(name, ...) {name, {__VA_ARGS__}},
#include "diag/text/terms.def"
#undef TERM
};

struct speech speech_of(enum kernel_language language, const struct gpu *g) {
    return (struct speech){language, g->vendor};
}

bool is_term(const char *name) {
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        if (strcmp(terms[i].name, name) == 0)
            return true;
    return false;
}

/* The term that stands in braces at the text's beginning, or NULL. */
static const struct term *term_at(const char *text) {
    size_t n = strcspn(text + 1, "}");
    for (size_t i = 0; text[1 + n] && i < sizeof terms / sizeof *terms; i++)
        if (strlen(terms[i].name) == n && memcmp(text + 1, terms[i].name, n) == 0)
            return &terms[i];
    return NULL;
}

static const char *word_of(const struct term *t, struct speech s) {
    const char *own = vendor_word(s.vendor, s.language == KERNEL_CUDA, t->name);
    return own ? own : t->word[s.language];
}

const char *terms_fill(struct arena *a, struct speech s, const char *text) {
    struct str out = {.arena = a};
    while (*text) {
        size_t plain = strcspn(text, "{");
        str_addn(&out, text, plain);
        text += plain;
        const struct term *t = *text ? term_at(text) : NULL;
        if (t) {
            str_add(&out, word_of(t, s));
            text += strlen(t->name) + 2;
        } else if (*text) {
            str_addn(&out, text++, 1);
        }
    }
    return str_text(&out);
}
