/* Rooflines. The classic one: Williams, Waterman and Patterson, Roofline: An Insightful Visual
 * Performance Model for Multicore Architectures, CACM 52(4), 2009. The instruction roofline: Ding
 * and Williams, An Instruction Roofline Model for GPUs, PMBS 2019: instructions instead of
 * floating-point operations, so that kernels without any have a place, too. Its points are where
 * the simulation saw its round: what share of issue and of DRAM was taken. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "base/vec.h"
#include "diag/finding/phrase.h"
#include "diag/report/html/report_page.h"
#include "perfmodel/result/site_metrics.h"

enum { WIDTH = 310, HEIGHT = 200, LEFT = 48, RIGHT = 14, TOP = 24, BOTTOM = 38 };

/* A horizontal roof. */
struct ceiling {
    double value;
    const char *name;
};

/* What a picture is made of; axes are logarithms to base 10. */
struct roofline {
    const char *kind, *x_title, *y_title;
    double slope; /* of the roof on the left: y of x = 1 */
    struct ceiling ceilings[2];
    size_t n_ceilings;
    double x0, x1, y0, y1;
};

struct point {
    double x, y; /* y is 0 where there is nothing to draw, x infinite without traffic */
};

typedef struct point point_fn(struct arena *a, const struct roofline *l, const struct estimate *e,
                              const struct gpu *g);

static struct point instructions_of(struct arena *a, const struct roofline *l,
                                    const struct estimate *e, const struct gpu *g) {
    (void)a, (void)g;
    double y = fmin(1, e->busy[BOUND_ISSUE]) * l->ceilings[0].value;
    double sectors = fmin(1, e->busy[BOUND_DRAM]) * l->slope;
    return (struct point){sectors > 0 ? y / sectors : INFINITY, y};
}

/* FLOP per byte and GFLOP/s, both over the whole launch; DRAM moves data at the rate of the
 * simulated round all the time. */
static struct point flops_point(struct arena *a, const struct roofline *l, const struct estimate *e,
                                const struct gpu *g) {
    struct flops f = flops_of(a, e);
    double ns = e->cycles / (g->machine.core_mhz / 1e3);
    double share = e->transfers > 0 ? e->transfers : e->busy[BOUND_DRAM];
    double bytes = fmin(1, share) * l->slope * ns, all = f.fp32 + f.fp64;
    return (struct point){bytes > 0 ? all / bytes : INFINITY, ns > 0 ? all / ns : 0};
}

/* NULL where the launch was not predicted, or cannot run. */
static const struct estimate *on_gpu(const struct html_launch *l, const struct gpu *g) {
    const struct kernel_result *r = html_on_gpu(l, g);
    return r && r->estimate->cycles > 0 ? r->estimate : NULL;
}

static struct roofline instruction_roofline(const struct gpu *g) {
    double ghz = g->machine.core_mhz / 1e3;
    return (struct roofline){.kind = "instructions",
                             .x_title = "warp instructions per 32-byte sector of DRAM",
                             .y_title = "warp instructions per ns",
                             .slope = g->dram.dram_gbs * g->dram.dram_efficiency / 32,
                             .ceilings = {{g->machine.sm_count * g->issue.schedulers_per_sm *
                                               g->issue.issue_per_scheduler * ghz,
                                           "issue"}},
                             .n_ceilings = 1};
}

static struct roofline flop_roofline(const struct gpu *g) {
    double each = 2 * g->machine.sm_count * g->machine.core_mhz / 1e3;
    bool same = g->units.rate_fp64 > 0.99 * g->units.rate_fp32;
    return (struct roofline){.kind = "floating point",
                             .x_title = "FLOP per byte of DRAM",
                             .y_title = "GFLOP/s",
                             .slope = g->dram.dram_gbs * g->dram.dram_efficiency,
                             .ceilings = {{each * g->units.rate_fp32, same ? "FP32, FP64" : "FP32"},
                                          {each * g->units.rate_fp64, "FP64"}},
                             .n_ceilings = same ? 1 : 2};
}

