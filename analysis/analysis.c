#include "analysis/analysis.h"

#include "analysis/load/load.h"
#include "analysis/passes/passes.h"

static void finish(struct arena *a, struct kernel **kernels, size_t n) {
    for (size_t i = 0; kernels && i < n; i++)
        an_finish_kernel(a, kernels[i]);
}

static struct module *load_and_finish(struct arena *a, const char *path, const char *file,
                                      const struct refusals *refusals, bool machine,
                                      const char **error) {
    struct module *m = load_module(a, path, file, refusals, machine, error);
    if (m) {
        finish(a, m->machine, m->n);
        finish(a, m->source, m->n);
    }
    return m;
}

struct module *an_load(struct arena *a, const char *bitcode_path, const char *file,
                       const struct refusals *refusals, const char **error) {
    return load_and_finish(a, bitcode_path, file, refusals, true, error);
}

struct module *an_load_source(struct arena *a, const char *bitcode_path, const char *file,
                              const char **error) {
    return load_and_finish(a, bitcode_path, file, NULL, false, error);
}
