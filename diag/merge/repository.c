#include "diag/merge/repository.h"

#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "base/words.h"

/* The file's text without what follows its first line, or NULL. */
static const char *first_line(struct arena *a, const char *path) {
    size_t n;
    const char *text = read_file(a, path, &n);
    return text ? arena_strndup(a, text, strcspn(text, "\r\n")) : NULL;
}

static const char *from_folder(struct arena *a, const char *folder, const char *path) {
    return path[0] == '/' ? path : arena_printf(a, "%s/%s", folder, path);
}

/* Git's folder of the checkout that the folder is in, or NULL. */
static const char *git_folder(struct arena *a, const char *folder) {
    static const char mark[] = "gitdir: ";
    for (const char *top = path_real(a, folder); top; top = path_dir(a, top)) {
        struct stat st;
        const char *git = arena_printf(a, "%s/.git", strcmp(top, "/") == 0 ? "" : top);
        if (stat(git, &st) == 0 && S_ISDIR(st.st_mode))
            return git;
        const char *line = first_line(a, git);
        if (line && str_starts(line, mark))
            return from_folder(a, top, line + sizeof mark - 1);
        if (strcmp(top, "/") == 0)
            return NULL;
    }
    return NULL;
}

/* The revision that a name stands for, of a file of its own or in the list of packed ones; or NULL.
 */
static const char *revision_of(struct arena *a, const char *common, const char *name) {
    const char *own = first_line(a, arena_printf(a, "%s/%s", common, name));
    size_t n;
    if (own)
        return own;
    const char *all = read_file(a, arena_printf(a, "%s/packed-refs", common), &n);
    const struct words lines = words_split(a, all ? all : "", "\r\n");
    for (size_t i = 0; i < lines.n; i++) {
        const char *blank = strchr(lines.at[i], ' ');
        if (blank && strcmp(blank + 1, name) == 0)
            return arena_strndup(a, lines.at[i], (size_t)(blank - lines.at[i]));
    }
    return NULL;
}

/* The value of `url` of the remote called origin, or NULL. */
static const char *origin_of(struct arena *a, const char *common) {
    size_t n;
    const char *text = read_file(a, arena_printf(a, "%s/config", common), &n);
    const struct words lines = words_split(a, text ? text : "", "\r\n");
    bool within = false;
    for (size_t i = 0; i < lines.n; i++) {
        const char *line = lines.at[i] + strspn(lines.at[i], " \t");
        if (*line == '[')
            within = str_starts(line, "[remote \"origin\"]");
        const char *value = strchr(line, '=');
        if (within && value && str_starts(line, "url"))
            return value + 1 + strspn(value + 1, " \t");
    }
    return NULL;
}

/* As a URI: "git@host:path" is ssh's, and who is meant to log in to a web server stays unsaid. NULL
 * for a path of this machine. */
static const char *uri_of(struct arena *a, const char *origin) {
    const char *scheme = strstr(origin, "://"), *colon = strchr(origin, ':');
    const char *slash = strchr(origin, '/');
    if (scheme && !str_starts(origin, "http"))
        return origin;
    if (!scheme && colon && (!slash || colon < slash))
        return arena_printf(a, "ssh://%.*s/%s", (int)(colon - origin), origin, colon + 1);
    if (!scheme)
        return NULL;
    const char *host = scheme + 3, *user = strchr(host, '@');
    if (user && user < host + strcspn(host, "/"))
        host = user + 1;
    return arena_printf(a, "%.*s://%s", (int)(scheme - origin), origin, host);
}

bool repository_of(struct arena *a, const char *folder, struct repository *out) {
    static const char named[] = "ref: ", branch[] = "refs/heads/";
    const char *git = git_folder(a, folder);
    const char *head = git ? first_line(a, arena_printf(a, "%s/HEAD", git)) : NULL;
    if (!head)
        return false;
    const char *shared = first_line(a, arena_printf(a, "%s/commondir", git));
    const char *common = shared ? from_folder(a, git, shared) : git;
    const char *origin = origin_of(a, common), *uri = origin ? uri_of(a, origin) : NULL;
    const char *name = str_starts(head, named) ? head + sizeof named - 1 : NULL;
    const bool is_branch = name && str_starts(name, branch);
    *out = (struct repository){.uri = uri,
                               .revision = name ? revision_of(a, common, name) : head,
                               .branch = is_branch ? name + sizeof branch - 1 : NULL};
    return uri != NULL;
}
