/* A launch's section: figures on each GPU, findings, source. */
#include <math.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "diag/finding/launch_line.h"
#include "diag/finding/phrase.h"
#include "diag/report/html/report_page.h"
#include "diag/text/plain.h"
#include "perfmodel/estimate.h"
#include "perfmodel/result/site_metrics.h"

/* What keeps more warps from being resident, if anything does. */
static const char *limit_text(struct arena *a, const struct occupancy *o) {
    return o->warps >= o->max_warps ? ""
                                    : arena_printf(a, ", limited by %s", limiter_name(o->limiter));
}

/* Not known of models without a trace; of one that rests on guesses, about so many. */
static const char *flops_text(struct arena *a, const struct estimate *e) {
    if (!e->trace)
        return "unknown";
    struct flops f = flops_of(a, e);
    return arena_printf(a, "%s%sFLOP", !certain_is_followed(e->trace->certain) ? "about " : "",
                        html_si(a, f.fp32 + f.fp64));
}

static void put_gpu_row(struct html *h, const struct kernel_result *r) {
    struct arena *a = h->arena;
    const struct estimate *e = r->estimate;
    const char *gpu = html_escape(h, diag_gpu(a, r->gpu));
    if (e->occupancy.groups_per_sm == 0) {
        html_printf(h,
                    "<tr><th scope=\"row\">%s</th><td colspan=\"8\">cannot run here: too much %s "
                    "for one work-group</td></tr>\n",
                    gpu, limiter_name(e->occupancy.limiter));
        return;
    }
    html_printf(h, "<tr><th scope=\"row\">%s</th><td data-label=\"time\">%s", gpu,
                html_time(a, e->time_ms));
    html_add(h, *html_guessed(a, r->launch) ? " <span class=\"guess\">guessed</span>" : "");
    html_printf(h, "%s", html_escape(h, diag_captured_text(a, r)));
    html_printf(
        h,
        "</td><td data-label=\"90 %% interval\">%s</td><td data-label=\"bound by\">%s</td><td "
        "data-label=\"occupancy\">%u of %u warps%s</td><td "
        "data-label=\"registers\">%u, by %s</td><td data-label=\"local memory\">%u "
        "bytes</td><td data-label=\"spilled\">%u bytes</td><td "
        "data-label=\"floating point\">%s</td></tr>\n",
        html_interval(a, e->low_ms, e->high_ms), diag_bound(e->bound), e->occupancy.warps,
        e->occupancy.max_warps, limit_text(a, &e->occupancy), r->registers.per_item,
        html_escape(h, r->registers.source), r->local_bytes, r->registers.spill_bytes,
        flops_text(a, e));
}

static void put_gpus(struct html *h, const struct html_launch *l) {
    html_add(h, "<table class=\"gpus cards\"><thead><tr><th scope=\"col\">GPU</th><th "
                "scope=\"col\">time</th><th scope=\"col\">90 % interval</th><th "
                "scope=\"col\">bound by</th><th scope=\"col\">occupancy</th><th "
                "scope=\"col\">registers</th><th scope=\"col\">local memory</th><th "
                "scope=\"col\">spilled</th><th scope=\"col\">floating point</th></tr></thead>\n"
                "<tbody>\n");
    for (size_t i = 0; i < l->on.n; i++)
        put_gpu_row(h, l->on.at[i]);
    html_add(h, "</tbody></table>\n");
}

const struct finding *html_same_in(const struct kernel_result *r, const struct finding *f) {
    for (size_t i = 0; i < r->n_findings; i++)
        if (r->findings[i].rule == f->rule && loc_same(r->findings[i].loc, f->loc))
            return &r->findings[i];
    return NULL;
}

bool html_shown_before(const struct html_launch *l, size_t gpu, const struct finding *f) {
    for (size_t i = 0; i < gpu; i++) {
        const struct finding *same = html_same_in(l->on.at[i], f);
        if (same && finding_is_reported(same))
            return true;
    }
    return false;
}

static const char *size_text(struct arena *a, const struct group_size *s) {
    struct launch l = {.global = {s->local[0], s->local[1], s->local[2]}, .local = {0, 1, 1}};
    return arena_printf(a, "a local size of %s", diag_launch(a, &l));
}

struct html_cost html_cost_of(struct arena *a, const struct kernel_result *r,
                              const struct finding *f) {
    struct html_cost c = {.gpu = diag_gpu(a, r->gpu),
                          .ms = f->cost_ms,
                          .low_ms = f->cost_low_ms,
                          .high_ms = f->cost_high_ms,
                          .of_ms = r->estimate->time_ms,
                          .share_low = f->share_low,
                          .share_high = f->share_high};
    if (f->better_size)
        html_add_try(&c, size_text(a, f->better_size), f->better_size->time_ms);
    for (size_t i = 0; i < f->n_fixes; i++)
        html_add_try(&c, f->fixes[i].title, f->fixes[i].time_ms);
    return c;
}

static void put_cost(struct html *h, const struct kernel_result *r, const struct finding *f) {
    html_printf(h, "<li>on %s", html_escape(h, diag_gpu(h->arena, r->gpu)));
    if (f->share_high > 0)
        html_printf(h, ": costs %s of the kernel's time; as assumed, %s of %s",
                    diag_share(h->arena, f->share_low, f->share_high),
                    html_time(h->arena, f->cost_ms), html_time(h->arena, r->estimate->time_ms));
    else if (f->cost_ms >= 0)
        html_printf(h, ": costs %s of %s (%s)", html_time(h->arena, f->cost_ms),
                    html_time(h->arena, r->estimate->time_ms),
                    html_interval(h->arena, f->cost_low_ms, f->cost_high_ms));
    html_add(h, "</li>");
}

