/* OpenCL of a device that does not exist: kernels take the times that clperf-analyze predicts for a
 * GPU of the database, and single groups also run on PoCL, for their results.
 *
 * SIMULATED_GPU names the GPU, SIMULATED_ANALYZE the program, SIMULATED_REAL the OpenCL library
 * behind this one, SIMULATED_FOLDER a folder for files; SIMULATED_FACTS has what the driver says of
 * its device: "vendor|SMs|MHz|bytes|local bytes|items of a group|warp width|compute capability,
 * major|minor".
 *
 * Without SIMULATED_ANALYZE each iteration takes 1 us. SIMULATED_FAULT has one of the words below,
 * and SIMULATED_AT a part of the source of kernels that it befalls. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 8192 };

/* What a handle of the real library stands for here. */
struct known {
    void *handle;
    char *source;      /* of a program or kernel */
    size_t bytes;      /* of a buffer */
    int file;          /* with its contents, or 0 */
    unsigned *args[4]; /* of a kernel: words */
    void *memory[2];   /* of a kernel: buffers */
};

static struct known all[MOST];
static int n_all, n_files;

static struct known *find(void *handle) {
    for (int i = n_all; i-- > 0;)
        if (all[i].handle == handle)
            return &all[i];
    return NULL;
}

static struct known *add(void *handle) {
    struct known *k = &all[n_all++ % MOST];
    *k = (struct known){.handle = handle};
    return k;
}

/* Of each launch against the first; more with every launch of a clock that drifts. */
static double slowdown = 1;

/* Whether that fault is to happen with this source. */
static int has_fault(const char *fault, const char *source) {
    const char *wanted = getenv("SIMULATED_FAULT");
    return wanted && source && strcmp(wanted, fault) == 0 && strstr(source, getenv("SIMULATED_AT"));
}

/* A device that is lost stays so, for all processes. */
static int is_lost(const char *source) {
    char path[400];
    snprintf(path, sizeof path, "%s/lost", getenv("SIMULATED_FOLDER"));
    if (has_fault("lost", source))
        fclose(fopen(path, "we"));
    return access(path, F_OK) == 0;
}

static void *real(const char *name) {
    static void *library;
    if (!library)
        library = dlopen(getenv("SIMULATED_REAL"), RTLD_NOW | RTLD_LOCAL);
    return dlsym(library, name);
}

#define REAL(name) ((__typeof__(&name))real(#name))

static char *fact(int number) {
    static char text[400];
    char *at = text;
    snprintf(text, sizeof text, "%s", getenv("SIMULATED_FACTS"));
    for (; number > 0; number--)
        at = strchr(at, '|') + 1;
    at[strcspn(at, "|")] = '\0';
    return at;
}

static cl_int answer(const void *from, size_t bytes, size_t size, void *to, size_t *needed) {
    if (needed)
        *needed = bytes;
    memcpy(to, from, bytes < size ? bytes : size);
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id d, cl_device_info what, size_t size, void *to, size_t *needed) {
    static const struct {
        cl_device_info what;
        int fact;
        size_t bytes;
    } numbers[] = {{CL_DEVICE_MAX_COMPUTE_UNITS, 1, 4},
                   {CL_DEVICE_MAX_CLOCK_FREQUENCY, 2, 4},
                   {CL_DEVICE_GLOBAL_MEM_SIZE, 3, 8},
                   {CL_DEVICE_LOCAL_MEM_SIZE, 4, 8},
                   {CL_DEVICE_MAX_WORK_GROUP_SIZE, 5, 8},
                   {0x4000, 7, 4},
                   {0x4001, 8, 4}};
    const char *text = what == CL_DEVICE_NAME         ? getenv("SIMULATED_GPU")
                       : what == CL_DEVICE_VENDOR     ? fact(0)
                       : what == CL_DEVICE_VERSION    ? "OpenCL 1.2"
                       : what == CL_DRIVER_VERSION    ? "simulated"
                       : what == CL_DEVICE_EXTENSIONS ? "cl_khr_fp64"
                                                      : NULL;
    if (text)
        return answer(text, strlen(text) + 1, size, to, needed);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].what == what) {
            cl_ulong number = strtoull(fact(numbers[i].fact), NULL, 10);
            return number || what < 0x4000 ? answer(&number, numbers[i].bytes, size, to, needed)
                                           : CL_INVALID_VALUE;
        }
    if (what == CL_DEVICE_HOST_UNIFIED_MEMORY)
        return answer(&(cl_bool){CL_FALSE}, sizeof(cl_bool), size, to, needed);
    return REAL(clGetDeviceInfo)(d, what, size, to, needed);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel k, cl_device_id d, cl_kernel_work_group_info what,
                                size_t size, void *to, size_t *needed) {
    size_t width = strtoull(fact(6), NULL, 10);
    (void)k, (void)d, (void)what;
    return answer(&width, sizeof width, size, to, needed);
}

