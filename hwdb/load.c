#include "hwdb/load.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "hwdb/boards.h"

const struct hw_key hw_keys[GPU_KEYS] = {
#define KEY(section, name, unit, min, max, required, meaning)                                      \
    {#name, unit, meaning, min, max, required, offsetof(struct gpu, section.name)},
#include "hwdb/schema.def"
#undef KEY
};

static const bool powers_of_two[GPU_KEYS] = {
#define KEY(section, name, unit, min, max, required, meaning)
#define POWER_OF_TWO(name) [GPU_##name] = true,
#include "hwdb/schema.def"
#undef KEY
};

/* More bases than this on top of each other are a cycle that spells its paths differently. */
enum { MAX_BASES = 16 };

/* A file that is being read, and the one that named it as its base. */
struct layer {
    const struct hwdb_file *file;
    const struct layer *user;
};

struct load {
    struct arena *a;
    struct gpu *gpu;
    const char *error;
};

static bool add_file(struct load *l, const struct hwdb_file *file, const struct layer *user);
static bool add_board(struct load *l, const struct hwdb_entry *entry, const struct layer *user);

/* Always false, so that a check can return it. The message stays one line whatever
 * the file contains. */
__attribute__((format(printf, 3, 4))) static bool fail(struct load *l, const char *path,
                                                       const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    char *line = arena_printf(l->a, "%s: %s", path, arena_vprintf(l->a, fmt, ap));
    va_end(ap);
    for (char *c = line; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    l->error = line;
    return false;
}

static bool one_of(const char *word, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

/* Every member is one of the n known words and there once. `where` names the
 * object in messages: "" or "KEY: ". */
static bool check_members(struct load *l, const char *path, const char *where, const cJSON *object,
                          const char *const *words, size_t n) {
    if (!cJSON_IsObject(object))
        return fail(l, path, "%sexpected an object", where);
    for (const cJSON *m = object->child; m; m = m->next) {
        if (!one_of(m->string, words, n))
            return fail(l, path, "%sunknown key '%s'", where, m->string);
        for (const cJSON *other = m->next; other; other = other->next)
            if (strcmp(m->string, other->string) == 0)
                return fail(l, path, "%skey '%s' is there twice", where, m->string);
    }
    return true;
}

static const cJSON *member(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* A text that is there must be a string with something in it. */
static bool get_text(struct load *l, const char *path, const cJSON *root, const char *key,
                     const char **text) {
    const cJSON *m = member(root, key);
    if (!m)
        return true;
    if (!cJSON_IsString(m) || !*m->valuestring)
        return fail(l, path, "'%s' must be a string that is not empty", key);
    *text = arena_strdup(l->a, m->valuestring);
    return true;
}

static bool get_aliases(struct load *l, const char *path, const cJSON *root) {
    const cJSON *list = member(root, "aliases");
    if (!list)
        return true;
    if (!cJSON_IsArray(list))
        return fail(l, path, "'aliases' must be an array of strings");
    struct gpu *g = l->gpu;
    g->aliases = NEW_ARRAY(l->a, const char *, cJSON_GetArraySize(list));
    for (const cJSON *m = list->child; m; m = m->next) {
        if (!cJSON_IsString(m) || !*m->valuestring)
            return fail(l, path, "'aliases' must be an array of strings");
        g->aliases[g->n_aliases++] = arena_strdup(l->a, m->valuestring);
    }
    return true;
}

/* A vendor has a row of vendors.def: without, nobody knows who compiles for the GPU. */
static bool get_vendor(struct load *l, const char *path, const cJSON *root) {
    const char *name = NULL;
    if (!get_text(l, path, root, "vendor", &name))
        return false;
    const struct vendor *v = name ? vendor_find(name) : NULL;
    if (name && !v)
        return fail(l, path, "no vendor is called '%s'; known are %s", name, vendor_names(l->a));
    if (v)
        l->gpu->vendor = v;
    return true;
}

/* Name, product and aliases belong to one file; vendor and architecture are inherited. */
static bool get_head(struct load *l, const struct layer *layer, const cJSON *root) {
    const char *path = layer->file->path;
    struct gpu *g = l->gpu;
    if (!get_vendor(l, path, root) || !get_text(l, path, root, "arch", &g->arch))
        return false;
    return layer->user ||
           (get_text(l, path, root, "name", &g->name) &&
            get_text(l, path, root, "product", &g->product) && get_aliases(l, path, root));
}

static bool get_kind(struct load *l, const char *path, const char *key, const cJSON *entry,
                     enum gpu_kind *kind) {
    const cJSON *m = member(entry, "kind");
    if (cJSON_IsString(m))
        for (*kind = GPU_DOCUMENTED; *kind < GPU_UNSET; ++*kind)
            if (strcmp(m->valuestring, gpu_kind_name(*kind)) == 0)
                return true;
    return fail(l, path, "%s: 'kind' must be documented, measured, derived or inferred", key);
}

static bool is_power_of_two(double v) {
    uint32_t n = (uint32_t)v;
    return v == n && (n & (n - 1)) == 0;
}

static bool get_value(struct load *l, const char *path, const cJSON *entry, enum gpu_key key) {
    static const char *const known[] = {"value", "kind", "source"};
    const struct hw_key *row = &hw_keys[key];
    struct gpu_origin *origin = &l->gpu->origin[key];
    if (!cJSON_IsObject(entry))
        return fail(l, path, "%s: must be an object with value, kind and source", row->name);
    if (!check_members(l, path, arena_printf(l->a, "%s: ", row->name), entry, known, 3))
        return false;
    const cJSON *value = member(entry, "value"), *source = member(entry, "source");
    if (!cJSON_IsNumber(value))
        return fail(l, path, "%s: 'value' must be a number", row->name);
    double v = value->valuedouble;
    if (!(v >= row->min && v <= row->max))
        return fail(l, path, "%s: %g is out of range, %g to %g %s", row->name, v, row->min,
                    row->max, row->unit);
    if (powers_of_two[key] && v != 0 && !is_power_of_two(v))
        return fail(l, path, "%s: %g is not a power of two", row->name, v);
    if (!get_kind(l, path, row->name, entry, &origin->kind))
        return false;
    if (!cJSON_IsString(source) || !*source->valuestring)
        return fail(l, path, "%s: 'source' must say where the value is from", row->name);
    origin->source = arena_strdup(l->a, source->valuestring);
    origin->file = path;
    *(double *)((char *)l->gpu + row->offset) = v;
    return true;
}

static bool get_values(struct load *l, const char *path, const cJSON *root) {
    const cJSON *values = member(root, "values");
    const char *known[GPU_KEYS];
    for (enum gpu_key k = 0; k < GPU_KEYS; k++)
        known[k] = hw_keys[k].name;
    if (!cJSON_IsObject(values))
        return fail(l, path, "'values' must be an object");
    if (!check_members(l, path, "values: ", values, known, GPU_KEYS))
        return false;
    for (enum gpu_key k = 0; k < GPU_KEYS; k++) {
        const cJSON *entry = member(values, known[k]);
        if (entry && !get_value(l, path, entry, k))
            return false;
    }
    return true;
}

static bool is_path(const char *name) {
    return strchr(name, '/') || str_ends(name, ".json");
}

/* A base is an architecture, a built-in GPU, or a file next to the one that names it. */
static const struct hwdb_file *find_base(struct load *l, const char *path, const char *name) {
    if (!is_path(name)) {
        const struct hwdb_file *arch = hw_base(name);
        const struct hwdb_entry *gpu = arch ? NULL : hw_entry(name);
        return gpu ? gpu->file : arch;
    }
    struct hwdb_file *file = NEW(l->a, struct hwdb_file);
    const char *dir = path_dir(l->a, path);
    while (str_starts(name, "./"))
        name += 2;
    file->path = *name == '/' ? name : arena_printf(l->a, "%s/%s", dir, name);
    file->text = read_text_file(l->a, file->path);
    return file->text ? file : NULL;
}

static bool add_base(struct load *l, const struct layer *layer, const cJSON *root) {
    const char *path = layer->file->path, *name = NULL;
    if (!get_text(l, path, root, "base", &name))
        return false;
    if (!name)
        return true;
    const struct hwdb_file *base = find_base(l, path, name);
    if (!base)
        return fail(l, path, "unknown base '%s'", name);
    int depth = 0;
    for (const struct layer *u = layer; u; u = u->user)
        if (strcmp(u->file->path, base->path) == 0 || ++depth > MAX_BASES)
            return fail(l, path, "base '%s' closes a cycle of bases", name);
    return str_ends(base->path, ".tsv") ? add_board(l, hw_entry(name), layer)
                                        : add_file(l, base, layer);
}

static bool add_layer(struct load *l, const struct layer *layer, const cJSON *root) {
    static const char *const known[] = {"name", "product", "vendor", "arch",
                                        "base", "aliases", "values"};
    const char *path = layer->file->path;
    if (!cJSON_IsObject(root))
        return fail(l, path, "must be a JSON object");
    return check_members(l, path, "", root, known, sizeof known / sizeof *known) &&
           add_base(l, layer, root) && get_head(l, layer, root) && get_values(l, path, root);
}

static cJSON *parse(struct load *l, const struct hwdb_file *file) {
    const char *end = file->text;
    cJSON *root = cJSON_ParseWithOpts(file->text, &end, true);
    if (!root)
        fail(l, file->path, "line %zu: not valid JSON", str_line(file->text, end));
    return root;
}

/* The base's values first, so that those of the file replace them. */
static bool add_file(struct load *l, const struct hwdb_file *file, const struct layer *user) {
    const struct layer layer = {file, user};
    cJSON *root = parse(l, file);
    bool ok = root && add_layer(l, &layer, root);
    cJSON_Delete(root);
    return ok;
}

/* The GPU that the board is like, which has a file of its own, and on it what the row says. */
static bool add_board(struct load *l, const struct hwdb_entry *entry, const struct layer *user) {
    const struct layer layer = {entry->file, user};
    const char *path = entry->file->path, *error = NULL;
    struct board b;
    if (!board_read(l->a, entry, &b))
        return fail(l, path, "%s: a row has %d columns", entry->name, BOARD_COLUMNS);
    const struct hwdb_entry *like = hw_entry(b.column[BOARD_LIKE]);
    if (!like || is_board(like))
        return fail(l, path, "%s: '%s' is no file in gpus/", entry->name, b.column[BOARD_LIKE]);
    if (!add_file(l, like->file, &layer))
        return false;
    if (!board_apply(l->a, &b, l->gpu, &error))
        return fail(l, path, "%s", error);
    if (!user)
        board_name(l->a, &b, l->gpu);
    return true;
}

static bool check_complete(struct load *l, const char *path) {
    struct gpu *g = l->gpu;
    const char *missing = !g->name ? "name" : !g->vendor ? "vendor" : !g->arch ? "arch" : NULL;
    for (enum gpu_key k = 0; k < GPU_KEYS && !missing; k++)
        if (hw_keys[k].required && g->origin[k].kind == GPU_UNSET)
            missing = hw_keys[k].name;
    if (missing)
        return fail(l, path, "required key '%s' is missing", missing);
    if (!g->product)
        g->product = g->name;
    return true;
}

static struct load begin(struct arena *a) {
    struct load l = {.a = a, .gpu = NEW(a, struct gpu)};
    for (enum gpu_key k = 0; k < GPU_KEYS; k++)
        l.gpu->origin[k] = (struct gpu_origin){GPU_UNSET, "", ""};
    return l;
}

const struct gpu *hw_load(struct arena *a, const struct hwdb_file *file, const char **error) {
    struct load l = begin(a);
    if (add_file(&l, file, NULL) && check_complete(&l, file->path))
        return l.gpu;
    *error = l.error;
    return NULL;
}

const struct gpu *hw_load_entry(struct arena *a, const struct hwdb_entry *entry,
                                const char **error) {
    if (!is_board(entry))
        return hw_load(a, entry->file, error);
    struct load l = begin(a);
    if (add_board(&l, entry, NULL) && check_complete(&l, entry->file->path))
        return l.gpu;
    *error = l.error;
    return NULL;
}

const struct gpu *hw_load_names(struct arena *a, const struct hwdb_entry *entry,
                                const char **error) {
    struct load l = {.a = a, .gpu = NEW(a, struct gpu)};
    struct board b;
    if (is_board(entry)) {
        if (board_read(a, entry, &b))
            board_name(a, &b, l.gpu);
        else
            fail(&l, entry->file->path, "%s: a row has %d columns", entry->name, BOARD_COLUMNS);
        *error = l.error;
        return l.error ? NULL : l.gpu;
    }
    cJSON *root = parse(&l, entry->file);
    bool ok = root && get_head(&l, &(struct layer){entry->file, NULL}, root);
    cJSON_Delete(root);
    if (!l.gpu->product)
        l.gpu->product = l.gpu->name;
    *error = l.error;
    return ok ? l.gpu : NULL;
}

const struct hwdb_file *hw_base(const char *name) {
    static const char folder[] = "hwdb/base/";
    size_t n = strlen(name);
    for (size_t i = 0; i < hwdb_n_files && str_starts(hwdb_files[i].path, folder); i++) {
        const char *file = hwdb_files[i].path + strlen(folder);
        if (strncmp(file, name, n) == 0 && strcmp(file + n, ".json") == 0)
            return &hwdb_files[i];
    }
    return NULL;
}

static int compare_entry(const void *name, const void *entry) {
    return strcmp(name, ((const struct hwdb_entry *)entry)->name);
}

const struct hwdb_entry *hw_entry(const char *name) {
    return bsearch(name, hwdb_entries, hwdb_n_gpu_names, sizeof *hwdb_entries, compare_entry);
}
