/* A launch by several models: their times side by side, and the picture of each that draws one. */
#include <math.h>

#include "diag/finding/phrase.h"
#include "diag/report/html/report_page.h"

/* Pixels of a picture. */
enum {
    WIDTH = 300,
    HEIGHT = 160,
    LEFT = 52,
    TOP = 18,
    BOTTOM = 34,
    RIGHT = 16,
    MOST_TICKS = 5,
    NAME_GAP = 24
};

static void put_row(struct html *h, const struct kernel_result *r) {
    const struct estimate *e = r->estimate;
    struct arena *a = h->arena;
    html_printf(h,
                "<tr><th scope=\"row\">%s</th><td data-label=\"GPU\">%s</td><td "
                "data-label=\"time\">%s</td><td data-label=\"90 %% interval\">%s</td><td "
                "data-label=\"bound by\">%s</td></tr>\n",
                html_escape(h, e->model), html_escape(h, diag_gpu(a, r->gpu)),
                html_time(a, e->time_ms), html_interval(a, e->low_ms, e->high_ms),
                diag_bound(e->bound));
}

/* No model has a time where the kernel cannot run, which the table of GPUs says. */
static bool runs(const struct kernel_result *r) {
    return r->estimate->occupancy.groups_per_sm > 0 && isfinite(r->estimate->time_ms);
}

static void put_table(struct html *h, const struct html_launch *l) {
    html_add(h, "<h3>By model</h3>\n<table class=\"models cards\"><thead><tr><th "
                "scope=\"col\">model</th><th scope=\"col\">GPU</th><th scope=\"col\">time</th><th "
                "scope=\"col\">90 % interval</th><th scope=\"col\">bound by</th></tr></thead>\n"
                "<tbody>\n");
    for (size_t i = 0; i < l->on.n; i++)
        for (size_t m = 0; m < l->n_models.at[i]; m++)
            if (runs(&l->on.at[i][m]))
                put_row(h, &l->on.at[i][m]);
    html_add(h, "</tbody></table>\n");
}

static double x_of(const struct estimate_picture *p, double v) {
    return LEFT + WIDTH * v / p->x_max;
}

static double y_of(const struct estimate_picture *p, double v) {
    return TOP + HEIGHT * (1 - v / p->y_max);
}

/* 1, 2 or 5 times a power of ten: from one line of the grid to the next. */
static double tick_step(double max) {
    double least = max / MOST_TICKS, power = pow(10, floor(log10(least)));
    return least <= power       ? power
           : least <= 2 * power ? 2 * power
           : least <= 5 * power ? 5 * power
                                : 10 * power;
}

static void put_axes(struct html *h, const struct estimate_picture *p) {
    double x_step = tick_step(p->x_max), y_step = tick_step(p->y_max);
    for (int i = 0; i * x_step <= p->x_max; i++)
        html_printf(h,
                    "<path class=\"grid\" d=\"M%.1f %dv%d\"/><text x=\"%.1f\" y=\"%d\" "
                    "text-anchor=\"middle\">%.3g</text>",
                    x_of(p, i * x_step), TOP, HEIGHT, x_of(p, i * x_step), TOP + HEIGHT + 14,
                    i * x_step);
    for (int i = 0; i * y_step <= p->y_max; i++)
        html_printf(h,
                    "<path class=\"grid\" d=\"M%d %.1fh%d\"/><text x=\"%d\" y=\"%.1f\" "
                    "text-anchor=\"end\">%.3g</text>",
                    LEFT, y_of(p, i * y_step), WIDTH, LEFT - 5, y_of(p, i * y_step) + 4,
                    i * y_step);
    html_printf(h,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text><text x=\"0\" "
                "y=\"11\">%s</text>",
                LEFT + WIDTH / 2, TOP + HEIGHT + 30, html_escape(h, p->x_title),
                html_escape(h, p->y_title));
}

/* The first curve is solid, the others are dashed; each has its name at its higher end. */
static void put_curve(struct html *h, const struct estimate_picture *p,
                      const struct estimate_curve *c, bool first) {
    html_printf(h, "<path class=\"roof%s\" d=\"", first ? "" : " second");
    for (size_t i = 0; i < c->n; i++)
        html_printf(h, "%c%.1f %.1f", i ? 'L' : 'M', x_of(p, c->points[i].x),
                    y_of(p, c->points[i].y));
    bool right = c->points[c->n - 1].y > c->points[0].y;
    const struct estimate_point *end = &c->points[right ? c->n - 1 : 0];
    html_printf(h, "\"/><text class=\"name\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                x_of(p, end->x) + (right ? -NAME_GAP : 4), y_of(p, end->y) + 12,
                right ? "end" : "start", html_escape(h, c->name));
}

static void put_picture(struct html *h, const struct kernel_result *r) {
    const struct estimate_picture *p = r->estimate->picture;
    const char *gpu = html_escape(h, diag_gpu(h->arena, r->gpu));
    const char *model = html_escape(h, r->estimate->model);
    html_printf(h,
                "<figure class=\"roofline\"><svg viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-label=\"%s of %s\">",
                LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, model, gpu);
    put_axes(h, p);
    for (size_t i = 0; i < p->n_curves; i++)
        put_curve(h, p, &p->curves[i], i == 0);
    html_printf(h,
                "<circle class=\"hot\" r=\"4\" cx=\"%.1f\" cy=\"%.1f\"/></svg><figcaption><b>%s of "
                "%s</b>: %s</figcaption></figure>\n",
                x_of(p, p->mark.x), y_of(p, p->mark.y), model, gpu, html_escape(h, p->caption));
}

static bool draws(const struct kernel_result *r) {
    const struct estimate_picture *p = r->estimate->picture;
    return runs(r) && p && p->x_max > 0 && p->y_max > 0;
}

void html_model_pictures(struct html *h, const struct html_launch *l) {
    html_add(h, "<div class=\"row\">\n");
    for (size_t i = 0; i < l->on.n; i++)
        for (size_t m = 0; m < l->n_models.at[i]; m++)
            if (draws(&l->on.at[i][m]))
                put_picture(h, &l->on.at[i][m]);
    html_add(h, "</div>\n");
}

void html_models(struct html *h, const struct html_launch *l) {
    size_t most = 0;
    for (size_t i = 0; i < l->on.n; i++)
        most = l->n_models.at[i] > most ? l->n_models.at[i] : most;
    if (most > 1)
        put_table(h, l);
}
