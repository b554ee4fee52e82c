#include "driver/analyze/config_file.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/store/ownership.h"
#include "base/str.h"
#include "launch/inline_syntax.h"

/* A .clperf that is being applied. */
struct config {
    struct arena *arena;
    const char *path, *dir;
    struct options *options;
    const struct option_source *source;
    struct problems *problems;
};

/* Why the open file is not obeyed, or NULL: others could have written it, or have put it there. */
static const char *distrust(struct arena *a, const char *path, int fd) {
    struct stat file, dir;
    const char *problem = NULL;
    if (ownership_trusted(path) || fstat(fd, &file) != 0 || stat(path_dir(a, path), &dir) != 0)
        return NULL;
    if ((problem = ownership_problem(a, &file, OWNER_USER_OR_ROOT)))
        return arena_printf(a, "it %s", problem);
    if ((problem = ownership_problem(a, &dir, OWNER_USER_OR_ROOT)))
        return arena_printf(a, "its directory %s", problem);
    return NULL;
}

/* What it says, or NULL with the reason: one not to obey it, or one that it cannot be read, with
 * errno set. */
static const char *read_trusted(struct arena *a, const char *path, const char **why) {
    const size_t most = (size_t)READ_FILE_MIB << 20;
    size_t n = 0;
    int fd = open_file_within(path, most, &n);
    *why = fd >= 0 ? distrust(a, path, fd) : NULL;
    const char *text = fd >= 0 && !*why ? read_open_file(a, fd, most, &n) : NULL;
    int error = text && strlen(text) != n ? EILSEQ : errno;
    text = error == EILSEQ ? NULL : text;
    if (fd >= 0)
        close(fd);
    errno = error;
    return text;
}

/* Whether it says so itself; what is wrong with it is said where it is applied. */
static bool is_root(struct arena *a, const char *path) {
    const char *why, *text = read_trusted(a, path, &why);
    cJSON *json = text ? cJSON_ParseWithOpts(text, NULL, true) : NULL;
    bool root = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "root"));
    cJSON_Delete(json);
    return root;
}

/* Those of the directory and its parents, the nearest first. *complete: one of them is a root. */
static struct words upwards(struct arena *a, const char *dir, bool *complete) {
    char real[PATH_MAX];
    struct words found = {0};
    *complete = false;
    for (const char *at = realpath(dir, real) ? real : NULL; at && !*complete;) {
        const char *path = arena_printf(a, "%s/.clperf", strcmp(at, "/") ? at : "");
        if (access(path, F_OK) == 0) {
            words_add(a, &found, path);
            *complete = is_root(a, path);
        }
        at = strcmp(at, "/") ? path_dir(a, at) : NULL;
    }
    return found;
}

static bool is_among(const char *path, const struct words *w) {
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->at[i], path) == 0)
            return true;
    return false;
}

struct words config_files(struct arena *a, const char *dir) {
    bool complete, ignored;
    struct words own = upwards(a, dir, &complete), here = {0}, files = {0};
    if (!complete)
        here = upwards(a, ".", &ignored);
    for (size_t i = here.n; i-- > 0;)
        if (!is_among(here.at[i], &own))
            words_add(a, &files, here.at[i]);
    for (size_t i = own.n; i-- > 0;)
        words_add(a, &files, own.at[i]);
    return files;
}

static void fail(struct config *c, const char *key, const char *what) {
    problems_add(c->problems, SEVERITY_ERROR, "%s: %s: %s", c->path, key, what);
}

static void apply(struct config *c, const char *key, const char *option) {
    struct problems wrong = {.arena = c->arena};
    if (!options_apply(c->arena, c->options, option, c->source, &wrong))
        fail(c, key, arena_printf(c->arena, "'%s' is not one of clperf's options", option));
    for (size_t i = 0; i < wrong.n; i++)
        fail(c, key, wrong.at[i].text);
}

/* Files named in a configuration are relative to its directory. */
static const char *resolved(struct config *c, const char *key, const char *value) {
    bool file = strcmp(key, "launch") == 0 ? !launch_is_inline(value)
                : strcmp(key, "gpu") == 0
                    ? str_ends(value, ".json")
                    : strcmp(key, "suppression-mappings") == 0 || strcmp(key, "host-units") == 0 ||
                          strcmp(key, "baseline") == 0;
    return file && value[0] != '/' ? arena_printf(c->arena, "%s/%s", c->dir, value) : value;
}

