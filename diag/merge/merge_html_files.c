/* The sections of files: each kernel's figures, and its findings at the lines of the source as it
 * is now. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "diag/finding/phrase.h"
#include "diag/merge/merge_html.h"

/* Lines around one with a finding. */
enum { CONTEXT = 3 };

static const char *text(const cJSON *json, const char *key) {
    return sarif_text(json, key);
}

/* --- figures --------------------------------------------------------------- */

static void put_occupancy(struct html *h, const cJSON *kernel) {
    const cJSON *o = sarif_at(kernel, "occupancy");
    double warps = build_number(o, "warps"), most = build_number(o, "max_warps");
    html_printf(h, "<td data-label=\"occupancy\">%.0f of %.0f warps", warps, most);
    if (warps < most)
        html_printf(h, ", limited by %s", html_escape(h, text(o, "limiter")));
    html_add(h, "</td>");
}

/* As the pages of single compilations have it. */
static const char *bound_text(struct html *h, const char *name) {
    const char *words = diag_bound_named(name);
    return words ? words : html_escape(h, name);
}

static void put_gpu_row(struct html *h, const struct build_launch *l, const cJSON *kernel) {
    html_printf(h, "<tr><th scope=\"row\">%s</th>", html_escape(h, text(kernel, "gpu")));
    if (build_number(kernel, "time_ms") < 0) {
        html_add(h, "<td colspan=\"7\">cannot run here</td></tr>\n");
        return;
    }
    html_printf(h, "<td data-label=\"time\">%s",
                html_time(h->arena, build_number(kernel, "time_ms")));
    html_add(h, *l->row.guessed ? " <span class=\"guess\">guessed</span>" : "");
    html_printf(h,
                "</td><td data-label=\"90 %% interval\">%s</td><td data-label=\"bound "
                "by\">%s</td>",
                html_interval(h->arena, build_number(kernel, "time_ms_low"),
                              build_number(kernel, "time_ms_high")),
                bound_text(h, text(kernel, "bound")));
    put_occupancy(h, kernel);
    html_printf(h,
                "<td data-label=\"registers\">%.0f, by %s</td><td data-label=\"local memory\">%.0f "
                "bytes</td><td data-label=\"spilled\">%.0f bytes</td></tr>\n",
                build_number(sarif_at(kernel, "registers"), "per_item"),
                html_escape(h, text(kernel, "registers.source")),
                build_number(kernel, "local_bytes"), build_number(kernel, "spill_bytes"));
}

