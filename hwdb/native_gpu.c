#include "hwdb/native_gpu.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "hwdb/load.h"

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

enum { MOST_BYTES = 4096 };

/* The rest of the line that begins with that label, without blanks around it; NULL if there is no
 * such line. */
static const char *labelled(struct arena *a, const char *text, const char *label) {
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        if (!str_starts(text, label))
            continue;
        text += strlen(label);
        text += strspn(text, " \t");
        size_t n = strcspn(text, "\n");
        while (n && strchr(" \t\r", text[n - 1]))
            n--;
        return n ? arena_strndup(a, text, n) : NULL;
    }
    return NULL;
}

/* What options take for the first device of a folder that is described. file is where an entry of
 * the folder has its device's name, and label what is before it in its line. */
static const char *first_described(struct arena *a, const char *folder, const char *file,
                                   const char *label) {
    struct dirent **entries;
    const char *found = NULL;
    int n = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        size_t bytes;
        const char *path = arena_printf(a, "%s/%s/%s", folder, entries[i]->d_name, file);
        const char *text = found || *entries[i]->d_name == '.'
                               ? NULL
                               : read_file_within(a, path, MOST_BYTES, &bytes);
        const char *name = text ? labelled(a, text, label) : NULL;
        found = name ? gpu_of_device(a, name) : found;
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return found;
}

static const struct pci_device {
    enum vendor_id vendor;
    unsigned device;
    const char *gpu;
} pci_devices[] = {
#define DEVICE(vendor, device, gpu) {VENDOR_##vendor, device, gpu},
#include "hwdb/pci_devices.def"
#undef DEVICE
};

/* A number that Linux has in a file of its own, as "0x56a0"; 0 if it has none. */
static unsigned number_in(struct arena *a, const char *path) {
    size_t bytes;
    const char *text = read_file_within(a, path, MOST_BYTES, &bytes);
    return text ? (unsigned)strtoul(text, NULL, 0) : 0;
}

/* The GPU of the card in that folder by its numbers on the bus, or NULL. */
static const char *gpu_on_bus(struct arena *a, const char *card) {
    unsigned vendor = number_in(a, arena_printf(a, "%s/device/vendor", card));
    unsigned device = number_in(a, arena_printf(a, "%s/device/device", card));
    for (size_t i = 0; vendor && i < sizeof pci_devices / sizeof *pci_devices; i++)
        if (vendors[pci_devices[i].vendor].pci_id == vendor && pci_devices[i].device == device)
            return gpu_of_device(a, pci_devices[i].gpu);
    return NULL;
}

/* The first card of the folder that the bus's numbers tell. */
static const char *first_on_bus(struct arena *a, const char *folder) {
    struct dirent **entries;
    const char *found = NULL;
    int n = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        if (!found && *entries[i]->d_name != '.')
            found = gpu_on_bus(a, arena_printf(a, "%s/%s", folder, entries[i]->d_name));
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return found;
}

/* What Arm's driver says of its GPU: "Mali-G610 4 cores r0p0 0xA867". */
static const char *mali_gpu(struct arena *a, const char *root) {
    size_t bytes;
    const char *path = arena_printf(a, "%s/sys/class/misc/mali0/device/gpuinfo", root);
    const char *text = read_file_within(a, path, MOST_BYTES, &bytes);
    return text ? gpu_of_device(a, arena_strndup(a, text, strcspn(text, " \n"))) : NULL;
}

const char *machine_gpu(struct arena *a, const char *root) {
    const char *nvidia = arena_printf(a, "%s/proc/driver/nvidia/gpus", root);
    const char *cards = arena_printf(a, "%s/sys/class/drm", root);
    const char *found = first_described(a, nvidia, "information", "Model:");
    found = found ? found : first_described(a, cards, "device/product_name", "");
    found = found ? found : first_on_bus(a, cards);
    return found ? found : mali_gpu(a, root);
}

/* OpenCL's and CUDA's own numbers. */
enum {
    CL_SUCCESS = 0,
    CL_DEVICE_TYPE_GPU = 4,
    CL_DEVICE_NAME = 0x102B,
    CL_DEVICE_BOARD_NAME_AMD = 0x4038,
    CUDA_SUCCESS = 0,
    MOST_PLATFORMS = 16,
    NAME_BYTES = 256
};
static const uint64_t cl_device_type_all = 0xFFFFFFFF;

struct opencl {
    int (*platforms)(unsigned n, void **platforms, unsigned *found);
    int (*devices)(void *platform, uint64_t type, unsigned n, void **devices, unsigned *found);
    int (*info)(void *device, unsigned what, size_t bytes, void *to, size_t *size);
};

/* A function of the library; *complete is false from the first on that it lacks. */
static void *function(void *library, const char *name, int *complete) {
    void *f = library ? dlsym(library, name) : NULL;
    *complete = *complete && f;
    return f;
}

static int load_opencl(struct opencl *cl) {
    int complete = 1;
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    *(void **)&cl->platforms = function(library, "clGetPlatformIDs", &complete);
    *(void **)&cl->devices = function(library, "clGetDeviceIDs", &complete);
    *(void **)&cl->info = function(library, "clGetDeviceInfo", &complete);
    return complete;
}

static void add_name(const struct opencl *cl, void *device, unsigned what, char *to, size_t bytes) {
    char name[NAME_BYTES] = "";
    size_t used = strlen(to);
    if (cl->info(device, what, sizeof name - 1, name, NULL) == CL_SUCCESS && *name)
        snprintf(to + used, bytes - used, "%s\n", name);
}

/* The first device of that type. AMD's drivers name the architecture, and the board by an
 * extension. */
static void name_opencl(const struct opencl *cl, uint64_t type, char *to, size_t bytes) {
    void *platforms[MOST_PLATFORMS], *device;
    unsigned n = 0, found = 0;
    if (cl->platforms(MOST_PLATFORMS, platforms, &n) != CL_SUCCESS)
        return;
    for (unsigned i = 0; i < n && i < MOST_PLATFORMS; i++) {
        if (cl->devices(platforms[i], type, 1, &device, &found) != CL_SUCCESS || !found)
            continue;
        add_name(cl, device, CL_DEVICE_BOARD_NAME_AMD, to, bytes);
        add_name(cl, device, CL_DEVICE_NAME, to, bytes);
        return;
    }
}

static void name_cuda(char *to, size_t bytes) {
    int complete = 1, device;
    char name[NAME_BYTES] = "";
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*init)(unsigned flags), (*get)(int *device, int number);
    int (*get_name)(char *name, int bytes, int device);
    *(void **)&init = function(library, "cuInit", &complete);
    *(void **)&get = function(library, "cuDeviceGet", &complete);
    *(void **)&get_name = function(library, "cuDeviceGetName", &complete);
    if (complete && init(0) == CUDA_SUCCESS && get(&device, 0) == CUDA_SUCCESS &&
        get_name(name, sizeof name - 1, device) == CUDA_SUCCESS && *name)
        snprintf(to, bytes, "%s\n", name);
}

void native_device_names(char *to, size_t bytes) {
    struct opencl cl;
    int has_opencl = load_opencl(&cl);
    *to = '\0';
    if (has_opencl)
        name_opencl(&cl, CL_DEVICE_TYPE_GPU, to, bytes);
    if (!*to)
        name_cuda(to, bytes);
    if (!*to && has_opencl)
        name_opencl(&cl, cl_device_type_all, to, bytes);
}
