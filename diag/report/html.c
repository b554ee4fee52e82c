/* One self-contained page: what to fix first, kernels by time, rooflines, and each launch with its
 * findings and source. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diag/finding/phrase.h"
#include "diag/report/html/report_page.h"
#include "diag/report/writers.h"

/* The same kernel with the same sizes is one launch on several GPUs; a second time on the same GPU
 * it is another one. */
static bool belongs(struct arena *a, const struct html_launch *l, const struct kernel_result *r) {
    return strcmp(l->first->kernel->name, r->kernel->name) == 0 &&
           strcmp(l->first->file, r->file) == 0 &&
           l->first->kernel->loc.line == r->kernel->loc.line &&
           strcmp(diag_launch(a, l->first->launch), diag_launch(a, r->launch)) == 0 &&
           !html_on_gpu(l, r->gpu);
}

/* A result with those of further models. */
static void add_result(struct report_page *p, const struct kernel_result *r, size_t models) {
    struct arena *a = p->h.arena;
    struct html_launch *l = NULL;
    for (size_t i = 0; i < p->launches.n && !l; i++)
        if (belongs(a, &p->launches.at[i], r))
            l = &p->launches.at[i];
    if (!l) {
        vec_push(a, &p->launches, (struct html_launch){.first = r});
        l = &p->launches.at[p->launches.n - 1];
    }
    vec_push(a, &l->on, r);
    vec_push(a, &l->n_models, models);
    l->slowest_ms = fmax(l->slowest_ms, r->estimate->time_ms);
}

static void add_gpu(struct report_page *p, const struct gpu *g) {
    for (size_t i = 0; i < p->gpus.n; i++)
        if (p->gpus.at[i] == g)
            return;
    vec_push(p->h.arena, &p->gpus, g);
}

static int slowest_first(const void *a, const void *b) {
    const struct html_launch *x = a, *y = b;
    int c = (x->slowest_ms < y->slowest_ms) - (x->slowest_ms > y->slowest_ms);
    return c ? c : (x->first > y->first) - (x->first < y->first);
}

static void collect(struct report_page *p) {
    for (size_t i = 0, n; i < p->report->n_results; i += n) {
        n = report_models(p->report, i);
        add_result(p, &p->report->results[i], n);
        add_gpu(p, p->report->results[i].gpu);
    }
    if (p->launches.n)
        qsort(p->launches.at, p->launches.n, sizeof *p->launches.at, slowest_first);
    for (size_t i = 0; i < p->launches.n; i++)
        p->launches.at[i].number = i + 1;
}

/* A finding of the GPU number `first`, with the same one on those after it; in the words of the one
 * that saves most. */
static struct html_finding finding_of(struct report_page *p, const struct html_launch *l,
                                      size_t first, const struct finding *f) {
    struct arena *a = p->h.arena;
    const struct kernel_result *r = l->on.at[first];
    struct html_finding out = {.message = f->message,
                               .rule = arena_printf(a, "clperf-%s", f->rule->id),
                               .file = diag_file_of(r, f->loc),
                               .line = f->loc.line ? f->loc.line : r->kernel->loc.line,
                               .id = html_line_id(a, l, r, f->loc),
                               .kernel = r->kernel->name,
                               .kernel_id = arena_printf(a, "launch-%zu", l->number),
                               .guessed = html_guessed(a, r->launch),
                               .most_ms = -1};
    for (size_t i = first; i < l->on.n; i++) {
        const struct finding *there = html_same_in(l->on.at[i], f);
        if (!there || !finding_is_reported(there))
            continue;
        struct html_cost c = html_cost_of(a, l->on.at[i], there);
        vec_push(a, &out.on, c);
        if (html_saved_ms(&c) > out.most_ms) {
            out.most_ms = html_saved_ms(&c);
            out.message = there->message;
        }
    }
    return out;
}

/* Of that launch, added to those of all. */
static void add_findings(struct report_page *p, const struct html_launch *l,
                         struct html_findings *all) {
    for (size_t g = 0; g < l->on.n; g++)
        for (size_t i = 0; i < l->on.at[g]->n_findings; i++) {
            const struct finding *f = &l->on.at[g]->findings[i];
            if (!finding_is_reported(f) || html_shown_before(l, g, f))
                continue;
            struct html_finding row = finding_of(p, l, g, f);
            row.order = all->list.n;
            vec_push(p->h.arena, &all->list, row);
        }
}

static struct html_time time_of(struct arena *a, const struct kernel_result *r) {
    const struct estimate *e = r->estimate;
    bool runs = e->occupancy.groups_per_sm > 0 && isfinite(e->time_ms);
    return (struct html_time){.gpu = diag_gpu(a, r->gpu),
                              .ms = runs ? e->time_ms : -1,
                              .low_ms = e->low_ms,
                              .high_ms = e->high_ms};
}

