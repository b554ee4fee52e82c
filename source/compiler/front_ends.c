#include "source/compiler/front_ends.h"

#include <string.h>

#include "base/str.h"

static const struct row {
    const char *names, *compilers, *taken, *words;
    unsigned traits;
} rows[LANGUAGES] = {
#define FRONT_END(name, id, names, compilers, taken, words, traits)                                \
    [LANGUAGE_##name] = {names, compilers, taken, words, traits},
#include "source/front_ends.def"
#undef FRONT_END
};

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

enum language front_end_of_compiler(const char *compiler) {
    const char *name = path_base(compiler);
    for (int l = 0; l < LANGUAGES; l++)
        if (is_among(name, strcspn(name, "-."), rows[l].compilers))
            return (enum language)l;
    return LANGUAGE_OTHER;
}

enum language front_end_named(const char *name, const char *compiler) {
    enum language own = compiler ? front_end_of_compiler(compiler) : LANGUAGE_OTHER;
    if (is_among(name, strlen(name), rows[own].taken))
        return own;
    for (int l = 0; l < LANGUAGES; l++)
        if (is_among(name, strlen(name), rows[l].names))
            return (enum language)l;
    return LANGUAGE_OTHER;
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

bool front_end_has(enum language l, enum front_end_trait t) {
    return rows[l].traits & t;
}

bool front_end_is_single_source(enum language l) {
    return front_end_has(l, FRONT_DEVICE) && front_end_has(l, FRONT_HOST);
}

const char *front_end_words(enum language l) {
    return rows[l].words;
}
