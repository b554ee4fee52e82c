#include "base/store/cache_directory.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/store/ownership.h"
#include "base/str.h"

/* As the XDG base directory specification says: a path that is not absolute does not count. */
static const char *xdg_directory(struct arena *a) {
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (xdg && xdg[0] == '/')
        return arena_printf(a, "%s/clperf", xdg);
    return home && home[0] == '/' ? arena_printf(a, "%s/.cache/clperf", home) : NULL;
}

const char *cache_directory(struct arena *a, const char **refused) {
    const char *own = getenv("CLPERF_CACHE_DIR"), *dir = own && *own ? own : xdg_directory(a);
    struct stat st;
    *refused = NULL;
    const char *problem = dir && stat(dir, &st) == 0 ? ownership_problem(a, &st, OWNER_USER) : NULL;
    if (problem)
        *refused = arena_printf(a, "'%s' %s", dir, problem);
    return problem ? NULL : dir;
}