/* Its findings begin at that number. */
static struct html_kernel kernel_of(struct report_page *p, const struct html_launch *l,
                                    const struct html_findings *findings, size_t first) {
    struct arena *a = p->h.arena;
    struct html_kernel k = {.name = l->first->kernel->name,
                            .file = l->first->file,
                            .line = l->first->kernel->loc.line,
                            .id = arena_printf(a, "launch-%zu", l->number),
                            .launch = diag_launch(a, l->first->launch),
                            .guessed = html_guessed(a, l->first->launch),
                            .slowest_ms = l->slowest_ms,
                            .n_findings = findings->list.n - first};
    for (size_t i = 0; i < l->on.n; i++)
        vec_push(a, &k.on, time_of(a, l->on.at[i]));
    for (size_t i = first; i < findings->list.n; i++)
        k.most_saved_ms = fmax(k.most_saved_ms, findings->list.at[i].most_ms);
    return k;
}

static void put_overview(struct report_page *p) {
    struct html_findings findings = {0};
    struct html_kernels kernels = {0};
    for (size_t i = 0; i < p->launches.n; i++) {
        size_t before = findings.list.n;
        add_findings(p, &p->launches.at[i], &findings);
        vec_push(p->h.arena, &kernels.list, kernel_of(p, &p->launches.at[i], &findings, before));
    }
    html_fix_first(&p->h, &findings);
    html_kernel_table(&p->h, &kernels);
}

static void put_rooflines(struct report_page *p) {
    html_add(&p->h, "<section aria-labelledby=\"rooflines\">\n<h2 id=\"rooflines\">Rooflines</h2>\n"
                    "<p class=\"faint\">Numbers are those of the table above. Kernels without "
                    "floating-point operations are in the pictures of instructions only.</p>\n");
    html_rooflines(&p->h, p->gpus.at, p->gpus.n, p->launches.at, p->launches.n);
    html_add(&p->h, "</section>\n");
}

static void put_problem(struct html *h, const struct report_problem *p) {
    const char *file = p->loc.file ? p->loc.file : p->file;
    html_add(h, "<li>");
    if (file && p->loc.line)
        html_printf(h, "%s:%u: ", html_escape(h, file), p->loc.line);
    else if (file)
        html_printf(h, "%s: ", html_escape(h, file));
    html_printf(h, "%s</li>\n", html_escape(h, p->text));
}

static void put_problems(struct report_page *p) {
    if (!p->report->n_problems)
        return;
    html_add(&p->h, "<section aria-labelledby=\"problems\">\n<h2 id=\"problems\">Not analysed, or "
                    "not as given</h2>\n<ul>\n");
    for (size_t i = 0; i < p->report->n_problems; i++)
        put_problem(&p->h, &p->report->problems[i]);
    html_add(&p->h, "</ul>\n</section>\n");
}

static void put_contents(struct report_page *p) {
    struct html_link links[4];
    size_t n = 0;
    if (p->launches.n) {
        links[n++] = (struct html_link){"fix-first", "What to fix first"};
        links[n++] = (struct html_link){"kernels", "Kernels by time"};
        links[n++] = (struct html_link){"rooflines", "Rooflines"};
    }
    if (p->report->n_problems)
        links[n++] = (struct html_link){"problems", "Not analysed"};
    html_contents(&p->h, links, n);
}

static void put_page(struct report_page *p) {
    html_begin(&p->h, "Predicted GPU times",
               arena_printf(p->h.arena, "By clperf-cc %s, from the source alone: nothing was run.",
                            html_escape(&p->h, p->report->tool_version)));
    put_contents(p);
    if (p->launches.n) {
        put_overview(p);
        put_rooflines(p);
    } else {
        html_add(&p->h, "<p>No kernel was analysed.</p>\n");
    }
    for (size_t i = 0; i < p->launches.n; i++)
        html_launch(&p->h, &p->launches.at[i]);
    put_problems(p);
    html_end(&p->h, false);
}

int out_html(struct arena *a, FILE *out, const struct report *r, const struct writer_options *o) {
    (void)o;
    struct report_page p = {
        .h = {.arena = a, .out = {.arena = a}, .source = {.arena = a, .texts = r->texts}},
        .report = r};
    collect(&p);
    put_page(&p);
    const char *text = str_text(&p.h.out);
    return fwrite(text, 1, p.h.out.n, out) == p.h.out.n && fflush(out) == 0 ? 0 : -1;
}
