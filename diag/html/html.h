/* The parts of the HTML writer. The page is static: pictures are SVG in place, and nothing in it is
 * a script, so it also opens where scripts are forbidden. */
#ifndef DIAG_HTML_HTML_H
#define DIAG_HTML_HTML_H

#include "base/str.h"
#include "base/vec.h"
#include "diag/report.h"
#include "diag/source.h"

/* One launch of a kernel, on every GPU that was asked for. */
struct html_launch {
    const struct kernel_result *first;
    VEC(const struct kernel_result *) on;
    double slowest_ms;
};

struct html {
    struct arena *arena;
    const struct report *report;
    struct str out;
    struct diag_source source;
    VEC(struct html_launch) launches; /* the slowest first */
    VEC(const struct gpu *) gpus;     /* in the order of the report */
};

extern const char html_style[];

/* Markup as it is. */
void html_add(struct html *h, const char *markup);
void html_printf(struct html *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Text for the page or an attribute, in which markup has no meaning. */
const char *html_escape(struct html *h, const char *text);
const char *html_escape_n(struct html *h, const char *text, size_t n);

/* The launch's result there, or NULL. */
const struct kernel_result *html_on_gpu(const struct html_launch *l, const struct gpu *g);
/* A bar that is full at share 1. */
void html_bar(struct html *h, double share, const char *label);
/* Every launch under the roofs of one GPU. */
void html_roofline(struct html *h, const struct gpu *g);
/* How busy each resource was, and what the work-group's size does to occupancy. */
void html_busy(struct html *h, const struct kernel_result *r);
void html_occupancy(struct html *h, const struct kernel_result *r);
/* Which sectors or banks the lanes of a warp touch at the place of the finding, if it is such a
 * finding. */
void html_lanes(struct html *h, const struct kernel_result *r, const struct finding *f);
/* The kernel's lines with what was counted on each. */
void html_lines(struct html *h, const struct html_launch *l);

#endif