static void put_gpus(struct html *h, const struct build_launch *l) {
    html_add(h, "<table class=\"gpus cards\"><thead><tr><th scope=\"col\">GPU</th><th "
                "scope=\"col\">time</th><th scope=\"col\">90 % interval</th><th "
                "scope=\"col\">bound by</th><th scope=\"col\">occupancy</th><th "
                "scope=\"col\">registers</th><th scope=\"col\">local memory</th><th "
                "scope=\"col\">spilled</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < l->on.n; i++)
        put_gpu_row(h, l, l->on.at[i]);
    html_add(h, "</tbody></table>\n");
}

/* --- source ---------------------------------------------------------------- */

/* A finding at its line, with the entry that it is from. */
struct found {
    const cJSON *kernel, *finding;
    const char *file;
    uint32_t line;
};

struct all_found {
    VEC(struct found) list;
};

static int by_place(const void *a, const void *b) {
    const struct found *x = a, *y = b;
    int c = strcmp(x->file, y->file);
    c = c ? c : (x->line > y->line) - (x->line < y->line);
    c = c ? c : strcmp(text(x->finding, "rule"), text(y->finding, "rule"));
    return c ? c : strcmp(text(x->finding, "message"), text(y->finding, "message"));
}

static struct all_found found_in(struct arena *a, const struct build_launch *l) {
    struct all_found all = {0};
    for (size_t g = 0; g < l->on.n; g++) {
        const cJSON *one, *findings = sarif_at(l->on.at[g], "findings");
        cJSON_ArrayForEach (one, findings) {
            struct found f = {l->on.at[g], one, build_file(l->on.at[g], one), build_line(one)};
            if (build_is_first(l, g, one))
                vec_push(a, &all.list, f);
        }
    }
    if (all.list.n)
        qsort(all.list.at, all.list.n, sizeof *all.list.at, by_place);
    return all;
}

static void put_message(struct html *h, const cJSON *finding) {
    const cJSON *note, *notes = sarif_at(finding, "notes");
    html_printf(h,
                "<tr class=\"inline\"><td></td><td class=\"message\">%s <span "
                "class=\"faint\">%s</span>",
                html_escape(h, diag_sentence(h->arena, text(finding, "message"))),
                html_escape(h, text(finding, "rule")));
    if (cJSON_GetArraySize(notes)) {
        html_add(h, "<ul>");
        cJSON_ArrayForEach (note, notes)
            html_printf(h, "<li>%s</li>", html_escape(h, text(note, "text")));
        html_add(h, "</ul>");
    }
    html_add(h, "</td></tr>\n");
}

static void put_code(struct build_page *p, const char *file, uint32_t line, const char *id) {
    const char *path =
        *file == '/' ? file : arena_printf(p->h.arena, "%s/%s", p->merge->request->root, file);
    if (id)
        html_printf(&p->h, "<tr id=\"%s\" class=\"found\">", id);
    else
        html_add(&p->h, "<tr>");
    html_printf(&p->h, "<td class=\"number\">%u</td><td class=\"code\">", line);
    html_code(&p->h, path, line);
    html_add(&p->h, "</td></tr>\n");
}

/* The findings of one line, which begin at number i, with the lines around it that are neither
 * shown before nor near the next. Returns the number of the next line's first finding. */
static size_t put_found(struct build_page *p, const struct build_launch *l,
                        const struct all_found *all, size_t i, uint32_t *shown) {
    const struct found *f = &all->list.at[i];
    uint32_t from = f->line > CONTEXT ? f->line - CONTEXT : 1;
    if (*shown && from > *shown + 1)
        html_add(&p->h, "<tr class=\"gap\"><td></td><td>…</td></tr>\n");
    for (uint32_t line = from > *shown ? from : *shown + 1; line < f->line; line++)
        put_code(p, f->file, line, NULL);
    if (f->line)
        put_code(p, f->file, f->line, build_line_id(p->h.arena, l, f->finding));
    *shown = f->line;
    const struct found *end = all->list.at + all->list.n, *next = f;
    for (; next < end && next->line == f->line && strcmp(next->file, f->file) == 0; next++)
        put_message(&p->h, next->finding);
    bool same_file = next < end && strcmp(next->file, f->file) == 0;
    for (uint32_t line = f->line + 1; f->line && line <= f->line + CONTEXT; line++)
        if (!same_file || line < next->line)
            put_code(p, f->file, *shown = line, NULL);
    return (size_t)(next - all->list.at);
}

static void put_source(struct build_page *p, const struct build_launch *l) {
    struct all_found all = found_in(p->h.arena, l);
    if (!all.list.n)
        return;
    html_add(&p->h, "<table class=\"source excerpt\"><thead><tr><th scope=\"col\" "
                    "class=\"number\">line</th><th scope=\"col\">source</th></tr></thead>\n"
                    "<tbody>\n");
    uint32_t shown = 0;
    for (size_t i = 0; i < all.list.n;) {
        const char *file = all.list.at[i].file;
        bool other =
            i ? strcmp(file, all.list.at[i - 1].file) != 0 : strcmp(file, l->row.file) != 0;
        if (other) {
            html_printf(&p->h, "<tr class=\"gap\"><td></td><td>%s</td></tr>\n",
                        html_escape(&p->h, file));
            shown = 0;
        }
        i = put_found(p, l, &all, i, &shown);
    }
    html_add(&p->h, "</tbody></table>\n");
}

/* --- sections -------------------------------------------------------------- */

static void put_launch(struct build_page *p, const struct build_launch *l) {
    struct html *h = &p->h;
    html_printf(h, "<h4 id=\"%s\">%zu. <code>%s</code></h4>\n<p class=\"faint\">line %u, launch %s",
                l->row.id, l->number, html_escape(h, l->row.name), l->row.line, l->row.launch);
    if (strcmp(l->source, launch_source_name(LAUNCH_ASSUMED)) != 0)
        html_printf(h, " from %s", html_escape(h, l->source));
    html_guess_mark(h, l->row.guessed);
    html_add(h, "</p>\n");
    if (*l->row.guessed && *text(l->on.at[0], "launch.line"))
        html_launch_line(h, text(l->on.at[0], "launch.line"));
    put_gpus(h, l);
    put_source(p, l);
}

static int by_file(const void *a, const void *b) {
    const struct build_launch *const *x = a, *const *y = b;
    int c = strcmp((*x)->row.file, (*y)->row.file);
    c = c ? c : ((*x)->row.line > (*y)->row.line) - ((*x)->row.line < (*y)->row.line);
    return c ? c : ((*x)->number > (*y)->number) - ((*x)->number < (*y)->number);
}

void build_put_files(struct build_page *p) {
    size_t n = p->launches.n;
    const struct build_launch **all = NEW_ARRAY(p->h.arena, const struct build_launch *, n);
    for (size_t i = 0; i < n; i++)
        all[i] = &p->launches.at[i];
    qsort(all, n, sizeof *all, by_file);
    html_add(&p->h, "<section aria-labelledby=\"files\">\n<h2 id=\"files\">Files</h2>\n");
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || strcmp(all[i]->row.file, all[i - 1]->row.file) != 0)
            html_printf(&p->h, "<h3 class=\"file\">%s</h3>\n",
                        html_escape(&p->h, all[i]->row.file));
        put_launch(p, all[i]);
    }
    html_add(&p->h, "</section>\n");
}
