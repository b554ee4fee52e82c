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

static void record_text(struct str *s, const struct input *in, const char *here, const char *report,
                        const struct words *words) {
    const char *flags = getenv("CLPERF_FLAGS");
    str_add(s, "{");
    add_member(s, "directory", here);
    add_member(s, "file", in->path);
    add_member(s, "report", report);
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
        record_text(&text, in, here, arena_strndup(a, report, strlen(report) - 1), words);
        whole_file_put(a, &(struct whole_file){
                              .path = collected_output(a, dir, name, &COMPILE_RECORD_SUFFIX[1]),
                              .mode = 0666,
                              .bytes = text.text,
                              .n = text.n});
    }
    free(here);
}

/* Part of clperf-cc: nothing but libc. */

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
