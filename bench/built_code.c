#include "bench/built_code.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/process/spawn.h"
#include "base/store/result_cache.h"
#include "base/str.h"
#include "codegen/object/object.h"
#include "source/compiler/toolchain.h"

/* Options and macros of the source as a text that it includes: nvcc takes a comma within -D for the
 * next one. */
static bool write_macros(const char *path, const struct predict_source *s) {
    FILE *f = fopen(path, "w");
    for (size_t i = 0; f && i < s->defines.n; i++) {
        const char *text = s->defines.at[i], *value = strchr(text, '=');
        fprintf(f, "#define %.*s %s\n", (int)(value ? value - text : (long)strlen(text)), text,
                value ? value + 1 : "1");
    }
    return f && fclose(f) == 0;
}

static bool compile(struct arena *a, const struct predict_source *s, const char *arch,
                    const char *macros, const char *cubin) {
    const char *nvcc = toolchain_find(a, "nvcc", "");
    struct words w = {0};
    if (!nvcc || !write_macros(macros, s))
        return false;
    words_add(a, &w, "nvcc");
    words_add(a, &w, "-cubin");
    words_add(a, &w, "-w");
    words_add(a, &w, "-lineinfo");
    words_add(a, &w, arena_printf(a, "-arch=%s", arch));
    for (size_t i = 0; i < s->options.n; i++)
        words_add(a, &w, s->options.at[i]);
    words_add(a, &w, "-include");
    words_add(a, &w, macros);
    words_add(a, &w, s->path);
    words_add(a, &w, "-o");
    words_add(a, &w, cubin);
    words_add(a, &w, NULL);
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    struct spawn_request r = {
        .path = nvcc, .argv = (char *const *)w.at, .in = -1, .out = null, .err = null};
    int status = spawn_run(&r);
    if (null >= 0)
        close(null);
    return status == 0;
}

static struct cache_key key_of(struct arena *a, const struct predict_source *s,
                               const char *compilation, const char *arch) {
    struct cache_key k = cache_key(a, "bench nvcc");
    const char *nvcc = toolchain_find(a, "nvcc", "");
    cache_key_text(&k, compilation);
    cache_key_text(&k, arch);
    cache_key_contents(&k, s->path);
    cache_key_file(&k, nvcc ? nvcc : "");
    return k;
}

/* Compiles in a folder of its own. */
static const char *make_cubin(struct arena *a, const struct predict_source *s, const char *arch,
                              size_t *n) {
    char *directory = arena_printf(a, "%s/clperf-bench.XXXXXX", folder_temporary());
    if (!mkdtemp(directory))
        return NULL;
    const char *cubin = arena_printf(a, "%s/a.cubin", directory),
               *macros = arena_printf(a, "%s/macros.h", directory);
    const char *bytes = compile(a, s, arch, macros, cubin) ? read_file(a, cubin, n) : NULL;
    folder_remove(directory);
    return bytes;
}

static void load(struct built_source *b, const struct predict_source *s, const char *compilation,
                 const char *arch) {
    size_t n = 0;
    arena_free(&b->kept);
    *b = (struct built_source){.key = NULL};
    b->key = arena_strdup(&b->kept, compilation);
    b->arch = arena_strdup(&b->kept, arch);
    struct cache cache = cache_open(&b->kept, true);
    struct cache_key k = key_of(&b->kept, s, compilation, arch);
    const char *bytes = cache_get(&b->kept, &cache, &k, &n);
    if (!bytes && (bytes = make_cubin(&b->kept, s, arch, &n)))
        cache_put(&b->kept, &cache, &k, bytes, n);
    if (bytes)
        object_read_cubin(&b->kept, (struct piece){(const uint8_t *)bytes, n}, &b->module);
}

const struct code *built_source_code(struct built_source *b, const struct predict_source *s,
                                     const char *key, const char *kernel, const struct gpu *g) {
    if (!kernel || !str_ends(s->path, ".cu"))
        return NULL;
    if (!b->key || strcmp(b->key, key) != 0 || strcmp(b->arch, g->arch) != 0)
        load(b, s, key, g->arch);
    return code_find(&b->module, kernel);
}
