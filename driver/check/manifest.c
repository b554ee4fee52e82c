/* Captured manifests: the texts that a program built are in them, with what it built them with. */
#include <cjson/cJSON.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/uri.h"
#include "driver/check/check.h"
#include "driver/check/written_source.h"
#include "launch/json_reader.h"

/* The source of the launch, absolute, or NULL. */
static const char *source_of(struct json_reader *r, const cJSON *launch) {
    const char *source = sarif_text(launch, "source"), *file = sarif_text(launch, "file");
    const char *name = *source ? source : file;
    return *name ? diag_absolute(r->arena, json_beside(r, arena_strdup(r->arena, name))) : NULL;
}

static bool is_there(const struct check_units *units, size_t first, const char *file) {
    for (size_t i = first; i < units->n; i++)
        if (strcmp(units->at[i].file, file) == 0)
            return true;
    return false;
}

/* The launches' build options are the manifest's to say. */
static struct check_unit unit_of(struct arena *a, const char *manifest, const char *source) {
    struct check_unit u = {.directory = path_dir(a, manifest), .file = source, .named = true};
    words_add(a, &u.words, source);
    words_add(a, &u.words, arena_printf(a, "-fclperf-launch=%s", manifest));
    return u;
}

/* Where the program ran, if its folder is there. */
static const char *directory_of(struct arena *a, const cJSON *json) {
    const char *directory = arena_strdup(a, sarif_text(json, "directory"));
    return *directory == '/' && access(directory, R_OK | X_OK) == 0 ? directory : NULL;
}

/* The source in the project, where its text is found there; else as it was captured. */
static const char *place_of(struct arena *a, const char *source, const struct words *candidates) {
    const char *written = written_source(a, candidates, source);
    return written ? written : source;
}

bool check_manifest(struct arena *a, const char *path, struct check_units *out, struct problems *p,
                    const char **project) {
    struct json_reader r = {.arena = a, .path = path};
    cJSON *json = json_parse(&r);
    const cJSON *launch, *launches = sarif_at(json, "launches");
    const char *manifest = diag_absolute(a, path);
    const char *directory = directory_of(a, json);
    struct words seen = {0}, candidates = {0};
    size_t first = out->n, unknown = 0, unnamed = 0;
    if (json && !cJSON_IsArray(launches))
        json_fail(&r, "launches", "expected an array, as clperf capture writes it");
    cJSON_ArrayForEach (launch, launches) {
        const char *source = source_of(&r, launch);
        bool known = source && words_has(&seen, source);
        if (!source)
            unnamed++;
        else if (access(source, R_OK) != 0)
            unknown++;
        else if (!known) {
            if (!seen.n && directory)
                candidates = written_candidates(a, directory);
            const char *place = place_of(a, source, &candidates);
            words_add(a, &seen, source);
            if (!is_there(out, first, place))
                vec_push(a, out, unit_of(a, manifest, place));
        }
    }
    *project = unnamed ? directory : NULL;
    unknown += *project ? 0 : unnamed;
    cJSON_Delete(json);
    if (!r.error && out->n == first && !*project)
        json_fail(&r, "launches", unknown ? "no source of a launch can be read" : "there are none");
    if (r.error)
        problems_add(p, SEVERITY_ERROR, "%s", r.error);
    else if (unknown)
        problems_add(p, SEVERITY_WARNING, "%s: the sources of %zu launches cannot be read", path,
                     unknown);
    return !r.error;
}