/* All points, and the ridges, within limits. */
static void fit(struct arena *a, struct roofline *r, point_fn *place, const struct gpu *g,
                const struct html_launch *launches, size_t n) {
    double highest = log10(r->ceilings[0].value), ridge = highest - log10(r->slope);
    double lowest = log10(r->ceilings[r->n_ceilings - 1].value);
    r->x0 = ridge - 1.5, r->x1 = ridge + 1.2;
    r->y0 = fmin(highest - 2, lowest - 0.5), r->y1 = highest + 0.25;
    for (size_t i = 0; i < n; i++) {
        const struct estimate *e = on_gpu(&launches[i], g);
        struct point p = e ? place(a, r, e, g) : (struct point){0};
        if (!(p.y > 0))
            continue;
        r->y0 = fmax(highest - 5, fmin(r->y0, log10(p.y) - 0.2));
        if (isfinite(p.x)) {
            r->x0 = fmax(ridge - 4, fmin(r->x0, log10(p.x) - 0.2));
            r->x1 = fmin(ridge + 4, fmax(r->x1, log10(p.x) + 0.2));
        }
    }
}

static double x_of(const struct roofline *r, double v) {
    double share = (log10(v) - r->x0) / (r->x1 - r->x0);
    return LEFT + WIDTH * fmax(0, fmin(1, share));
}

static double y_of(const struct roofline *r, double v) {
    double share = (log10(v) - r->y0) / (r->y1 - r->y0);
    return TOP + HEIGHT * (1 - fmax(0, fmin(1, share)));
}

static void put_tick_x(struct html *h, const struct roofline *r, double v) {
    double x = x_of(r, v);
    bool last = x > LEFT + WIDTH - 12;
    html_printf(h,
                "<path class=\"grid\" d=\"M%.1f %dv%d\"/><text x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"%s\">%g</text>",
                x, TOP, HEIGHT, last ? LEFT + WIDTH + RIGHT : x, TOP + HEIGHT + 14,
                last ? "end" : "middle", v);
}

static void put_tick_y(struct html *h, const struct roofline *r, double v) {
    html_printf(h,
                "<path class=\"grid\" d=\"M%d %.1fh%d\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%g</text>",
                LEFT, y_of(r, v), WIDTH, LEFT - 5, y_of(r, v) + 4, v);
}

/* Powers of ten, and three times these where the axis is short. */
static void put_ticks(struct html *h, const struct roofline *r, double from, double to,
                      void (*put)(struct html *, const struct roofline *, double)) {
    for (int i = (int)floor(from); i <= to; i++)
        for (int k = 1; k <= (to - from < 3.5 ? 3 : 1); k += 2) {
            double v = k * pow(10, i);
            if (log10(v) >= from && log10(v) <= to)
                put(h, r, v);
        }
}

static void put_axes(struct html *h, const struct roofline *r) {
    put_ticks(h, r, r->x0, r->x1, put_tick_x);
    put_ticks(h, r, r->y0, r->y1, put_tick_y);
    html_printf(h,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text><text x=\"0\" "
                "y=\"11\">%s</text>",
                LEFT + WIDTH / 2, TOP + HEIGHT + 30, r->x_title, r->y_title);
}

/* The slope up to the highest ceiling, and each ceiling from where it meets the slope. */
static void put_roofs(struct html *h, const struct roofline *r) {
    double left = pow(10, r->x0), low = pow(10, r->y0), high = r->ceilings[0].value;
    double from = fmax(left, low / r->slope);
    html_printf(h, "<path class=\"roof\" d=\"M%.1f %.1fL%.1f %.1f\"/>", x_of(r, from),
                y_of(r, from * r->slope), x_of(r, high / r->slope), y_of(r, high));
    for (size_t i = 0; i < r->n_ceilings; i++) {
        double v = r->ceilings[i].value;
        html_printf(h, "<path class=\"roof%s\" d=\"M%.1f %.1fH%d\"/>", i ? " second" : "",
                    x_of(r, v / r->slope), y_of(r, v), LEFT + WIDTH);
    }
}

/* What is drawn at one place: one kernel, or several that are too close to tell apart. */
struct dot {
    double x, y;
    size_t number, run, last; /* of the first, of the first of the last run, and of the last */
    const char *before;       /* numbers before that run */
    const char *title;
    const char *more; /* markup of the others' circles */
    bool guessed;     /* the first one's launch */
};

struct dots {
    VEC(struct dot) list;
};

/* Pixels between dots that are told apart. */
static const double apart = 10;

static struct dot *dot_near(struct dots *d, double x, double y) {
    for (size_t i = 0; i < d->list.n; i++)
        if (hypot(d->list.at[i].x - x, d->list.at[i].y - y) < apart)
            return &d->list.at[i];
    return NULL;
}

