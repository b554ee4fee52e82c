/* What to fix first: all findings, those that save most time first. */
#include <math.h>
#include <stdlib.h>

#include "diag/finding/phrase.h"
#include "diag/report/html/html.h"

double html_saved_ms(const struct html_cost *c) {
    if (c->ms >= 0)
        return c->ms;
    return c->tried ? c->of_ms - c->tried_ms : -1;
}

void html_add_try(struct html_cost *c, const char *tried, double ms) {
    if (c->tried && c->tried_ms <= ms)
        return;
    c->tried = tried;
    c->tried_ms = ms;
}

static int most_first(const void *a, const void *b) {
    const struct html_finding *x = a, *y = b;
    int c = (x->most_ms < y->most_ms) - (x->most_ms > y->most_ms);
    return c ? c : (x->order > y->order) - (x->order < y->order);
}

static void put_cost(struct html *h, const struct html_cost *c) {
    double saved = html_saved_ms(c);
    const char *of = html_time(h->arena, c->of_ms);
    html_printf(h, "<li><span class=\"gpu\">%s</span> ", html_escape(h, c->gpu));
    if (saved >= 0) {
        double share = c->of_ms > 0 ? saved / c->of_ms : 0;
        html_printf(h, "<span class=\"saves\"><b>%s</b> of %s</span>", html_time(h->arena, saved),
                    of);
        html_bar(h, share, arena_printf(h->arena, "%.0f %% of the kernel's time", 100 * share));
    } else {
        html_printf(h, "<span class=\"saves\">unknown, of %s</span>", of);
    }
    if (c->share_high > 0)
        html_printf(h,
                    "<br><span class=\"over\">%.0f–%.0f %% of its time in all plausible "
                    "launches</span>",
                    100 * c->share_low, 100 * c->share_high);
    if (c->tried)
        html_printf(h, "<br><span class=\"tried\">Tried: %s: <b>%s</b> instead of %s</span>",
                    html_escape(h, c->tried), html_time(h->arena, c->tried_ms), of);
    html_add(h, "</li>\n");
}

static void put_finding(struct html *h, const struct html_finding *f) {
    html_printf(h,
                "<li class=\"fix\"><p class=\"what\">%s</p>\n<p class=\"faint\"><a "
                "href=\"#%s\">%s:%u</a> in <a href=\"#%s\"><code>%s</code></a>, %s",
                html_escape(h, diag_sentence(h->arena, f->message)), f->id,
                html_escape_path(h, f->file), f->line, f->kernel_id, html_escape_path(h, f->kernel),
                html_escape(h, f->rule));
    html_guess_mark(h, f->guessed);
    html_add(h, "</p>\n<ul class=\"costs\">\n");
    for (size_t i = 0; i < f->on.n; i++)
        put_cost(h, &f->on.at[i]);
    html_add(h, "</ul></li>\n");
}

static void put_list(struct html *h, const struct html_finding *f, size_t n, size_t first) {
    if (!n)
        return;
    html_printf(h, "<ol class=\"fixes\" start=\"%zu\">\n", first);
    for (size_t i = 0; i < n; i++)
        put_finding(h, &f[i]);
    html_add(h, "</ol>\n");
}

void html_fix_first(struct html *h, struct html_findings *f) {
    size_t known = 0, n = f->list.n;
    html_add(h, "<section aria-labelledby=\"fix-first\">\n<h2 id=\"fix-first\">What to fix "
                "first</h2>\n");
    if (n)
        qsort(f->list.at, n, sizeof *f->list.at, most_first);
    while (known < n && f->list.at[known].most_ms >= 0)
        known++;
    if (known)
        html_add(h, "<p class=\"faint\">By the time that one launch would save, simulated without "
                    "the defect.</p>\n");
    put_list(h, f->list.at, known, 1);
    if (known < n)
        html_add(h, "<h3>What they save is not known</h3>\n");
    put_list(h, f->list.at + known, n - known, known + 1);
    if (!n)
        html_add(h, "<p>Nothing was found.</p>\n");
    html_add(h, "</section>\n");
}
