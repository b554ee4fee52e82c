/* CUDA's driver, which is opened when calibrate runs, for machines without OpenCL: clang-19 and
 * libclc make PTX of the same kernels. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/process/spawn.h"
#include "base/str.h"
#include "calibrate/runtime.h"
#include "source/compiler/toolchain.h"
#include "source/frontend.h"

/* The driver's interface, as far as it is used: handles are pointers, statuses are numbers. */
typedef int status;
typedef uint64_t address;

enum { SUCCESS = 0, OUT_OF_MEMORY = 2, NO_DEVICE = 100 };

/* Errors from which a context does not recover begin here: illegal addresses, launches that were
 * ended. */
enum { FATAL = 700 };

enum attribute {
    MAX_THREADS = 1,
    SHARED_BYTES = 8,
    WARP_SIZE = 10,
    CLOCK_KHZ = 13,
    MULTIPROCESSORS = 16,
    INTEGRATED = 18,
    MAJOR = 75,
    MINOR = 76
};

/* What runs on every GPU that is newer as well. */
enum { NEWEST_ARCHITECTURE = 80 };

#define FUNCTIONS(USE)                                                                             \
    USE(init, "cuInit", (unsigned))                                                                \
    USE(version, "cuDriverGetVersion", (int *))                                                    \
    USE(count, "cuDeviceGetCount", (int *))                                                        \
    USE(get, "cuDeviceGet", (int *, int))                                                          \
    USE(name, "cuDeviceGetName", (char *, int, int))                                               \
    USE(attribute, "cuDeviceGetAttribute", (int *, int, int))                                      \
    USE(bytes, "cuDeviceTotalMem_v2", (size_t *, int))                                             \
    USE(context, "cuCtxCreate_v2", (void **, unsigned, int))                                       \
    USE(module, "cuModuleLoadData", (void **, const void *))                                       \
    USE(function, "cuModuleGetFunction", (void **, void *, const char *))                          \
    USE(allocate, "cuMemAlloc_v2", (address *, size_t))                                            \
    USE(release, "cuMemFree_v2", (address))                                                        \
    USE(clear, "cuMemsetD8_v2", (address, unsigned char, size_t))                                  \
    USE(write, "cuMemcpyHtoD_v2", (address, const void *, size_t))                                 \
    USE(read, "cuMemcpyDtoH_v2", (void *, address, size_t))                                        \
    USE(launch, "cuLaunchKernel",                                                                  \
        (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *,     \
         void **, void **))                                                                        \
    USE(event, "cuEventCreate", (void **, unsigned))                                               \
    USE(record, "cuEventRecord", (void *, void *))                                                 \
    USE(wait, "cuEventSynchronize", (void *))                                                      \
    USE(elapsed, "cuEventElapsedTime", (float *, void *, void *))

struct device {
    struct arena *arena;
#define USE(field, symbol, parameters) status(*field) parameters;
    FUNCTIONS(USE)
#undef USE
    int id, architecture;
    void *start, *end; /* events */
};

/* A buffer: handles of this interface are pointers. */
struct memory {
    address at;
};

static bool load(struct device *d, const char **error) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *error = arena_printf(d->arena, "no CUDA here: %s", dlerror());
        return false;
    }
#define USE(field, symbol, parameters)                                                             \
    {                                                                                              \
        void *found = dlsym(library, symbol);                                                      \
        if (!found) {                                                                              \
            *error = "libcuda.so.1 has no " symbol;                                                \
            return false;                                                                          \
        }                                                                                          \
        memcpy(&d->field, &found, sizeof found);                                                   \
    }
    FUNCTIONS(USE)
#undef USE
    return true;
}

static bool did(struct device *d, status s, const char *call, const char **error) {
    if (s == SUCCESS)
        return true;
    const char *why = s == OUT_OF_MEMORY ? "out of memory"
                      : s == NO_DEVICE   ? "there is no device"
                      : s >= FATAL       ? "the kernel was ended, or the device was lost"
                                         : "failed";
    *error = arena_printf(d->arena, "%s: %s (error %d)", call, why, s);
    return false;
}

static int attribute_of(struct device *d, enum attribute what) {
    int value = 0;
    return d->attribute(&value, (int)what, d->id) == SUCCESS ? value : 0;
}

static void find_facts(struct device *d, struct device_facts *f) {
    int version = 0, major = attribute_of(d, MAJOR), minor = attribute_of(d, MINOR);
    size_t bytes = 0;
    d->name(f->name, sizeof f->name, d->id);
    d->version(&version);
    d->bytes(&bytes, d->id);
    d->architecture = 10 * major + minor;
    snprintf(f->vendor, sizeof f->vendor, "NVIDIA");
    snprintf(f->driver, sizeof f->driver, "CUDA driver %d.%d", version / 1000, version % 1000 / 10);
    snprintf(f->arch, sizeof f->arch, "sm_%d", d->architecture);
    f->sms = attribute_of(d, MULTIPROCESSORS);
    f->core_mhz = attribute_of(d, CLOCK_KHZ) / 1e3;
    f->bytes = (double)bytes;
    f->local_bytes = attribute_of(d, SHARED_BYTES);
    f->items_per_group = attribute_of(d, MAX_THREADS);
    f->warp_width = attribute_of(d, WARP_SIZE);
    f->shares_host_memory = attribute_of(d, INTEGRATED) > 0;
    f->fp64 = true;
    f->has_constant_buffers = false;
}

