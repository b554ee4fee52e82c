#include "source/languages/cuda/cuda_sdk.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const variables[] = {"CUDA_PATH", "CUDA_HOME"};
static const char *const places[] = {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda", "/usr"};
static const char *const libraries[] = {"cub", "thrust", "cuda", "nv"};

#define COUNT(table) (sizeof(table) / sizeof *(table))

struct search {
    struct arena *arena;
    struct dependencies *looked_for;
};

static bool has(const struct search *s, const char *dir, const char *file) {
    const char *path = arena_printf(s->arena, "%s/%s", dir, file);
    if (s->looked_for)
        dependencies_add(s->looked_for, path);
    return access(path, R_OK) == 0;
}

static struct cuda_sdk sdk_at(const struct search *s, const char *root) {
    struct cuda_sdk sdk = {.include = arena_printf(s->arena, "%s/include", root)};
    const char *apart = arena_printf(s->arena, "%s/cccl", sdk.include);
    /* CUDA 13 has the libraries in a directory of their own. */
    if (has(s, apart, "cub/cub.cuh"))
        sdk.libraries = apart;
    else if (has(s, sdk.include, "cub/cub.cuh"))
        sdk.libraries = sdk.include;
    sdk.random = has(s, sdk.include, "curand_kernel.h") && sdk.libraries;
    sdk.root = sdk.libraries ? root : NULL;
    return sdk;
}

struct cuda_sdk cuda_sdk_find(struct arena *a, const struct jobs *j, struct dependencies *d) {
    const struct search s = {a, d};
    struct cuda_sdk sdk = {0};
    if (j->cuda_path)
        return sdk_at(&s, j->cuda_path);
    for (size_t i = 0; i < COUNT(variables); i++)
        if (getenv(variables[i]))
            return sdk_at(&s, getenv(variables[i]));
    for (size_t i = 0; i < COUNT(places) && !sdk.root; i++)
        sdk = sdk_at(&s, places[i]);
    return sdk;
}

static void add(struct str *s, const char *type, const char *name, const char *path) {
    str_printf(s,
               "{\"type\":\"%s\",\"name\":\"" CUDA_SDK_HEADERS
               "/%s\",\"use-external-name\":true,\"external-contents\":\"%s\"},\n",
               type, name, path);
}

/* Each header of cuRAND's, which include one another as neighbours. */
static void add_random(struct arena *a, struct str *s, const char *include) {
    DIR *dir = opendir(include);
    for (const struct dirent *e; dir && (e = readdir(dir));)
        if (str_starts(e->d_name, "curand") && strpbrk(e->d_name, "\"\\") == NULL)
            add(s, "file", e->d_name, arena_printf(a, "%s/%s", include, e->d_name));
    if (dir)
        closedir(dir);
}

void cuda_sdk_add_files(struct arena *a, struct str *s, const struct cuda_sdk *sdk) {
    if (!sdk->root || strpbrk(sdk->include, "\"\\\n"))
        return;
    for (size_t i = 0; i < COUNT(libraries); i++) {
        const char *path = arena_printf(a, "%s/%s", sdk->libraries, libraries[i]);
        if (access(path, R_OK) == 0)
            add(s, "directory-remap", libraries[i], path);
    }
    if (sdk->random)
        add_random(a, s, sdk->include);
}
