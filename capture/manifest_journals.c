#include "capture/manifest_journals.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static uint64_t begun(const struct read_journal *j) {
    const char *start = strchr(path_base(j->path), '-');
    return start ? strtoull(start + 1, NULL, 10) : 0;
}

static int earlier(const void *x, const void *y) {
    uint64_t at = begun(x), other = begun(y);
    return (at > other) - (at < other);
}

bool manifest_list_journals(struct arena *a, const char *folder, struct read_journals *found) {
    DIR *names = opendir(folder);
    struct dirent *entry;
    if (!names)
        return false;
    while ((entry = readdir(names)))
        if (str_ends(entry->d_name, JOURNAL_SUFFIX)) {
            const char *path = arena_printf(a, "%s/%s", folder, entry->d_name);
            vec_push(a, found, (struct read_journal){.path = path});
        }
    closedir(names);
    if (found->n)
        qsort(found->at, found->n, sizeof *found->at, earlier);
    return true;
}

void manifest_read_journal(struct arena *a, struct read_journal *j) {
    size_t stem = strlen(j->path) - strlen(JOURNAL_SUFFIX);
    const char *counts = arena_printf(a, "%.*s%s", (int)stem, j->path, JOURNAL_COUNTS_SUFFIX);
    j->lines = read_file(a, j->path, &j->n_lines);
    j->counts = read_file(a, counts, &j->n_counts);
}

/* Where a line ends, or NULL behind the last whole one. */
static char *end_of_line(const struct read_journal *j, size_t at) {
    return j->lines && at < j->n_lines ? memchr(j->lines + at, '\n', j->n_lines - at) : NULL;
}

cJSON *manifest_next_line(const struct read_journal *j, size_t *at) {
    char *end;
    while ((end = end_of_line(j, *at))) {
        char *line = j->lines + *at;
        size_t n = (size_t)(end - line);
        *at += n + 1;
        cJSON *json = n ? cJSON_ParseWithLength(line, n) : NULL;
        if (cJSON_IsObject(json))
            return json;
        cJSON_Delete(json);
    }
    return NULL;
}

static bool read_counts(const struct read_journal *j, double offset, struct journal_counts *out) {
    bool there = j->counts && offset >= 0 && offset + sizeof *out <= (double)j->n_counts;
    if (there)
        memcpy(out, j->counts + (size_t)offset, sizeof *out);
    return there;
}

struct journal_counts manifest_counts(const struct read_journal *j, const cJSON *line) {
    const cJSON *offset = cJSON_GetObjectItemCaseSensitive(line, "counts");
    struct journal_counts counts;
    if (!cJSON_IsNumber(offset) || !read_counts(j, offset->valuedouble, &counts))
        return (struct journal_counts){.count = 1};
    if (counts.n_times > JOURNAL_TIMES)
        counts.n_times = JOURNAL_TIMES;
    return counts;
}

uint64_t manifest_lost(const struct read_journal *j) {
    struct journal_counts lost;
    return read_counts(j, 0, &lost) ? lost.count : 0;
}
