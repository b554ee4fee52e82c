/* OpenCL, whose loader is opened when calibrate runs. */
#include "calibrate/runtime.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Constants of extensions that not all headers have. */
enum { COMPUTE_MAJOR_NV = 0x4000, COMPUTE_MINOR_NV = 0x4001 };

enum { MOST_PLATFORMS = 16, MOST_DEVICES = 64, LOG_BYTES = 160 };

/* The functions that are used, with OpenCL's own types. */
#define FUNCTIONS(USE)                                                                             \
    USE(clGetPlatformIDs)                                                                          \
    USE(clGetDeviceIDs)                                                                            \
    USE(clGetDeviceInfo)                                                                           \
    USE(clCreateContext)                                                                           \
    USE(clCreateCommandQueue)                                                                      \
    USE(clCreateProgramWithSource)                                                                 \
    USE(clBuildProgram)                                                                            \
    USE(clGetProgramBuildInfo)                                                                     \
    USE(clCreateKernel)                                                                            \
    USE(clReleaseProgram)                                                                          \
    USE(clGetKernelWorkGroupInfo)                                                                  \
    USE(clCreateBuffer)                                                                            \
    USE(clReleaseMemObject)                                                                        \
    USE(clEnqueueWriteBuffer)                                                                      \
    USE(clEnqueueReadBuffer)                                                                       \
    USE(clSetKernelArg)                                                                            \
    USE(clEnqueueNDRangeKernel)                                                                    \
    USE(clWaitForEvents)                                                                           \
    USE(clGetEventProfilingInfo)                                                                   \
    USE(clReleaseEvent)

struct functions {
#define USE(name) __typeof__(&name) name;
    FUNCTIONS(USE)
#undef USE
};

struct device {
    struct arena *arena;
    struct functions cl;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
};

static bool load(struct arena *a, struct functions *f, const char **error) {
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *error = arena_printf(a, "no OpenCL here: %s", dlerror());
        return false;
    }
#define USE(name)                                                                                  \
    {                                                                                              \
        void *found = dlsym(library, #name);                                                       \
        if (!found) {                                                                              \
            *error = "libOpenCL.so.1 has no " #name;                                               \
            return false;                                                                          \
        }                                                                                          \
        memcpy(&f->name, &found, sizeof found);                                                    \
    }
    FUNCTIONS(USE)
#undef USE
    return true;
}

static const char *name_of(cl_int status) {
    switch (status) {
    case CL_DEVICE_NOT_AVAILABLE:
        return "the device is not available: lost, or in use by others";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_HOST_MEMORY:
        return "out of memory";
    case CL_OUT_OF_RESOURCES:
        return "out of resources, as when a kernel was ended";
    case CL_INVALID_COMMAND_QUEUE:
        return "the queue is invalid: the device was lost";
    default:
        return NULL;
    }
}

/* Whether the call worked. */
static bool did(struct arena *a, cl_int status, const char *call, const char **error) {
    const char *name = name_of(status);
    if (status == CL_SUCCESS)
        return true;
    *error = name ? arena_printf(a, "%s: %s", call, name)
                  : arena_printf(a, "%s fails with %d", call, status);
    return false;
}

/* The device of that number over all platforms. */
static bool find_device(struct device *d, int number, const char **error) {
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint n_platforms = 0;
    int passed = 0;
    if (!did(d->arena, d->cl.clGetPlatformIDs(MOST_PLATFORMS, platforms, &n_platforms),
             "clGetPlatformIDs", error))
        return false;
    for (cl_uint p = 0; p < n_platforms && p < MOST_PLATFORMS; p++) {
        cl_device_id devices[MOST_DEVICES];
        cl_uint n = 0;
        if (d->cl.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MOST_DEVICES, devices, &n))
            continue;
        if (number < passed + (int)n) {
            d->id = devices[number - passed];
            return true;
        }
        passed += (int)n;
    }
    *error = arena_printf(d->arena, "OpenCL has no device %d, but %d in all", number, passed);
    return false;
}

static double number_of(struct device *d, cl_device_info what) {
    union {
        cl_uint small;
        cl_ulong large;
    } u = {.large = 0};
    size_t bytes = 0;
    if (d->cl.clGetDeviceInfo(d->id, what, sizeof u, &u, &bytes))
        return 0;
    return bytes == sizeof u.small ? (double)u.small : (double)u.large;
}

static void text_of(struct device *d, cl_device_info what, char *to, size_t bytes) {
    if (d->cl.clGetDeviceInfo(d->id, what, bytes - 1, to, NULL))
        to[0] = '\0';
}

/* AMD's devices are called like their architecture; NVIDIA's say their compute capability. */
static void find_architecture(struct device *d, struct device_facts *f) {
    double major = number_of(d, COMPUTE_MAJOR_NV), minor = number_of(d, COMPUTE_MINOR_NV);
    if (major > 0)
        snprintf(f->arch, sizeof f->arch, "sm_%.0f%.0f", major, minor);
    else if (strncmp(f->name, "gfx", 3) == 0)
        snprintf(f->arch, sizeof f->arch, "%.*s", (int)strcspn(f->name, ":"), f->name);
}

