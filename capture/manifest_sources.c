#include "capture/manifest_sources.h"

#include "base/str.h"
#include "driver/check/check.h"
#include "launch/launch.h"
#include "source/scan/kernel_names.h"

/* A kernel's text is found by its name in sources that hold it beside host code. */
static bool has_kernels(const struct language *l) {
    return front_end_is_single_source(l);
}

/* The base name of a kernel without a text, which manifest_rows.c notes with a blank behind it;
 * NULL of others. */
static const char *plain_name(struct arena *a, const char *noted) {
    return str_ends(noted, " ") ? launch_base_name(a, noted) : NULL;
}

static bool holds_any(struct arena *a, const char *path, const struct words *kernels) {
    size_t n;
    const char *text = read_file(a, path, &n);
    const struct words names = text ? kernel_names_cuda(a, text, n) : (struct words){0};
    for (size_t i = 0; i < names.n; i++)
        if (words_has(kernels, names.at[i]))
            return true;
    return false;
}

struct words manifest_sources(const struct captured *c, const char *directory) {
    struct words kernels = {0}, files = {0}, found = {0};
    for (size_t i = 0; i < c->kernels.n; i++) {
        const char *name = plain_name(c->arena, c->kernels.at[i].text);
        if (name)
            words_add(c->arena, &kernels, name);
    }
    if (kernels.n && directory)
        check_walk(c->arena, directory, has_kernels, &files);
    for (size_t i = 0; i < files.n; i++) {
        struct arena scratch = {0};
        if (holds_any(&scratch, files.at[i], &kernels))
            words_add(c->arena, &found, files.at[i]);
        arena_free(&scratch);
    }
    return found;
}
