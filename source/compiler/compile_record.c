#include "source/compiler/compile_record.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/store/whole_file.h"
#include "base/str.h"

/* As a JSON string. Bytes that are no UTF-8 stay as they are. */
static void add_string(struct str *s, const char *text) {
    str_add(s, "\"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20)
            str_printf(s, "\\u%04x", c);
        else
            str_printf(s, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
    str_add(s, "\"");
}

static void add_member(struct str *s, const char *key, const char *text) {
    str_printf(s, "\"%s\": ", key);
    add_string(s, text);
    str_add(s, ", ");
}

static bool is_source(const struct input *in) {
    struct stat st;
    return front_end_has(in->language, FRONT_SOURCE) && stat(in->path, &st) == 0 &&
           S_ISREG(st.st_mode);
}

/* An entry; `key` is a member of our own. */
static void record_text(struct str *s, const struct input *in, const char *here, const char *key,
                        const char *value, const struct words *words) {
    const char *flags = getenv("CLPERF_FLAGS");
    str_add(s, "{");
    add_member(s, "directory", here);
    add_member(s, "file", in->path);
    add_member(s, key, value);
    if (flags)
        add_member(s, "flags", flags);
    str_add(s, "\"arguments\": [");
    for (size_t i = 0; i < words->n; i++) {
        str_add(s, i ? ", " : "");
        add_string(s, words->at[i]);
    }
    str_add(s, "]}\n");
}

void compile_record_write(struct arena *a, const char *dir, const struct jobs *j,
                          const struct words *words) {
    char *here = getcwd(NULL, 0);
    for (size_t i = 0; i < j->n_inputs && here && !j->no_analysis; i++) {
        const struct input *in = &j->inputs[i];
        const char *object = jobs_object(a, j, in);
        if (!is_source(in))
            continue;
        object = object ? object : in->path;
        const char *report = path_base(collected_output(a, dir, object, ""));
        const char *name = arena_printf(a, "%s/%s", object, path_base(in->path));
        struct str text = {.arena = a};
        mkdir(dir, 0777);
        record_text(&text, in, here, "report", arena_strndup(a, report, strlen(report) - 1), words);
        whole_file_put(a, &(struct whole_file){
                              .path = collected_output(a, dir, name, &COMPILE_RECORD_SUFFIX[1]),
                              .mode = 0666,
                              .bytes = text.text,
                              .n = text.n});
    }
    free(here);
}

/* --- names --- */

/* FNV-1a. */
static uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

const char *collected_output(struct arena *a, const char *dir, const char *object,
                             const char *format) {
    char here[PATH_MAX];
    const char *full = object;
    if (object[0] != '/' && getcwd(here, sizeof here))
        full = arena_printf(a, "%s/%s", here, object);
    return arena_printf(a, "%s/%s-%08" PRIx32 ".%s", dir, path_base(object), hash(full), format);
}

/* --- objects --- */

/* Files of the store, by a hash of the object's name: so many at most, and an object of the same
 * hash takes the place of another. */
enum { SLOTS = 4096, LONGEST_RECORD = 1 << 16 };

static const char *absolute(struct arena *a, const char *path) {
    char here[PATH_MAX];
    if (path[0] == '/' || !getcwd(here, sizeof here))
        return path;
    return arena_printf(a, "%s/%s", here, path);
}

static const char *slot_of(struct arena *a, const char *store, const char *folder,
                           const char *text) {
    return arena_printf(a, "%s/%s/%03" PRIx32, store, folder, hash(text) % SLOTS);
}

/* What a record of the object begins with, before the entry itself. */
static const char *head_of(struct arena *a, const char *object, bool kernels) {
    return arena_printf(a, "%s\n%s\n", object, kernels ? "kernels" : "host");
}

static void put_in_store(struct arena *a, const char *path, const struct str *text) {
    const char *folder = path_dir(a, path);
    mkdir(path_dir(a, folder), 0700);
    mkdir(folder, 0700);
    whole_file_put(
        a, &(struct whole_file){.path = path, .mode = 0600, .bytes = text->text, .n = text->n});
}

/* What is compiled, without where reports go: the store is not to say that. */
static struct words without_outputs(struct arena *a, const struct words *words) {
    static const char *const outputs[] = {"-fclperf-add-output=", "-fclperf-only-output="};
    struct words left = {0};
    for (size_t i = 0; i < words->n; i++)
        if (!str_starts(words->at[i], outputs[0]) && !str_starts(words->at[i], outputs[1]))
            words_add(a, &left, words->at[i]);
    return left;
}

void link_record_write(struct arena *a, const char *store, const struct jobs *j,
                       const struct words *words) {
    char *here = getcwd(NULL, 0);
    const struct input *in = j->n_inputs == 1 ? &j->inputs[0] : NULL;
    const char *object = in && j->mode == 'c' && !j->no_analysis ? jobs_object(a, j, in) : NULL;
    if (here && object && is_source(in)) {
        struct str text = {.arena = a};
        const struct words compiled = without_outputs(a, words);
        object = absolute(a, object);
        str_add(&text, head_of(a, object, in->analysed));
        record_text(&text, in, here, "object", object, &compiled);
        put_in_store(a, slot_of(a, store, "objects", object), &text);
    }
    free(here);
}

/* The entry of the object, or NULL; whether its source has kernels. */
static const char *read_record(struct arena *a, const char *store, const char *path,
                               bool *kernels) {
    const char *object = absolute(a, path);
    size_t n = 0;
    const char *text = read_file(a, slot_of(a, store, "objects", object), &n);
    for (int k = 0; text && n < LONGEST_RECORD && k < 2; k++) {
        const char *head = head_of(a, object, k);
        *kernels = k;
        if (str_starts(text, head))
            return text + strlen(head);
    }
    return NULL;
}

static void add_entry(struct str *s, const char *entry) {
    str_printf(s, "%s%s", s->n ? "," : "[", entry);
}

const char *link_record_database(struct arena *a, const char *store, const struct jobs *j,
                                 const struct words *words) {
    char *here = getcwd(NULL, 0);
    struct str all = {.arena = a};
    size_t n = 0;
    bool any = false, from_objects = false;
    for (size_t i = 0; i < j->n_inputs && here; i++) {
        const struct input *in = &j->inputs[i];
        bool kernels = in->analysed;
        struct str own = {.arena = a};
        const char *entry = NULL;
        if (is_source(in)) {
            record_text(&own, in, here, "object", "", words);
            entry = str_text(&own);
        } else if (str_ends(in->path, ".o") || str_ends(in->path, ".obj")) {
            entry = read_record(a, store, in->path, &kernels);
            from_objects |= entry != NULL;
        }
        if (!entry)
            continue;
        add_entry(&all, entry);
        any |= kernels;
        n++;
    }
    free(here);
    if (n < 2 || !any || !from_objects)
        return NULL;
    str_add(&all, "]\n");
    const char *path = arena_printf(a, "%s.json", slot_of(a, store, "links", all.text));
    put_in_store(a, path, &all);
    return absolute(a, path);
}
