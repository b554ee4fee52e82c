/* The page of one compilation: its launches, each on every GPU that was asked for. */
#ifndef DIAG_REPORT_HTML_REPORT_PAGE_H
#define DIAG_REPORT_HTML_REPORT_PAGE_H

#include "diag/report/html/html.h"

/* One launch of a kernel. */
struct html_launch {
    const struct kernel_result *first;
    VEC(const struct kernel_result *) on; /* by GPU: the result of the first model */
    VEC(size_t) n_models;                 /* by GPU: results from there on, each by a model */
    double slowest_ms;
    size_t number; /* from 1; the slowest launch is 1 */
};

struct report_page {
    struct html h;
    const struct report *report;
    VEC(struct html_launch) launches; /* the slowest first */
    VEC(const struct gpu *) gpus;     /* in the order of the report */
};

/* The launch's result there, or NULL. */
const struct kernel_result *html_on_gpu(const struct html_launch *l, const struct gpu *g);
/* The finding in another result, or NULL. */
const struct finding *html_same_in(const struct kernel_result *r, const struct finding *f);
/* Whether a GPU before that one has the finding, too. */
bool html_shown_before(const struct html_launch *l, size_t gpu, const struct finding *f);
/* The id of the annotated line, or of the launch's section if the place has no line. */
const char *html_line_id(struct arena *a, const struct html_launch *l,
                         const struct kernel_result *r, struct loc loc);
/* What the finding costs there, and what was tried. */
struct html_cost html_cost_of(struct arena *a, const struct kernel_result *r,
                              const struct finding *f);

/* Launches under the roofs of each GPU: floating-point operations per byte of DRAM, and
 * instructions per sector. Points have the launches' numbers. */
void html_rooflines(struct html *h, const struct gpu *const *gpus, size_t n_gpus,
                    const struct html_launch *launches, size_t n);
/* How busy each resource was, and what the work-group's size does to occupancy. */
void html_busy(struct html *h, const struct kernel_result *r);
void html_occupancy(struct html *h, const struct kernel_result *r);
/* What models draw. */
void html_model_pictures(struct html *h, const struct html_launch *l);
/* Times by model, where there are several. */
void html_models(struct html *h, const struct html_launch *l);
/* Which sectors or banks the lanes of a warp touch at the place of the finding, if it is such a
 * finding. */
void html_lanes(struct html *h, const struct kernel_result *r, const struct finding *f);
/* The kernel's lines with what was counted on each. */
void html_lines(struct html *h, const struct html_launch *l);
/* A launch's section. */
void html_launch(struct html *h, const struct html_launch *l);

#endif
