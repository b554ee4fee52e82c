/* A page for a whole build. */
#include "diag/merge/merge_html.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* --- the report ------------------------------------------------------------ */

double build_number(const cJSON *json, const char *key) {
    const cJSON *n = cJSON_GetObjectItemCaseSensitive(json, key);
    return cJSON_IsNumber(n) ? n->valuedouble : -1;
}

uint32_t build_line(const cJSON *place) {
    const cJSON *n = cJSON_GetObjectItemCaseSensitive(place, "line");
    return cJSON_IsNumber(n) && n->valueint > 0 ? (uint32_t)n->valueint : 0;
}

static const char *text(const cJSON *json, const char *key) {
    return sarif_text(json, key);
}

const char *build_file(const cJSON *kernel, const cJSON *place) {
    const char *own = text(place, "file");
    return *own ? own : text(kernel, "file");
}

static bool is_reported(const cJSON *finding) {
    return !sarif_at(finding, "suppression") && strcmp(text(finding, "baseline"), "unchanged") != 0;
}

static bool is_same(const cJSON *x, const cJSON *y) {
    return strcmp(text(x, "rule"), text(y, "rule")) == 0 &&
           strcmp(text(x, "file"), text(y, "file")) == 0 &&
           build_number(x, "line") == build_number(y, "line") &&
           build_number(x, "col") == build_number(y, "col");
}

const cJSON *build_same_in(const cJSON *kernel, const cJSON *finding) {
    const cJSON *one, *all = sarif_at(kernel, "findings");
    cJSON_ArrayForEach (one, all)
        if (is_reported(one) && is_same(one, finding))
            return one;
    return NULL;
}

bool build_is_first(const struct build_launch *l, size_t gpu, const cJSON *finding) {
    for (size_t i = 0; i < gpu; i++)
        if (build_same_in(l->on.at[i], finding))
            return false;
    return is_reported(finding);
}

const char *build_line_id(struct arena *a, const struct build_launch *l, const cJSON *finding) {
    uint64_t file = 0;
    for (const char *c = text(finding, "file"); *c; c++)
        file = hash_of(file + (unsigned char)*c);
    uint32_t line = build_line(finding);
    const char *own = file ? arena_printf(a, "file-%08x-", (unsigned)(file >> 32)) : "";
    return line ? arena_printf(a, "launch-%zu-%sline-%u", l->number, own, line)
                : arena_printf(a, "launch-%zu", l->number);
}

/* --- launches -------------------------------------------------------------- */

static double size_at(const cJSON *size, int dimension) {
    const cJSON *n = cJSON_GetArrayItem(size, dimension);
    return cJSON_IsNumber(n) ? n->valuedouble : 0;
}

static void add_size(struct str *s, const cJSON *size, int dims) {
    for (int d = 0; d < dims; d++)
        str_printf(s, "%s%.0f", d ? "x" : "", size_at(size, d));
}

/* "8192x8192/16x16", as diag_launch() has it. */
static const char *launch_text(struct arena *a, const cJSON *launch) {
    const cJSON *global = sarif_at(launch, "global"), *local = sarif_at(launch, "local");
    struct str s = {.arena = a};
    int dims = 3;
    while (dims > 1 && size_at(global, dims - 1) <= 1 && size_at(local, dims - 1) <= 1)
        dims--;
    add_size(&s, global, dims);
    if (size_at(local, 0) > 0) {
        str_add(&s, "/");
        add_size(&s, local, dims);
    }
    return str_text(&s);
}

static void add_word(struct str *s, const char *word) {
    str_printf(s, "%s%s", s->n ? ", " : "", word);
}

/* What of the launch nobody gave, as html_guessed() has it. */
static const char *guessed(struct arena *a, const cJSON *launch) {
    const char *guess = launch_source_name(LAUNCH_ASSUMED), *source = text(launch, "source");
    const char *local = *text(launch, "local_source") ? text(launch, "local_source") : source;
    struct str s = {.arena = a};
    bool buffers = false;
    if (strcmp(source, guess) == 0)
        add_word(&s, "global size");
    if (strcmp(local, guess) == 0)
        add_word(&s, "local size");
    const cJSON *arg, *assumed = sarif_at(launch, "assumed");
    cJSON_ArrayForEach (arg, assumed) {
        if (cJSON_IsNumber(arg) && arg->string)
            add_word(&s, arena_printf(a, "%s = %.10g", arg->string, arg->valuedouble));
        buffers |= !cJSON_IsNumber(arg);
    }
    if (buffers)
        add_word(&s, "sizes of buffers");
    return str_text(&s);
}

static bool has_gpu(const struct build_launch *l, const char *gpu) {
    for (size_t i = 0; i < l->on.n; i++)
        if (strcmp(text(l->on.at[i], "gpu"), gpu) == 0)
            return true;
    return false;
}

static bool belongs(const struct build_launch *l, const cJSON *kernel, const char *launch) {
    return strcmp(l->row.name, text(kernel, "name")) == 0 &&
           strcmp(l->row.file, text(kernel, "file")) == 0 && l->row.line == build_line(kernel) &&
           strcmp(l->row.launch, launch) == 0 && !has_gpu(l, text(kernel, "gpu"));
}

