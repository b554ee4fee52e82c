/* A picture of predicted over measured times. */
#ifndef DIAG_REPORT_SCATTER_PLOT_H
#define DIAG_REPORT_SCATTER_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* One launch; both times are positive. */
struct scatter_point {
    const char *kernel;
    double measured_ms, predicted_ms;
};

/* Writes an SVG file with logarithmic axes and one colour per kernel. `n` is at least 1. False with
 * *error if it cannot be written. */
bool scatter_plot(struct arena *a, const char *path, const char *title,
                  const struct scatter_point *points, size_t n, const char **error);

#endif
