#include "capture/remember.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/store/ownership.h"
#include "base/store/whole_file.h"
#include "base/str.h"

static const char file[] = ".clperf", key[] = "launch";

/* A string or an array of them, as .clperf has lists. */
static bool has(const cJSON *list, const char *text) {
    const cJSON *item;
    if (cJSON_IsString(list))
        return strcmp(list->valuestring, text) == 0;
    cJSON_ArrayForEach (item, list)
        if (cJSON_IsString(item) && strcmp(item->valuestring, text) == 0)
            return true;
    return false;
}

static void add(cJSON *top, const char *manifest) {
    cJSON *list = cJSON_GetObjectItemCaseSensitive(top, key);
    if (cJSON_IsString(list)) {
        cJSON *both = cJSON_CreateArray();
        cJSON_AddItemToArray(both, cJSON_CreateString(list->valuestring));
        cJSON_ReplaceItemInObjectCaseSensitive(top, key, both);
        list = both;
    }
    if (!list)
        list = cJSON_AddArrayToObject(top, key);
    cJSON_AddItemToArray(list, cJSON_CreateString(manifest));
}

static const char *write_text(struct arena *a, const cJSON *top) {
    char *text = cJSON_Print(top);
    const char *line = text ? arena_printf(a, "%s\n", text) : NULL;
    const struct whole_file out = {
        .path = file, .mode = 0644, .bytes = line, .n = line ? strlen(line) : 0};
    free(text);
    return line && whole_file_put(a, &out)
               ? NULL
               : arena_printf(a, "cannot write '%s': %s", file, strerror(errno));
}

const char *capture_remember(struct arena *a, const char *manifest) {
    struct stat st;
    size_t n;
    const bool there = lstat(file, &st) == 0;
    const char *problem = there ? ownership_problem(a, &st, OWNER_USER) : NULL;
    if (problem)
        return arena_printf(a, "'%s' %s", file, problem);
    const char *text = there ? read_file(a, file, &n) : "{}";
    cJSON *top = text ? cJSON_ParseWithOpts(text, NULL, true) : NULL;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(top, key);
    const char *error = NULL;
    if (!cJSON_IsObject(top) || (list && !cJSON_IsString(list) && !cJSON_IsArray(list))) {
        error = arena_printf(a, "'%s' is not what clperf reads", file);
    } else if (!has(list, manifest)) {
        add(top, manifest);
        error = write_text(a, top);
    }
    cJSON_Delete(top);
    return error;
}
