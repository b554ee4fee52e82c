#include "base/store/ownership.h"

#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/words.h"

/* Whether the group is the one that systems make for each user, with nobody else in it. */
static bool is_private_group(gid_t gid) {
    const struct passwd *user = getpwuid(geteuid());
    if (!user || user->pw_gid != gid)
        return false;
    const struct group *group = getgrgid(gid);
    if (!group || strcmp(group->gr_name, user->pw_name) != 0)
        return false;
    for (char **member = group->gr_mem; *member; member++)
        if (strcmp(*member, user->pw_name) != 0)
            return false;
    return true;
}

const char *ownership_problem(struct arena *a, const struct stat *st, enum owner wanted) {
    bool ours = st->st_uid == geteuid() || (wanted == OWNER_USER_OR_ROOT && st->st_uid == 0);
    if (!ours)
        return arena_printf(a, "belongs to user %u, and you are user %u", (unsigned)st->st_uid,
                            (unsigned)geteuid());
    if (st->st_mode & S_IWOTH)
        return "can be written by everybody";
    if (st->st_mode & S_IWGRP && !is_private_group(st->st_gid))
        return "can be written by a group";
    return NULL;
}

static bool is_inside(const char *path, const char *dir) {
    size_t n = strlen(dir);
    while (n && dir[n - 1] == '/')
        n--;
    return strncmp(path, dir, n) == 0 && path[n] == '/';
}

bool ownership_trusted(const char *path) {
    const char *list = getenv("CLPERF_TRUST");
    struct arena a = {0};
    struct words dirs = words_split(&a, list ? list : "", ":");
    char real[PATH_MAX];
    bool trusted = false;
    for (size_t i = 0; i < dirs.n; i++)
        trusted = trusted || (realpath(dirs.at[i], real) && is_inside(path, real));
    arena_free(&a);
    return trusted;
}

const char *ownership_below(struct arena *a, const char *path, const char *dir) {
    char real[PATH_MAX], top[PATH_MAX];
    if (!realpath(dir, top))
        return NULL;
    if (realpath(path, real))
        path = arena_strdup(a, real);
    else if (realpath(path_dir(a, path), real))
        path = arena_printf(a, "%s/%s", real, path_base(path));
    else
        return NULL;
    return is_inside(path, top) && !strstr(path, "/.git/") ? path : NULL;
}
