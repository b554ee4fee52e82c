#include "diag/merge/merge.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/die.h"
#include "base/store/write_output.h"
#include "base/str.h"
#include "base/uri.h"
#include "diag/finding/fingerprint.h"

const struct merge_format merge_formats[] = {
#define MERGE_FORMAT(name, what, suffix) {#name, what, suffix, merge_##name},
#include "diag/merge/merge_formats.def"
#undef MERGE_FORMAT
};
const size_t merge_format_count = sizeof merge_formats / sizeof merge_formats[0];

const struct merge_format *merge_format_named(struct arena *a, const char *name,
                                              const char **error) {
    struct words names = {0};
    for (size_t i = 0; i < merge_format_count; i++) {
        words_add(a, &names, merge_formats[i].name);
        if (strcmp(merge_formats[i].name, name) == 0)
            return &merge_formats[i];
    }
    const char *nearest = words_nearest(name, &names);
    *error = arena_printf(a, "no format '%s'%s%s%s", name, nearest ? "; did you mean '" : "",
                          nearest ? nearest : "", nearest ? "'?" : "; see clperf merge --help");
    return NULL;
}

/* --- files ----------------------------------------------------------------- */

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool add_directory(struct arena *a, const char *path, const char *suffix,
                          struct words *files) {
    DIR *d = opendir(path);
    if (!d)
        return false;
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.' && str_ends(e->d_name, suffix))
            words_add(a, files, arena_printf(a, "%s/%s", path, e->d_name));
    closedir(d);
    return true;
}

/* The files with that suffix that the paths stand for, sorted, each once. */
static struct words list_files(struct merge *m, const char *suffix) {
    struct arena *a = m->arena;
    struct words found = {0}, files = {0};
    for (size_t i = 0; i < m->request->paths.n; i++) {
        const char *path = m->request->paths.at[i];
        struct stat st;
        bool directory = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
        if (!directory)
            words_add(a, &found, path);
        else if (!add_directory(a, path, suffix, &found))
            problems_add(&m->problems, SEVERITY_ERROR, "cannot read '%s': %s", path,
                         strerror(errno));
    }
    if (found.n)
        qsort(found.at, found.n, sizeof *found.at, by_name);
    for (size_t i = 0; i < found.n; i++)
        if (!i || strcmp(found.at[i], found.at[i - 1]) != 0)
            words_add(a, &files, found.at[i]);
    return files;
}

/* Makes all paths of a report relative to the root. */
static void move_files(struct arena *a, cJSON *json, const char *from, const char *root) {
    cJSON *item;
    cJSON_ArrayForEach (item, json) {
        const char *path = cJSON_IsString(item) ? item->valuestring : "";
        bool file = item->string && strcmp(item->string, "file") == 0;
        if (file && path[0] && (from || path[0] == '/')) {
            path = path[0] == '/' ? path : arena_printf(a, "%s/%s", from, path);
            cJSON_SetValuestring(item, diag_path(a, root, path));
        }
        move_files(a, item, from, root);
    }
}

bool merge_add_report(struct merge *m, const char *text, const char **error) {
    const char *end = text;
    cJSON *json = cJSON_ParseWithOpts(text, &end, true);
    const cJSON *version = sarif_at(json, "version");
    bool ours = strcmp(sarif_text(json, "tool.name"), "clperf-cc") == 0;
    if (ours && cJSON_IsNumber(version) && version->valueint == 1) {
        const char *from = sarif_text(json, "directory");
        move_files(m->arena, json, *from ? from : NULL, m->request->root);
        vec_push(m->arena, &m->reports, json);
        return true;
    }
    *error = json ? "not a report of clperf-cc, version 1"
                  : arena_printf(m->arena, "line %zu: not valid JSON", str_line(text, end));
    cJSON_Delete(json);
    return false;
}

bool merge_add_log(struct merge *m, const char *text, const char **error) {
    struct sarif_log log;
    if (!sarif_read(m->arena, text, m->request->root, &log, error))
        return false;
    vec_push(m->arena, &m->logs, log);
    return true;
}

/* The file that stands for this one since its directory's launches were looked for, or the path
 * itself. */
static const char *joined_file(struct arena *a, const struct merge_joined *joined,
                               const char *path) {
    if (!words_has(&joined->files, path))
        return path;
    return arena_printf(a, "%s/%s/%s", path_dir(a, path), MERGE_JOINED, path_base(path));
}

/* False if the file is left out. */
static bool read_input(struct merge *m, const char *path) {
    const char *joined = joined_file(m->arena, &m->joined, path);
    const char *text = read_text_file(m->arena, joined), *error = NULL;
    bool reports = strcmp(m->request->format->suffix, ".json") == 0;
    if (!text)
        problems_add(&m->problems, SEVERITY_ERROR, "cannot read '%s': %s", path,
                     read_file_error(m->arena, errno));
    else if (!(reports ? merge_add_report : merge_add_log)(m, text, &error))
        problems_add(&m->problems, SEVERITY_ERROR, "'%s' is left out: %s", path, error);
    else
        return true;
    return false;
}