/* "3" or "3–6" */
static const char *run_text(struct arena *a, const struct dot *d) {
    return d->last > d->run ? arena_printf(a, "%s%zu–%zu", d->before, d->run, d->last)
                            : arena_printf(a, "%s%zu", d->before, d->run);
}

static void add_number(struct arena *a, struct dot *d, size_t number) {
    if (number > d->last + 1) {
        d->before = arena_printf(a, "%s, ", run_text(a, d));
        d->run = number;
    }
    d->last = number;
}

static void add_point(struct html *h, const struct roofline *r, struct dots *d,
                      const struct html_launch *l, const struct estimate *e, struct point p) {
    double x = isfinite(p.x) ? x_of(r, p.x) : LEFT + WIDTH, y = y_of(r, p.y);
    bool guessed = *html_guessed(h->arena, l->first->launch);
    const char *title =
        arena_printf(h->arena, "%s: %s%s, bound by %s, %.3g %s",
                     html_escape(h, l->first->kernel->name), html_time(h->arena, e->time_ms),
                     guessed ? " (guessed launch)" : "", diag_bound(e->bound), p.y, r->y_title);
    struct dot *near = dot_near(d, x, y);
    if (near) {
        add_number(h->arena, near, l->number);
        near->title = arena_printf(h->arena, "%s; %s", near->title, title);
        near->more =
            arena_printf(h->arena, "%s<circle class=\"dot%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>",
                         near->more, guessed ? " guessed" : "", x, y);
        return;
    }
    vec_push(h->arena, &d->list,
             (struct dot){x, y, l->number, l->number, l->number, "", title, "", guessed});
}

/* A rectangle that something takes. */
struct box {
    double left, top, right, bottom;
    bool text; /* which must not be covered, where dots and lines may */
};

struct boxes {
    VEC(struct box) list;
};

static double shared(const struct box *a, const struct box *b) {
    double w = fmin(a->right, b->right) - fmax(a->left, b->left);
    double h = fmin(a->bottom, b->bottom) - fmax(a->top, b->top);
    return w > 0 && h > 0 ? w * h : 0;
}

/* How much worse it is to cover text than anything else. */
enum { TEXT_WEIGHT = 20 };

/* How much of it is taken, and much for what lies outside. */
static double covered(const struct box *b, const struct boxes *taken) {
    static const struct box picture = {LEFT, TOP, LEFT + WIDTH + RIGHT, TOP + HEIGHT, false};
    double sum = (b->right - b->left) * (b->bottom - b->top) - shared(b, &picture);
    for (size_t i = 0; i < taken->list.n; i++)
        sum += shared(b, &taken->list.at[i]) * (taken->list.at[i].text ? TEXT_WEIGHT : 1);
    return sum;
}

/* The place of a dot's number beside it where least is covered, those next to the dot first. */
static struct box free_box(const struct dot *d, const struct boxes *taken, double width) {
    static const signed char sides[][2] = {{1, 1}, {-1, 1}, {1, 0}, {-1, 0}, {1, -1}, {-1, -1}};
    struct box best = {0};
    double least = INFINITY;
    for (int away = 6; away <= 42; away += 6)
        for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
            double left = sides[i][0] > 0 ? d->x + away : d->x - away - width;
            double middle = d->y + sides[i][1] * (away + 3);
            struct box b = {left, middle - 6, left + width, middle + 6, true};
            double area = covered(&b, taken);
            if (area < least)
                least = area, best = b;
        }
    return best;
}

static void put_dot(struct html *h, const struct dot *d, struct boxes *taken) {
    const char *text = run_text(h->arena, d);
    struct box b = free_box(d, taken, 7.0 * (double)diag_utf16_units(text, strlen(text)));
    vec_push(h->arena, &taken->list, b);
    html_printf(h,
                "<a href=\"#launch-%zu\"><circle class=\"dot%s\" cx=\"%.1f\" cy=\"%.1f\" "
                "r=\"4\"><title>%s</title></circle>%s<text class=\"strong\" x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\">%s</text></a>",
                d->number, d->guessed ? " guessed" : "", d->x, d->y, d->title, d->more,
                (b.left + b.right) / 2, b.bottom - 2, text);
}

