#include "codegen/backend/device_library.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/load/load.h"
#include "base/process/spawn.h"
#include "base/str.h"

#define LIBCLC "/usr/lib/clc/"

const char *device_library_libclc(struct arena *a, const char *file) {
    return arena_printf(a, LIBCLC "%s", file);
}

/* The folder, or NULL. */
static const char *rocm_folder(struct arena *a) {
    static const char *const usual[] = {"/opt/rocm/amdgcn/bitcode",
                                        "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode",
                                        "/usr/lib/amdgcn/bitcode"};
    const char *own = getenv("HIP_DEVICE_LIB_PATH"), *rocm = getenv("ROCM_PATH");
    if (own && *own)
        return own;
    if (rocm && *rocm)
        return arena_printf(a, "%s/amdgcn/bitcode", rocm);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (access(usual[i], R_OK) == 0)
            return usual[i];
    return NULL;
}

static bool has(const struct words *options, const char *const *names) {
    for (size_t i = 0; i < options->n; i++)
        for (size_t n = 0; names[n]; n++)
            if (strcmp(options->at[i], names[n]) == 0)
                return true;
    return false;
}

/* Before gfx9, denormal numbers are slow, and taken for 0 unless somebody asks for them. */
static bool is_older_than_gfx9(const char *processor) {
    return strlen(processor) == strlen("gfx900") && processor[3] < '9';
}

/* Processors with numbers of four digits, from gfx1010 on, have warps of 32 unless somebody asks
 * for more. */
static bool has_wide_warps(const char *processor, const struct words *options) {
    static const char *const wide[] = {"-mwavefrontsize64", NULL};
    return strlen(processor) < strlen("gfx1010") || has(options, wide);
}

static const char *const relaxed[] = {"-cl-fast-relaxed-math", "-ffast-math", "-Ofast", NULL};
static const char *const unsafe[] = {"-cl-unsafe-math-optimizations", "-funsafe-math-optimizations",
                                     NULL};
static const char *const finite[] = {"-cl-finite-math-only", "-ffinite-math-only", NULL};
static const char *const no_denormals[] = {"-cl-denorms-are-zero", "-fgpu-flush-denormals-to-zero",
                                           NULL};
static const char *const rounded_root[] = {"-cl-fp32-correctly-rounded-divide-sqrt", NULL};
static const char *const other_root[] = {"-fno-hip-fp32-correctly-rounded-divide-sqrt", NULL};

struct words device_library_rocm(struct arena *a, const char *processor,
                                 const struct words *options, bool hip) {
    const bool fast = has(options, relaxed);
    const bool no_denormal = is_older_than_gfx9(processor) || has(options, no_denormals);
    const bool root = hip ? !has(options, other_root) : has(options, rounded_root);
    const struct {
        const char *name, *setting;
    } files[] = {
        {"opencl", ""},
        {"ocml", ""},
        {"ockl", ""},
        {"oclc_daz_opt", no_denormal ? "_on" : "_off"},
        {"oclc_unsafe_math", fast || has(options, unsafe) ? "_on" : "_off"},
        {"oclc_finite_only", fast || has(options, finite) ? "_on" : "_off"},
        {"oclc_correctly_rounded_sqrt", root ? "_on" : "_off"},
        {"oclc_wavefrontsize64", has_wide_warps(processor, options) ? "_on" : "_off"},
        {"oclc_isa_version_", processor + strlen("gfx")},
        {"oclc_abi_version_500", ""},
    };
    const char *folder = rocm_folder(a);
    struct words w = {0};
    if (!folder || !str_starts(processor, "gfx"))
        return w;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *path = arena_printf(a, "%s/%s%s.bc", folder, files[i].name, files[i].setting);
        if (access(path, R_OK) != 0)
            return (struct words){0};
        words_add(a, &w, path);
    }
    return w;
}

int device_library_part(struct arena *a, const struct cache *cache, const char *path,
                        const struct words *names) {
    struct cache_key key = cache_key(a, "library 1");
    cache_key_file(&key, path);
    for (size_t i = 0; i < names->n; i++)
        cache_key_text(&key, names->at[i]);
    size_t n;
    const char *part = cache_get(a, cache, &key, &n);
    if (part)
        return spawn_text("library", part, n);
    int fd = spawn_capture("library");
    if (fd < 0)
        return -1;
    if (!load_write_part(a, path, names, fd)) {
        close(fd);
        return -1;
    }
    part = spawn_captured(a, fd, &n);
    cache_put(a, cache, &key, part, n);
    return fd;
}
