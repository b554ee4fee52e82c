#include "launch/manifest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "launch/inline_syntax.h"
#include "launch/manifest_reading.h"
#include "source/compiler/build_options.h"

/* A field of a JSON object: its key and what reads it. */
struct field {
    const char *key;
    void (*read)(struct manifest *m, const cJSON *value, const char *at, struct given_launch *g);
};

void manifest_fail(struct manifest *m, const char *at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(m->arena, fmt, ap);
    va_end(ap);
    if (!m->failed)
        problems_add(m->problems, SEVERITY_ERROR, "%s: %s%s%s", m->path, at, *at ? ": " : "", text);
    m->failed = true;
}

bool manifest_is_count(const cJSON *v, double low) {
    return cJSON_IsNumber(v) && v->valuedouble >= low &&
           v->valuedouble <= (double)LAUNCH_MOST_ITEMS && v->valuedouble == floor(v->valuedouble);
}

static void read_sizes(struct manifest *m, const cJSON *v, const char *at, double low,
                       uint64_t missing, uint64_t out[3]) {
    int n = cJSON_IsArray(v) ? cJSON_GetArraySize(v) : 0;
    bool good = n >= 1 && n <= 3;
    for (int i = 0; i < 3 && good; i++) {
        const cJSON *size = cJSON_GetArrayItem(v, i);
        good = i >= n || manifest_is_count(size, low);
        out[i] = good && i < n ? (uint64_t)size->valuedouble : missing;
    }
    if (!good)
        manifest_fail(m, at, "expected 1 to 3 %s integers", low > 0 ? "positive" : "non-negative");
}

const char *manifest_text(struct manifest *m, const cJSON *v, const char *at) {
    if (cJSON_IsString(v) && *v->valuestring)
        return arena_strdup(m->arena, v->valuestring);
    manifest_fail(m, at, "expected a string");
    return "";
}

static void read_kernel(struct manifest *m, const cJSON *v, const char *at,
                        struct given_launch *g) {
    g->launch.kernel = manifest_text(m, v, at);
}

static void read_file_name(struct manifest *m, const cJSON *v, const char *at,
                           struct given_launch *g) {
    g->file = path_base(manifest_text(m, v, at));
}

static void read_global(struct manifest *m, const cJSON *v, const char *at,
                        struct given_launch *g) {
    read_sizes(m, v, at, 1, 1, g->launch.global);
    g->launch.global_source = LAUNCH_MANIFEST;
}

static void read_local(struct manifest *m, const cJSON *v, const char *at, struct given_launch *g) {
    read_sizes(m, v, at, 1, 1, g->launch.local);
    g->launch.local_source = LAUNCH_MANIFEST;
}

static void read_offset(struct manifest *m, const cJSON *v, const char *at,
                        struct given_launch *g) {
    read_sizes(m, v, at, 0, 0, g->launch.offset);
}

static void read_count(struct manifest *m, const cJSON *v, const char *at, struct given_launch *g) {
    if (manifest_is_count(v, 1))
        g->launch.count = (uint64_t)v->valuedouble;
    else
        manifest_fail(m, at, "expected a positive integer");
}

static void read_defines(struct manifest *m, const cJSON *v, const char *at,
                         struct given_launch *g) {
    struct words defines = {0};
    const cJSON *define;
    if (!cJSON_IsArray(v))
        manifest_fail(m, at, "expected an array of \"NAME=VALUE\"");
    cJSON_ArrayForEach (define, v)
        words_add(m->arena, &defines, manifest_text(m, define, at));
    g->launch.defines = defines.at;
    g->launch.n_defines = defines.n;
}

/* The program's text, where it was captured. Without the file the launch is of any text with its
 * kernel. */
static void read_source(struct manifest *m, const cJSON *v, const char *at,
                        struct given_launch *g) {
    const char *name = manifest_text(m, v, at);
    const char *dir = path_dir(m->arena, m->path);
    const char *ignored;
    g->source = name[0] == '/' ? name : arena_printf(m->arena, "%s/%s", dir, name);
    g->text = contents_find(m->arena, &m->files, g->source, &ignored);
}

static void read_options(struct manifest *m, const cJSON *v, const char *at,
                         struct given_launch *g) {
    if (!cJSON_IsString(v))
        manifest_fail(m, at, "expected a string");
    else
        g->options = arena_strdup(m->arena, v->valuestring);
}

