#include "hwdb/gpu.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "hwdb/load.h"

enum {
    MAX_SUGGESTIONS = 3,
    MIN_PART = 3, /* letters that make a part of a name worth a suggestion */
};

/* Marks and words that drivers put into names or leave out. */
static const char *without(struct arena *a, const char *name) {
    static const char *const marks[] = {"(tm)", "(r)"};
    char *to = arena_strdup(a, name);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        for (char *at = strstr(to, marks[i]); at; at = strstr(at, marks[i]))
            memmove(at, at + strlen(marks[i]), strlen(at + strlen(marks[i])) + 1);
    for (size_t i = 0; i < N_VENDORS; i++)
        if (str_starts(to, vendors[i].name))
            to += strlen(vendors[i].name);
    return to;
}

/* "gfx90a:sramecc+:xnack-" is the gfx90a that OpenCL reports with its settings. */
static size_t name_length(const char *name) {
    return str_starts(name, "gfx") ? strcspn(name, ":") : strlen(name);
}

const char *hw_normal(struct arena *a, const char *name) {
    size_t n = name_length(name);
    char *normal = arena_alloc(a, n + 1), *to = normal;
    for (size_t i = 0; i < n; i++)
        if (!isspace((unsigned char)name[i]) && name[i] != '_' && name[i] != '-')
            *to++ = (char)tolower((unsigned char)name[i]);
    return without(a, normal);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Insertions, deletions and replacements that turn one word into the other; what is
 * more than `limit` need not be exact. */
static size_t edit_distance(struct arena *a, const char *from, const char *to, size_t limit) {
    size_t n = strlen(from), m = strlen(to);
    if (n > m + limit || m > n + limit)
        return limit + 1;
    size_t *row = NEW_ARRAY(a, size_t, m + 1);
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 0; i < n; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < m; j++) {
            size_t replaced = diagonal + (from[i] != to[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(replaced, least(row[j], row[j + 1]) + 1);
        }
    }
    return row[m];
}

static size_t word_distance(struct arena *a, const char *wanted, const char *word, size_t limit) {
    const char *normal = hw_normal(a, word);
    bool is_part = strlen(wanted) >= MIN_PART && strstr(normal, wanted);
    return is_part ? strlen(normal) > strlen(wanted)
                   : 2 * edit_distance(a, wanted, normal, limit / 2);
}

/* How far the GPU's names are from the wanted one, which is normalised: 0 is a match, 1 a name that
 * the wanted one is a part of, and each letter counts as 2. */
static size_t gpu_distance(struct arena *a, const struct gpu *g, const char *wanted, size_t limit) {
    size_t best = least(word_distance(a, wanted, g->name, limit),
                        word_distance(a, wanted, g->product, limit));
    for (size_t i = 0; i < g->n_aliases; i++)
        best = least(best, word_distance(a, wanted, g->aliases[i], limit));
    return best;
}

static const char *unknown_gpu(struct arena *a, const char *name, const size_t *distance,
                               size_t limit) {
    struct str s = {.arena = a};
    int found = 0;
    str_printf(&s, "no GPU is named '%s'", name);
    for (size_t d = 1; d <= limit && found < MAX_SUGGESTIONS; d++)
        for (size_t i = 0; i < hwdb_n_gpu_names && found < MAX_SUGGESTIONS; i++)
            if (distance[i] == d)
                str_printf(&s, "%s%s", found++ ? ", " : "; did you mean ", hwdb_gpu_names[i]);
    str_printf(&s, "%s ('clperf gpus' lists them)", found ? "?" : "");
    return str_text(&s);
}

static const struct gpu *find_builtin(struct arena *a, const char *name, const char **error) {
    const char *wanted = hw_normal(a, name);
    size_t limit = 2 * (strlen(wanted) / 3 + 1);
    size_t *distance = NEW_ARRAY(a, size_t, hwdb_n_gpu_names);
    for (size_t i = 0; i < hwdb_n_gpu_names; i++) {
        const struct gpu *names = hw_load_names(a, &hwdb_entries[i], error);
        if (!names)
            return NULL;
        distance[i] = *wanted ? gpu_distance(a, names, wanted, limit) : limit + 1;
        if (distance[i] == 0)
            return hw_load_entry(a, &hwdb_entries[i], error);
    }
    *error = unknown_gpu(a, name, distance, limit);
    return NULL;
}

static const struct gpu *find_file(struct arena *a, const char *path, const char **error) {
    struct hwdb_file *file = NEW(a, struct hwdb_file);
    file->path = arena_strdup(a, path);
    file->text = read_text_file(a, path);
    if (file->text)
        return hw_load(a, file, error);
    *error = arena_printf(a, "%s: %s", path, read_file_error(a, errno));
    return NULL;
}

static const struct gpu *find_name(struct arena *a, const char *name, const char **error) {
    const struct hwdb_entry *entry = hw_entry(name);
    return entry ? hw_load_entry(a, entry, error) : find_builtin(a, name, error);
}

/* Some drivers' names for GPUs have a slash, too. */
const struct gpu *gpu_find(struct arena *a, const char *name, const char **error) {
    if (!strchr(name, '/') && !str_ends(name, ".json"))
        return find_name(a, name, error);
    const char *unknown;
    bool exists = access(name, F_OK) == 0;
    const struct gpu *g = exists ? NULL : find_name(a, name, &unknown);
    return g ? g : find_file(a, name, error);
}

const char *const *gpu_names(size_t *n) {
    *n = hwdb_n_gpu_names;
    return hwdb_gpu_names;
}

struct gpu_glance gpu_at(size_t i) {
    const struct hwdb_entry *e = &hwdb_entries[i];
    return (struct gpu_glance){e->name, e->vendor, e->arch};
}

double gpu_value(const struct gpu *g, enum gpu_key key) {
    return *(const double *)((const char *)g + hw_keys[key].offset);
}

const char *gpu_key_name(enum gpu_key key) {
    return hw_keys[key].name;
}

const char *gpu_kind_name(enum gpu_kind kind) {
    static const char *const names[] = {"documented", "measured", "derived", "inferred", "unset"};
    return names[kind];
}
