/* An output format: the names of the kernels. */
#include "diag/report/writers.h"

int out_names(struct arena *a, FILE *out, const struct report *r, const struct writer_options *o) {
    (void)a, (void)o;
    for (size_t i = 0; i < r->n_results; i++)
        fprintf(out, "name: %s\n", r->results[i].kernel->name);
    return ferror(out) ? -1 : 0;
}
