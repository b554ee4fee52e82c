#include "source/compiler/front_ends.h"

#include <string.h>

#include "base/str.h"
#include "base/words.h"

struct language {
    const char *names, *compilers, *taken, *editors, *words;
    unsigned traits;
};

static const struct language rows[] = {
#define FRONT_END(id, names, compilers, taken, editors, words, traits)                             \
    {names, compilers, taken, editors, words, traits},
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

const struct language *front_end_of_editor(struct arena *a, const char *name, const char **suffix) {
    for (size_t i = 0; i < ROWS; i++) {
        struct words names = words_split(a, rows[i].editors, " ");
        for (size_t k = 0; k < names.n; k++) {
            const char *colon = strchr(names.at[k], ':');
            size_t n = colon ? (size_t)(colon - names.at[k]) : strlen(names.at[k]);
            if (strlen(name) != n || memcmp(name, names.at[k], n) != 0)
                continue;
            *suffix = colon ? colon + 1 : names.at[k];
            return &rows[i];
        }
    }
    return NULL;
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
