#include "lsp/command.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "source/compiler/compiler_options.h"

static const char *command_database(struct arena *a, const char *path) {
    static const char *const names[] = {"compile_commands.json", "build/compile_commands.json"};
    for (const char *dir = path_dir(a, path); *dir == '/'; dir = path_dir(a, dir)) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            const char *file = arena_printf(a, "%s/%s", strcmp(dir, "/") ? dir : "", names[i]);
            if (access(file, R_OK) == 0)
                return file;
        }
        if (strcmp(dir, "/") == 0)
            break;
    }
    return NULL;
}

/* The path without "." and ".." and doubled slashes. */
static const char *clean_path(struct arena *a, const char *dir, const char *path) {
    const char *full = path[0] == '/' ? path : arena_printf(a, "%s/%s", dir, path);
    struct words parts = words_split(a, full, "/"), plain = {0};
    struct str s = {.arena = a};
    for (size_t i = 0; i < parts.n; i++) {
        if (strcmp(parts.at[i], "..") == 0)
            plain.n -= plain.n > 0;
        else if (strcmp(parts.at[i], ".") != 0)
            words_add(a, &plain, parts.at[i]);
    }
    for (size_t i = 0; i < plain.n; i++)
        str_printf(&s, "/%s", plain.at[i]);
    return s.n ? str_text(&s) : "/";
}

static struct words words_of(struct arena *a, const cJSON *entry) {
    const cJSON *arguments = json_at(entry, "arguments"), *w;
    struct words all = {0};
    if (!cJSON_IsArray(arguments))
        return words_unquote(a, json_string(entry, "command"));
    cJSON_ArrayForEach (w, arguments)
        if (cJSON_IsString(w))
            words_add(a, &all, arena_strdup(a, w->valuestring));
    return all;
}

/* What has to do with outputs and dependencies only, and how many words it takes; else 0. */
static size_t output_words(const char *word) {
    static const char *const separate[] = {"-o", "-MF", "-MT", "-MQ", "-MJ"};
    static const char *const alone[] = {"-c", "-S", "-M", "-MD", "-MMD", "-MP", "-MG", "-MM", "-v"};
    for (size_t i = 0; i < sizeof separate / sizeof *separate; i++)
        if (strcmp(word, separate[i]) == 0)
            return 2;
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (strcmp(word, alone[i]) == 0)
            return 1;
    return str_starts(word, "-o") && word[2] != 'p' ? 1 : 0;
}

static struct words arguments_of(struct arena *a, const cJSON *entry, const char *dir,
                                 const char *path) {
    struct words all = words_of(a, entry), needed = {0};
    size_t i = 0;
    while (i < all.n && all.at[i][0] != '-')
        i++;
    while (i < all.n) {
        const char *word = all.at[i];
        size_t outputs = output_words(word);
        bool takes_next = !outputs && options_takes_next(word);
        bool is_input = word[0] != '-' && strcmp(clean_path(a, dir, word), path) == 0;
        if (outputs || is_input || strcmp(word, "--") == 0) {
            i += outputs ? outputs : 1;
            continue;
        }
        for (size_t k = 0; k < 1 + (size_t)takes_next && i < all.n; k++)
            words_add(a, &needed, all.at[i++]);
    }
    return needed;
}

static bool is_of(struct arena *a, const cJSON *entry, const char *path) {
    const char *file = json_string(entry, "file"), *dir = json_string(entry, "directory");
    return strcmp(path_base(file), path_base(path)) == 0 &&
           strcmp(clean_path(a, dir, file), path) == 0;
}

static struct command command_of(struct arena *a, const struct document *d) {
    struct command c = {.dir = d->has_file ? path_dir(a, d->path) : "/"};
    const char *database = d->has_file ? command_database(a, d->path) : NULL;
    const char *text = database ? read_file(a, database, NULL) : NULL;
    cJSON *json = text ? cJSON_Parse(text) : NULL;
    const char *path = clean_path(a, "/", d->path);
    const cJSON *entry;
    cJSON_ArrayForEach (entry, json) {
        if (!cJSON_IsObject(entry) || !is_of(a, entry, path))
            continue;
        const char *dir = json_string(entry, "directory");
        c.dir = *dir ? arena_strdup(a, dir) : c.dir;
        c.args = arguments_of(a, entry, c.dir, path);
        break;
    }
    cJSON_Delete(json);
    if (access(c.dir, X_OK) != 0)
        c.dir = "/";
    return c;
}

void command_refresh(struct arena *a, struct document *d) {
    struct stat st = {0};
    const char *database = d->has_file ? command_database(a, d->path) : NULL;
    if (database)
        stat(database, &st);
    const char *key =
        arena_printf(a, "%s %lld %lld.%09ld", database ? database : "", (long long)st.st_size,
                     (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
    if (d->command_key && strcmp(d->command_key, key) == 0)
        return;
    arena_free(&d->command_arena);
    d->command_key = arena_strdup(&d->command_arena, key);
    d->command = command_of(&d->command_arena, d);
}
