/* One self-contained page: launches by time, rooflines, and each launch with its findings and
 * source.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diag/html/html.h"
#include "diag/phrase.h"

static const char *launch_text(struct html *h, const struct kernel_result *r) {
    return diag_launch(h->arena, r->launch);
}

/* The same kernel with the same sizes is one launch on several GPUs; a second time on the same GPU
 * it is another one. */
static bool belongs(struct html *h, const struct html_launch *l, const struct kernel_result *r) {
    return strcmp(l->first->kernel->name, r->kernel->name) == 0 &&
           strcmp(l->first->file, r->file) == 0 &&
           l->first->kernel->loc.line == r->kernel->loc.line &&
           strcmp(launch_text(h, l->first), launch_text(h, r)) == 0 && !html_on_gpu(l, r->gpu);
}

static void add_result(struct html *h, const struct kernel_result *r) {
    struct html_launch *l = NULL;
    for (size_t i = 0; i < h->launches.n && !l; i++)
        if (belongs(h, &h->launches.at[i], r))
            l = &h->launches.at[i];
    if (!l) {
        vec_push(h->arena, &h->launches, (struct html_launch){.first = r});
        l = &h->launches.at[h->launches.n - 1];
    }
    vec_push(h->arena, &l->on, r);
    l->slowest_ms = fmax(l->slowest_ms, r->estimate->time_ms);
}

static void add_gpu(struct html *h, const struct gpu *g) {
    for (size_t i = 0; i < h->gpus.n; i++)
        if (h->gpus.at[i] == g)
            return;
    vec_push(h->arena, &h->gpus, g);
}

static int slowest_first(const void *a, const void *b) {
    const struct html_launch *x = a, *y = b;
    int c = (x->slowest_ms < y->slowest_ms) - (x->slowest_ms > y->slowest_ms);
    return c ? c : (x->first > y->first) - (x->first < y->first);
}

static void collect(struct html *h) {
    for (size_t i = 0; i < h->report->n_results; i++) {
        add_result(h, &h->report->results[i]);
        add_gpu(h, h->report->results[i].gpu);
    }
    if (h->launches.n)
        qsort(h->launches.at, h->launches.n, sizeof *h->launches.at, slowest_first);
}

static void put_head(struct html *h) {
    html_printf(
        h,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
        "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta "
        "name=\"color-scheme\" content=\"light dark\">\n<title>clperf report</title>\n<style>\n");
    html_add(h, html_style);
    html_printf(
        h,
        "</style>\n</head>\n<body>\n<h1>Predicted GPU times</h1>\n<p class=\"faint\">By clperf-cc "
        "%s, from the source alone: nothing was run.</p>\n",
        html_escape(h, h->report->tool_version));
}

static void put_ranking_row(struct html *h, size_t number) {
    const struct html_launch *l = &h->launches.at[number - 1];
    const struct kernel_result *r = l->first;
    html_printf(
        h,
        "<tr><td class=\"number\">%zu</td><td><a href=\"#launch-%zu\"><code>%s</code></a></td>"
        "<td>%s:%u</td><td>%s</td>",
        number, number, html_escape(h, r->kernel->name), html_escape(h, r->file),
        r->kernel->loc.line, launch_text(h, r));
    for (size_t i = 0; i < h->gpus.n; i++) {
        const struct kernel_result *on = html_on_gpu(l, h->gpus.at[i]);
        html_printf(h, "<td class=\"number\">%s</td><td>",
                    on ? diag_ms(h->arena, on->estimate->time_ms) : "");
        if (on)
            html_bar(h, on->estimate->time_ms / h->launches.at[0].slowest_ms,
                     diag_ms(h->arena, on->estimate->time_ms));
        html_add(h, "</td>");
    }
    html_add(h, "</tr>\n");
}

static void put_ranking(struct html *h) {
    html_add(h,
             "<h2 id=\"ranking\">Kernels by time</h2>\n<div class=\"scroll\"><table "
             "class=\"ranking\"><thead><tr><th></th><th>kernel</th><th>where</th><th>launch</th>");
    for (size_t i = 0; i < h->gpus.n; i++)
        html_printf(h, "<th class=\"number\" colspan=\"2\">ms on %s</th>",
                    html_escape(h, diag_gpu(h->arena, h->gpus.at[i])));
    html_add(h, "</tr></thead>\n");
    for (size_t i = 0; i < h->launches.n; i++)
        put_ranking_row(h, i + 1);
    html_add(h, "</table></div>\n");
}

