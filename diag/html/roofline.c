/* The instruction roofline: Ding and Williams, An Instruction Roofline Model for GPUs, PMBS 2019.
 * Instructions instead of floating-point operations, so that kernels without any have a place, too.
 * A point is where the simulation saw its round: what share of issue and of DRAM was taken. */
#include <math.h>

#include "base/vec.h"
#include "diag/html/html.h"
#include "diag/phrase.h"

enum { WIDTH = 460, HEIGHT = 260, LEFT = 52, TOP = 22, BOTTOM = 40 };

/* Axes are logarithms to base 2. */
struct roof {
    double issue;  /* warp instructions per ns, at most */
    double memory; /* sectors per ns */
    double x0, x1, y0, y1;
};

struct point {
    double x, y; /* warp instructions per sector of DRAM, and per ns */
};

static struct point point_of(const struct roof *roof, const struct estimate *e) {
    double y = fmin(1, e->busy[BOUND_ISSUE]) * roof->issue;
    double sectors = fmin(1, e->busy[BOUND_DRAM]) * roof->memory;
    return (struct point){sectors > 0 ? y / sectors : INFINITY, y};
}

/* NULL where the launch was not predicted, or cannot run. */
static const struct estimate *on_gpu(const struct html_launch *l, const struct gpu *g) {
    const struct kernel_result *r = html_on_gpu(l, g);
    return r && r->estimate->cycles > 0 ? r->estimate : NULL;
}

static struct roof roof_of(const struct html *h, const struct gpu *g) {
    double ghz = g->core_mhz / 1e3;
    struct roof r = {.issue = g->sm_count * g->schedulers_per_sm * g->issue_per_scheduler * ghz,
                     .memory = g->dram_gbs * g->dram_efficiency / 32};
    double ridge = log2(r.issue / r.memory), top = log2(r.issue);
    r.x0 = ridge - 4, r.x1 = ridge + 4, r.y0 = top - 6, r.y1 = top + 0.5;
    for (size_t i = 0; i < h->launches.n; i++) {
        const struct estimate *e = on_gpu(&h->launches.at[i], g);
        struct point p = e ? point_of(&r, e) : (struct point){0};
        if (!(p.y > 0))
            continue;
        r.y0 = fmax(top - 16, fmin(r.y0, log2(p.y) - 0.5));
        if (isfinite(p.x)) {
            r.x0 = fmax(ridge - 12, fmin(r.x0, log2(p.x) - 0.5));
            r.x1 = fmin(ridge + 12, fmax(r.x1, log2(p.x) + 0.5));
        }
    }
    return r;
}

static double x_of(const struct roof *r, double v) {
    double share = (log2(v) - r->x0) / (r->x1 - r->x0);
    return LEFT + WIDTH * fmax(0, fmin(1, share));
}

static double y_of(const struct roof *r, double v) {
    double share = (log2(v) - r->y0) / (r->y1 - r->y0);
    return TOP + HEIGHT * (1 - fmax(0, fmin(1, share)));
}

static void put_axes(struct html *h, const struct roof *r) {
    for (int i = (int)ceil(r->x0); i <= r->x1; i += 2)
        html_printf(h,
                    "<path class=\"grid\" d=\"M%.1f %dv%d\"/><text x=\"%.1f\" y=\"%d\" "
                    "text-anchor=\"middle\">%g</text>",
                    x_of(r, exp2(i)), TOP, HEIGHT, x_of(r, exp2(i)), TOP + HEIGHT + 15, exp2(i));
    for (int i = (int)ceil(r->y0); i <= r->y1; i += 2)
        html_printf(h,
                    "<path class=\"grid\" d=\"M%d %.1fh%d\"/><text x=\"%d\" y=\"%.1f\" "
                    "text-anchor=\"end\">%g</text>",
                    LEFT, y_of(r, exp2(i)), WIDTH, LEFT - 5, y_of(r, exp2(i)) + 4, exp2(i));
    html_printf(
        h,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">warp instructions per 32-byte sector of "
        "DRAM</text>",
        LEFT + WIDTH / 2, TOP + HEIGHT + 32);
    html_printf(h, "<text x=\"0\" y=\"%d\">warp instructions per ns</text>", TOP - 10);
}

