#include "source/compiler/compile_commands.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "source/compiler/front_ends.h"

static const char *text_of(struct arena *a, const cJSON *entry, const char *key) {
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(entry, key);
    return cJSON_IsString(v) ? arena_strdup(a, v->valuestring) : NULL;
}

static const char *joined(struct arena *a, const char *dir, const char *path) {
    while (str_starts(path, "./"))
        path += 2;
    return path[0] == '/' ? path : arena_printf(a, "%s/%s", dir, path);
}

static bool read_entry(struct arena *a, const cJSON *entry, const char *base,
                       struct compile_command *c) {
    const cJSON *words = cJSON_GetObjectItemCaseSensitive(entry, "arguments"), *word;
    const char *directory = text_of(a, entry, "directory"), *file = text_of(a, entry, "file");
    *c = (struct compile_command){.line = text_of(a, entry, "command")};
    cJSON_ArrayForEach (word, words)
        if (cJSON_IsString(word))
            words_add(a, &c->words, arena_strdup(a, word->valuestring));
    if (!directory || !file || (!c->line && !c->words.n))
        return false;
    if (c->words.n)
        c->line = NULL;
    c->directory = joined(a, base, directory);
    c->file = joined(a, c->directory, file);
    return true;
}

/* Relative directories are taken from the database's own. */
static const char *directory_of(struct arena *a, const char *path) {
    char *here = getcwd(NULL, 0);
    const char *dir = joined(a, here ? here : "", path_dir(a, path));
    free(here);
    return dir;
}

bool compile_commands_read(struct arena *a, const char *path, struct compile_commands *out,
                           const char **error) {
    const char *text = read_text_file(a, path);
    *out = (struct compile_commands){0};
    if (!text) {
        *error = arena_printf(a, "cannot read '%s': %s", path, read_file_error(a, errno));
        return false;
    }
    const char *end = text;
    cJSON *json = cJSON_ParseWithOpts(text, &end, true), *entry;
    bool list = cJSON_IsArray(json);
    const char *base = directory_of(a, path);
    cJSON_ArrayForEach (entry, json) {
        struct compile_command c;
        if (list && read_entry(a, entry, base, &c))
            vec_push(a, out, c);
    }
    if (!json)
        *error = arena_printf(a, "%s:%zu: not valid JSON", path, str_line(text, end));
    else if (!list)
        *error = arena_printf(a, "'%s' is not a compilation database: an array of commands", path);
    cJSON_Delete(json);
    return list;
}

const char *compile_command_compiler(struct arena *a, const struct compile_command *c) {
    struct words all = c->line ? words_unquote(a, c->line) : c->words;
    return all.n ? all.at[0] : "";
}

struct words compile_command_arguments(struct arena *a, const struct compile_command *c) {
    struct words all = c->line ? words_unquote(a, c->line) : c->words, arguments = {0};
    const bool own = all.n && front_end_of_compiler(all.at[0]);
    for (size_t i = !own; i < all.n; i++)
        words_add(a, &arguments, all.at[i]);
    return arguments;
}