static void read_times(struct manifest *m, const cJSON *v, const char *at, struct given_launch *g) {
    VEC(double) times = {0};
    const cJSON *time;
    if (!cJSON_IsArray(v))
        manifest_fail(m, at, "expected an array of milliseconds");
    cJSON_ArrayForEach (time, v) {
        if (!cJSON_IsNumber(time) || !(time->valuedouble >= 0))
            manifest_fail(m, at, "expected an array of milliseconds");
        vec_push(m->arena, &times, time->valuedouble);
    }
    g->launch.times = times.at;
    g->launch.n_times = times.n;
}

/* Of the sequential loop: the mean of those that were measured. */
static void read_cpu_times(struct manifest *m, const cJSON *v, const char *at,
                           struct given_launch *g) {
    struct given_launch read = {0};
    read_times(m, v, at, &read);
    for (size_t i = 0; i < read.launch.n_times && !m->failed; i++)
        g->launch.cpu_ms += read.launch.times[i] / (double)read.launch.n_times;
}

/* Where the host program launches it; for readers of the manifest. */
static void read_host(struct manifest *m, const cJSON *v, const char *at, struct given_launch *g) {
    const cJSON *file = cJSON_GetObjectItemCaseSensitive(v, "file");
    (void)g;
    if (!cJSON_IsString(file))
        manifest_fail(m, at, "expected an object with \"file\"");
}

static const struct field launch_fields[] = {
    {"kernel", read_kernel},    {"file", read_file_name},  {"source", read_source},
    {"global", read_global},    {"local", read_local},     {"offset", read_offset},
    {"count", read_count},      {"defines", read_defines}, {"options", read_options},
    {"args", manifest_args},    {"time_ms", read_times},   {"host", read_host},
    {"cpu_ms", read_cpu_times},
};

enum { LAUNCH_FIELDS = sizeof launch_fields / sizeof launch_fields[0] };

static const struct field *find_field(const char *key) {
    for (size_t i = 0; i < LAUNCH_FIELDS; i++)
        if (strcmp(launch_fields[i].key, key) == 0)
            return &launch_fields[i];
    return NULL;
}

static void unknown_key(struct manifest *m, const char *at, const char *key) {
    struct words keys = {0};
    for (size_t i = 0; i < LAUNCH_FIELDS; i++)
        words_add(m->arena, &keys, launch_fields[i].key);
    const char *nearest = words_nearest(key, &keys);
    if (nearest)
        manifest_fail(m, at, "unknown key \"%s\"; did you mean \"%s\"?", key, nearest);
    else
        manifest_fail(m, at, "unknown key \"%s\"", key);
}

static bool repeated(const cJSON *value) {
    for (const cJSON *next = value->next; next; next = next->next)
        if (strcmp(next->string, value->string) == 0)
            return true;
    return false;
}

/* Programs include headers from the directory that they run in. */
static void add_directory(struct arena *a, const char *directory, struct words *flags) {
    for (size_t i = 0, n = flags->n; i < n; i++)
        if (str_starts(flags->at[i], "-I") && flags->at[i][2] != '/')
            words_add(a, flags, arena_printf(a, "-I%s/%s", directory, flags->at[i] + 2));
    words_add(a, flags, arena_printf(a, "-I%s", directory));
}

/* The build options say all macros, also those that stand in "defines" again. */
static void take_options(struct manifest *m, struct given_launch *g) {
    struct words defines = {0}, flags = {0};
    struct arena *a = m->arena;
    if (!g->options && !(g->source && m->captured))
        return;
    build_options_read(a, g->options ? g->options : "", &defines, &flags);
    if (m->directory)
        add_directory(a, m->directory, &flags);
    g->launch.defines = defines.at;
    g->launch.n_defines = defines.n;
    g->launch.flags = flags.at;
    g->launch.n_flags = flags.n;
    g->launch.build_known = true;
}

static struct given_launch read_launch(struct manifest *m, const cJSON *v, const char *at) {
    struct given_launch g = {.where = arena_printf(m->arena, "%s: %s", m->path, at)};
    const cJSON *value;
    if (!cJSON_IsObject(v)) {
        manifest_fail(m, at, "expected an object");
        return g;
    }
    cJSON_ArrayForEach (value, v) {
        const struct field *f = find_field(value->string);
        if (f && repeated(value))
            manifest_fail(m, at, "\"%s\" is given twice", value->string);
        else if (f)
            f->read(m, value, arena_printf(m->arena, "%s.%s", at, value->string), &g);
        else
            unknown_key(m, at, value->string);
        if (m->failed)
            return g;
    }
    if (!g.launch.kernel)
        manifest_fail(m, at, "\"kernel\" is missing");
    g.launch.device = m->device;
    g.captured = m->captured;
    g.sources = m->sources;
    take_options(m, &g);
    return g;
}

