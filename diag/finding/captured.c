#include "diag/finding/captured.h"

#include <stdlib.h>
#include <string.h>

#include "diag/finding/phrase.h"

static int by_size(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(struct arena *a, const double *times, size_t n) {
    double *sorted = arena_memdup(a, times, n * sizeof *times);
    qsort(sorted, n, sizeof *sorted, by_size);
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

static bool is_gpu(struct arena *a, const char *device, const struct gpu *gpu) {
    const char *ignored;
    const struct gpu *found = device ? gpu_find(a, device, &ignored) : NULL;
    return found && strcmp(found->name, gpu->name) == 0;
}

struct captured_time diag_captured(struct arena *a, const struct kernel_result *r) {
    const struct launch *l = r->launch;
    if (!l->n_times)
        return (struct captured_time){0};
    return (struct captured_time){.median_ms = median(a, l->times, l->n_times),
                                  .n = l->n_times,
                                  .device = l->device,
                                  .same_gpu = is_gpu(a, l->device, r->gpu)};
}

const char *diag_captured_text(struct arena *a, const struct kernel_result *r) {
    const struct captured_time c = diag_captured(a, r);
    if (!c.n)
        return "";
    const char *where = c.same_gpu ? ""
                        : c.device ? arena_printf(a, " on %s", c.device)
                                   : " on a device that is not known";
    const char *of = c.n > 1 ? arena_printf(a, ", the median of %zu", c.n) : "";
    return arena_printf(a, "; captured%s: %s ms%s", where, diag_ms(a, c.median_ms), of);
}
