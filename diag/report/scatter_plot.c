#include "diag/report/scatter_plot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/descriptor.h"
#include "base/str.h"
#include "base/words.h"

/* Pixels: the square plot, what is left of and above it, and below. */
enum { SIDE = 520, LEFT = 70, TOP = 40, BOTTOM = 50, LEGEND = 260, LINE_HEIGHT = 18 };

static const char *const colours[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                      "#ff7f0e", "#17becf", "#8c564b", "#e377c2",
                                      "#7f7f7f", "#bcbd22", "#393b79", "#637939"};

enum { COLOURS = sizeof colours / sizeof colours[0] };

struct plot {
    FILE *out;
    const char *title;
    const struct scatter_point *points;
    size_t n;
    double low, high; /* decades */
    struct words kernels;
};

static double position(const struct plot *p, double ms) {
    return SIDE * (log10(ms) - p->low) / (p->high - p->low);
}

static void include(struct plot *p, double ms) {
    p->low = fmin(p->low, floor(log10(ms)));
    p->high = fmax(p->high, ceil(log10(ms)));
}

static void survey(struct arena *a, struct plot *p) {
    p->low = HUGE_VAL;
    p->high = -HUGE_VAL;
    for (size_t i = 0; i < p->n; i++) {
        const struct scatter_point *s = &p->points[i];
        size_t k = 0;
        while (k < p->kernels.n && strcmp(p->kernels.at[k], s->kernel) != 0)
            k++;
        if (k == p->kernels.n)
            words_add(a, &p->kernels, s->kernel);
        include(p, s->measured_ms);
        include(p, s->predicted_ms);
    }
    p->high = fmax(p->high, p->low + 1);
}

static void print_escaped(FILE *out, const char *text) {
    for (; *text; text++)
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else
            fputc(*text, out);
}

static void line(struct plot *p, double x1, double y1, double x2, double y2, const char *style) {
    fprintf(p->out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", LEFT + x1,
            TOP + SIDE - y1, LEFT + x2, TOP + SIDE - y2, style);
}

/* A line of constant predicted / measured. */
static void print_ratio(struct plot *p, double ratio, const char *style) {
    double shift = SIDE * log10(ratio) / (p->high - p->low);
    line(p, fmax(0, -shift), fmax(0, shift), fmin(SIDE, SIDE - shift), fmin(SIDE, SIDE + shift),
         style);
}

static void print_frame(struct plot *p) {
    for (double d = p->low; d <= p->high; d++) {
        double at = position(p, pow(10, d));
        line(p, at, 0, at, SIDE, "stroke=\"#ddd\"");
        line(p, 0, at, SIDE, at, "stroke=\"#ddd\"");
        fprintf(p->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", LEFT + at,
                TOP + SIDE + 16, pow(10, d));
        fprintf(p->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 6,
                TOP + SIDE - at + 4, pow(10, d));
    }
    print_ratio(p, 1, "stroke=\"#000\"");
    print_ratio(p, 1.15, "stroke=\"#999\" stroke-dasharray=\"4 3\"");
    print_ratio(p, 1 / 1.15, "stroke=\"#999\" stroke-dasharray=\"4 3\"");
    fprintf(p->out,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">measured, ms</text>\n"
            "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">predicted, "
            "ms</text>\n<text x=\"%d\" y=\"24\" font-size=\"15\">",
            LEFT + SIDE / 2, TOP + SIDE + 40, TOP + SIDE / 2, LEFT);
    print_escaped(p->out, p->title);
    fputs("; dashed: 15 % off</text>\n", p->out);
}

static void print_kernel(struct plot *p, size_t k) {
    const char *name = p->kernels.at[k], *colour = colours[k % COLOURS];
    fprintf(p->out, "<circle cx=\"%d\" cy=\"%zu\" r=\"4\" fill=\"%s\"/>\n", LEFT + SIDE + 20,
            TOP + 6 + LINE_HEIGHT * k, colour);
    fprintf(p->out, "<text x=\"%d\" y=\"%zu\">", LEFT + SIDE + 30, TOP + 10 + LINE_HEIGHT * k);
    print_escaped(p->out, name);
    fprintf(p->out,
            "</text>\n<path stroke=\"%s\" stroke-opacity=\"0.6\" stroke-width=\"5\" "
            "stroke-linecap=\"round\" d=\"",
            colour);
    /* A dot is a line of no length with round ends. */
    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->points[i].kernel, name) == 0)
            fprintf(p->out, "M%.0f %.0fh0\n", LEFT + position(p, p->points[i].measured_ms),
                    TOP + SIDE - position(p, p->points[i].predicted_ms));
    fputs("\"/>\n", p->out);
}

static void print_plot(struct plot *p) {
    size_t listed = TOP + LINE_HEIGHT * p->kernels.n, height = TOP + SIDE + BOTTOM;
    fprintf(p->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%zu\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" "
            "fill=\"#fff\"/>\n",
            LEFT + SIDE + LEGEND, listed > height ? listed : height);
    print_frame(p);
    for (size_t k = 0; k < p->kernels.n; k++)
        print_kernel(p, k);
    fputs("</svg>\n", p->out);
}

bool scatter_plot(struct arena *a, const char *path, const char *title,
                  const struct scatter_point *points, size_t n, const char **error) {
    struct plot p = {.title = title, .points = points, .n = n};
    survey(a, &p);
    p.out = descriptor_open(path);
    if (p.out)
        print_plot(&p);
    bool good = p.out && !ferror(p.out);
    if ((p.out && fclose(p.out) != 0) || !good) {
        *error = arena_printf(a, "cannot write '%s': %s", path, strerror(errno));
        return false;
    }
    return true;
}