static void put_rooflines(struct html *h) {
    html_add(h, "<h2 id=\"rooflines\">Rooflines</h2>\n<div class=\"row\">\n");
    for (size_t i = 0; i < h->gpus.n; i++)
        html_roofline(h, h->gpus.at[i]);
    html_add(h, "</div>\n");
}

static void put_gpu_row(struct html *h, const struct kernel_result *r) {
    const struct estimate *e = r->estimate;
    if (e->occupancy.groups_per_sm == 0) {
        html_printf(
            h,
            "<tr><th scope=\"row\">%s</th><td colspan=\"7\">cannot run here: too much %s for "
            "one work-group</td></tr>\n",
            html_escape(h, diag_gpu(h->arena, r->gpu)), limiter_name(e->occupancy.limiter));
        return;
    }
    html_printf(
        h,
        "<tr><th scope=\"row\">%s</th><td class=\"number\">%s</td><td class=\"number\">%s–%s</td>"
        "<td>%s</td><td>%u of %u warps, by %s</td><td>%u, by %s</td><td class=\"number\">%u</td>"
        "<td class=\"number\">%u</td></tr>\n",
        html_escape(h, diag_gpu(h->arena, r->gpu)), diag_ms(h->arena, e->time_ms),
        diag_ms(h->arena, e->low_ms), diag_ms(h->arena, e->high_ms), diag_bound(e->bound),
        e->occupancy.warps, e->occupancy.max_warps, limiter_name(e->occupancy.limiter),
        r->registers.per_item, html_escape(h, r->registers.source), r->local_bytes,
        r->registers.spill_bytes);
}

static void put_gpus(struct html *h, const struct html_launch *l) {
    html_add(h,
             "<div class=\"scroll\"><table class=\"gpus\"><thead><tr><th>GPU</th><th "
             "class=\"number\">ms</th><th class=\"number\">90 % interval</th><th>bound "
             "by</th><th>occupancy</th><th>registers</th><th class=\"number\">local bytes</th><th "
             "class=\"number\">spilled bytes</th></tr></thead>\n");
    for (size_t i = 0; i < l->on.n; i++)
        put_gpu_row(h, l->on.at[i]);
    html_add(h, "</table></div>\n");
}

static bool same_finding(const struct finding *a, const struct finding *b) {
    return a->rule == b->rule && loc_same(a->loc, b->loc);
}

static const struct finding *same_in(const struct kernel_result *r, const struct finding *f) {
    for (size_t i = 0; i < r->n_findings; i++)
        if (same_finding(&r->findings[i], f))
            return &r->findings[i];
    return NULL;
}

static void put_cost(struct html *h, const struct kernel_result *r, const struct finding *f) {
    html_printf(h, "<li>on %s", html_escape(h, diag_gpu(h->arena, r->gpu)));
    if (f->cost_ms >= 0)
        html_printf(h, ": costs %s of %s ms (%s–%s)", diag_ms(h->arena, f->cost_ms),
                    diag_ms(h->arena, r->estimate->time_ms), diag_ms(h->arena, f->cost_low_ms),
                    diag_ms(h->arena, f->cost_high_ms));
    html_add(h, "</li>");
}

/* A finding of the GPU number `first`, with what the same one costs on those after it. */
static void put_finding(struct html *h, const struct html_launch *l, size_t first,
                        const struct finding *f) {
    static const char *const names[] = {"note", "warning", "error"};
    const struct kernel_result *r = l->on.at[first];
    html_printf(h,
                "<div class=\"finding %s\"><p><b>%s</b> <span class=\"faint\">clperf-%s, "
                "%s:%u:%u</span></p>\n<ul>",
                names[f->severity], html_escape(h, diag_sentence(h->arena, f->message)),
                f->rule->id, html_escape(h, diag_file_of(r, f->loc)), f->loc.line, f->loc.col);
    for (size_t i = first; i < l->on.n; i++) {
        const struct finding *there = same_in(l->on.at[i], f);
        if (there)
            put_cost(h, l->on.at[i], there);
    }
    for (size_t i = 0; i < f->n_notes; i++)
        html_printf(h, "<li>%s</li>", html_escape(h, f->notes[i].text));
    for (size_t i = 0; i < f->n_fixes; i++)
        html_printf(h, "<li>%s</li>", html_escape(h, diag_fix_text(h->arena, r, &f->fixes[i])));
    html_add(h, "</ul>\n");
    html_lanes(h, r, f);
    html_printf(h, "<details><summary>%s</summary><p>%s</p></details></div>\n",
                html_escape(h, diag_sentence(h->arena, f->rule->title)),
                html_escape(h, f->rule->help));
}