/* Above or below its right half, where least is covered. */
static void put_name(struct html *h, const struct roofline *r, const struct ceiling *c,
                     struct boxes *taken) {
    double width = 7.0 * (double)strlen(c->name), y = y_of(r, c->value), least = INFINITY;
    struct box best = {0};
    for (int right = LEFT + WIDTH; right > LEFT + WIDTH / 2; right -= 20)
        for (int below = 0; below < 2; below++) {
            double top = below ? y + 3 : y - 15;
            struct box b = {right - width, top, right, top + 12, true};
            double area = covered(&b, taken);
            if (area < least)
                least = area, best = b;
        }
    vec_push(h->arena, &taken->list, best);
    html_printf(h, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                best.right, best.bottom - 2, c->name);
}

/* Texts keep clear of dots, ceilings and each other. */
static void put_texts(struct html *h, const struct roofline *r, const struct dots *dots) {
    struct boxes taken = {0};
    for (size_t i = 0; i < dots->list.n; i++) {
        const struct dot *d = &dots->list.at[i];
        vec_push(h->arena, &taken.list,
                 (struct box){d->x - 5, d->y - 5, d->x + 5, d->y + 5, false});
    }
    for (size_t i = 0; i < r->n_ceilings; i++) {
        double v = r->ceilings[i].value, y = y_of(r, v);
        vec_push(h->arena, &taken.list,
                 (struct box){x_of(r, v / r->slope), y - 1, LEFT + WIDTH, y + 1, false});
    }
    for (size_t i = 0; i < r->n_ceilings; i++)
        put_name(h, r, &r->ceilings[i], &taken);
    for (size_t i = 0; i < dots->list.n; i++)
        put_dot(h, &dots->list.at[i], &taken);
}

static struct dots dots_of(struct html *h, const struct roofline *r, point_fn *place,
                           const struct gpu *g, const struct html_launch *launches, size_t n) {
    struct dots dots = {0};
    for (size_t i = 0; i < n; i++) {
        const struct estimate *e = on_gpu(&launches[i], g);
        struct point p = e ? place(h->arena, r, e, g) : (struct point){0};
        if (p.y > 0)
            add_point(h, r, &dots, &launches[i], e, p);
    }
    return dots;
}

/* Up to the caption's first word. False if no launch has a place in it: then there is none. */
static bool put_roofline(struct html *h, struct roofline *r, point_fn *place, const struct gpu *g,
                         const struct html_launch *launches, size_t n) {
    fit(h->arena, r, place, g, launches, n);
    struct dots dots = dots_of(h, r, place, g, launches, n);
    if (!dots.list.n)
        return false;
    const char *gpu = html_escape(h, diag_gpu(h->arena, g));
    html_printf(h,
                "<figure class=\"roofline\"><svg viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-label=\"roofline of %s, %s\">",
                LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, gpu, r->kind);
    put_axes(h, r);
    put_roofs(h, r);
    put_texts(h, r, &dots);
    html_printf(h, "</svg><figcaption><b>%s</b>", gpu);
    return true;
}

static void put_flops(struct html *h, const struct gpu *g, const struct html_launch *launches,
                      size_t n) {
    struct roofline r = flop_roofline(g);
    if (!put_roofline(h, &r, flops_point, g, launches, n))
        return;
    html_printf(h,
                ", floating point: FP32 %sFLOP/s, FP64 %sFLOP/s; DRAM %.4g GB/s, of %.4g at its "
                "peak</figcaption></figure>\n",
                html_si(h->arena, 1e9 * r.ceilings[0].value),
                html_si(h->arena, 1e9 * r.ceilings[1].value), r.slope, g->dram.dram_gbs);
}

static void put_instructions(struct html *h, const struct gpu *g,
                             const struct html_launch *launches, size_t n) {
    struct roofline r = instruction_roofline(g);
    if (!put_roofline(h, &r, instructions_of, g, launches, n))
        return;
    html_printf(h,
                ", instructions: warps issue at most %.0f per ns; DRAM gives %.3g sectors per "
                "ns</figcaption></figure>\n",
                r.ceilings[0].value, r.slope);
}

void html_rooflines(struct html *h, const struct gpu *const *gpus, size_t n_gpus,
                    const struct html_launch *launches, size_t n) {
    html_add(h, "<div class=\"row\">\n");
    for (size_t i = 0; i < n_gpus; i++)
        put_flops(h, gpus[i], launches, n);
    for (size_t i = 0; i < n_gpus; i++)
        put_instructions(h, gpus[i], launches, n);
    html_add(h, "</div>\n");
}
