#include "diag/compare/baseline.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "base/uri.h"
#include "diag/finding/fingerprint.h"

bool baseline_read(struct arena *a, const char *path, struct baseline *out, const char **error) {
    const char *text = read_text_file(a, path), *wrong;
    if (!text)
        *error = arena_printf(a, "cannot read '%s': %s", path, read_file_error(a, errno));
    else if (!sarif_read(a, text, NULL, &out->log, &wrong))
        *error = arena_printf(a, "'%s': %s", path, wrong);
    else
        return true;
    return false;
}

/* A comparison under way. */
struct comparison {
    struct arena *arena;
    const struct baseline *baseline;
    const struct report *report;
    bool *found; /* by the baseline's findings */
};

/* Whether a path of the log is that file. The log may be of another checkout, so its paths are the
 * ends of ours. */
static bool is_file(struct arena *a, const char *path, const char *file) {
    return str_ends(diag_absolute(a, file), path);
}

static bool same_hash(const char *x, const char *y) {
    size_t n = strcspn(x, ":");
    return n == strcspn(y, ":") && memcmp(x, y, n) == 0;
}

/* Whether the log tells of it with a finding of another kernel. */
static bool is_instance(const struct sarif_finding *f, const char *print) {
    const cJSON *one, *all = sarif_at(f->json, "properties.same_cause");
    cJSON_ArrayForEach (one, all)
        if (cJSON_IsString(one) && same_hash(one->valuestring, print))
            return true;
    return false;
}

/* The log's finding that this one is, or the log's number of findings: one of its file, or else
 * one of a file of that name elsewhere. */
static size_t find(const struct comparison *c, const struct diag_entry *e, const char *print) {
    size_t n = c->baseline->log.findings.n, elsewhere = n;
    for (size_t i = 0; i < n; i++) {
        const struct sarif_finding *f = &c->baseline->log.findings.at[i];
        bool same = !c->found[i] && same_hash(f->fingerprint, print);
        if (f->gone || !(same || is_instance(f, print)))
            continue;
        if (is_file(c->arena, f->path, e->file))
            return i;
        elsewhere = elsewhere < n ? elsewhere : i;
    }
    return elsewhere;
}

static bool has_problem(const struct report *r, const char *file) {
    for (size_t i = 0; i < r->n_problems; i++)
        if (r->problems[i].severity != SEVERITY_NOTE && r->problems[i].file &&
            strcmp(r->problems[i].file, file) == 0)
            return true;
    return false;
}

/* Whether the finding would have been found if it were still there: its source was analysed, as a
 * whole and for its GPU. */
static bool would_be_found(const struct comparison *c, const struct sarif_finding *f) {
    for (size_t i = 0; i < c->report->n_results; i++) {
        const struct kernel_result *r = &c->report->results[i];
        if (strcmp(r->gpu->name, f->target) == 0 && is_file(c->arena, f->path, r->file))
            return !has_problem(c->report, r->file);
    }
    return false;
}

static struct report with_absent(const struct comparison *c, struct report r) {
    VEC(struct absent_finding) absent = {0};
    for (size_t i = 0; i < c->baseline->log.findings.n; i++) {
        const struct sarif_finding *f = &c->baseline->log.findings.at[i];
        if (!c->found[i] && !f->gone && !f->suppressed && would_be_found(c, f))
            vec_push(c->arena, &absent,
                     (struct absent_finding){.rule = f->rule,
                                             .level = f->level,
                                             .message = f->message,
                                             .file = f->path + 1,
                                             .kernel = f->kernel,
                                             .target = f->target,
                                             .launch = f->launch,
                                             .line_fingerprint = f->line_fingerprint,
                                             .fingerprint = f->fingerprint,
                                             .line = (uint32_t)f->line,
                                             .col = (uint32_t)f->col,
                                             .end_col = (uint32_t)f->end_col});
    }
    r.absent = absent.at;
    r.n_absent = absent.n;
    return r;
}

struct report baseline_compare(struct arena *a, const struct baseline *b, const struct report *r) {
    size_t n, known = b->log.findings.n;
    struct diag_source source = {.arena = a, .texts = r->texts};
    struct comparison c = {a, b, r, NEW_ARRAY(a, bool, known)};
    const struct diag_entry *e = diag_entries(a, r, diag_by_result, &n);
    const struct diag_fingerprint *prints = diag_fingerprints(a, &source, r, e, n);
    struct kernel_result *results = arena_memdup(a, r->results, r->n_results * sizeof *results);
    struct report out = *r;
    out.results = results;
    for (size_t i = 0; i < r->n_results; i++)
        results[i].findings = arena_memdup(a, results[i].findings,
                                           results[i].n_findings * sizeof *results[i].findings);
    for (size_t i = 0; i < n; i++) {
        size_t at = find(&c, &e[i], prints[i].finding);
        struct finding *f = (struct finding *)&results[e[i].order]
                                .findings[e[i].finding - r->results[e[i].order].findings];
        f->baseline = at < known ? BASELINE_UNCHANGED : BASELINE_NEW;
        if (at < known)
            c.found[at] = true;
    }
    return with_absent(&c, out);
}