static bool shown_before(const struct html_launch *l, size_t gpu, const struct finding *f) {
    for (size_t i = 0; i < gpu; i++)
        if (same_in(l->on.at[i], f))
            return true;
    return false;
}

static void put_findings(struct html *h, const struct html_launch *l) {
    html_add(h, "<h3>Findings</h3>\n");
    size_t n = 0;
    for (size_t i = 0; i < l->on.n; i++)
        for (size_t k = 0; k < l->on.at[i]->n_findings; k++) {
            const struct finding *f = &l->on.at[i]->findings[k];
            if (!finding_is_reported(f) || shown_before(l, i, f))
                continue;
            put_finding(h, l, i, f);
            n++;
        }
    if (!n)
        html_add(h, "<p>None.</p>\n");
}

static void put_launch(struct html *h, size_t number) {
    const struct html_launch *l = &h->launches.at[number - 1];
    const struct kernel_result *r = l->first;
    html_printf(h,
                "<section class=\"launch\"><h2 id=\"launch-%zu\">%zu. <code>%s</code></h2>\n<p "
                "class=\"faint\">%s:%u, launch %s from %s</p>\n",
                number, number, html_escape(h, r->kernel->name), html_escape(h, r->file),
                r->kernel->loc.line, launch_text(h, r),
                html_escape(h, launch_source_text(h->arena, r->launch)));
    put_gpus(h, l);
    html_add(h, "<h3>Where the time goes</h3>\n<div class=\"row\">\n");
    for (size_t i = 0; i < l->on.n; i++)
        html_busy(h, l->on.at[i]);
    html_add(h, "</div>\n<h3>Occupancy</h3>\n<div class=\"row\">\n");
    for (size_t i = 0; i < l->on.n; i++)
        html_occupancy(h, l->on.at[i]);
    html_add(h, "</div>\n");
    put_findings(h, l);
    html_add(h, "<h3>Source</h3>\n");
    html_lines(h, l);
    html_add(h, "</section>\n");
}

static void put_problems(struct html *h) {
    if (!h->report->n_problems)
        return;
    html_add(h, "<h2 id=\"problems\">Not analysed, or not as given</h2>\n<ul>\n");
    for (size_t i = 0; i < h->report->n_problems; i++) {
        const struct report_problem *p = &h->report->problems[i];
        const char *file = p->loc.file ? p->loc.file : p->file;
        html_add(h, "<li>");
        if (file && p->loc.line)
            html_printf(h, "%s:%u: ", html_escape(h, file), p->loc.line);
        else if (file)
            html_printf(h, "%s: ", html_escape(h, file));
        html_printf(h, "%s</li>\n", html_escape(h, diag_problem(h->arena, p)));
    }
    html_add(h, "</ul>\n");
}

int out_html(struct arena *a, FILE *out, const struct report *r, const struct writer_options *o) {
    (void)o;
    struct html h = {
        .arena = a, .report = r, .out = {.arena = a}, .source = {.arena = a, .texts = r->texts}};
    collect(&h);
    put_head(&h);
    if (h.launches.n) {
        put_ranking(&h);
        put_rooflines(&h);
    } else {
        html_add(&h, "<p>No kernel was analysed.</p>\n");
    }
    for (size_t i = 0; i < h.launches.n; i++)
        put_launch(&h, i + 1);
    put_problems(&h);
    html_add(&h, "</body>\n</html>\n");
    const char *text = str_text(&h.out);
    return fwrite(text, 1, h.out.n, out) == h.out.n && fflush(out) == 0 ? 0 : -1;
}
