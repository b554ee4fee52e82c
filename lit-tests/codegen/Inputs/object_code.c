/* object-code TARGET FILE...: dumps the code for a processor ("gfx90a") in files of AMD's, and says
 * which target it is of. "entries" as the target lists what is in them, "assembly" takes them for
 * assembly. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "codegen/object/amdgpu.h"
#include "codegen/object/offload_bundle.h"

static void list(const struct offload_entries *all) {
    for (size_t i = 0; i < all->all.n; i++)
        printf("bundle %zu: %s, %zu bytes\n", all->all.at[i].bundle, all->all.at[i].target,
               all->all.at[i].n);
    if (all->error)
        printf("error: %s\n", all->error);
}

static void dump_kernels(const struct code_module *m) {
    for (size_t i = 0; i < m->kernels.n; i++)
        dump_code(stdout, &m->kernels.at[i]);
    if (m->error)
        printf("error: %s\n", m->error);
}

static void dump(struct arena *a, const char *bytes, size_t n, const char *target) {
    const char *which;
    struct code_module m = offload_read(a, bytes, n, target, &which);
    printf("of %s\n", which ? which : "nothing");
    dump_kernels(&m);
}

int main(int argc, char **argv) {
    struct arena a = {0};
    for (int i = 2; i < argc; i++) {
        size_t n;
        const char *bytes = read_file(&a, argv[i], &n);
        if (!bytes) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return 1;
        }
        if (strcmp(argv[1], "entries") == 0) {
            struct offload_entries all = offload_entries_of(&a, bytes, n);
            list(&all);
        } else if (strcmp(argv[1], "assembly") == 0) {
            struct code_module m = amdgpu_read_assembly(&a, bytes, n);
            dump_kernels(&m);
        } else {
            dump(&a, bytes, n, argv[1]);
        }
    }
    arena_free(&a);
    return 0;
}
