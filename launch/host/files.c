#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "launch/host/host.h"

/* Directories above the host file's that are looked in. */
enum { PARENTS = 2 };

/* "dir/name" as people write it. */
static const char *joined_path(struct arena *a, const char *dir, const char *name) {
    while (str_starts(name, "./"))
        name += 2;
    return strcmp(dir, ".") == 0 || name[0] == '/' ? name : arena_printf(a, "%s/%s", dir, name);
}

struct host_file_found host_kernel_file(struct arena *a, const char *host, const char *name,
                                        struct dependencies *tried) {
    const char *dir = ".";
    for (int i = -1; i <= PARENTS; i++) {
        const char *path = joined_path(a, dir, name);
        dependencies_add(tried, path);
        if (access(path, R_OK) == 0)
            return (struct host_file_found){path, dir};
        dir = i < 0                   ? path_dir(a, host)
              : strcmp(dir, ".") == 0 ? ".."
                                      : arena_printf(a, "%s/..", dir);
    }
    return (struct host_file_found){0};
}