/* The reports beside logs, for the total; what is wrong with them, a merge of reports says. */
static void read_beside(struct merge *m) {
    struct problems problems = m->problems;
    const struct words paths = m->request->paths;
    struct words files = list_files(m, ".json");
    for (size_t i = 0; i < files.n; i++) {
        const char *joined = joined_file(m->arena, &m->joined, files.at[i]);
        const char *text = read_file(m->arena, joined, NULL), *error;
        bool named = words_has(&paths, files.at[i]);
        if (text && !named)
            merge_add_report(m, text, &error);
    }
    m->problems = problems;
}

/* --- findings -------------------------------------------------------------- */

/* Which defect it is: of findings that are equal here, one is reported. */
static int compare_defects(const struct sarif_finding *x, const struct sarif_finding *y) {
    const char *const xs[] = {x->rule, x->kernel, x->target, x->launch};
    const char *const ys[] = {y->rule, y->kernel, y->target, y->launch};
    int order = strcmp(x->path, y->path);
    order = order ? order : (x->line > y->line) - (x->line < y->line);
    order = order ? order : (x->col > y->col) - (x->col < y->col);
    for (size_t i = 0; i < sizeof xs / sizeof *xs && !order; i++)
        order = strcmp(xs[i], ys[i]);
    return order;
}

/* One that is reported before one that is not, then the most expensive of one defect first. */
static int by_defect(const void *a, const void *b) {
    const struct sarif_finding *x = a, *y = b;
    int order = compare_defects(x, y);
    order = order ? order : x->suppressed - y->suppressed;
    order = order ? order : (x->rank < y->rank) - (x->rank > y->rank);
    return order ? order : strcmp(x->message, y->message);
}

/* Numbers equal fingerprints through all files. */
static void renumber(struct merge *m, const char *name) {
    size_t n = m->findings.n;
    uint64_t *hash = NEW_ARRAY(m->arena, uint64_t, n);
    for (size_t i = 0; i < n; i++)
        hash[i] = strtoull(
            sarif_text(sarif_at(m->findings.at[i].json, "partialFingerprints"), name), NULL, 16);
    const char **text = diag_occurrences(m->arena, hash, n);
    for (size_t i = 0; i < n; i++)
        sarif_set(sarif_at(m->findings.at[i].json, "partialFingerprints"), name,
                  cJSON_CreateString(text[i]));
}

/* Only SARIF can say of a finding that it is suppressed, gone or as before. */
static bool is_left_out(const struct merge *m, const struct sarif_finding *f) {
    return (f->suppressed || f->gone || f->unchanged) &&
           strcmp(m->request->format->name, "sarif") != 0;
}

static void join_findings(struct merge *m) {
    VEC(struct sarif_finding) all = {0};
    m->findings.n = 0;
    for (size_t i = 0; i < m->logs.n; i++)
        for (size_t j = 0; j < m->logs.at[i].findings.n; j++)
            if (!is_left_out(m, &m->logs.at[i].findings.at[j]))
                vec_push(m->arena, &all, m->logs.at[i].findings.at[j]);
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_defect);
    for (size_t i = 0; i < all.n; i++)
        if (!i || compare_defects(&all.at[i - 1], &all.at[i]) != 0)
            vec_push(m->arena, &m->findings, all.at[i]);
    renumber(m, "primaryLocationLineHash");
    renumber(m, "clperf/v1");
    for (size_t i = 0; i < m->findings.n; i++)
        m->findings.at[i].fingerprint =
            sarif_text(m->findings.at[i].json, "partialFingerprints.clperf/v1");
}

/* --- the whole ------------------------------------------------------------- */

void merge_write(struct merge *m) {
    char *bytes = NULL;
    size_t n = 0;
    join_findings(m);
    FILE *out = open_memstream(&bytes, &n);
    bool good = out && m->request->format->write(m, out) == 0;
    good = out && fclose(out) == 0 && good;
    if (!good)
        die("out of memory");
    write_output(m->arena, m->request->output, bytes, n, &m->problems);
    free(bytes);
}

void merge_release(struct merge *m) {
    for (size_t i = 0; i < m->logs.n; i++)
        cJSON_Delete(m->logs.at[i].json);
    for (size_t i = 0; i < m->reports.n; i++)
        cJSON_Delete(m->reports.at[i]);
}

static void join_directories(struct merge *m) {
    for (size_t i = 0; i < m->request->paths.n && m->request->join; i++) {
        struct stat st;
        const char *path = m->request->paths.at[i];
        if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            m->request->join(m->arena, path, &m->joined);
    }
}

int merge_run(struct arena *a, const struct merge_request *r) {
    struct merge m = {.arena = a, .request = r, .problems = {.arena = a}};
    join_directories(&m);
    struct words files = list_files(&m, r->format->suffix);
    size_t read = 0;
    for (size_t i = 0; i < files.n; i++)
        read += read_input(&m, files.at[i]);
    if (read || !m.problems.n)
        merge_write(&m);
    for (size_t i = 0; i < m.problems.n; i++)
        fprintf(stderr, "clperf: %s: %s\n",
                m.problems.at[i].severity == SEVERITY_ERROR ? "error" : "warning",
                m.problems.at[i].text);
    if (strcmp(r->format->suffix, ".json") != 0)
        read_beside(&m);
    if (m.reports.n && r->format->write != merge_text && r->format->write != merge_markdown)
        merge_total(&m, stderr);
    merge_release(&m);
    return problems_has_error(&m.problems) ? EXIT_USAGE : 0;
}