cl_program clCreateProgramWithSource(cl_context c, cl_uint n, const char **text,
                                     const size_t *lengths, cl_int *status) {
    cl_program p = REAL(clCreateProgramWithSource)(c, n, text, lengths, status);
    add(p)->source = strdup(text[0]);
    return p;
}

cl_kernel clCreateKernel(cl_program p, const char *name, cl_int *status) {
    cl_kernel k = REAL(clCreateKernel)(p, name, status);
    char *source = find(p)->source;
    add(k)->source = source;
    return k;
}

/* PoCL's memory is the size that the checks on it need; contents go to a file. */
cl_mem clCreateBuffer(cl_context c, cl_mem_flags flags, size_t bytes, void *host, cl_int *status) {
    if (is_lost(NULL) || has_fault("memory", bytes > 1 << 20 ? "large" : "")) {
        *status = is_lost(NULL) ? CL_DEVICE_NOT_AVAILABLE : CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return NULL;
    }
    cl_mem m = REAL(clCreateBuffer)(c, flags, bytes, host, status);
    add(m)->bytes = bytes;
    return m;
}

cl_int clEnqueueWriteBuffer(cl_command_queue q, cl_mem m, cl_bool wait, size_t offset, size_t bytes,
                            const void *from, cl_uint n, const cl_event *list, cl_event *event) {
    char path[400];
    struct known *k = find(m);
    k->file = ++n_files;
    snprintf(path, sizeof path, "%s/%d.bin", getenv("SIMULATED_FOLDER"), k->file);
    FILE *out = fopen(path, "we");
    fwrite(from, 1, bytes, out);
    fclose(out);
    return REAL(clEnqueueWriteBuffer)(q, m, wait, offset, bytes, from, n, list, event);
}

cl_int clReleaseMemObject(cl_mem m) {
    char path[400];
    struct known *k = find(m);
    snprintf(path, sizeof path, "%s/%d.bin", getenv("SIMULATED_FOLDER"), k->file);
    if (k->file)
        remove(path);
    return REAL(clReleaseMemObject)(m);
}

cl_int clSetKernelArg(cl_kernel k, cl_uint i, size_t bytes, const void *value) {
    struct known *known = find(k);
    if (i < 2)
        memcpy(&known->memory[i], value, sizeof(void *));
    else {
        known->args[i] = malloc(sizeof(unsigned));
        memcpy(known->args[i], value, sizeof(unsigned));
    }
    return REAL(clSetKernelArg)(k, i, bytes, value);
}

static size_t element_bytes(const char *source) {
    return strstr(source, "global uint4 *out")                                           ? 16
           : strstr(source, "global double *out") || strstr(source, "global ulong *out") ? 8
                                                                                         : 4;
}

/* Milliseconds of a launch by the prediction; 0 if there is none. */
static double predict(const struct known *k, size_t global, size_t local) {
    const char *folder = getenv("SIMULATED_FOLDER");
    if (!getenv("SIMULATED_ANALYZE"))
        return 0.001 + 0.001 * *k->args[2];
    struct known *out = find(k->memory[0]), *in = find(k->memory[1]);
    size_t width = element_bytes(k->source);
    char path[400], command[2000], file[64] = "";
    double ms = 0;
    snprintf(path, sizeof path, "%s/k.cl", folder);
    FILE *f = fopen(path, "we");
    fputs(k->source, f);
    fclose(f);
    if (in->file && in->bytes < 64 << 20)
        snprintf(file, sizeof file, ", \"file\": \"%d.bin\"", in->file);
    snprintf(path, sizeof path, "%s/k.json", folder);
    f = fopen(path, "we");
    fprintf(f,
            "{\"version\": 1, \"launches\": [{\"kernel\": \"measure\", \"file\": \"k.cl\", "
            "\"global\": [%zu, 1, 1], "
            "\"local\": [%zu, 1, 1], \"args\": {\"out\": {\"elements\": %zu}, \"in\": "
            "{\"elements\": %zu%s}, "
            "\"n\": %u, \"store\": 0}}]}\n",
            global, local, out->bytes / width, in->bytes / width, file, *k->args[2]);
    fclose(f);
    snprintf(command, sizeof command,
             "cd '%s' && '%s' k.cl -fclperf-gpu=%s -fclperf-launch=k.json -fclperf-no-cache "
             "-fclperf-no-fixes "
             "-fclperf-add-output=json:file=k.out >k.log 2>&1; "
             "sed -n 's/.*\"time_ms\":[[:space:]]*\\([0-9.e+-]*\\).*/\\1/p' k.out | head -1",
             folder, getenv("SIMULATED_ANALYZE"), getenv("SIMULATED_GPU"));
    f = popen(command, "r");
    if (fscanf(f, "%lf", &ms) != 1)
        ms = 0;
    pclose(f);
    if (getenv("SIMULATED_LOG")) {
        f = fopen(getenv("SIMULATED_LOG"), "ae");
        fprintf(f, "%zu/%zu n %u: %.6g ms\n", global, local, *k->args[2], ms);
        fclose(f);
    }
    return ms;
}

