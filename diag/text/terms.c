#include "diag/text/terms.h"

#include <string.h>

#include "base/str.h"

struct term {
    const char *name;
    const char *word[6]; /* by enum speech */
};

static const struct term terms[] = {
#define TERM(name, ...) {name, {__VA_ARGS__}},
#include "diag/text/terms.def"
#undef TERM
};

enum speech speech_of(const struct kernel *k, const struct gpu *g) {
    bool amd = strcmp(g->vendor, "amd") == 0;
    if (k->language == KERNEL_CUDA)
        return amd ? CUDA_ON_AMD : CUDA_ON_NVIDIA;
    if (k->language == KERNEL_LOOP)
        return amd ? LOOP_ON_AMD : LOOP_ON_NVIDIA;
    return amd ? OPENCL_ON_AMD : OPENCL_ON_NVIDIA;
}

/* The term that stands in braces at the text's beginning, or NULL. */
static const struct term *term_at(const char *text) {
    size_t n = strcspn(text + 1, "}");
    for (size_t i = 0; text[1 + n] && i < sizeof terms / sizeof *terms; i++)
        if (strlen(terms[i].name) == n && memcmp(text + 1, terms[i].name, n) == 0)
            return &terms[i];
    return NULL;
}

const char *terms_fill(struct arena *a, enum speech s, const char *text) {
    struct str out = {.arena = a};
    while (*text) {
        size_t plain = strcspn(text, "{");
        str_addn(&out, text, plain);
        text += plain;
        const struct term *t = *text ? term_at(text) : NULL;
        if (t) {
            str_add(&out, t->word[s]);
            text += strlen(t->name) + 2;
        } else if (*text) {
            str_addn(&out, text++, 1);
        }
    }
    return str_text(&out);
}
