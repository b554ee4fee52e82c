/* The kernels with their times on one logarithmic axis, so that those of nanoseconds and of seconds
 * are both readable. */
#include <math.h>

#include "diag/report/html/html.h"

/* Powers of ten, in ms, at the ends of the axis. */
struct axis {
    int low, high;
};

static void widen(struct axis *x, double ms) {
    if (!(ms > 0) || !isfinite(ms))
        return;
    x->low = (int)fmin(x->low, floor(log10(ms)));
    x->high = (int)fmax(x->high, ceil(log10(ms)));
}

static struct axis axis_of(const struct html_kernels *k) {
    struct axis x = {.low = 99, .high = -99};
    for (size_t i = 0; i < k->list.n; i++)
        for (size_t g = 0; g < k->list.at[i].on.n; g++) {
            const struct html_time *t = &k->list.at[i].on.at[g];
            widen(&x, t->ms);
            widen(&x, t->low_ms);
            widen(&x, t->high_ms);
        }
    if (x.low > x.high)
        return (struct axis){-3, 0};
    x.high += x.low == x.high;
    return x;
}

/* In percent of the width; 5 are left at each end for what is drawn around a place. */
static double place(const struct axis *x, double ms) {
    double share = ms > 0 ? (log10(ms) - x->low) / (x->high - x->low) : 0;
    return 5 + 90 * fmax(0, fmin(1, share));
}

static void put_decades(struct html *h, const struct axis *x) {
    for (int i = x->low; i <= x->high; i++) {
        double at = place(x, pow(10, i));
        html_printf(h, "<line class=\"grid\" x1=\"%.1f%%\" x2=\"%.1f%%\" y1=\"0\" y2=\"100%%\"/>",
                    at, at);
    }
}

/* Labels at no more than five decades. */
static void put_axis(struct html *h, const struct axis *x) {
    static const char *const names[] = {"1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs",
                                        "1 ms", "10 ms", "100 ms", "1 s",  "10 s",  "100 s"};
    int step = (x->high - x->low) / 4 + 1;
    html_add(h, "<svg class=\"times\" aria-hidden=\"true\">");
    for (int i = x->low; i <= x->high; i += step)
        if (i >= -6 && i <= 5)
            html_printf(h, "<text x=\"%.1f%%\" y=\"12\" text-anchor=\"middle\">%s</text>",
                        place(x, pow(10, i)), names[i + 6]);
    html_add(h, "</svg>");
}

/* A dot, and a line through it for the interval that holds 90 %. */
static void put_time(struct html *h, const struct axis *x, const struct html_time *t,
                     const char *guessed) {
    html_printf(h, "<div class=\"time\"><span class=\"gpu\">%s</span> ", html_escape(h, t->gpu));
    if (t->ms < 0) {
        html_add(h, "<span class=\"faint\">cannot run</span></div>");
        return;
    }
    html_printf(h,
                "<span class=\"ms\">%s</span><svg class=\"times\" role=\"img\" aria-label=\"%s\">",
                html_time(h->arena, t->ms), html_interval(h->arena, t->low_ms, t->high_ms));
    put_decades(h, x);
    const char *mark = *guessed ? " guessed" : "";
    html_printf(
        h,
        "<line class=\"range%s\" x1=\"%.1f%%\" x2=\"%.1f%%\" y1=\"50%%\" "
        "y2=\"50%%\"/><circle class=\"dot%s\" cx=\"%.1f%%\" cy=\"50%%\" r=\"4\"/></svg></div>",
        mark, place(x, t->low_ms), place(x, t->high_ms), mark, place(x, t->ms));
}

static void put_row(struct html *h, const struct axis *x, const struct html_kernel *k,
                    size_t number) {
    html_printf(
        h,
        "<tr><td class=\"number\">%zu</td><th scope=\"row\"><a "
        "href=\"#%s\"><code>%s</code></a></th><td data-label=\"where\">%s:%u</td><td "
        "class=\"launch\" data-label=\"launch\">%s</td><td class=\"on\" data-sort=\"%.9g\">",
        number, k->id, html_escape_path(h, k->name), html_escape_path(h, k->file), k->line,
        k->launch, k->slowest_ms);
    for (size_t i = 0; i < k->on.n; i++)
        put_time(h, x, &k->on.at[i], k->guessed);
    html_guess_mark(h, k->guessed);
    html_printf(h,
                "</td><td class=\"number\" data-label=\"findings\">%zu</td><td class=\"number\" "
                "data-label=\"most saved\" data-sort=\"%.9g\">%s</td></tr>\n",
                k->n_findings, k->most_saved_ms,
                k->most_saved_ms > 0 ? html_time(h->arena, k->most_saved_ms) : "–");
}

static bool any_guessed(const struct html_kernels *k) {
    for (size_t i = 0; i < k->list.n; i++)
        if (*k->list.at[i].guessed)
            return true;
    return false;
}

void html_kernel_table(struct html *h, const struct html_kernels *k) {
    struct axis x = axis_of(k);
    html_printf(h,
                "<section aria-labelledby=\"kernels\">\n<h2 id=\"kernels\">Kernels by time</h2>\n"
                "<p class=\"faint\">Dots are times of one launch, lines the interval that holds "
                "90 %%, on a logarithmic axis.%s</p>\n",
                any_guessed(k) ? " Hollow dots and dashed lines are of guessed launches." : "");
    html_add(h, "<table class=\"kernels cards sortable\"><thead><tr><th scope=\"col\" "
                "class=\"number\" data-first=\"ascending\">no.</th><th scope=\"col\" "
                "data-first=\"ascending\">kernel</th><th scope=\"col\" "
                "data-first=\"ascending\">where</th><th scope=\"col\">launch</th><th scope=\"col\" "
                "class=\"on\" data-first=\"descending\"><span>time</span>");
    put_axis(h, &x);
    html_add(h,
             "</th><th scope=\"col\" class=\"number\" data-first=\"descending\">findings</th><th "
             "scope=\"col\" class=\"number\" data-first=\"descending\">most "
             "saved</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < k->list.n; i++)
        put_row(h, &x, &k->list.at[i], i + 1);
    html_add(h, "</tbody></table>\n</section>\n");
}
