/* The total of a build: kernels, what is known of their launches, the time that findings cost, and
 * those that cost most. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/words.h"
#include "diag/finding/phrase.h"
#include "diag/merge/merge.h"

/* Unless all are asked for. */
enum { TOP = 10 };

struct costly {
    const char *rule, *file, *kernel, *gpu, *message;
    int line;
    double cost_ms;  /* in all launches in a row */
    double total_ms; /* of all kernels that have it at this place */
    size_t kernels;
    bool guessed; /* the launch, so that the cost is no more than a part of one time among many */
};

/* Of the kernels with a known launch on one GPU: their time, and for each the cost of its worst
 * finding. Costs of one kernel's findings overlap, so they are not added. */
struct gpu_total {
    const char *gpu;
    double time_ms, cost_ms;
    double all_ms; /* of all launches, as often as the programs make them */
};

struct total {
    size_t kernels, files, problems;
    size_t known, partly, assumed; /* launches */
    VEC(struct gpu_total) gpus;
    VEC(struct costly)
    findings;        /* of known launches first, and of these the most expensive; those of
                        one place once */
    size_t left_out; /* findings that cost less */
};

/* What host code takes from the middle of a loop is known as a sample of the loop. */
static bool any_unknown(const cJSON *launch) {
    const cJSON *u, *unknown = sarif_at(launch, "unknown");
    cJSON_ArrayForEach (u, unknown)
        if (!strstr(sarif_text(u, "why"), "taken from its middle"))
            return true;
    return false;
}

static bool is_guess(const cJSON *launch) {
    return strcmp(sarif_text(launch, "source"), "assumption") == 0;
}

bool merge_is_known(const cJSON *launch) {
    return !is_guess(launch) && !sarif_at(launch, "assumed") && !any_unknown(launch) &&
           strcmp(sarif_text(launch, "local_source"), "assumption") != 0;
}

static void add_launch(struct total *t, const cJSON *launch) {
    *(is_guess(launch) ? &t->assumed : merge_is_known(launch) ? &t->known : &t->partly) += 1;
}

static struct gpu_total *gpu_of(struct arena *a, struct total *t, const char *name) {
    for (size_t i = 0; i < t->gpus.n; i++)
        if (strcmp(t->gpus.at[i].gpu, name) == 0)
            return &t->gpus.at[i];
    vec_push(a, &t->gpus, (struct gpu_total){.gpu = name});
    return &t->gpus.at[t->gpus.n - 1];
}