/* What captured programs say of themselves besides. */
static bool is_top_key(const char *key) {
    static const char *const keys[] = {"version", "launches",  "devices", "program",
                                       "calls",   "directory", "remarks", "sources"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && key; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* The device of all launches, or NULL: where there are several, nobody knows whose a time is. */
static const char *only_device(struct manifest *m, const cJSON *top) {
    const cJSON *devices = cJSON_GetObjectItemCaseSensitive(top, "devices");
    const cJSON *first = cJSON_GetArrayItem(devices, 0);
    bool one = cJSON_GetArraySize(devices) == 1 && cJSON_IsString(first);
    return one ? arena_strdup(m->arena, first->valuestring) : NULL;
}

/* Sources that are gone are left out. */
static const struct captured_sources *read_sources(struct manifest *m, const cJSON *top) {
    const cJSON *v, *sources = cJSON_GetObjectItemCaseSensitive(top, "sources");
    struct captured_sources *read = NEW(m->arena, struct captured_sources);
    if (sources && !cJSON_IsArray(sources))
        manifest_fail(m, "sources", "expected an array");
    cJSON_ArrayForEach (v, sources) {
        const cJSON *file = cJSON_GetObjectItemCaseSensitive(v, "file");
        const cJSON *digest = cJSON_GetObjectItemCaseSensitive(v, "digest");
        const char *name = manifest_text(m, file, "sources: file");
        if (*name != '/')
            name = arena_printf(m->arena, "%s/%s", path_dir(m->arena, m->path), name);
        const struct captured_source s = {path_real(m->arena, name),
                                          manifest_text(m, digest, "sources: digest")};
        if (s.path)
            vec_push(m->arena, read, s);
    }
    return sources ? read : NULL;
}

static void read_top(struct manifest *m, const cJSON *top, struct given_launches *out) {
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(top, "version");
    const cJSON *launches = cJSON_GetObjectItemCaseSensitive(top, "launches"), *value;
    if (!cJSON_IsObject(top))
        manifest_fail(m, "", "expected an object with \"version\" and \"launches\"");
    else if (!cJSON_IsNumber(version) || version->valuedouble != 1)
        manifest_fail(m, "version", "expected 1");
    else if (!cJSON_IsArray(launches))
        manifest_fail(m, "launches", "expected an array");
    cJSON_ArrayForEach (value, top)
        if (!is_top_key(value->string))
            manifest_fail(m, "", "unknown key \"%s\"", value->string ? value->string : "");
    m->device = only_device(m, top);
    const cJSON *directory = cJSON_GetObjectItemCaseSensitive(top, "directory");
    m->directory =
        cJSON_IsString(directory) ? arena_strdup(m->arena, directory->valuestring) : NULL;
    m->captured = cJSON_HasObjectItem(top, "program") || cJSON_HasObjectItem(top, "devices");
    m->sources = read_sources(m, top);
    size_t i = 0;
    cJSON_ArrayForEach (value, launches) {
        if (m->failed)
            return;
        vec_push(m->arena, out,
                 read_launch(m, value, arena_printf(m->arena, "launches[%zu]", i++)));
    }
}

void manifest_read(struct arena *a, const char *path, const struct texts *texts,
                   struct given_launches *given, struct problems *p) {
    struct manifest m = {.arena = a, .path = path, .problems = p};
    struct given_launches found = {0};
    const char *end = NULL, *text;
    size_t n = 0;
    text = texts_read(a, texts, path, &n);
    if (!text) {
        problems_add(p, SEVERITY_ERROR, "cannot read launch manifest '%s': %s", path,
                     read_file_error(a, errno));
        return;
    }
    cJSON *json = cJSON_ParseWithOpts(text, &end, true);
    if (json && strlen(text) != n)
        problems_add(p, SEVERITY_ERROR, "%s:%zu: bytes after the end, a NUL", path,
                     str_line(text, text + strlen(text)));
    else if (json)
        read_top(&m, json, &found);
    else
        problems_add(p, SEVERITY_ERROR, "%s:%zu: not valid JSON", path, str_line(text, end));
    cJSON_Delete(json);
    for (size_t i = 0; i < found.n && !m.failed; i++)
        vec_push(a, given, found.at[i]);
}
