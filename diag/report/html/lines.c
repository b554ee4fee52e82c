/* The kernel's source, line by line: what was counted there, the time it takes, and what was found.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "analysis/passes/idioms.h"
#include "base/hash.h"
#include "diag/finding/phrase.h"
#include "diag/report/html/report_page.h"

/* Kernels and files longer than this are shown in part. */
enum { MOST_LINES = 4000 };

struct place {
    const char *file; /* as the user named it */
    uint32_t line;
    bool own; /* the kernel's own file */
};

struct places {
    VEC(struct place) list;
};

static void add_place(struct html *h, struct places *p, const struct kernel_result *r,
                      struct loc loc) {
    struct place place = {diag_file_of(r, loc), loc.line, diag_in_own_file(r, loc)};
    if (loc.line)
        vec_push(h->arena, &p->list, place);
}

static int by_place(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    int c = y->own - x->own;
    c = c ? c : strcmp(x->file, y->file);
    return c ? c : (x->line > y->line) - (x->line < y->line);
}

/* The kernel's lines, up to the brace that closes it. */
static void add_body(struct html *h, struct places *p, const struct kernel_result *r) {
    int open = 0;
    bool begun = false;
    for (uint32_t i = 0; i < MOST_LINES; i++) {
        struct loc loc = {NULL, r->kernel->loc.line + i, 1};
        struct diag_line l = diag_line(&h->source, r->file, loc.line);
        if (!l.text)
            return;
        add_place(h, p, r, loc);
        for (size_t c = 0; c < l.n; c++) {
            open += (l.text[c] == '{') - (l.text[c] == '}');
            begun |= open > 0;
        }
        if (begun && open <= 0)
            return;
    }
}

static struct places places_of(struct html *h, const struct html_launch *l) {
    struct places p = {0};
    const struct kernel_result *r = l->first;
    const struct kernel *k = r->kernel;
    add_body(h, &p, r);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        add_place(h, &p, r, k->accesses[i].loc);
    for (uint32_t i = 0; i < k->n_loops; i++)
        add_place(h, &p, r, k->loops[i].loc);
    for (uint32_t i = 0; i < k->n_branches; i++)
        add_place(h, &p, r, k->branches[i].loc);
    for (size_t g = 0; g < l->on.n; g++)
        for (size_t i = 0; i < l->on.at[g]->n_findings; i++)
            add_place(h, &p, l->on.at[g], l->on.at[g]->findings[i].loc);
    if (p.list.n)
        qsort(p.list.at, p.list.n, sizeof *p.list.at, by_place);
    return p;
}

static bool is_at(const struct kernel_result *r, struct loc loc, const struct place *p) {
    return loc.line == p->line && diag_in_own_file(r, loc) == p->own &&
           (p->own || strcmp(diag_file_of(r, loc), p->file) == 0);
}

/* "load in: 32 of 4 sectors; " or "load in: unknown (a branch depends on ...); " */
static void put_access(struct html *h, const struct access *a, const struct access_metrics *m) {
    const char *base = a->base ? html_escape(h, a->base) : "";
    html_printf(h, "%s %s: ", access_text(a->kind), base);
    if (m->requests <= 0)
        html_add(h, "never");
    else if (!certain_is_said(m->certain))
        html_add(h, "unknown");
    else if (a->space == SPACE_LOCAL)
        html_printf(h, "%.3g passes", m->passes / m->requests);
    else
        html_printf(h, "%.3g of %.3g sectors", m->sectors32 / m->requests,
                    m->ideal_sectors / m->requests);
    html_printf(h, "%s; ", diag_uncertainty(h->arena, m->certain));
}

static void put_loop(struct html *h, const struct loop_counts *c) {
    const char *uncertainty = diag_uncertainty(h->arena, c->certain);
    if (!certain_is_said(c->certain))
        html_printf(h, "trips unknown%s; ", uncertainty);
    else if (c->entries)
        html_printf(h, "%.4g trips%s; ", (double)c->trips / (double)c->entries, uncertainty);
}

static void put_idioms(struct html *h, const struct kernel_result *r, uint32_t loop) {
    for (int i = 0; r->idioms && i < IDIOMS; i++)
        if (r->idioms[loop] & 1u << i)
            html_printf(h, "%s; ", idiom_name((enum idiom)i));
}

static void put_branch(struct html *h, const struct branch_counts *c) {
    const char *uncertainty = diag_uncertainty(h->arena, c->certain);
    bool part = !certain_is_exact(c->certain);
    uint64_t divergent = part ? c->followed_divergent : c->divergent;
    uint64_t executions = part ? c->followed : c->executions;
    if (!certain_is_said(c->certain))
        html_printf(h, "branch unknown%s; ", uncertainty);
    else if (divergent)
        html_printf(h, "%.3g %% divergent%s; ", 100.0 * (double)divergent / (double)executions,
                    uncertainty);
}

static void put_counts(struct html *h, const struct kernel_result *r, const struct place *p) {
    const struct kernel *k = r->kernel;
    size_t before = h->out.n;
    for (uint32_t i = 0; i < k->n_loops; i++)
        if (is_at(r, k->loops[i].loc, p)) {
            put_loop(h, &r->trace->loops[i]);
            put_idioms(h, r, i);
        }
    for (uint32_t i = 0; i < k->n_branches; i++)
        if (is_at(r, k->branches[i].loc, p))
            put_branch(h, &r->trace->branches[i]);
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (is_at(r, k->accesses[i].loc, p))
            put_access(h, &k->accesses[i], &r->access[i]);
    if (h->out.n > before)
        h->out.text[h->out.n -= 2] = '\0';
}