static struct build_launch *launch_of(struct build_page *p, const cJSON *kernel) {
    struct arena *a = p->h.arena;
    const cJSON *launch = sarif_at(kernel, "launch");
    const char *sizes = launch_text(a, launch);
    for (size_t i = p->launches.n; i-- > 0;)
        if (belongs(&p->launches.at[i], kernel, sizes))
            return &p->launches.at[i];
    struct build_launch l = {.row = {.name = text(kernel, "name"),
                                     .file = text(kernel, "file"),
                                     .line = build_line(kernel),
                                     .launch = sizes,
                                     .guessed = guessed(a, launch)},
                             .source = text(launch, "source")};
    vec_push(a, &p->launches, l);
    return &p->launches.at[p->launches.n - 1];
}

static int slowest_first(const void *a, const void *b) {
    const struct build_launch *x = a, *y = b;
    double xs = x->row.slowest_ms, ys = y->row.slowest_ms;
    int c = (xs < ys) - (xs > ys);
    c = c ? c : strcmp(x->row.file, y->row.file);
    c = c ? c : (x->row.line > y->row.line) - (x->row.line < y->row.line);
    return c ? c : strcmp(x->row.launch, y->row.launch);
}

static void collect(struct build_page *p, const cJSON *report) {
    const cJSON *kernel, *kernels = sarif_at(report, "kernels");
    cJSON_ArrayForEach (kernel, kernels) {
        struct build_launch *l = launch_of(p, kernel);
        struct html_time t = {text(kernel, "gpu"), build_number(kernel, "time_ms"),
                              build_number(kernel, "time_ms_low"),
                              build_number(kernel, "time_ms_high")};
        vec_push(p->h.arena, &l->on, kernel);
        vec_push(p->h.arena, &l->row.on, t);
        l->row.slowest_ms = fmax(l->row.slowest_ms, t.ms);
    }
    if (p->launches.n)
        qsort(p->launches.at, p->launches.n, sizeof *p->launches.at, slowest_first);
    for (size_t i = 0; i < p->launches.n; i++) {
        p->launches.at[i].number = i + 1;
        p->launches.at[i].row.id = arena_printf(p->h.arena, "launch-%zu", i + 1);
    }
}

/* --- findings -------------------------------------------------------------- */

/* Another local size that was tried. */
static const char *local_text(struct arena *a, const cJSON *size) {
    struct str s = {.arena = a};
    int dims = 3;
    while (dims > 1 && size_at(size, dims - 1) <= 1)
        dims--;
    str_add(&s, "a local size of ");
    add_size(&s, size, dims);
    return str_text(&s);
}

static struct html_cost cost_of(struct arena *a, const cJSON *kernel, const cJSON *finding) {
    struct html_cost c = {.gpu = text(kernel, "gpu"),
                          .ms = build_number(finding, "cost_ms"),
                          .low_ms = build_number(finding, "cost_ms_low"),
                          .high_ms = build_number(finding, "cost_ms_high"),
                          .of_ms = build_number(kernel, "time_ms")};
    const cJSON *share = sarif_at(finding, "cost_share");
    if (share) {
        c.share_low = build_number(share, "low");
        c.share_high = build_number(share, "high");
    }
    const cJSON *fix, *fixes = sarif_at(finding, "fixes"), *size = sarif_at(finding, "better_size");
    if (size)
        html_add_try(&c, local_text(a, sarif_at(size, "local")), build_number(size, "time_ms"));
    cJSON_ArrayForEach (fix, fixes)
        html_add_try(&c, text(fix, "title"), build_number(fix, "time_ms"));
    return c;
}

/* A finding of the GPU number `first`, with the same one on those after it; in the words of the one
 * that saves most. */
static struct html_finding finding_of(struct arena *a, const struct build_launch *l, size_t first,
                                      const cJSON *f) {
    uint32_t line = build_line(f);
    struct html_finding out = {.message = text(f, "message"),
                               .rule = text(f, "rule"),
                               .file = build_file(l->on.at[first], f),
                               .line = line ? line : l->row.line,
                               .id = build_line_id(a, l, f),
                               .kernel = l->row.name,
                               .kernel_id = l->row.id,
                               .guessed = l->row.guessed,
                               .most_ms = -1};
    for (size_t i = first; i < l->on.n; i++) {
        const cJSON *there = build_same_in(l->on.at[i], f);
        if (!there)
            continue;
        struct html_cost c = cost_of(a, l->on.at[i], there);
        vec_push(a, &out.on, c);
        if (html_saved_ms(&c) > out.most_ms) {
            out.most_ms = html_saved_ms(&c);
            out.message = text(there, "message");
        }
    }
    return out;
}

