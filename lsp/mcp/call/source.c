#include "lsp/mcp/call/source.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "hwdb/gpu.h"
#include "launch/inline_syntax.h"
#include "lsp/json.h"
#include "source/compiler/jobs.h"

const char *mcp_text_file(struct tool_call *c, const char *text) {
    int fd = spawn_text("text", text, strlen(text));
    if (fd >= 0)
        return arena_printf(c->arena, "/proc/%d/fd/%d", (int)getpid(), fd);
    call_fail(c, "no memory for a text: %s", strerror(errno));
    return NULL;
}

bool mcp_enter_directory(struct tool_call *c) {
    const char *dir = json_string(c->arguments, "directory");
    if (*dir && chdir(dir) != 0)
        return call_fail(c, "'directory': cannot go to '%s': %s", dir, strerror(errno));
    return true;
}

/* --- the source ------------------------------------------------------------ */

static const struct named_language {
    const char *name, *type, *path; /* for -x, and of a text that has no path */
} languages[] = {{"opencl", "cl", "source.cl"},
                 {"cuda", "cuda", "source.cu"},
                 {"c", "c", "source.c"},
                 {"c++", "c++", "source.cpp"}};

static const struct named_language *language_of(const cJSON *o) {
    const char *name = json_string(o, "language");
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (strcmp(languages[i].name, name) == 0)
            return &languages[i];
    return NULL;
}

bool mcp_source_read(struct tool_call *c, const cJSON *o, const char *where,
                     struct mcp_source *out) {
    const struct named_language *language = language_of(o);
    const cJSON *text = json_at(o, "source"), *path = json_at(o, "path");
    if (!text && !path)
        return call_fail(c, "'%ssource' or '%spath' is missing: what is to be analysed?", where,
                         where);
    *out = (struct mcp_source){.path = path       ? path->valuestring
                                       : language ? language->path
                                                  : languages[0].path,
                               .text = text ? text->valuestring : NULL,
                               .type = path && language ? language->type : NULL};
    if (out->path[0] == '-' || out->path[0] == '@')
        out->path = arena_printf(c->arena, "./%s", out->path);
    if (!text && access(out->path, R_OK) != 0)
        return call_fail(c, "'%spath': cannot read '%s': %s", where, out->path, strerror(errno));
    if (!out->type && !jobs_language(out->path))
        return call_fail(c,
                         "'%spath': '%s' does not say by its extension what it is; give 'language'",
                         where, out->path);
    return true;
}

/* --- options --------------------------------------------------------------- */

/* Options that are taken: those that end in a name of something may have it in the next word. */
static const struct allowed {
    const char *spelling;
    bool joined, separate;
} allowed[] = {
    {"-D", true, true},
    {"-U", true, true},
    {"-I", true, true},
    {"-include", false, true},
    {"-iquote", true, true},
    {"-isystem", true, true},
    {"-idirafter", true, true},
    {"-x", false, true},
    {"-cl-", true, false},
    {"-std=", true, false},
    {"--std=", true, false},
    {"-O", true, false},
    {"-W", true, false},
    {"-w", false, false},
    {"-ffast-math", false, false},
    {"-use_fast_math", false, false},
    {"--use_fast_math", false, false},
    {"-fclperf-argv=", true, false},
    {"-fclperf-clock=", true, false},
    {"-fclperf-exact", false, false},
    {"-fclperf-model=", true, false},
};

/* What other programs get, whatever it is. */
static bool is_passed_on(const char *option) {
    return str_starts(option, "-Wa,") || str_starts(option, "-Wl,") || str_starts(option, "-Wp,");
}

static const struct allowed *find_allowed(const char *option) {
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        const struct allowed *w = &allowed[i];
        if (strcmp(option, w->spelling) == 0 ||
            (w->joined && str_starts(option, w->spelling) && !is_passed_on(option)))
            return w;
    }
    return NULL;
}

