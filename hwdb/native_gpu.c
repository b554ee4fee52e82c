#include "hwdb/native_gpu.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "hwdb/load.h"
#include "hwdb/native_devices.h"

enum { LIMIT_MS = 5000, NAMES_BYTES = 1024 };

/* The life of the child. What drivers print is not the build's. */
static _Noreturn void ask(int to) {
    char names[NAMES_BYTES];
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3 && nowhere >= 0; fd++)
        dup2(nowhere, fd);
    native_device_names(names, sizeof names);
    size_t n = strlen(names) + 1;
    _exit(write(to, names, n) != (ssize_t)n);
}

/* What the child writes, within its time. NULL with one line in *error. */
static const char *wait_for_names(struct arena *a, int from, const char **error) {
    char names[NAMES_BYTES] = "";
    struct pollfd p = {.fd = from, .events = POLLIN};
    int ready;
    do
        ready = poll(&p, 1, LIMIT_MS);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0)
        *error = "native: the drivers do not answer within 5 s";
    else if (read(from, names, sizeof names - 1) <= 0)
        *error = "native: the drivers crash when they are asked for their devices";
    else if (!*names)
        *error = "native: neither OpenCL nor CUDA has a device here";
    return *error ? NULL : arena_strdup(a, names);
}

static const char *device_names(struct arena *a, const char **error) {
    int ends[2];
    pid_t child = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (child < 0) {
        *error = "native: no process can be started";
        return NULL;
    }
    if (child == 0)
        ask(ends[1]);
    close(ends[1]);
    const char *names = wait_for_names(a, ends[0], error);
    close(ends[0]);
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return names;
}

/* Where descriptions of the user's own lie, or NULL. */
static const char *user_folder(struct arena *a) {
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (config && *config == '/')
        return arena_printf(a, "%s/clperf/gpus", config);
    return home && *home == '/' ? arena_printf(a, "%s/.config/clperf/gpus", home) : NULL;
}

static bool is_called(struct arena *a, const struct gpu *g, const char *name) {
    const char *wanted = hw_normal(a, name);
    bool is =
        strcmp(hw_normal(a, g->name), wanted) == 0 || strcmp(hw_normal(a, g->product), wanted) == 0;
    for (size_t i = 0; i < g->n_aliases && !is; i++)
        is = strcmp(hw_normal(a, g->aliases[i]), wanted) == 0;
    return is;
}

/* The path of the user's file for that device, or NULL; *error if a file is wrong, as it may be the
 * one. */
static const char *find_user_file(struct arena *a, const char *folder, const char *name,
                                  const char **error) {
    struct dirent **files;
    int n = scandir(folder, &files, NULL, alphasort);
    const char *found = NULL;
    for (int i = 0; i < n; i++) {
        if (!found && !*error && str_ends(files[i]->d_name, ".json")) {
            const char *path = arena_printf(a, "%s/%s", folder, files[i]->d_name);
            const struct gpu *g = gpu_find(a, path, error);
            found = g && is_called(a, g, name) ? path : NULL;
        }
        free(files[i]);
    }
    if (n >= 0)
        free(files);
    return found;
}

/* What gpu_find() takes for the device; *error as find_user_file() has it. */
static const char *find_device(struct arena *a, const char *name, const char **error) {
    const char *folder = user_folder(a), *ignored = NULL;
    const char *path = folder ? find_user_file(a, folder, name, error) : NULL;
    const struct gpu *g = path || *error ? NULL : gpu_find(a, name, &ignored);
    return g ? g->name : path;
}

const char *gpu_of_device(struct arena *a, const char *name) {
    const char *error = NULL;
    return find_device(a, name, &error);
}

static const struct gpu *find_native(struct arena *a, const char **error) {
    char *names = (char *)device_names(a, error), *name, *first = NULL;
    while (names && (name = strsep(&names, "\n")) && *name) {
        const char *found = find_device(a, name, error);
        if (found || *error)
            return found ? gpu_find(a, found, error) : NULL;
        first = first ? first : name;
    }
    const char *folder = user_folder(a);
    if (!*error)
        *error = arena_printf(a,
                              "native: nothing describes '%s', the device of this machine; "
                              "'clperf calibrate -o %s/NAME.json' measures it",
                              first, folder ? folder : ".");
    return NULL;
}

const struct gpu *gpu_named(struct arena *a, const char *name, const char **error) {
    *error = NULL;
    return strcmp(name, "native") == 0 ? find_native(a, error) : gpu_find(a, name, error);
}