/* Outputs stay below the directory of the configuration that asks for them, and are regular files.
 */
static void add_output(struct config *c, const char *value) {
    const char *file = strstr(value, ":file="), *real = NULL;
    struct output_options *outputs = &c->options->outputs;
    struct stat st;
    if (file) {
        file += strlen(":file=");
        real = ownership_below(c->arena, file, c->dir);
        const char *problem = !real ? arena_printf(c->arena, "is not below '%s'", c->dir)
                              : stat(real, &st) == 0 && !S_ISREG(st.st_mode)
                                  ? "is not a regular file"
                                  : NULL;
        if (problem) {
            fail(c, "add-output", arena_printf(c->arena, "'%s' %s", file, problem));
            return;
        }
    }
    const size_t before = outputs->n;
    apply(c, "add-output", arena_printf(c->arena, "-fclperf-add-output=%s", value));
    if (outputs->n > before)
        outputs->at[outputs->n - 1].to.real = real;
}

static void apply_value(struct config *c, const char *key, const char *value) {
    if (strcmp(key, "add-output") == 0)
        add_output(c, value);
    else if (strcmp(key, "warnings") == 0)
        apply(c, key, arena_printf(c->arena, "-W%s", value));
    else
        apply(c, key, arena_printf(c->arena, "-fclperf-%s=%s", key, resolved(c, key, value)));
}

/* Several values of an option that takes a list are one value with commas. */
static void apply_array(struct config *c, const char *key, const cJSON *array) {
    bool joined = strcmp(key, "gpu") == 0 || strcmp(key, "dump") == 0;
    struct str all = {.arena = c->arena};
    const cJSON *v;
    cJSON_ArrayForEach (v, array) {
        if (!cJSON_IsString(v)) {
            fail(c, key, "expected strings");
            return;
        }
        if (joined)
            str_printf(&all, "%s%s", all.n ? "," : "", resolved(c, key, v->valuestring));
        else
            apply_value(c, key, v->valuestring);
    }
    if (joined)
        apply(c, key, arena_printf(c->arena, "-fclperf-%s=%s", key, str_text(&all)));
}

static void apply_key(struct config *c, const cJSON *v) {
    const char *key = arena_strdup(c->arena, v->string);
    if (strcmp(key, "root") == 0 && cJSON_IsBool(v))
        return;
    if (cJSON_IsString(v))
        apply_value(c, key, arena_strdup(c->arena, v->valuestring));
    else if (cJSON_IsNumber(v))
        apply_value(c, key, arena_printf(c->arena, "%g", v->valuedouble));
    else if (cJSON_IsArray(v))
        apply_array(c, key, v);
    else if (cJSON_IsTrue(v))
        apply(c, key,
              strcmp(key, "remarks") ? arena_printf(c->arena, "-fclperf-%s", key) : "-Rclperf");
    else if (!cJSON_IsFalse(v))
        fail(c, key, "expected a string, a number, true, false, or an array of strings");
}

static void read_one(struct arena *a, struct options *o, const char *path, struct problems *p) {
    const char *why, *text = read_trusted(a, path, &why);
    if (why) {
        problems_add(p, SEVERITY_WARNING, "'%s' is not obeyed, as %s; CLPERF_TRUST='%s' obeys it",
                     path, why, path_dir(a, path));
        return;
    }
    if (!text)
        problems_add(p, SEVERITY_ERROR, "cannot read '%s': %s", path, read_file_error(a, errno));
    if (!text)
        return;
    struct option_source *source = NEW(a, struct option_source);
    *source = (struct option_source){path, true};
    struct config c = {a, path, path_dir(a, path), o, source, p};
    cJSON *json = cJSON_ParseWithOpts(text, NULL, true);
    const cJSON *v;
    if (!cJSON_IsObject(json))
        problems_add(p, SEVERITY_ERROR, "%s: not a JSON object", path);
    else
        cJSON_ArrayForEach (v, json)
            apply_key(&c, v);
    cJSON_Delete(json);
}

void config_read(struct arena *a, struct options *o, const struct words *files,
                 struct problems *p) {
    for (size_t i = 0; i < files->n; i++)
        read_one(a, o, files->at[i], p);
}
