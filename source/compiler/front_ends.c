#include "source/compiler/front_ends.h"

#include <string.h>

#include "base/str.h"
#include "base/words.h"

struct language {
    const char *names, *compilers, *taken, *editors, *headers, *words;
    unsigned traits;
};

static const struct language rows[] = {
#define FRONT_END(id, names, compilers, taken, editors, headers, words, traits)                    \
    {names, compilers, taken, editors, headers, words, traits},
#include "source/front_ends.def"
#undef FRONT_END
};

enum { ROWS = sizeof rows / sizeof *rows };

/* Whether the name is one of those between blanks. */
static bool is_among(const char *name, size_t n, const char *names) {
    for (const char *at = names; at && *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (n && length == n && memcmp(at, name, n) == 0)
            return true;
        at += length;
    }
    return false;
}

const struct language *front_end_of_compiler(const char *compiler) {
    const char *name = path_base(compiler);
    for (size_t i = 0; i < ROWS; i++)
        if (is_among(name, strcspn(name, "-."), rows[i].compilers))
            return &rows[i];
    return NULL;
}

const struct language *front_end_named(const char *name, const char *compiler) {
    const struct language *own = compiler ? front_end_of_compiler(compiler) : NULL;
    if (own && is_among(name, strlen(name), own->taken))
        return own;
    for (size_t i = 0; i < ROWS; i++)
        if (is_among(name, strlen(name), rows[i].names))
            return &rows[i];
    return NULL;
}

/* What stands behind the name's colon in a list, or the name; NULL: it is not in it. */
static const char *value_of(struct arena *a, const char *list, const char *name) {
    struct words words = words_split(a, list, " ");
    for (size_t i = 0; i < words.n; i++) {
        const char *word = words.at[i];
        size_t n = strcspn(word, ":");
        if (strlen(name) == n && memcmp(name, word, n) == 0)
            return word[n] ? word + n + 1 : word;
    }
    return NULL;
}

const struct language *front_end_of_editor(struct arena *a, const char *name, const char **suffix) {
    for (size_t i = 0; i < ROWS; i++)
        if ((*suffix = value_of(a, rows[i].editors, name)))
            return &rows[i];
    return NULL;
}

const char *front_end_of_header(struct arena *a, const char *suffix) {
    const char *found = NULL;
    for (size_t i = 0; i < ROWS && !found; i++)
        found = value_of(a, rows[i].headers, suffix);
    return found;
}

const char *front_end_kernels(struct arena *a) {
    struct words all = {0};
    for (size_t i = 0; i < ROWS; i++)
        if ((rows[i].traits & (FRONT_SOURCE | FRONT_DEVICE | FRONT_LOOPS)) ==
            (FRONT_SOURCE | FRONT_DEVICE))
            words_add(a, &all, rows[i].words);
    struct str s = {.arena = a};
    for (size_t i = 0; i < all.n; i++)
        str_printf(&s, "%s%s", !i ? "" : i + 1 < all.n ? ", " : " and ", all.at[i]);
    return str_text(&s);
}

const struct language *front_end_with(enum front_end_trait t) {
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].traits & t)
            return &rows[i];
    return NULL;
}

const char *front_end_unread(const char *suffix) {
    static const struct {
        const char *suffixes, *words;
    } kinds[] = {
        {"ptx", "PTX"},
        {"cubin", "NVIDIA's machine code"},
        {"fatbin hipfb", "a fat binary"},
        {"ltoir", "NVIDIA's code for link-time optimisation"},
        {"optixir", "OptiX's code"},
        {"hsaco", "AMD's machine code"},
        {"spv spirv spvasm spvt", "SPIR-V"},
        {"metal metallib air", "Metal"},
        {"hlsl", "HLSL"},
        {"comp glsl", "GLSL"},
        {"wgsl", "WGSL"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_among(suffix, strlen(suffix), kinds[i].suffixes))
            return kinds[i].words;
    return NULL;
}

bool front_end_has(const struct language *l, enum front_end_trait t) {
    return l && l->traits & t;
}

bool front_end_is_host_only(const struct language *l) {
    return front_end_has(l, FRONT_HOST) && !front_end_has(l, FRONT_DEVICE);
}

bool front_end_is_single_source(const struct language *l) {
    return front_end_has(l, FRONT_DEVICE) && front_end_has(l, FRONT_HOST);
}

const char *front_end_words(const struct language *l) {
    return l->words;
}

size_t front_end_row(const struct language *l) {
    return (size_t)(l - rows);
}