/* Of that launch, added to those of all. */
static void add_findings(struct build_page *p, struct build_launch *l, struct html_findings *all) {
    for (size_t g = 0; g < l->on.n; g++) {
        const cJSON *one, *findings = sarif_at(l->on.at[g], "findings");
        cJSON_ArrayForEach (one, findings) {
            if (!build_is_first(l, g, one))
                continue;
            struct html_finding f = finding_of(p->h.arena, l, g, one);
            f.order = all->list.n;
            vec_push(p->h.arena, &all->list, f);
            l->row.n_findings++;
            l->row.most_saved_ms = fmax(l->row.most_saved_ms, f.most_ms);
        }
    }
}

/* --- the page -------------------------------------------------------------- */

static size_t count_files(const struct build_page *p) {
    size_t n = 0;
    for (size_t i = 0; i < p->launches.n; i++) {
        size_t before = 0;
        while (strcmp(p->launches.at[before].row.file, p->launches.at[i].row.file) != 0)
            before++;
        n += before == i;
    }
    return n;
}

static void put_total(struct html *h, const char *what, const char *value) {
    html_printf(h, "<div><dt>%s</dt><dd>%s</dd></div>\n", what, value);
}

static void put_totals(struct build_page *p, const struct html_findings *f) {
    struct arena *a = p->h.arena;
    size_t given = 0;
    double saved = 0;
    for (size_t i = 0; i < p->launches.n; i++) {
        given += !*p->launches.at[i].row.guessed;
        saved += p->launches.at[i].row.most_saved_ms;
    }
    html_add(&p->h, "<section aria-labelledby=\"totals\">\n<h2 id=\"totals\">In all</h2>\n<dl "
                    "class=\"totals\">\n");
    put_total(&p->h, "files with kernels", arena_printf(a, "%zu", count_files(p)));
    put_total(&p->h, "launches", arena_printf(a, "%zu", p->launches.n));
    put_total(&p->h, "of these known", arena_printf(a, "%zu", given));
    put_total(&p->h, "guessed, in whole or part", arena_printf(a, "%zu", p->launches.n - given));
    put_total(&p->h, "findings", arena_printf(a, "%zu", f->list.n));
    put_total(&p->h, "saved if each launch lost its costliest finding", html_time(a, saved));
    html_add(&p->h, "</dl>\n</section>\n");
}

static void put_problems(struct build_page *p, const cJSON *report) {
    const cJSON *one, *problems = sarif_at(report, "problems");
    if (!cJSON_GetArraySize(problems) && !p->merge->problems.n)
        return;
    html_add(&p->h, "<section aria-labelledby=\"problems\">\n<h2 id=\"problems\">Not analysed, or "
                    "not as given</h2>\n<ul>\n");
    cJSON_ArrayForEach (one, problems) {
        html_add(&p->h, "<li>");
        if (*text(one, "file"))
            html_printf(&p->h, "%s", html_escape(&p->h, text(one, "file")));
        if (*text(one, "file") && build_number(one, "line") > 0)
            html_printf(&p->h, ":%.0f", build_number(one, "line"));
        html_printf(&p->h, "%s%s</li>\n", *text(one, "file") ? ": " : "",
                    html_escape(&p->h, text(one, "text")));
    }
    for (size_t i = 0; i < p->merge->problems.n; i++)
        html_printf(&p->h, "<li>%s</li>\n", html_escape(&p->h, p->merge->problems.at[i].text));
    html_add(&p->h, "</ul>\n</section>\n");
}

static void put_overview(struct build_page *p) {
    struct html_findings findings = {0};
    struct html_kernels kernels = {0};
    for (size_t i = 0; i < p->launches.n; i++) {
        add_findings(p, &p->launches.at[i], &findings);
        vec_push(p->h.arena, &kernels.list, p->launches.at[i].row);
    }
    put_totals(p, &findings);
    html_fix_first(&p->h, &findings);
    html_kernel_table(&p->h, &kernels);
}

static void put_page(struct build_page *p, const cJSON *report) {
    static const struct html_link links[] = {{"totals", "In all"},
                                             {"fix-first", "What to fix first"},
                                             {"kernels", "Kernels by time"},
                                             {"files", "Files"}};
    html_begin(&p->h, "Predicted GPU times of a build",
               "By clperf " CLPERF_VERSION ", from the sources alone: nothing was run.");
    html_contents(&p->h, links, p->launches.n ? sizeof links / sizeof *links : 0);
    if (p->launches.n) {
        put_overview(p);
        build_put_files(p);
    } else {
        html_add(&p->h, "<p>No kernel was analysed.</p>\n");
    }
    put_problems(p, report);
    html_end(&p->h, true);
}

int merge_html(struct merge *m, FILE *out) {
    struct build_page p = {
        .h = {.arena = m->arena, .out = {.arena = m->arena}, .source = {.arena = m->arena}},
        .merge = m};
    cJSON *report = merge_reports(m);
    collect(&p, report);
    put_page(&p, report);
    cJSON_Delete(report);
    const char *bytes = str_text(&p.h.out);
    return fwrite(bytes, 1, p.h.out.n, out) == p.h.out.n ? 0 : -1;
}