/* The same launch takes the same time. */
static double time_of(const struct known *k, size_t global, size_t local) {
    static struct {
        const char *source;
        size_t global, local, bytes;
        unsigned n;
        double ms;
    } seen[MOST];
    static int n_seen;
    size_t bytes = find(k->memory[1])->bytes;
    for (int i = 0; i < n_seen; i++)
        if (strcmp(seen[i].source, k->source) == 0 && seen[i].global == global &&
            seen[i].local == local && seen[i].bytes == bytes && seen[i].n == *k->args[2])
            return seen[i].ms;
    double ms = predict(k, global, local);
    seen[n_seen].source = k->source;
    seen[n_seen].global = global;
    seen[n_seen].local = local;
    seen[n_seen].bytes = bytes;
    seen[n_seen].n = *k->args[2];
    seen[n_seen].ms = ms;
    n_seen = (n_seen + 1) % MOST;
    return ms;
}

static double last_ms;

cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint n, const cl_event *list, cl_event *event) {
    struct known *known = find(k);
    if (is_lost(known->source))
        return CL_DEVICE_NOT_AVAILABLE;
    while (has_fault("hang", known->source))
        pause();
    if (*known->args[3])
        return REAL(clEnqueueNDRangeKernel)(q, k, dimensions, offset, global, local, n, list,
                                            event);
    last_ms = time_of(known, *global, *local) * slowdown;
    if (has_fault("drift", known->source))
        slowdown *= 1.005;
    *event = (cl_event)&last_ms;
    return last_ms > 0 ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

cl_int clWaitForEvents(cl_uint n, const cl_event *list) {
    return list[0] == (cl_event)&last_ms ? CL_SUCCESS : REAL(clWaitForEvents)(n, list);
}

cl_int clReleaseEvent(cl_event event) {
    return event == (cl_event)&last_ms ? CL_SUCCESS : REAL(clReleaseEvent)(event);
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t size, void *to,
                               size_t *needed) {
    cl_ulong ns = what == CL_PROFILING_COMMAND_START ? 0 : (cl_ulong)(last_ms * 1e6);
    if (event != (cl_event)&last_ms)
        return REAL(clGetEventProfilingInfo)(event, what, size, to, needed);
    return answer(&ns, sizeof ns, size, to, needed);
}

cl_int clBuildProgram(cl_program p, cl_uint n, const cl_device_id *d, const char *options,
                      void (*f)(cl_program, void *), void *x) {
    if (has_fault("crash", find(p)->source))
        signal(SIGSEGV, SIG_DFL), raise(SIGSEGV);
    return REAL(clBuildProgram)(p, n, d, options, f, x);
}

#define PASS(name, type, parameters, arguments)                                                    \
    type name parameters {                                                                         \
        return REAL(name) arguments;                                                               \
    }

PASS(clGetPlatformIDs, cl_int, (cl_uint n, cl_platform_id *p, cl_uint *all_of), (n, p, all_of))
PASS(clGetDeviceIDs, cl_int,
     (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id *d, cl_uint *all_of),
     (p, t, n, d, all_of))
PASS(clCreateContext, cl_context,
     (const cl_context_properties *p, cl_uint n, const cl_device_id *d,
      void (*f)(const char *, const void *, size_t, void *), void *x, cl_int *s),
     (p, n, d, f, x, s))
PASS(clCreateCommandQueue, cl_command_queue,
     (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *s), (c, d, p, s))
PASS(clGetProgramBuildInfo, cl_int,
     (cl_program p, cl_device_id d, cl_program_build_info w, size_t n, void *to, size_t *needed),
     (p, d, w, n, to, needed))
PASS(clReleaseProgram, cl_int, (cl_program p), (p))
PASS(clEnqueueReadBuffer, cl_int,
     (cl_command_queue q, cl_mem m, cl_bool w, size_t o, size_t n, void *to, cl_uint e,
      const cl_event *l, cl_event *v),
     (q, m, w, o, n, to, e, l, v))