static double number(const cJSON *json, const char *key) {
    const cJSON *v = sarif_at(json, key);
    return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

static int line_of(const cJSON *finding) {
    const cJSON *line = sarif_at(finding, "line");
    return cJSON_IsNumber(line) ? line->valueint : 0;
}

/* It is printed, so it is clean. */
static const char *text_of(struct arena *a, const cJSON *json, const char *key) {
    return diag_one_line(a, sarif_text(json, key));
}

static void add_findings(struct arena *a, struct total *t, const cJSON *kernel, double *worst) {
    const cJSON *f, *findings = sarif_at(kernel, "findings");
    cJSON_ArrayForEach (f, findings) {
        double cost = number(f, "cost_ms"), count = number(sarif_at(kernel, "launch"), "count");
        const char *file = text_of(a, f, "file");
        bool is_remark = strcmp(sarif_text(f, "severity"), "note") == 0;
        if (sarif_at(f, "suppression") || is_remark || cost <= 0)
            continue;
        *worst = cost > *worst ? cost : *worst;
        cost *= count > 1 ? count : 1;
        vec_push(a, &t->findings,
                 (struct costly){.rule = text_of(a, f, "rule"),
                                 .file = *file ? file : text_of(a, kernel, "file"),
                                 .kernel = text_of(a, kernel, "name"),
                                 .gpu = text_of(a, kernel, "gpu"),
                                 .message = text_of(a, f, "message"),
                                 .line = line_of(f),
                                 .cost_ms = cost,
                                 .total_ms = cost,
                                 .kernels = 1,
                                 .guessed = is_guess(sarif_at(kernel, "launch"))});
    }
}

static int by_cost(const void *a, const void *b) {
    const struct costly *x = a, *y = b;
    if (x->guessed != y->guessed)
        return x->guessed ? 1 : -1;
    int order = (x->cost_ms < y->cost_ms) - (x->cost_ms > y->cost_ms);
    order = order ? order : strcmp(x->file, y->file);
    order = order ? order : (x->line > y->line) - (x->line < y->line);
    return order ? order : strcmp(x->rule, y->rule);
}

static bool is_one_cause(const struct costly *x, const struct costly *y) {
    return x->line == y->line && strcmp(x->rule, y->rule) == 0 && strcmp(x->file, y->file) == 0 &&
           strcmp(x->gpu, y->gpu) == 0;
}

/* Counts a finding in with the worst one of its place, if there is one among the first n. */
static bool is_counted_in(struct costly *all, size_t n, const struct costly *f) {
    for (size_t k = 0; k < n; k++) {
        if (!is_one_cause(&all[k], f))
            continue;
        all[k].total_ms += f->cost_ms;
        all[k].kernels += strcmp(all[k].kernel, f->kernel) != 0;
        return true;
    }
    return false;
}

static int by_total(const void *a, const void *b) {
    const struct costly *x = a, *y = b;
    if (x->guessed != y->guessed)
        return x->guessed ? 1 : -1;
    int order = (x->total_ms < y->total_ms) - (x->total_ms > y->total_ms);
    return order ? order : by_cost(a, b);
}

/* Those of one place are one, with what all of them cost. */
static void choose_top(struct total *t, bool all) {
    size_t n = 0;
    if (!t->findings.n)
        return;
    qsort(t->findings.at, t->findings.n, sizeof *t->findings.at, by_cost);
    for (size_t i = 0; i < t->findings.n; i++)
        if (!is_counted_in(t->findings.at, n, &t->findings.at[i]))
            t->findings.at[n++] = t->findings.at[i];
    qsort(t->findings.at, n, sizeof *t->findings.at, by_total);
    t->left_out = all || n < TOP ? 0 : n - TOP;
    t->findings.n = n - t->left_out;
}

/* By the model that the GPU's first kernel has. */
static void add_all_launches(struct arena *a, struct total *t, const cJSON *report) {
    const cJSON *k, *all = sarif_at(report, "totals");
    const char *model = NULL;
    cJSON_ArrayForEach (k, all) {
        model = model ? model : sarif_text(k, "model");
        if (strcmp(sarif_text(k, "model"), model) == 0)
            gpu_of(a, t, text_of(a, k, "gpu"))->all_ms += number(k, "time_ms_total");
    }
}

/* Kernels and files by name, each once; models after the first are of the same launch. */
static struct total make_total(struct merge *m, const cJSON *report) {
    struct total t = {0};
    struct words kernels = {0}, files = {0}, launches = {0};
    const cJSON *k, *all = sarif_at(report, "kernels");
    cJSON_ArrayForEach (k, all) {
        const char *file = sarif_text(k, "file"), *gpu = text_of(m->arena, k, "gpu");
        const char *kernel = arena_printf(m->arena, "%s:%s", file, sarif_text(k, "name"));
        char *launch = cJSON_PrintUnformatted(sarif_at(k, "launch"));
        const char *key = arena_printf(m->arena, "%s %s", kernel, launch);
        const char *on_gpu = arena_printf(m->arena, "%s %s", key, gpu);
        double worst = 0;
        cJSON_free(launch);
        if (!words_has(&kernels, kernel))
            words_add(m->arena, &kernels, kernel);
        if (!words_has(&files, file))
            words_add(m->arena, &files, file);
        if (!words_has(&launches, key))
            add_launch(&t, sarif_at(k, "launch"));
        words_add(m->arena, &launches, key);
        if (words_has(&launches, on_gpu))
            continue;
        words_add(m->arena, &launches, on_gpu);
        add_findings(m->arena, &t, k, &worst);
        if (is_guess(sarif_at(k, "launch")))
            continue;
        struct gpu_total *g = gpu_of(m->arena, &t, gpu);
        g->time_ms += number(k, "time_ms");
        g->cost_ms += worst;
    }
    add_all_launches(m->arena, &t, report);
    t.kernels = kernels.n;
    t.files = files.n;
    t.problems = (size_t)cJSON_GetArraySize(sarif_at(report, "problems"));
    choose_top(&t, m->request->all);
    return t;
}

static void put_counts(FILE *out, const struct total *t) {
    fprintf(out, "%zu kernel%s in %zu file%s; launches: %zu known, %zu partly assumed, %zu assumed",
            t->kernels, t->kernels == 1 ? "" : "s", t->files, t->files == 1 ? "" : "s", t->known,
            t->partly, t->assumed);
    if (t->problems)
        fprintf(out, "; %zu remark%s on what is not analysed", t->problems,
                t->problems == 1 ? "" : "s");
}

static void put_gpu(struct arena *a, FILE *out, const struct gpu_total *g) {
    fprintf(out, "on %s one launch of each that is known takes %s ms", g->gpu,
            diag_ms(a, g->time_ms));
    if (g->cost_ms > 0)
        fprintf(out, ", of which the worst finding of each costs %s ms", diag_ms(a, g->cost_ms));
    if (g->all_ms > 1.001 * g->time_ms)
        fprintf(out, "; all their launches take %s ms", diag_ms(a, g->all_ms));
}

/* What the host code of other sources gave. */
static void put_joined(FILE *out, const struct merge_joined *joined) {
    if (!joined->analysed)
        return;
    fprintf(out,
            "\nclperf: %zu of %zu sources with kernels analysed again with the others' host code: ",
            joined->analysed, joined->sources);
    fprintf(out, "%zu more launch%s known", joined->known, joined->known == 1 ? "" : "es");
    if (joined->left_out)
        fprintf(out, "; no time for %zu", joined->left_out);
}

/* "; in 3 kernels, 0.40 ms in all" where its message does not say so: of kernels of several
 * reports.
 */
static const char *kernels_text(struct arena *a, const struct costly *f) {
    if (f->kernels < 2 || strstr(f->message, " ms in all"))
        return "";
    return arena_printf(a, "; in %zu kernels, %s ms in all", f->kernels, diag_ms(a, f->total_ms));
}

/* "; 12 % of the GPU time of all launches", where all of these are known. */
static const char *share_text(struct arena *a, struct total *t, const struct costly *f) {
    const struct gpu_total *g = gpu_of(a, t, f->gpu);
    if (t->partly || t->assumed || t->kernels < 2 || g->all_ms <= 0)
        return "";
    return arena_printf(a, "; %.0f %% of the GPU time of all launches",
                        100 * f->total_ms / g->all_ms);
}

void merge_total(struct merge *m, FILE *out) {
    cJSON *report = merge_reports(m);
    struct total t = make_total(m, report);
    fputs("clperf: ", out);
    put_counts(out, &t);
    put_joined(out, &m->joined);
    for (size_t i = 0; i < t.gpus.n; i++) {
        fputs("\nclperf: ", out);
        put_gpu(m->arena, out, &t.gpus.at[i]);
    }
    for (size_t i = 0; i < t.findings.n; i++) {
        const struct costly *f = &t.findings.at[i];
        fprintf(out, "\nclperf: %zu. %s:%d: '%s': %s%s%s [%s]", i + 1, f->file, f->line, f->kernel,
                f->message, kernels_text(m->arena, f), share_text(m->arena, &t, f), f->rule);
    }
    if (t.left_out)
        fprintf(out, "\nclperf: %zu more cost less; --all lists them", t.left_out);
    fputc('\n', out);
    cJSON_Delete(report);
}

int merge_text(struct merge *m, FILE *out) {
    merge_total(m, out);
    return ferror(out) ? -1 : 0;
}

/* As a cell of a table. */
static const char *cell(struct arena *a, const char *text) {
    struct str s = {.arena = a};
    for (; *text; text++)
        str_printf(&s, "%s%c", strchr("|*`<\\", *text) ? "\\" : "", *text == '\n' ? ' ' : *text);
    return str_text(&s);
}

int merge_markdown(struct merge *m, FILE *out) {
    cJSON *report = merge_reports(m);
    struct total t = make_total(m, report);
    put_counts(out, &t);
    fputs(".\n", out);
    for (size_t i = 0; i < t.gpus.n; i++) {
        fputs("\n- ", out);
        put_gpu(m->arena, out, &t.gpus.at[i]);
    }
    fputs(t.gpus.n ? "\n" : "", out);
    if (t.findings.n)
        fputs("\n| cost | GPU | where | kernel | finding |\n|---|---|---|---|---|\n", out);
    for (size_t i = 0; i < t.findings.n; i++) {
        const struct costly *f = &t.findings.at[i];
        fprintf(out, "| %s ms | %s | %s:%d | %s | %s |\n", diag_ms(m->arena, f->cost_ms), f->gpu,
                cell(m->arena, f->file), f->line, cell(m->arena, f->kernel),
                cell(m->arena, f->message));
    }
    cJSON_Delete(report);
    return ferror(out) ? -1 : 0;
}
