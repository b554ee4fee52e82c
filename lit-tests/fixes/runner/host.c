/* Runs CUDA kernels that were compiled for the host, with cuda_host.h, as a library. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "host.h"

static void *load(const char *file, const char *options) {
    (void)options;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fprintf(stderr, "%s\n", dlerror());
    return library;
}

static bool find(void *program, const char *name, struct kernel *k) {
    const struct host_kernel *all = dlsym(program, "host_kernels");
    while (all && all->name && strcmp(all->name, name) != 0)
        all++;
    if (!all || !all->name)
        return false;
    k->handle = (void *)all;
    k->n_params = all->n_params;
    for (int i = 0; i < all->n_params; i++) {
        k->params[i].kind = all->params[i].pointer ? PARAM_GLOBAL : PARAM_VALUE;
        snprintf(k->params[i].name, NAME_BYTES, "%s", all->params[i].name);
        snprintf(k->params[i].type, NAME_BYTES, "%s", all->params[i].type);
    }
    return true;
}

/* Launches of OpenCL count work-items, those of CUDA blocks. */
static bool run(const struct kernel *k, const struct launch *l) {
    const struct host_kernel *kernel = k->handle;
    size_t grid[3];
    for (int d = 0; d < 3; d++)
        grid[d] = l->global[d] / l->local[d];
    kernel->run(grid, l->local, l->args);
    return true;
}

const struct engine host_engine = {load, find, run};