bool mcp_options_read(struct tool_call *c, const cJSON *list, const char *where,
                      struct words *out) {
    size_t i = 0;
    for (const cJSON *v = list ? list->child : NULL; v; v = v->next, i++) {
        const char *option = cJSON_IsString(v) ? v->valuestring : "";
        const struct allowed *w = find_allowed(option);
        if (!w)
            return call_fail(c,
                             "'%s[%zu]': '%s' is not taken; only options that say how a text is "
                             "read are",
                             where, i, option);
        words_add(c->arena, out, option);
        if (!w->separate || strcmp(option, w->spelling) != 0)
            continue;
        v = v->next;
        i++;
        if (!cJSON_IsString(v) || !*v->valuestring || strchr("@-", *v->valuestring))
            return call_fail(c, "'%s': expected an argument after '%s'", where, option);
        words_add(c->arena, out, v->valuestring);
    }
    return true;
}

static bool read_defines(struct tool_call *c, struct words *out) {
    const cJSON *v, *list = json_at(c->arguments, "defines");
    cJSON_ArrayForEach (v, list)
        words_add(c->arena, out, arena_printf(c->arena, "-D%s", v->valuestring));
    return true;
}

/* --- GPUs and launches ----------------------------------------------------- */

static bool read_gpus(struct tool_call *c, struct words *out) {
    const cJSON *v, *list = json_at(c->arguments, "gpus");
    struct str names = {.arena = c->arena};
    size_t i = 0;
    cJSON_ArrayForEach (v, list) {
        const char *error = NULL;
        bool several = strchr(v->valuestring, ',');
        if (several || !gpu_find(c->arena, v->valuestring, &error))
            return call_fail(c, "'gpus[%zu]': %s", i, several ? "one name each" : error);
        str_printf(&names, "%s%s", i++ ? "," : "", v->valuestring);
    }
    if (i)
        words_add(c->arena, out, arena_printf(c->arena, "-fclperf-gpu=%s", str_text(&names)));
    return true;
}

/* What the manifest of the launches that are objects is called in messages. */
static const char manifest_name[] = "launches";

static bool add_manifest(struct tool_call *c, const cJSON *objects, struct words *out) {
    cJSON *manifest = cJSON_CreateObject();
    cJSON_AddNumberToObject(manifest, "version", 1);
    cJSON_AddItemToObject(manifest, "launches", cJSON_Duplicate(objects, true));
    char *text = cJSON_PrintUnformatted(manifest);
    const char *file = mcp_text_file(c, text ? text : "");
    cJSON_free(text);
    cJSON_Delete(manifest);
    if (!file)
        return false;
    words_add(c->arena, out, arena_printf(c->arena, "-fclperf-overlay=%s=%s", file, manifest_name));
    words_add(c->arena, out, arena_printf(c->arena, "-fclperf-launch=%s", manifest_name));
    return true;
}

static bool read_launches(struct tool_call *c, struct words *out) {
    const cJSON *v, *list = json_at(c->arguments, "launches");
    cJSON *objects = cJSON_CreateArray();
    bool good = true;
    size_t i = 0;
    cJSON_ArrayForEach (v, list) {
        const char *error = NULL;
        struct launch l = {0};
        if (cJSON_IsObject(v))
            cJSON_AddItemToArray(objects, cJSON_Duplicate(v, true));
        else if (!launch_is_inline(v->valuestring))
            good = call_fail(c, "'launches[%zu]': expected KERNEL:global=...,NAME=VALUE,...", i);
        else if (!launch_parse_inline(c->arena, v->valuestring, &l, &error))
            good = call_fail(c, "'launches[%zu]': %s", i, error);
        else
            words_add(c->arena, out, arena_printf(c->arena, "-fclperf-launch=%s", v->valuestring));
        i++;
    }
    if (good && cJSON_GetArraySize(objects))
        good = add_manifest(c, objects, out);
    cJSON_Delete(objects);
    return good;
}

bool mcp_request_read(struct tool_call *c, struct words *out) {
    return mcp_enter_directory(c) && read_gpus(c, out) && read_launches(c, out) &&
           read_defines(c, out) &&
           mcp_options_read(c, json_at(c->arguments, "options"), "options", out);
}