static void put_roofs(struct html *h, const struct roof *r) {
    double ridge = r->issue / r->memory, left = exp2(r->x0), low = exp2(r->y0);
    double from = fmax(left, low / r->memory);
    html_printf(h, "<path class=\"roof\" d=\"M%.1f %.1fL%.1f %.1fL%d %.1f\"/>", x_of(r, from),
                y_of(r, from * r->memory), x_of(r, ridge), y_of(r, r->issue), LEFT + WIDTH,
                y_of(r, r->issue));
}

/* What is drawn at one place: one kernel, or several that are too close to tell apart. */
struct dot {
    double x, y;
    size_t number, run, last; /* of the first, of the first of the last run, and of the last */
    const char *before;       /* numbers before that run */
    const char *title;
};

struct dots {
    VEC(struct dot) list;
};

/* Closer than this, in pixels, the number of one ("5–9") would be on top of the other. */
static const double apart_x = 34, apart_y = 13;

static struct dot *dot_near(struct dots *d, double x, double y) {
    for (size_t i = 0; i < d->list.n; i++)
        if (fabs(d->list.at[i].x - x) < apart_x && fabs(d->list.at[i].y - y) < apart_y)
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

static void add_point(struct html *h, const struct roof *r, struct dots *d, size_t number,
                      const struct estimate *e) {
    const struct html_launch *l = &h->launches.at[number - 1];
    struct point p = point_of(r, e);
    if (!(p.y > 0))
        return;
    double x = isfinite(p.x) ? x_of(r, p.x) : LEFT + WIDTH, y = y_of(r, p.y);
    const char *title =
        arena_printf(h->arena, "%s: %s ms, bound by %s", html_escape(h, l->first->kernel->name),
                     diag_ms(h->arena, e->time_ms), diag_bound(e->bound));
    struct dot *near = dot_near(d, x, y);
    if (near) {
        add_number(h->arena, near, number);
        near->title = arena_printf(h->arena, "%s; %s", near->title, title);
        html_printf(h, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>", x, y);
        return;
    }
    vec_push(h->arena, &d->list, (struct dot){x, y, number, number, number, "", title});
}

static void put_dot(struct html *h, const struct dot *d) {
    bool right = d->x > LEFT + WIDTH / 2.0;
    html_printf(h,
                "<a href=\"#launch-%zu\"><circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" "
                "r=\"5\"><title>%s</title></circle><text class=\"strong\" x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"%s\">%s</text></a>",
                d->number, d->x, d->y, d->title, d->x + (right ? -7 : 7), d->y - 5,
                right ? "end" : "start", run_text(h->arena, d));
}

void html_roofline(struct html *h, const struct gpu *g) {
    struct roof r = roof_of(h, g);
    html_printf(h,
                "<figure class=\"roofline\"><svg width=\"%d\" height=\"%d\" role=\"img\" "
                "aria-label=\"roofline of %s\">",
                LEFT + WIDTH + 26, TOP + HEIGHT + BOTTOM, html_escape(h, g->name));
    put_axes(h, &r);
    put_roofs(h, &r);
    struct dots dots = {0};
    for (size_t i = 0; i < h->launches.n; i++) {
        const struct estimate *e = on_gpu(&h->launches.at[i], g);
        if (e)
            add_point(h, &r, &dots, i + 1, e);
    }
    for (size_t i = 0; i < dots.list.n; i++)
        put_dot(h, &dots.list.at[i]);
    html_printf(
        h,
        "</svg><figcaption>%s: warp instructions per ns, at most %.0f; DRAM gives %.3g sectors per "
        "ns. Numbers are those of the table above.</figcaption></figure>\n",
        html_escape(h, diag_gpu(h->arena, g)), r.issue, r.memory);
}