static void *open_device(struct arena *a, int number, struct device_facts *facts,
                         const char **error) {
    struct device *d = NEW(a, struct device);
    int n = 0;
    d->arena = a;
    if (!load(d, error) || !did(d, d->init(0), "cuInit", error) ||
        !did(d, d->count(&n), "cuDeviceGetCount", error))
        return NULL;
    if (number >= n) {
        *error = arena_printf(a, "CUDA has no device %d, but %d in all", number, n);
        return NULL;
    }
    void *unused;
    if (!did(d, d->get(&d->id, number), "cuDeviceGet", error) ||
        !did(d, d->context(&unused, 0, d->id), "cuCtxCreate", error) ||
        !did(d, d->event(&d->start, 0), "cuEventCreate", error) ||
        !did(d, d->event(&d->end, 0), "cuEventCreate", error))
        return NULL;
    find_facts(d, facts);
    return d;
}

/* PTX of OpenCL C, in a version that drivers of the device's time know, by clang in a process of
 * its own; NULL with one line in *error. */
static const char *ptx_of(struct device *d, const char *source, const char **error) {
    static const char library[] = "/usr/lib/clc/nvptx64--nvidiacl.bc";
    int newest = d->architecture < NEWEST_ARCHITECTURE ? d->architecture : NEWEST_ARCHITECTURE;
    const char *clang = frontend_clang(d->arena);
    const char *arch = arena_printf(d->arena, "-march=sm_%d", newest);
    const char *const argv[] = {CLANG,
                                "-x",
                                "cl",
                                "-cl-std=CL1.2",
                                "--target=nvptx64-nvidia-cuda",
                                arch,
                                "-O2",
                                "-S",
                                "-w",
                                "-nogpulib",
                                "-Xclang",
                                "-target-feature",
                                "-Xclang",
                                "-ptx85",
                                "-Xclang",
                                "-target-feature",
                                "-Xclang",
                                newest > 70 ? "+ptx70" : "+ptx60",
                                "-Xclang",
                                "-mlink-builtin-bitcode",
                                "-Xclang",
                                library,
                                "-",
                                "-o",
                                "-",
                                NULL};
    int in = spawn_text("kernel", source, strlen(source)), out = spawn_capture("ptx");
    struct spawn_request r = {
        .path = clang, .argv = (char *const *)argv, .in = in, .out = out, .err = -1};
    bool begun = clang && in >= 0 && out >= 0 && lseek(in, 0, SEEK_SET) == 0;
    int ended = begun ? spawn_run(&r) : -1;
    bool ready = ended == 0 && lseek(out, 0, SEEK_SET) == 0;
    const char *ptx = ready ? read_open_file(d->arena, out, SIZE_MAX, NULL) : NULL;
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    if (!ptx)
        *error = "no PTX: " CLANG " with libclc makes it";
    return ptx;
}

static void *build(void *device, const char *source, const char **error) {
    struct device *d = device;
    void *module, *function;
    const char *ptx = ptx_of(d, source, error);
    if (!ptx || !did(d, d->module(&module, ptx), "cuModuleLoadData", error) ||
        !did(d, d->function(&function, module, "measure"), "cuModuleGetFunction", error))
        return NULL;
    return function;
}

static void *buffer(void *device, size_t bytes, const void *contents, const char **error) {
    struct device *d = device;
    struct memory *m = NEW(d->arena, struct memory);
    if (!did(d, d->allocate(&m->at, bytes), "cuMemAlloc", error))
        return NULL;
    status s = contents ? d->write(m->at, contents, bytes) : d->clear(m->at, 0, bytes);
    return did(d, s, contents ? "cuMemcpyHtoD" : "cuMemsetD8", error) ? m : NULL;
}

static void release(void *device, void *memory) {
    struct device *d = device;
    struct memory *m = memory;
    d->release(m->at);
}

static bool run(void *device, const struct kernel_run *l, double *ns, const char **error) {
    struct device *d = device;
    struct memory *out = l->out, *in = l->in;
    unsigned n = l->n, store = l->store;
    void *arguments[] = {&out->at, &in->at, &n, &store};
    float ms = 0;
    unsigned groups = (unsigned)(l->global / l->local), items = (unsigned)l->local;
    bool good = did(d, d->record(d->start, NULL), "cuEventRecord", error) &&
                did(d, d->launch(l->kernel, groups, 1, 1, items, 1, 1, 0, NULL, arguments, NULL),
                    "cuLaunchKernel", error) &&
                did(d, d->record(d->end, NULL), "cuEventRecord", error) &&
                did(d, d->wait(d->end), "waiting for the kernel", error) &&
                did(d, d->elapsed(&ms, d->start, d->end), "cuEventElapsedTime", error);
    *ns = ms * 1e6;
    return good;
}

static bool read_buffer(void *device, void *memory, void *to, size_t bytes, const char **error) {
    struct device *d = device;
    struct memory *m = memory;
    return did(d, d->read(to, m->at, bytes), "cuMemcpyDtoH", error);
}

const struct runtime cuda_runtime = {
    "CUDA", open_device, build, buffer, release, run, read_buffer,
};