static void find_facts(struct device *d, struct device_facts *f) {
    char version[80] = "", extensions[8192] = "", driver[64] = "";
    text_of(d, CL_DEVICE_NAME, f->name, sizeof f->name);
    text_of(d, CL_DEVICE_VENDOR, f->vendor, sizeof f->vendor);
    text_of(d, CL_DEVICE_VERSION, version, sizeof version);
    text_of(d, CL_DRIVER_VERSION, driver, sizeof driver);
    text_of(d, CL_DEVICE_EXTENSIONS, extensions, sizeof extensions);
    snprintf(f->driver, sizeof f->driver, "%s, driver %s", version, driver);
    f->sms = number_of(d, CL_DEVICE_MAX_COMPUTE_UNITS);
    f->core_mhz = number_of(d, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    f->bytes = number_of(d, CL_DEVICE_GLOBAL_MEM_SIZE);
    f->local_bytes = number_of(d, CL_DEVICE_LOCAL_MEM_SIZE);
    f->items_per_group = number_of(d, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    f->has_constant_buffers = true;
    f->fp64 = strstr(extensions, "cl_khr_fp64");
    f->fp16 = strstr(extensions, "cl_khr_fp16");
    f->shares_host_memory = number_of(d, CL_DEVICE_HOST_UNIFIED_MEMORY) > 0;
    find_architecture(d, f);
}

static cl_kernel build_kernel(struct device *d, const char *source, const char **error) {
    char log[LOG_BYTES] = "";
    cl_int status = 0;
    cl_program p = d->cl.clCreateProgramWithSource(d->context, 1, &source, NULL, &status);
    if (!did(d->arena, status, "clCreateProgramWithSource", error))
        return NULL;
    status = d->cl.clBuildProgram(p, 1, &d->id, "", NULL, NULL);
    if (!did(d->arena, status, "clBuildProgram", error)) {
        d->cl.clGetProgramBuildInfo(p, d->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        log[strcspn(log, "\n")] = '\0';
        *error = arena_printf(d->arena, "%s: %s", *error, log);
        return NULL;
    }
    cl_kernel kernel = d->cl.clCreateKernel(p, "measure", &status);
    d->cl.clReleaseProgram(p);
    return did(d->arena, status, "clCreateKernel", error) ? kernel : NULL;
}

/* OpenCL says it of kernels only. */
static bool find_warp_width(struct device *d, struct device_facts *f, const char **error) {
    size_t width = 0;
    cl_kernel k = build_kernel(d, "kernel void measure(global int *p) { p[0] = 1; }", error);
    if (k)
        d->cl.clGetKernelWorkGroupInfo(k, d->id, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof width, &width, NULL);
    f->warp_width = (double)width;
    return k;
}

static void *open_device(struct arena *a, int number, struct device_facts *facts,
                         const char **error) {
    struct device *d = NEW(a, struct device);
    cl_int status = 0;
    d->arena = a;
    if (!load(a, &d->cl, error) || !find_device(d, number, error))
        return NULL;
    find_facts(d, facts);
    d->context = d->cl.clCreateContext(NULL, 1, &d->id, NULL, NULL, &status);
    if (!did(a, status, "clCreateContext", error))
        return NULL;
    d->queue = d->cl.clCreateCommandQueue(d->context, d->id, CL_QUEUE_PROFILING_ENABLE, &status);
    if (!did(a, status, "clCreateCommandQueue", error) || !find_warp_width(d, facts, error))
        return NULL;
    return d;
}

static void *build(void *device, const char *source, const char **error) {
    return build_kernel(device, source, error);
}

static void *buffer(void *device, size_t bytes, const void *contents, const char **error) {
    struct device *d = device;
    cl_int status = 0;
    cl_mem m = d->cl.clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    if (!did(d->arena, status, "clCreateBuffer", error))
        return NULL;
    if (!contents)
        return m;
    status = d->cl.clEnqueueWriteBuffer(d->queue, m, CL_TRUE, 0, bytes, contents, 0, NULL, NULL);
    return did(d->arena, status, "clEnqueueWriteBuffer", error) ? m : NULL;
}

static void release(void *device, void *memory) {
    struct device *d = device;
    d->cl.clReleaseMemObject(memory);
}

static bool event_time(struct device *d, cl_event event, double *ns, const char **error) {
    cl_ulong start = 0, end = 0;
    cl_int status = d->cl.clWaitForEvents(1, &event);
    if (status == CL_SUCCESS)
        status = d->cl.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start,
                                               &start, NULL);
    if (status == CL_SUCCESS)
        status =
            d->cl.clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    d->cl.clReleaseEvent(event);
    *ns = (double)(end - start);
    return did(d->arena, status, "waiting for the kernel", error);
}

static bool run(void *device, const struct kernel_run *l, double *ns, const char **error) {
    struct device *d = device;
    cl_kernel k = l->kernel;
    cl_mem out = l->out, in = l->in;
    cl_uint n = l->n, store = l->store;
    cl_event event;
    cl_int status = d->cl.clSetKernelArg(k, 0, sizeof out, &out);
    status = status ? status : d->cl.clSetKernelArg(k, 1, sizeof in, &in);
    status = status ? status : d->cl.clSetKernelArg(k, 2, sizeof n, &n);
    status = status ? status : d->cl.clSetKernelArg(k, 3, sizeof store, &store);
    if (status == CL_SUCCESS)
        status = d->cl.clEnqueueNDRangeKernel(d->queue, k, 1, NULL, &l->global, &l->local, 0, NULL,
                                              &event);
    return did(d->arena, status, "clEnqueueNDRangeKernel", error) &&
           event_time(d, event, ns, error);
}

static bool read_buffer(void *device, void *memory, void *to, size_t bytes, const char **error) {
    struct device *d = device;
    cl_int status =
        d->cl.clEnqueueReadBuffer(d->queue, memory, CL_TRUE, 0, bytes, to, 0, NULL, NULL);
    return did(d->arena, status, "clEnqueueReadBuffer", error);
}

const struct runtime opencl_runtime = {
    "OpenCL", open_device, build, buffer, release, run, read_buffer,
};