static void put_fix(struct html *h, const struct kernel_result *r, const struct finding_fix *f) {
    html_printf(h, "<li>Tried: %s: <b>%s</b> instead of %s on %s</li>", html_escape(h, f->title),
                html_time(h->arena, f->time_ms), html_time(h->arena, r->estimate->time_ms),
                html_escape(h, diag_gpu(h->arena, r->gpu)));
}

/* A finding of the GPU number `first`, with what the same one costs on those after it. */
static void put_finding(struct html *h, const struct html_launch *l, size_t first,
                        const struct finding *f) {
    static const char *const names[] = {"note", "warning", "error"};
    const struct kernel_result *r = l->on.at[first];
    html_printf(h,
                "<div class=\"finding %s\"><p><b>%s</b> <span class=\"faint\">clperf-%s, <a "
                "href=\"#%s\">%s:%u:%u</a></span>",
                names[f->severity], html_escape(h, diag_sentence(h->arena, f->message)),
                f->rule->id, html_line_id(h->arena, l, r, f->loc),
                html_escape(h, diag_file_of(r, f->loc)), f->loc.line, f->loc.col);
    html_guess_mark(h, html_guessed(h->arena, r->launch));
    html_add(h, "</p>\n<ul>");
    for (size_t i = first; i < l->on.n; i++) {
        const struct finding *there = html_same_in(l->on.at[i], f);
        if (there && finding_is_reported(there))
            put_cost(h, l->on.at[i], there);
    }
    for (size_t i = 0; i < f->n_notes; i++)
        html_printf(h, "<li>%s</li>", html_escape(h, f->notes[i].text));
    for (size_t i = 0; i < f->n_fixes; i++)
        put_fix(h, r, &f->fixes[i]);
    html_add(h, "</ul>\n");
    html_lanes(h, r, f);
    html_printf(h, "<details><summary>%s</summary><p>%s</p></details></div>\n",
                html_escape(h, diag_sentence(h->arena, f->rule->title)),
                html_escape(h, plain_of_markdown(h->arena, f->rule->help)));
}

static void put_findings(struct html *h, const struct html_launch *l) {
    html_add(h, "<h3>Findings</h3>\n");
    size_t n = 0;
    for (size_t i = 0; i < l->on.n; i++)
        for (size_t k = 0; k < l->on.at[i]->n_findings; k++) {
            const struct finding *f = &l->on.at[i]->findings[k];
            if (!finding_is_reported(f) || html_shown_before(l, i, f))
                continue;
            put_finding(h, l, i, f);
            n++;
        }
    if (!n)
        html_add(h, "<p>None.</p>\n");
}

static void put_pictures(struct html *h, const struct html_launch *l) {
    VEC(const struct gpu *) gpus = {0};
    for (size_t i = 0; i < l->on.n; i++)
        vec_push(h->arena, &gpus, l->on.at[i]->gpu);
    html_add(h, "<h3>Rooflines</h3>\n");
    html_rooflines(h, gpus.at, gpus.n, l, 1);
    html_model_pictures(h, l);
    html_add(h, "<h3>Where the time goes</h3>\n<div class=\"row\">\n");
    for (size_t i = 0; i < l->on.n; i++)
        html_busy(h, l->on.at[i]);
    html_add(h, "</div>\n<h3>Occupancy</h3>\n<div class=\"row\">\n");
    for (size_t i = 0; i < l->on.n; i++)
        html_occupancy(h, l->on.at[i]);
    html_add(h, "</div>\n");
}

/* What would make a guessed launch known, and what depends on it. */
static void put_missing(struct html *h, const struct kernel_result *r) {
    html_launch_line(h, diag_launch_line(h->arena, r->kernel, r->launch));
    if (r->n_open)
        html_printf(h, "<p>The launch decides about %s.</p>\n",
                    html_escape(h, diag_open(h->arena, r)));
}

void html_launch(struct html *h, const struct html_launch *l) {
    const struct kernel_result *r = l->first;
    const char *from = r->launch->global_source == LAUNCH_ASSUMED
                           ? ""
                           : arena_printf(h->arena, " from %s",
                                          html_escape(h, launch_source_text(h->arena, r->launch)));
    html_printf(h,
                "<section class=\"launch\" aria-labelledby=\"launch-%zu\"><h2 "
                "id=\"launch-%zu\">%zu. <code>%s</code></h2>\n<p class=\"faint\">%s:%u, launch "
                "%s%s",
                l->number, l->number, l->number, html_escape(h, r->kernel->name),
                html_escape(h, r->file), r->kernel->loc.line, diag_launch(h->arena, r->launch),
                from);
    html_guess_mark(h, html_guessed(h->arena, r->launch));
    html_add(h, "</p>\n");
    if (launch_is_guessed(r->launch))
        put_missing(h, r);
    put_gpus(h, l);
    put_findings(h, l);
    html_add(h, "<h3>Source</h3>\n");
    html_lines(h, l);
    put_pictures(h, l);
    html_models(h, l);
    html_add(h, "</section>\n");
}

const struct kernel_result *html_on_gpu(const struct html_launch *l, const struct gpu *g) {
    for (size_t i = 0; i < l->on.n; i++)
        if (l->on.at[i]->gpu == g)
            return l->on.at[i];
    return NULL;
}