/* The part of the launch's time that warps spend on the line; items without a place of their own
 * belong to none. */
static double line_ms(const struct kernel_result *r, const struct place *p) {
    const struct estimate *e = r->estimate;
    double share = 0;
    for (uint32_t i = 0; e->item_share && i < e->trace->kernel->n_items; i++)
        if (is_at(r, e->trace->kernel->items[i].loc, p))
            share += e->item_share[i];
    return share * (e->time_ms - e->launch_overhead_ms);
}

/* A cell for each GPU: the time, and behind it a bar of its share of the kernel's. */
static void put_times(struct html *h, const struct html_launch *l, const struct place *p) {
    for (size_t i = 0; i < l->on.n; i++) {
        double ms = line_ms(l->on.at[i], p), of = l->on.at[i]->estimate->time_ms;
        const char *gpu = html_escape(h, diag_gpu(h->arena, l->on.at[i]->gpu));
        if (ms > 0)
            html_printf(h, "<td class=\"share\" data-label=\"%s\" style=\"--share:%.1f%%\">%s</td>",
                        gpu, 100 * fmin(1, ms / of), html_time(h->arena, ms));
        else
            html_add(h, "<td class=\"share\"></td>");
    }
}

static const char *place_id(struct arena *a, const struct html_launch *l, const struct place *p) {
    if (p->own)
        return arena_printf(a, "launch-%zu-line-%u", l->number, p->line);
    uint64_t file = 0;
    for (const char *c = p->file; *c; c++)
        file = hash_of(file + (unsigned char)*c);
    return arena_printf(a, "launch-%zu-file-%08x-line-%u", l->number, (unsigned)(file >> 32),
                        p->line);
}

const char *html_line_id(struct arena *a, const struct html_launch *l,
                         const struct kernel_result *r, struct loc loc) {
    struct place p = {diag_file_of(r, loc), loc.line, diag_in_own_file(r, loc)};
    return loc.line ? place_id(a, l, &p) : arena_printf(a, "launch-%zu", l->number);
}

/* Findings at the place, each with the GPUs that have it. */
static void put_found(struct html *h, const struct html_launch *l, const struct place *p) {
    for (size_t g = 0; g < l->on.n; g++) {
        const struct kernel_result *r = l->on.at[g];
        for (size_t i = 0; i < r->n_findings; i++) {
            const struct finding *f = &r->findings[i];
            if (is_at(r, f->loc, p) && finding_is_reported(f) && !html_shown_before(l, g, f))
                html_printf(h,
                            "<tr class=\"inline\"><td colspan=\"%zu\"></td><td class=\"message\" "
                            "colspan=\"2\">%s</td></tr>\n",
                            l->on.n + 1, html_escape(h, f->message));
        }
    }
}

static bool is_found(const struct html_launch *l, const struct place *p) {
    for (size_t g = 0; g < l->on.n; g++)
        for (size_t i = 0; i < l->on.at[g]->n_findings; i++) {
            const struct finding *f = &l->on.at[g]->findings[i];
            if (finding_is_reported(f) && is_at(l->on.at[g], f->loc, p))
                return true;
        }
    return false;
}

static void put_line(struct html *h, const struct html_launch *l, const struct place *p) {
    html_printf(h, "<tr id=\"%s\"%s><td class=\"number\">%u</td>", place_id(h->arena, l, p),
                is_found(l, p) ? " class=\"found\"" : "", p->line);
    put_times(h, l, p);
    html_add(h, "<td class=\"code\">");
    html_code(h, p->file, p->line);
    html_add(h, "</td><td class=\"counts\">");
    put_counts(h, l->first, p);
    html_add(h, "</td></tr>\n");
    put_found(h, l, p);
}

static void put_head(struct html *h, const struct html_launch *l) {
    html_add(h, "<table class=\"source\"><thead><tr><th scope=\"col\" class=\"number\">line</th>");
    for (size_t i = 0; i < l->on.n; i++)
        html_printf(h, "<th scope=\"col\" class=\"share\">%s</th>",
                    html_escape(h, diag_gpu(h->arena, l->on.at[i]->gpu)));
    html_printf(h,
                "<th scope=\"col\">source</th><th scope=\"col\" class=\"counts\">counted on "
                "%s</th></tr></thead>\n<tbody>\n",
                html_escape(h, diag_gpu(h->arena, l->first->gpu)));
}

static void put_gap(struct html *h, const struct html_launch *l, const char *text) {
    html_printf(h, "<tr class=\"gap\"><td></td><td colspan=\"%zu\">%s</td></tr>\n", l->on.n + 2,
                html_escape(h, text));
}

void html_lines(struct html *h, const struct html_launch *l) {
    struct places p = places_of(h, l);
    const struct place *last = NULL;
    put_head(h, l);
    for (size_t i = 0; i < p.list.n; i++) {
        const struct place *now = &p.list.at[i];
        if (last && by_place(last, now) == 0)
            continue;
        bool new_file = last ? strcmp(last->file, now->file) != 0 : !now->own;
        if (new_file)
            put_gap(h, l, now->file);
        else if (last && now->line > last->line + 1)
            put_gap(h, l, "…");
        put_line(h, l, now);
        last = now;
    }
    html_add(h, "</tbody></table>\n");
}
